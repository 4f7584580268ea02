"""Every format from its draw to its last place: schedule, rounds, lots, placings, and nothing to correct afterwards."""

from collections import Counter
from random import Random

import pytest

from tests.office.conftest import STARTS_AT, make
from tests.office.formats import Enter, play_out, play_ready, start
from tests.playing import play
from tournament.models import Draw, Match, MatchSlot, Stage, Team
from tournament.services import formats
from tournament.services.actor import Actor
from tournament.services.demo import play_demo
from tournament.services.drawing import first_stage, hold_draw, undo_draw
from tournament.services.fixtures import fixture_rows
from tournament.services.formats import Format, format_of
from tournament.services.office_state import spine
from tournament.services.progress import open_questions
from tournament.services.refusal import Refusal
from tournament.services.rounds import draw_round, replayed, rounds_of, set_rounds
from tournament.services.scheduling import clash_sentences
from tournament.services.sides import teams_of
from tournament.services.standings import final_placings, group_standings
from tournament.services.verify import differences

PLAYED = [
    (Format(shape=formats.BY_SIZE, number=3, advance=1, best=1), 10, 1),
    (Format(shape=formats.BY_SIZE, number=4, advance=1, best=2, unequal=formats.AVERAGE), 11, 1),
    (Format(shape=formats.BY_SIZE, number=4, advance="sizes", advance_sizes="4:2 3:1"), 11, 1),
    (Format(shape=formats.BY_COUNT, number=2, advance="half"), 9, 1),
    (Format(shape=formats.LOSERS), 6, 1),
    (Format(shape=formats.LOSERS, places=4), 11, 4),
    (Format(shape=formats.LOSERS), 2, 1),
    (Format(shape=formats.REDRAW), 2, 1),
    (Format(shape=formats.REDRAW, places=4), 3, 3),
    (Format(shape=formats.REDRAW, places=4), 11, 4),
    (Format(shape=formats.REDRAW, places=4, joint_third=True), 8, 4),
    (Format(shape=formats.SWISS, rounds=5, criteria="opponents", places=8), 5, 5),
    (Format(shape=formats.SWISS, rounds=4, criteria="progress", places=4), 10, 4),
    (Format(shape=formats.LAST, last=3), 5, 3),
    (Format(shape=formats.LAST, last=4, legs=2), 6, 4),
    (Format(shape=formats.LAST, last=5), 12, 5),
    (Format(shape=formats.ROUND_ROBIN), 5, 5),
    (Format(shape=formats.ROUND_ROBIN, legs=2), 2, 2),
]


@pytest.mark.parametrize(("chosen", "count", "places"), PLAYED, ids=lambda one: getattr(one, "shape", one))
def test_a_format_is_played_to_its_last_place(
    me: Actor, actor: Actor, entered: Enter, chosen: Format, count: int, places: int
) -> None:
    cup = start(me, entered, chosen, count)
    assert format_of(cup) == chosen
    assert clash_sentences(cup) == []
    assert all(row["start"] and row["team_a"] and row["team_b"] for row in fixture_rows(cup))
    assert not Match.objects.filter(stage__tournament=cup, table=None).exists()
    assert differences(cup) == []
    play_out(cup, actor, Random(count))
    assert not Match.objects.filter(stage__tournament=cup).exclude(status="confirmed").exists()
    assert open_questions(cup) == []
    assert differences(cup) == []
    found = final_placings(cup)
    ranks = [place for place, _team in found]
    assert len({team for _place, team in found}) == len(found) == places
    assert ranks == ([1, 2, 3, 3] if chosen.joint_third else list(range(1, places + 1)))
    assert [step.state for step in spine(cup).steps if step.page == "day"] == ["done"]


def test_a_swiss_stage_keeps_its_promises(me: Actor, actor: Actor, entered: Enter) -> None:
    cup = start(me, entered, Format(shape=formats.SWISS, rounds=5, criteria="opponents"), 7)
    play_out(cup, actor, Random(3))
    met: Counter[frozenset[int | None]] = Counter(
        frozenset(pair.values()) for pair in teams_of(Match.objects.values_list("pk", flat=True)).values()
    )
    assert max(met.values()) == 1
    draws = list(Draw.objects.order_by("round"))
    free = [draw.record["result"]["bye"] for draw in draws]
    assert [draw.round for draw in draws] == [1, 2, 3, 4, 5]
    assert len(set(free)) == 5
    assert all(replayed(draw) == [] for draw in draws)
    table = group_standings(first_stage(cup))["A"]
    points = {row.team: row.values["points"] for row in table.standing.rows}
    won = Counter(match.slots.get(side=match.winner).team.name for match in Match.objects.all())
    byes = Counter(Team.objects.get(pk=one).name for one in free)
    assert points == {name: 2 * (won[name] + byes[name]) for name in points}


def test_a_round_waits_for_the_one_before(me: Actor, actor: Actor, entered: Enter) -> None:
    cup = start(me, entered, Format(shape=formats.REDRAW), 8)
    stage = first_stage(cup)
    with pytest.raises(Refusal, match="第 1 轮还有 4 场没有确认") as refused:
        draw_round(stage, 2, actor=me, seed="x")
    assert refused.value.code == "round-open"
    play_ready(cup, actor, Random(1))
    for number, code in ((3, "other-round"), (1, "other-round")):
        with pytest.raises(Refusal) as refused:
            draw_round(stage, number, actor=me, seed="x")
        assert refused.value.code == code
    with pytest.raises(Refusal, match="请填写抽签种子"):
        draw_round(stage, 2, actor=me, seed=" ")
    assert Draw.objects.count() == 1
    rows = [(row["team_a"], row["team_b"]) for row in fixture_rows(cup) if row["stage"] == "决赛"]
    assert rows == [("待抽签", "待抽签")]


def test_the_latest_round_is_taken_back_until_it_begins(me: Actor, actor: Actor, entered: Enter) -> None:
    cup = start(me, entered, Format(shape=formats.REDRAW), 8)
    stage = first_stage(cup)
    play_ready(cup, actor, Random(1))
    before = sorted(Match.objects.values_list("code", "starts_at", "table"))
    first = draw_round(stage, 2, actor=me, seed="x")
    undo_draw(stage, cup.name, me)
    assert sorted(Match.objects.values_list("code", "starts_at", "table")) == before
    assert not MatchSlot.objects.filter(match__round=2).exclude(team=None).exists()
    assert differences(cup) == []
    again = draw_round(stage, 2, actor=me, seed="x")
    assert again.record == first.record
    play(Match.objects.filter(round=2)[0], actor)
    with pytest.raises(Refusal, match="已经开赛"):
        undo_draw(stage, cup.name, me)
    assert differences(cup) == []


def test_paper_slips_pair_a_round_in_their_order(me: Actor, actor: Actor, entered: Enter) -> None:
    cup = start(me, entered, Format(shape=formats.REDRAW), 4)
    stage = first_stage(cup)
    play_ready(cup, actor, Random(1))
    left = [
        slot.team_id or 0 for match in Match.objects.filter(round=1) for slot in match.slots.filter(side=match.winner)
    ]
    draw_round(stage, 2, actor=me, lots={left[1]: 1, left[0]: 2})
    assert [slot.team_id for slot in MatchSlot.objects.filter(match__round=2).order_by("side")] == [left[1], left[0]]
    assert differences(cup) == []


def test_a_match_nobody_won_leaves_a_place_empty_that_is_walked_over(me: Actor, actor: Actor, entered: Enter) -> None:
    from tests.playing import Referee

    cup = start(me, entered, Format(shape=formats.REDRAW), 4)
    stage = first_stage(cup)
    void, other = Match.objects.filter(round=1).order_by("pk")
    Match.objects.filter(pk=void.pk).update(status="confirmed", decided_by="both-lose", winner="", version=1)
    void.results.create(
        version=1,
        engine_version="x",
        confirmed_at=STARTS_AT,
        result={"winner": None, "decided_by": "both-lose", "penalties": [], "games": {"a": 0, "b": 0}},
    )
    play(other, actor)
    draw = draw_round(stage, 2, actor=me, lots={MatchSlot.objects.get(match=other, side="a").team_id or 0: 2})
    assert sorted(draw.record["from"].values()) == ["r1m1", "r1m2"]
    final = Match.objects.get(place=1)
    slots = {slot.side: slot for slot in final.slots.all()}
    assert (slots["a"].team_id, slots["b"].team_id) == (None, MatchSlot.objects.get(match=other, side="a").team_id)
    referee = Referee(Match.objects.select_related("stage__ruleset").get(pk=final.pk), actor)
    referee.write({"type": "forfeit", "side": "a"})
    assert referee.confirm().winner == "b"


def test_the_number_of_swiss_rounds_is_what_the_teams_can_play(me: Actor, actor: Actor, entered: Enter) -> None:
    cup = make(me, Format(shape=formats.SWISS, rounds=6, criteria="opponents"))
    entered(cup, 6)
    with pytest.raises(Refusal, match="6 队最多编排 5 轮"):
        hold_draw(first_stage(cup), actor=me, seed="x")
    formats.change_format(cup, formats.KEEP_RULESET, Format(shape=formats.SWISS, rounds=3, criteria="opponents"), me)
    stage = first_stage(cup)
    with pytest.raises(Refusal, match="抽出第一轮以后"):
        set_rounds(stage, 4, me)
    hold_draw(stage, actor=me, seed="x")
    set_rounds(stage, 5, me)
    assert Match.objects.count() == 15
    set_rounds(stage, 2, me)
    assert Match.objects.count() == 6
    for bad in (0, 6, 10**9):
        with pytest.raises(Refusal, match="轮数应为 1 到 5"):
            set_rounds(stage, bad, me)
    play_out(cup, actor, Random(2))
    assert [row.round for row in Draw.objects.order_by("round")] == [1, 2]
    assert differences(cup) == []


def test_a_swiss_team_that_withdraws_is_not_drawn_again(me: Actor, actor: Actor, entered: Enter) -> None:
    cup = start(me, entered, Format(shape=formats.SWISS, rounds=3, criteria="opponents"), 6)
    play_ready(cup, actor, Random(1))
    gone = cup.teams.order_by("pk")[0]
    gone.withdrawn_at = STARTS_AT
    gone.save()
    draw = draw_round(first_stage(cup), 2, actor=me, seed="x")
    assert len(draw.record["teams"]) == 5
    assert draw.record["result"]["bye"] is not None
    assert Match.objects.filter(round=2).count() == 2
    assert differences(cup) == []
    undo_draw(first_stage(cup), cup.name, me)
    assert Match.objects.filter(round=2).count() == 3
    assert differences(cup) == []


def overturn(match: Match) -> None:
    """The stored result names the other side, as a correction would leave it."""
    result = match.results.get()
    result.result = {**result.result, "winner": {"a": "b", "b": "a"}[match.winner]}
    result.save()


def test_a_correction_under_a_drawn_round_is_said_and_its_pairs_stay(me: Actor, actor: Actor, entered: Enter) -> None:
    for number, chosen in enumerate((Format(shape=formats.SWISS, rounds=3), Format(shape=formats.REDRAW))):
        cup = make(me, chosen, name=f"赛{number}")
        entered(cup, 4)
        stage = first_stage(cup)
        hold_draw(stage, actor=me, seed="x")
        play_ready(cup, actor, Random(1))
        draw_round(stage, 2, actor=me, seed="x")
        assert [one["changed"] for one in rounds_of(stage)] == [[], []]
        match = Match.objects.filter(stage=stage, round=1)[0]
        overturn(match)
        first, second = (one["changed"] for one in rounds_of(stage))
        assert first == []
        names = set(match.slots.values_list("team__name", flat=True))
        assert all(any(name in line for line in second) for name in names)
        assert all(one["differs"] == [] for one in rounds_of(stage))


def test_formats_that_cannot_be_are_refused_at_their_field(me: Actor) -> None:
    wrong = [
        (Format(shape=formats.REDRAW, places=8), "places"),
        (Format(shape=formats.LAST, last=9), "last"),
        (Format(shape=formats.SWISS, rounds=0), "rounds"),
        (Format(advance="half", best=1), "best"),
        (Format(advance="sizes"), "advance_sizes"),
        (Format(advance="sizes", advance_sizes="3:4"), "advance_sizes"),
        (Format(advance="sizes", advance_sizes="三：一"), "advance_sizes"),
    ]
    for chosen, at in wrong:
        with pytest.raises(Refusal) as refused:
            formats.plans(chosen)
        assert refused.value.at == at


@pytest.mark.parametrize("shape", [formats.REDRAW, formats.SWISS, formats.LOSERS])
def test_the_demonstration_plays_drawn_rounds_too(me: Actor, entered: Enter, shape: str) -> None:
    cup = start(me, entered, Format(shape=shape, rounds=3, criteria="opponents"), 5)
    assert play_demo(cup, seed=4, actor=me) == Match.objects.count()
    assert differences(cup) == []
    assert Stage.objects.get().name in ("淘汰赛", "积分编排赛")


@pytest.mark.parametrize("shape", [formats.BY_COUNT, formats.BY_SIZE, formats.SWISS, formats.LAST, formats.ROUND_ROBIN])
@pytest.mark.parametrize("place", ["last", "ranked"])
def test_where_a_disqualified_team_stands_is_chosen_with_the_format(me: Actor, shape: str, place: str) -> None:
    cup = make(me, Format(shape=shape, disqualified=place))
    assert formats.format_of(cup).disqualified == place
    kept = [stage.settings.get("disqualified") for stage in cup.stages.all() if stage.criteria]
    assert set(kept) == {"ranked" if place == "ranked" else None}
