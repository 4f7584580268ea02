"""Pages 更正与裁定 of the chief referee: the list, and one match's correction with its before and after."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournament.models import Match, Tournament
from tournament.services.correcting import Correction, Operation
from tournament.services.correcting.desk import desk_of
from tournament.services.correcting.lines import sheet_lines, side_words
from tournament.services.correcting.summary import summary_of
from tournament.services.correcting.typed import NEW_HANDS, NEW_PENALTIES, PLAYERS, draft_of
from tournament.services.fixtures import matches_of
from tournament.services.match_view import teams_view
from tournament.services.match_words import titles_of

from .office_decide import decide
from .office_page import asked_of, chief_page, show

_ADDED = (
    *(f"{prefix}-{name}" for prefix in NEW_HANDS for name in ("table_points", "finish")),
    *(f"{prefix}-offence" for prefix in NEW_PENALTIES),
)


@require_safe
@chief_page
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What waits for a ruling, every match, teams that may withdraw, rulings in force, and what was decided."""
    return show(request, tournament, "correct/desk", desk_of(tournament, asked_of(request)))


@require_http_methods(["GET", "HEAD", "POST"])
@chief_page
def match(request: HttpRequest, tournament: Tournament, match_id: int) -> HttpResponse:
    """A match's sheet to be corrected, or judged as a whole."""
    found = get_object_or_404(Match.objects.select_related("stage__ruleset"), pk=match_id, stage__tournament=tournament)

    def build(key: UUID) -> Operation:
        return Correction(found.pk, draft_of(found, request.POST, key))

    context = _context(tournament, found, request.POST if request.method == "POST" else request.GET)
    return decide(request, tournament, "correct/match", context, build, _("已按所见的影响更正，原记录全部保留。"))


def _context(tournament: Tournament, found: Match, typed: QueryDict) -> dict[str, Any]:
    sheet = sheet_lines(found)
    return {
        "match": found,
        "title": titles_of(matches_of(tournament))[found.pk].full,
        "now": summary_of(found.pk),
        "sheet": sheet,
        "lines": [_filled(line, typed) for line in sheet["lines"]],
        "protests": [_answered(protest, typed) for protest in sheet["protests"]],
        "new_hands": [{"prefix": prefix, "values": _typed(typed, prefix)} for prefix in NEW_HANDS],
        "new_penalties": [{"prefix": prefix, "values": _typed(typed, prefix)} for prefix in NEW_PENALTIES],
        "typed": typed,
        "verdict": typed.get("verdict", ""),
        "players": _players(found),
        "ending": typed.get("ending", ""),
        "adds": any(typed.get(name) for name in ("ending", *_ADDED)),
    }


def _players(found: Match) -> list[tuple[str, str]]:
    """Each player as a verdict that puts him out, named."""
    return [
        (f"disqualify-{side}{player['number']}", f"{side_words(side)}{player['number']} {player['name']}")
        for side, team in teams_view(found).items()
        if team
        for player in team["players"]
        if 1 <= player["number"] <= PLAYERS
    ]


def _filled(line: dict[str, Any], typed: QueryDict) -> dict[str, Any]:
    """A line with what was typed over it; where nothing was sent, as it stands."""
    prefix = f"h{line['n']}"
    sent = f"{prefix}-declarer" in typed
    values = _typed(typed, prefix) if sent else {**line["values"], **_declarer(line)}
    return {**line, "prefix": prefix, "values": values, "struck": bool(typed.get(f"strike-{line['n']}"))}


def _declarer(line: dict[str, Any]) -> dict[str, str]:
    return {"declarer": line["payload"].get("declarer", "")} if line["kind"] == "start" else {}


def _answered(protest: dict[str, Any], typed: QueryDict) -> dict[str, Any]:
    number = protest["n"]
    given = {"ruling": typed.get(f"ruling-{number}", ""), "said": typed.get(f"ruling-text-{number}", "")}
    return {**protest, **given}


def _typed(typed: QueryDict, prefix: str) -> dict[str, str]:
    """The fields of one row, without the prefix."""
    return {name.removeprefix(f"{prefix}-"): str(typed[name]) for name in typed if name.startswith(f"{prefix}-")}
