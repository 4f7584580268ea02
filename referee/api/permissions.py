"""Who may use the table interface."""

from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from tournament.models import Account
from tournament.services.actor import Actor


class IsChief(BasePermission):
    """The signed-in chief referee, who acts as referee at any table."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """True for a chief referee's account."""
        return IsAuthenticated().has_permission(request, view) and bool(getattr(request.user, "is_chief", False))


def actor_of(request: Request) -> Actor:
    """The actor behind a request that `IsChief` let in."""
    assert isinstance(request.user, Account)
    return Actor.of(request.user)
