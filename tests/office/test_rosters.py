"""One person in one team, rosters up to four, line-ups, and players replaced once the draw is held."""

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.office.conftest import make
from tests.playing import Referee, finish
from tournament.models import Account, AuditEntry, LineUp, Match, Player, Team, Tournament
from tournament.services.actor import Actor
from tournament.services.drawing import first_stage, hold_draw
from tournament.services.entry_window import set_entry_rules
from tournament.services.formats import Format
from tournament.services.line_up_rows import line_up_rows
from tournament.services.line_ups import players_of_match, set_line_up
from tournament.services.match_view import match_view
from tournament.services.names import clean
from tournament.services.people import PlayerEntry
from tournament.services.refusal import NotAllowed, Refusal
from tournament.services.registration import change_team, enter_team
from tournament.services.replacing import replace

LATE = "临场换人"


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("古丽娜.艾买提", "古丽娜·艾买提"),
        ("古丽娜 · 艾买提", "古丽娜·艾买提"),
        ("古丽娜・艾买提", "古丽娜·艾买提"),
        ("古丽娜⋅艾买提", "古丽娜·艾买提"),
        ("第3.5车间", "第3.5车间"),
        ("张\u3164三", "张三"),
        ("王\ud800伟", "王伟"),
        ("𠮷田\U000300f7", "𠮷田\U000300f7"),
        ("A.B", "A.B"),
    ],
)
def test_dots_are_one_and_blanks_are_none(typed: str, kept: str) -> None:
    assert clean(typed) == kept


def people(*names: str) -> list[PlayerEntry]:
    """`王伟:1001` is a name with a staff number."""
    return [PlayerEntry(*one.split(":")) for one in names]


SAME: dict[str, tuple[str, list[str], str]] = {
    "the same number under another name": (
        "综艺系", ["王玮:1001", "丁:1"],
        "“王玮”的工号 1001 已在基础部中（王伟）：一人只能参加一队。",
    ),
    "the same number in full width": (
        "基础部", ["王伟:1001", "丁:1"], "“王伟”的工号 1001 已在基础部中（王伟）：一人只能参加一队。",
    ),
    "one number twice in a team": ("综艺系", ["丙:7", "丁:7"], "“丁”的工号 7 已在本队中（丙）：一人只能参加一队。"),
    "the same name, one without a number": (
        "基础部", ["王伟", "丁:1"],
        "“王伟”已在基础部中：一人只能参加一队；若是同名的两个人，请勾选“同名不同人”。",
    ),
    "a number too long": ("综艺系", ["丙:" + "9" * 31, "丁"], "工号“99999999999999999999…”有 31 个字，最多 30 个字。"),
}  # fmt: skip


@pytest.mark.parametrize(("department", "typed", "sentence"), SAME.values(), ids=SAME)
def test_the_same_person_is_in_one_team(
    cup: Tournament, me: Actor, department: str, typed: list[str], sentence: str
) -> None:
    enter_team(cup, "基础部", people("王伟:1001", "乙:2"), me)
    with pytest.raises(Refusal) as refused:
        enter_team(cup, department, people(*typed), me)
    assert refused.value.message == sentence
    assert cup.teams.count() == 1


def test_the_same_name_is_somebody_else_elsewhere_or_by_number(cup: Tournament, me: Actor) -> None:
    enter_team(cup, "基础部", people("王伟:1001", "乙:2"), me)
    enter_team(cup, "综艺系", people("王伟", "丁"), me)
    enter_team(cup, "基础部", people("王伟:1002", "丙:3"), me)
    assert not Player.objects.filter(namesake=True).exists()
    enter_team(cup, "基础部", [PlayerEntry("王伟", namesake=True), PlayerEntry("己")], me)
    assert Player.objects.get(namesake=True).name == "王伟"


def test_a_namesake_stays_one_when_the_team_is_changed(cup: Tournament, me: Actor) -> None:
    enter_team(cup, "基础部", ["王伟", "乙"], me)
    second = enter_team(cup, "基础部", ["王伟", "丁"], me, same_name_ok=True)
    change_team(second, me, name="二队", players=["王伟", "戊"], reason=LATE)
    assert second.players.get(number=1).namesake


@pytest.fixture
def roster(cup: Tournament, me: Actor) -> Tournament:
    """Rosters of up to four."""
    return set_entry_rules(cup, me, roster_size=4)


@pytest.mark.parametrize(("size", "said"), [(1, "一队 2–4 名队员，现有 1 名。"), (5, "一队 2–4 名队员，现有 5 名。")])
def test_a_roster_has_two_to_four(roster: Tournament, me: Actor, size: int, said: str) -> None:
    with pytest.raises(Refusal) as refused:
        enter_team(roster, "基础部", list("甲乙丙丁戊")[:size], me)
    assert refused.value.message == said


@pytest.fixture
def drawn(me: Actor) -> Tournament:
    """Two teams with reserves, drawn into one match."""
    made = set_entry_rules(make(me, Format(shape="knockout")), me, roster_size=4)
    enter_team(made, "红", ["红一", "红二", "红三"], me)
    enter_team(made, "蓝", ["蓝一", "蓝二", "蓝三", "蓝四"], me)
    hold_draw(first_stage(made), actor=me, seed="一")
    return made


def the_match() -> Match:
    return Match.objects.select_related("stage__ruleset", "stage__tournament", "table").get()


def side_of(name: str) -> str:
    return str(the_match().slots.get(team__name=name).side)


def names_of(side: str) -> list[str]:
    return [player.name for player in players_of_match(the_match())[side]]


def ids(*names: str) -> list[int]:
    return [Player.objects.get(name=name, left_at=None).pk for name in names]


def test_without_a_line_up_the_first_two_play(drawn: Tournament) -> None:
    assert names_of(side_of("红")) == ["红一", "红二"]
    assert match_view(the_match())["teams"][side_of("蓝")]["players"] == [
        {"number": 1, "name": "蓝一"},
        {"number": 2, "name": "蓝二"},
    ]


def test_a_line_up_seats_two_of_the_roster(drawn: Tournament, me: Actor) -> None:
    side = side_of("蓝")
    set_line_up(the_match().pk, side, ids("蓝四", "蓝一"), me)
    assert names_of(side) == ["蓝四", "蓝一"]
    shown = match_view(the_match())["teams"][side]["players"]
    assert shown == [{"number": 1, "name": "蓝四"}, {"number": 2, "name": "蓝一"}]
    entry = AuditEntry.objects.filter(action="lineup.set")[0]
    assert (entry.before, entry.after) == ({side: ["蓝一", "蓝二"]}, {side: ["蓝四", "蓝一"]})


NO_LINE_UP: dict[str, tuple[list[str], str]] = {
    "one": (["红一"], "请选两名不同的队员。"),
    "one twice": (["红一", "红一"], "请选两名不同的队员。"),
    "three": (["红一", "红二", "红三"], "请选两名不同的队员。"),
    "another team's": (["红一", "蓝一"], "上场队员应是“红”现有的队员：红一、红二、红三。"),
}


@pytest.mark.parametrize(("names", "sentence"), NO_LINE_UP.values(), ids=NO_LINE_UP)
def test_a_line_up_is_refused(drawn: Tournament, me: Actor, names: list[str], sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        set_line_up(the_match().pk, side_of("红"), ids(*names), me)
    assert refused.value.message == sentence
    assert not LineUp.objects.exists()


def test_a_line_up_of_no_side_or_no_match_is_refused(drawn: Tournament, me: Actor) -> None:
    with pytest.raises(Refusal, match="请选甲方"):
        set_line_up(the_match().pk, "c", ids("红一", "红二"), me)
    with pytest.raises(Refusal, match="没有编号为 99999999 的场次"):
        set_line_up(99999999, "a", [], me)


def test_where_two_are_the_team_there_is_no_line_up(
    cup: Tournament, me: Actor, entered: Callable[..., list[Team]]
) -> None:
    entered(cup, 8)
    hold_draw(first_stage(cup), actor=me, seed="一")
    match = Match.objects.filter(slots__team__isnull=False)[0]
    with pytest.raises(Refusal, match="本赛事每队 2 人，全队上场，不用排上场名单。"):
        set_line_up(match.pk, "a", [1, 2], me)


def test_once_begun_only_the_chief_changes_it_for_a_reason(drawn: Tournament, me: Actor, chief: Account) -> None:
    side, boss = side_of("红"), Actor.of(chief)
    Referee(the_match(), boss).start()
    with pytest.raises(NotAllowed, match="上场名单只能由裁判长更改"):
        set_line_up(the_match().pk, side, ids("红一", "红三"), me, "换")
    with pytest.raises(Refusal, match="更改上场名单请写明理由"):
        set_line_up(the_match().pk, side, ids("红一", "红三"), boss)
    set_line_up(the_match().pk, side, ids("红一", "红三"), boss, "红二突然不适")
    assert names_of(side) == ["红一", "红三"]


def test_a_replaced_player_stays_on_record_and_does_not_return(drawn: Tournament, me: Actor) -> None:
    red = Team.objects.get(name="红")
    replace(red, 2, PlayerEntry("红五", "55"), me, reason="红二生病")
    assert [(p.name, p.number, p.left_at is None) for p in red.players.order_by("id")] == [
        ("红一", 1, True), ("红二", 2, False), ("红三", 3, True), ("红五", 2, True),
    ]  # fmt: skip
    assert names_of(side_of("红")) == ["红一", "红五"]
    entry = AuditEntry.objects.filter(action="player.replace")[0]
    assert (entry.before["name"], entry.after["name"], entry.reason) == ("红二", "红五", "红二生病")
    with pytest.raises(Refusal, match="“红二”已从红换下，不能再上场") as refused:
        replace(red, 1, PlayerEntry("红二"), me, reason=LATE)
    assert refused.value.code == "returned"
    with pytest.raises(Refusal, match="“红二”已从红换下"):
        change_team(red, me, name="红", players=["红二", "红五", "红三"], reason=LATE)
    assert replace(red, 1, PlayerEntry("红二"), me, reason=LATE, same_name_ok=True).name == "红二"


def test_a_line_up_to_come_gets_the_new_player(drawn: Tournament, me: Actor) -> None:
    set_line_up(the_match().pk, side_of("红"), ids("红三", "红二"), me)
    replace(Team.objects.get(name="红"), 2, PlayerEntry("红五"), me, reason=LATE)
    assert names_of(side_of("红")) == ["红三", "红五"]


def test_a_match_played_keeps_who_played_it(drawn: Tournament, me: Actor, chief: Account) -> None:
    side, red = side_of("红"), Team.objects.get(name="红")
    referee = finish(the_match(), Actor.of(chief))
    with pytest.raises(Refusal, match="正在进行，成绩确认后才能换人。"):
        replace(red, 1, PlayerEntry("红五"), me, reason=LATE)
    referee.confirm()
    replace(red, 1, PlayerEntry("红五"), me, reason=LATE)
    assert names_of(side) == ["红一", "红二"]
    assert match_view(the_match())["teams"][side]["players"][0]["name"] == "红一"
    change_team(red, me, name="红", players=["红五", "红二"], reason=LATE)  # the reserve leaves, the played ones stay
    assert names_of(side) == ["红一", "红二"]


NOT_REPLACED: dict[str, tuple[int, PlayerEntry, str]] = {
    "no such player": (9, PlayerEntry("红五"), "“红”没有 9 号队员。"),
    "nobody": (1, PlayerEntry(" "), "队员1姓名不能为空，请填写。"),
    "somebody of the team": (1, PlayerEntry("红三"), "“红三”已在本队中"),
    "somebody of another team": (1, PlayerEntry("蓝九", "B1"), "“蓝九”的工号 B1 已在蓝中（蓝一）：一人只能参加一队。"),
}


@pytest.mark.parametrize(("number", "new", "sentence"), NOT_REPLACED.values(), ids=NOT_REPLACED)
def test_a_replacement_is_refused(drawn: Tournament, me: Actor, number: int, new: PlayerEntry, sentence: str) -> None:
    Player.objects.filter(name="蓝一").update(staff_number="B1")
    with pytest.raises(Refusal) as refused:
        replace(Team.objects.get(name="红"), number, new, me, reason=LATE)
    assert sentence in refused.value.message
    assert not Player.objects.filter(left_at__isnull=False).exists()


def test_before_the_draw_nobody_is_replaced(cup: Tournament, me: Actor) -> None:
    team = enter_team(cup, "基础部", ["甲", "乙"], me)
    with pytest.raises(Refusal, match="还没有抽签，请直接修改队员。"):
        replace(team, 1, PlayerEntry("丙"), me, reason=LATE)


def test_line_ups_are_set_on_their_pages(drawn: Tournament, staff: Client) -> None:
    page, side = f"/office/{drawn.slug}/line-ups/", side_of("红")
    assert "红一、红二" in staff.get(page).content.decode()
    first, second = ids("红三", "红一")
    typed = {f"{side}-side": side, f"{side}-first": first, f"{side}-second": first}
    refused = staff.post(f"{page}{the_match().pk}/", typed)
    assert refused.status_code == 400
    assert "请选两名不同的队员。" in refused.content.decode()
    assert staff.post(f"{page}{the_match().pk}/", typed | {f"{side}-second": second}).status_code == 302
    assert names_of(side) == ["红三", "红一"]
    assert staff.post(f"{page}{the_match().pk}/", {}).status_code == 400
    assert staff.get(f"{page}999999/").status_code == 404


def test_the_line_ups_page_costs_the_same_at_any_size(me: Actor) -> None:
    counts = []
    for size in (8, 24):
        made = set_entry_rules(make(me, Format(shape="knockout"), name=f"{size}队"), me, roster_size=3)
        for n in range(size):
            enter_team(made, f"第{n}", [f"甲{n}", f"乙{n}", f"丙{n}"], me)
        hold_draw(first_stage(made), actor=me, seed="一")
        with CaptureQueriesContext(connection) as captured:
            assert len(line_up_rows(made)) >= size // 2
        counts.append(len(captured))
    assert counts[0] == counts[1]
