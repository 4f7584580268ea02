"""Who calls the table interface: a device by `Authorization: Pass <secret>` or its cookie, else a signed-in account."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import SessionAuthentication
from rest_framework.request import Request

from referee.models import Device
from referee.services.devices import JoinAgain, device_by, note_contact
from tournament.models import Account
from tournament.services.refusal import NotAllowed

COOKIE = "pass"
SCHEME = "Pass"
SAFE = ("GET", "HEAD", "OPTIONS")


class TableAuthentication(SessionAuthentication):
    """A secret in the header says who calls; else the chief's session; else the cookie of the join page.

    `request.auth` is then the `Device`. A write by cookie needs the header `X-Console`, which no foreign page's form
    can send. Raises `JoinAgain` (401) and `Revoked` (403), which say what to do.
    """

    def authenticate(self, request: Request) -> Any:
        """The account, or nobody with the device; None for a stranger."""
        scheme, _space, secret = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() == SCHEME.lower():
            return self._let_in(request, secret.strip())
        cookie = request.COOKIES.get(COOKIE, "")
        user = getattr(request._request, "user", None)
        if not cookie or (isinstance(user, Account) and user.is_active and user.is_chief):
            return super().authenticate(request)
        try:
            device = device_by(cookie)
        except JoinAgain:
            if isinstance(user, Account):
                return super().authenticate(request)
            raise
        if request.method not in SAFE and not request.headers.get("X-Console"):
            message = _("这次提交不是从裁判台发出的（缺少 X-Console），没有保存；请刷新页面后再提交。")
            raise NotAllowed(message, code="csrf")
        return self._as(request, device)

    def _let_in(self, request: Request, secret: str) -> tuple[AnonymousUser, Device]:
        return self._as(request, device_by(secret))

    def _as(self, request: Request, device: Device) -> tuple[AnonymousUser, Device]:
        note_contact(device, unsent_of(request.headers.get("X-Unsent", "")))
        return AnonymousUser(), device


def unsent_of(text: str) -> int | None:
    """The number a device says is unsent; None where it says nothing readable."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


# drf-spectacular registers a subclass by an __init_subclass__ without types.
class TableAuthenticationScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the documentation names the ways in."""

    target_class = TableAuthentication
    name = ["pass", "passCookie", "session"]

    def get_security_definition(self, auto_schema: Any) -> list[dict[str, str]]:
        """The three ways."""
        header = "设备的凭据：Authorization: Pass <secret>(secret 由 /api/join/ 给出)。"
        cookie = "加入页设置的 cookie；写操作另需请求头 X-Console: 1。"
        return [
            {"type": "apiKey", "in": "header", "name": "Authorization", "description": header},
            {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": cookie},
            {"type": "apiKey", "in": "cookie", "name": "sessionid", "description": "裁判长登录后的会话。"},
        ]
