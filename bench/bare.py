"""The yardstick: a bare DRF view that inserts one row and updates another, beside the product's own addresses."""

from django.db import transaction
from django.urls import include, path
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournament.models import Match, SheetEntry


class BareView(APIView):
    """Insert an entry, update its match; nothing is looked at."""

    def post(self, request: Request, match_id: int) -> Response:
        """One insert and one update in one transaction."""
        with transaction.atomic():
            SheetEntry.objects.create(
                match_id=match_id,
                n=request.data["n"],
                type="hand",
                payload=request.data["payload"],
                actor_user_id=request.user.pk,
                actor_name="bench",
                server_at=timezone.now(),
            )
            Match.objects.filter(pk=match_id).update(version=request.data["n"])
        return Response({"n": request.data["n"]}, status=201)


urlpatterns = [path("bare/<int:match_id>/", BareView.as_view()), path("", include("config.urls"))]
