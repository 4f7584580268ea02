"""What a correction's preview shows of formats beside the knockout."""

from uuid import uuid4

from tests.correcting import other_winner
from tests.office.conftest import make
from tests.playing import play
from tournament.models import Match
from tournament.services import correcting
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.formats import ROUND_ROBIN, Format
from tournament.services.registration import enter_team


def test_the_places_of_a_round_robin_without_groups_are_shown_before_and_after(actor: Actor) -> None:
    cup = make(actor, Format(shape=ROUND_ROBIN, places=2))
    first, second, third = (enter_team(cup, name, [f"甲{name}", f"乙{name}"], actor) for name in ("一", "二", "三"))
    hold_draw(first_stage(cup), actor=actor, seed="一")
    rank = {first.pk: 1, second.pk: 2, third.pk: 3}
    for match in Match.objects.filter(stage__tournament=cup):
        a, b = [rank[slot.team_id or 0] for slot in match.slots.order_by("side")]
        play(match, actor, "a" if a < b else "b")
    best = Match.objects.get(slots__team=first, stage__tournament=cup, code__in=codes_of(first.pk, second.pk))
    shown = correcting.preview(other_winner(best), {}, actor, uuid4())
    assert [team for _stage, _place, team in shown.places_before] == ["一", "二", "三"]
    assert [team for _stage, _place, team in shown.places_after] == ["二", "一", "三"]


def codes_of(*teams: int) -> list[str]:
    """The codes of the matches between these teams."""
    found = Match.objects.filter(slots__team__in=teams)
    return [match.code for match in found if set(match.slots.values_list("team", flat=True)) == set(teams)]
