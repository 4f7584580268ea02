"""Telling one browser from another before it has joined: a signed cookie with a random id."""

import secrets

from django.core import signing
from django.http import HttpRequest, HttpResponse

from .pins import Visitor

COOKIE = "visitor"
_SALT = "referee.visitor"
_AGE = 60 * 60 * 24 * 365


def visitor_of(request: HttpRequest) -> Visitor:
    """Who types a PIN here; `device` is empty for a browser that has no cookie of ours."""
    return Visitor(device=_id(request), address=str(request.META.get("REMOTE_ADDR", "")))


def remember_visitor(request: HttpRequest, response: HttpResponse) -> None:
    """Give the browser its cookie, where it has none."""
    if not _id(request):
        value = signing.dumps(secrets.token_urlsafe(16), salt=_SALT)
        set_cookie(response, COOKIE, value, request.is_secure(), _AGE)


def set_cookie(response: HttpResponse, name: str, value: str, secure: bool, age_s: int) -> None:
    """A cookie no script reads and no foreign page's form sends."""
    response.set_cookie(name, value, max_age=age_s, httponly=True, samesite="Lax", secure=secure)


def _id(request: HttpRequest) -> str:
    try:
        found = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT)
    except signing.BadSignature:
        return ""
    return found if isinstance(found, str) else ""
