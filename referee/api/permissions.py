"""Who may use the table interface."""

from django.utils.translation import gettext as _
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from referee.models import Device
from referee.services.devices import JoinAgain, actor_of_device
from tournament.models import Account
from tournament.services.actor import Actor
from tournament.services.refusal import NotAllowed


class IsChief(BasePermission):
    """The signed-in chief referee, who acts as referee at any table."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """True for a chief referee's account."""
        return IsAuthenticated().has_permission(request, view) and bool(getattr(request.user, "is_chief", False))


class IsDevice(BasePermission):
    """A device that joined with a pass; who did not is told to."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """True for a device let in, else `JoinAgain` or, for an account, `NotAllowed`."""
        if isinstance(request.auth, Device):
            return True
        if isinstance(request.user, Account):
            raise NotAllowed(_("这里只给用桌卡加入的设备使用。"), code="device-only")
        raise JoinAgain(_("请先扫桌上的二维码，输入 PIN 加入。"), code="join-again")


class IsReferee(BasePermission):
    """The chief referee, or a device that joined with a pass."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """True for either."""
        return isinstance(request.auth, Device) or IsChief().has_permission(request, view)


def device_of(request: Request) -> Device | None:
    """The device behind a request; None for the chief referee."""
    return request.auth if isinstance(request.auth, Device) else None


def actor_of(request: Request) -> Actor:
    """The actor behind a request that one of the permissions let in."""
    device = device_of(request)
    if device is not None:
        return actor_of_device(device)
    assert isinstance(request.user, Account)
    return Actor.of(request.user)
