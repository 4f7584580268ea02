"""The yardsticks, beside the product's own addresses: bare views that write, and that answer from the cache."""

from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.urls import include, path
from django.utils import timezone
from django.views.decorators.cache import cache_page
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournament.models import Match, SheetEntry
from tournament.views.public_pages import tournament


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


@cache_page(3600)
def cached(request: HttpRequest, slug: str) -> HttpResponse:
    """The public page's bytes as Django itself would cache a page."""
    return HttpResponse(tournament(request, slug).content)


TAG = '"bare"'


class BareCachedView(APIView):
    """For somebody signed in: the body as it was cached, or 304 where the reader has it."""

    def get(self, request: Request) -> Response:
        """Nothing is computed."""
        if request.headers.get("If-None-Match") == TAG:
            return Response(status=304, headers={"ETag": TAG})
        return Response(cache.get("bare"), headers={"ETag": TAG})


def bare_cached_page(request: HttpRequest) -> HttpResponse:
    """The same for everybody."""
    if request.headers.get("If-None-Match") == TAG:
        return HttpResponseNotModified(headers={"ETag": TAG})
    return HttpResponse(cache.get("bare"), headers={"ETag": TAG})


urlpatterns = [
    path("bare/<int:match_id>/", BareView.as_view()),
    path("cached/<slug:slug>/", cached),
    path("bare/cached/", BareCachedView.as_view()),
    path("bare/page/", bare_cached_page),
    path("", include("config.urls")),
]
