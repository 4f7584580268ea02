"""Pages 退赛 and 席位 of the chief referee: a team drops out or comes back, a side of a match is ruled on."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournament.models import Match, MatchSlot, Stage, Team, Tournament
from tournament.services.correcting import Operation, SlotRuling, next_in_group
from tournament.services.correcting.preview import side_names
from tournament.services.fixtures import matches_of
from tournament.services.kinds import TABLES
from tournament.services.match_words import side_text, titles_of
from tournament.services.refusal import Refusal
from tournament.services.withdrawing import Return, Withdrawal

from .office_decide import decide
from .office_page import chief_page

NOBODY, LIFT = "nobody", "lift"


@require_http_methods(["GET", "HEAD", "POST"])
@chief_page
def withdraw(request: HttpRequest, tournament: Tournament, team: int) -> HttpResponse:
    """A team withdraws while the tournament is played, or takes it back."""
    found = get_object_or_404(Team, pk=team, tournament=tournament)
    gone = found.withdrawn_at is not None

    def build(key: UUID) -> Operation:
        return Return(found.pk) if gone else Withdrawal(found.pk, fill=bool(request.POST.get("fill")))

    fill = bool(request.POST.get("fill")) if request.method == "POST" else True
    done = _("“%(team)s”已恢复参赛。") if gone else _("“%(team)s”已退赛。")
    kinds = set(tournament.stages.values_list("kind", flat=True))
    context = {"team": found, "gone": gone, "fill": fill, "tabled": bool(kinds & set(TABLES))}
    context["qualifying"] = kinds == {Stage.Kind.GROUPS, Stage.Kind.KNOCKOUT}
    return decide(request, tournament, "correct/withdraw", context, build, done % {"team": found.name})


@require_http_methods(["GET", "HEAD", "POST"])
@chief_page
def slot(request: HttpRequest, tournament: Tournament, slot: int) -> HttpResponse:
    """Who plays on one side of a match not begun: another team, nobody, or again whoever its source gives."""
    slots = MatchSlot.objects.select_related("match__stage", "team", "source_team", "source_stage", "ruling_team")
    found = get_object_or_404(slots, pk=slot, match__stage__tournament=tournament)

    def build(key: UUID) -> Operation:
        return _ruling(found, request.POST.get("team", ""))

    context = _context(tournament, found, request.POST.get("team", ""))
    return decide(request, tournament, "correct/slot", context, build, _("席位裁定已执行。"))


def _ruling(found: MatchSlot, chosen: str) -> SlotRuling:
    if chosen in (NOBODY, LIFT):
        return SlotRuling(found.pk, lift=chosen == LIFT)
    if not (chosen.isascii() and chosen.isdigit() and len(chosen) < 18):
        raise Refusal(_("请选择由谁出场。"), code="no-choice", at="team")
    return SlotRuling(found.pk, int(chosen))


def _context(tournament: Tournament, found: MatchSlot, chosen: str) -> dict[str, Any]:
    titles = titles_of(matches_of(tournament))
    following = next_in_group(found)
    others = tournament.teams.filter(withdrawn_at=None).exclude(pk__in=[team.pk for team in following])
    return {
        "slot": found,
        "title": titles[found.match_id].full,
        "side": side_names()[found.side],
        "now": side_text(found, titles),
        "source": side_text(found, titles, resolved=False),
        "ruled": bool(found.ruling_team_id or found.ruling_by_id),
        "begun": found.match.status != Match.Status.SCHEDULED,
        "following": following,
        "others": others.order_by("sort_key", "id"),
        "chosen": chosen,
    }
