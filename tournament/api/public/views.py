"""Read-only addresses: each answers with one published part, is not there otherwise, and says 304 while unchanged."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournament.api.schema import PUBLIC
from tournament.models import Tournament
from tournament.services import public_objects as objects
from tournament.services.public_cards import cards_of
from tournament.services.public_choice import Wanted, kept_of
from tournament.services.refusal import Refusal
from tournament.services.shown import Shown
from tournament.views.tagged import published_or_404, tagged

from . import queries, shapes

PROBLEM = OpenApiResponse(shapes.ProblemShape, description="问题对象（RFC 9457），detail 是一句话。")
SAME = OpenApiResponse(description="没有变化")
SLUG = OpenApiParameter("slug", str, OpenApiParameter.PATH, description="赛事的网址名，见赛事列表的 slug")
Rows = Sequence[dict[str, Any]]
Method = TypeVar("Method", bound=Callable[..., Any])


class NotPublished(Refusal):
    """There is no such tournament for the public, or not this part of it."""

    status = 404


def described(
    summary: str, description: str, shape: Any, query: type[queries.Query] | None = None
) -> Callable[[Method], Method]:
    """The documentation of one address."""
    answers = {200: shape, 304: SAME, 404: PROBLEM}
    words: dict[str, Any] = {"summary": summary, "description": description, "tags": [PUBLIC]}
    if query is None:
        return extend_schema(**words, parameters=[SLUG], responses=answers)
    return extend_schema(**words, parameters=[SLUG, query], responses={**answers, 400: PROBLEM})


class PublicView(APIView):
    """One part of one tournament for everybody, signed in or not; `part` is what must be published, "" for any."""

    authentication_classes: Sequence[type[BaseAuthentication]] = []
    permission_classes = [AllowAny]
    part = ""

    def answer(self, request: Request, slug: str, made: Callable[[Tournament, Shown], Any]) -> HttpResponse:
        """What `made` gives, with a tag; `NotPublished` where the part is not shown."""
        try:
            found, shown = published_or_404(slug, *([self.part] if self.part else []))
        except Http404:
            sentence = _("没有这项赛事，或这一部分还没有公布。")
            raise NotPublished(sentence, code="not-published") from None
        query = request.query_params.urlencode()
        return tagged(request._request, found, lambda: Response(made(found, shown)), query, request.get_host())

    def paged(
        self,
        request: Request,
        slug: str,
        query: type[queries.Query],
        rows: Callable[[Tournament, Shown, dict[str, Any]], Rows],
    ) -> HttpResponse:
        """One page of what `rows` gives for the query."""
        asked = queries.read(query, request)
        return self.answer(
            request, slug, lambda found, shown: queries.page_of(rows(found, shown, asked), asked, request)
        )


class TournamentsView(APIView):
    """The list of tournaments."""

    authentication_classes: Sequence[type[BaseAuthentication]] = []
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="tournaments_list",
        summary="公布的赛事",
        description="公布了任何一部分的赛事，最近的在前。",
        parameters=[queries.TournamentQuery],
        responses={200: shapes.paged(shapes.TournamentShape, "TournamentPage"), 400: PROBLEM},
        tags=[PUBLIC],
    )
    def get(self, request: Request) -> Response:
        """Every tournament of which anything is published, the latest first."""
        asked = queries.read(queries.TournamentQuery, request)
        listed = Tournament.objects.filter(name__icontains=asked.get("search", ""))
        rows = [objects.tournament_object(one, shown) for one in listed if (shown := Shown.to_public(one)).anything]
        return Response(queries.page_of(rows, asked, request), headers={"Cache-Control": "no-cache"})


class TournamentView(PublicView):
    """One tournament."""

    @described("一项赛事", "名称、主办、地点、开始时间，以及公布了哪些部分。", shapes.TournamentShape)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Its head and which parts are published."""
        return self.answer(request, slug, objects.tournament_object)


class TeamsView(PublicView):
    """The roster."""

    part = "teams"

    @described(
        "参赛队", "按单位和队名排列；公布了参赛队才有。", shapes.paged(shapes.TeamShape, "TeamPage"), queries.TeamQuery
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """By department and name."""
        return self.paged(request, slug, queries.TeamQuery, self._rows)

    def _rows(self, found: Tournament, _shown: Shown, asked: dict[str, Any]) -> Rows:
        search = asked.get("search", "").casefold()
        return [
            team
            for team in objects.team_objects(found)
            if search in f"{team['name']} {team['department']['name']}".casefold()
            and asked.get("department") in (None, team["department"]["id"])
        ]


class FixturesView(PublicView):
    """The schedule."""

    part = "schedule"

    @described(
        "赛程",
        "全部场次，按比赛的先后；公布了赛程才有。",
        shapes.paged(shapes.FixtureShape, "FixturePage"),
        queries.FixtureQuery,
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Every match in the order of play."""
        return self.paged(request, slug, queries.FixtureQuery, self._rows)

    def _rows(self, found: Tournament, shown: Shown, asked: dict[str, Any]) -> Rows:
        cards = kept_of(cards_of(found, shown).cards, Wanted(asked.get("department"), asked.get("team")))
        return _matching([objects.fixture_object(card, shown) for card in cards], asked)


class ResultsView(PublicView):
    """Decided matches."""

    part = "results"

    @described(
        "成绩",
        "已确认成绩的场次，按比赛的先后；公布了成绩才有。",
        shapes.paged(shapes.ResultShape, "ResultPage"),
        queries.MatchQuery,
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Every confirmed result in the order of play."""
        return self.paged(request, slug, queries.MatchQuery, self._rows)

    def _rows(self, found: Tournament, shown: Shown, asked: dict[str, Any]) -> Rows:
        cards = kept_of(cards_of(found, shown).cards, Wanted(asked.get("department"), asked.get("team")))
        return _matching([objects.result_object(card, shown) for card in cards if card["decided"]], asked)


class StandingsView(PublicView):
    """Tables and places."""

    part = "results"

    @described("名次", "各张名次表，连同每个名次的依据，以及已决出的名次；公布了成绩才有。", shapes.StandingsShape)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """Every table with the reason of each place, and the places decided so far."""
        return self.answer(
            request, slug, lambda found, shown: objects.standings_object(found, cards_of(found, shown), shown)
        )


class BracketView(PublicView):
    """The bracket."""

    part = "draw"

    @described("对阵图", "各棵淘汰树，与页面和打印的对阵图相同；公布了抽签才有。", shapes.BracketShape)
    def get(self, request: Request, slug: str) -> HttpResponse:
        """The trees as screen and paper draw them."""
        return self.answer(
            request, slug, lambda found, shown: {"trees": objects.bracket_objects(cards_of(found, shown), shown)}
        )


def _matching(rows: Rows, asked: dict[str, Any]) -> Rows:
    """The matches that show what is asked for: what is not published matches nothing."""
    wanted = {key: asked[key] for key in ("table", "round", "group", "status") if key in asked}
    kept = [row for row in rows if all(row[key] == value for key, value in wanted.items())]
    if "date" in asked:
        kept = [row for row in kept if (row["starts_at"] or "").startswith(asked["date"].isoformat())]
    return kept
