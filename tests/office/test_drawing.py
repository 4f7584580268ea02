"""Holding and undoing a draw through the service."""

from collections.abc import Callable

import pytest

from tests.office.conftest import make
from tournament.draw.record import check
from tournament.models import AuditEntry, Draw, GroupPlace, Match, MatchSlot, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw, undo_draw
from tournament.services.formats import BY_SIZE, Format
from tournament.services.refusal import Refusal
from tournament.services.registration import enter_team
from tournament.services.verify import differences

Enter = Callable[..., list[Team]]


def groups_of(cup: Tournament) -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for place in GroupPlace.objects.filter(stage__tournament=cup).select_related("team"):
        groups.setdefault(place.group, []).append(place.team.name)
    return groups


def test_a_draw_out_of_a_seed_can_be_repeated(cup: Tournament, me: Actor, entered: Enter) -> None:
    entered(cup, 13)
    first = hold_draw(first_stage(cup), actor=me, seed="五月九日 18:00", present="各分会代表")
    groups = groups_of(cup)
    assert sorted(map(len, groups.values())) == [3, 3, 3, 4]
    assert check(first.record) == []
    undo_draw(first_stage(cup), cup.name, me)
    hold_draw(first_stage(cup), actor=me, seed="五月九日 18:00")
    assert groups_of(cup) == groups


def test_colleagues_are_in_different_groups(cup: Tournament, me: Actor) -> None:
    for department in ("甲会", "乙会", "丙会"):
        for n in range(4):
            enter_team(cup, department, [f"{department}{n}上", f"{department}{n}下"], me)
    hold_draw(first_stage(cup), actor=me, seed="分开")
    for teams in groups_of(cup).values():
        assert len({name[:2] for name in teams}) == 3


def test_groups_typed_in_are_stored_as_typed(cup: Tournament, me: Actor, entered: Enter) -> None:
    teams = entered(cup, 8)
    typed = [teams[6:8], teams[0:2], teams[2:4], teams[4:6]]
    draw = hold_draw(first_stage(cup), actor=me, groups=typed)
    assert groups_of(cup) == {g: [t.name for t in teams] for g, teams in zip("ABCD", typed, strict=True)}
    assert draw.record["lots"][str(teams[6].pk)] == 1


def test_the_knockout_waits_for_the_groups(cup: Tournament, me: Actor, entered: Enter) -> None:
    entered(cup, 8)
    hold_draw(first_stage(cup), actor=me, seed="一")
    slots = MatchSlot.objects.filter(match__stage__tournament=cup, source="group")
    assert {(slot.source_group, slot.source_place, slot.team) for slot in slots} == {(g, 1, None) for g in "ABCD"}
    assert Match.objects.filter(stage__tournament=cup, place=1).count() == 1
    assert differences(cup) == []


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda t: [t[0:3], t[3:4], t[4:6], t[6:8]], "各组队数是 3、1、2、2，应为 2、2、2、2"),
        (lambda t: [t[0:2], t[2:4], t[4:6]], "还有 2 队没有分组：第7分会、第8分会。"),
        (lambda t: [t[0:2], t[2:4], t[4:6], [t[6], t[0]]], "“第1分会”写了两次，每队只能在一个组。"),
    ],
)
def test_groups_that_do_not_fit_are_refused(
    cup: Tournament, me: Actor, entered: Enter, change: Callable[..., list[list[Team]]], sentence: str
) -> None:
    teams = entered(cup, 8)
    with pytest.raises(Refusal, match=sentence):
        hold_draw(first_stage(cup), actor=me, groups=change(teams))
    assert not Draw.objects.exists()
    assert not GroupPlace.objects.exists()


def test_a_draw_needs_teams_and_a_seed(cup: Tournament, me: Actor, entered: Enter) -> None:
    with pytest.raises(Refusal, match="现有 0 队，至少 2 队才能抽签"):
        hold_draw(first_stage(cup), actor=me, seed="一")
    entered(cup, 8)
    with pytest.raises(Refusal, match="请填写抽签种子"):
        hold_draw(first_stage(cup), actor=me, seed="  ")


def test_a_stage_is_drawn_once(cup: Tournament, me: Actor, entered: Enter) -> None:
    entered(cup, 8)
    hold_draw(first_stage(cup), actor=me, seed="一")
    with pytest.raises(Refusal, match="已经抽过签"):
        hold_draw(first_stage(cup), actor=me, seed="二")


def test_undoing_asks_for_the_name_and_keeps_the_record(cup: Tournament, me: Actor, entered: Enter) -> None:
    entered(cup, 8)
    hold_draw(first_stage(cup), actor=me, seed="一")
    with pytest.raises(Refusal, match="与赛事名称“职工扑克赛”不一致，没有撤销"):
        undo_draw(first_stage(cup), "别的赛事", me)
    assert Match.objects.exists()
    undo_draw(first_stage(cup), cup.name, me)
    assert not Match.objects.exists()
    assert not GroupPlace.objects.exists()
    assert Draw.objects.get().undone_at is not None
    assert AuditEntry.objects.filter(action="draw.undo").count() == 1
    with pytest.raises(Refusal, match="还没有抽签"):
        undo_draw(first_stage(cup), cup.name, me)


def test_a_draw_is_not_undone_after_the_first_entry(cup: Tournament, me: Actor, entered: Enter) -> None:
    entered(cup, 8)
    hold_draw(first_stage(cup), actor=me, seed="一")
    Match.objects.filter(pk=Match.objects.first().pk).update(version=1)
    with pytest.raises(Refusal, match="已经开赛，不能撤销抽签"):
        undo_draw(first_stage(cup), cup.name, me)


def test_groups_by_size_and_two_advancing(me: Actor, entered: Enter) -> None:
    cup = make(me, Format(shape=BY_SIZE, number=4, advance=2, places=4))
    entered(cup, 16)
    hold_draw(first_stage(cup), actor=me, seed="一")
    assert [len(teams) for teams in groups_of(cup).values()] == [4, 4, 4, 4]
    knockout = Match.objects.filter(stage__tournament=cup, group="")
    assert knockout.count() == 8  # quarter-finals, semi-finals, the final and the match for third place
    assert set(knockout.exclude(place=None).values_list("place", flat=True)) == {1, 3}


def test_more_groups_than_tables_cannot_stay_at_their_tables(me: Actor, entered: Enter) -> None:
    cup = make(me, Format(number=4, groups_at_tables=True), tables=3)
    entered(cup, 12)
    with pytest.raises(Refusal, match="各组固定在一张桌时，组数不能多于桌数：现有 4 组、3 张桌"):
        hold_draw(first_stage(cup), actor=me, seed="一")
