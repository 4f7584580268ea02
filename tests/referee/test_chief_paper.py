"""A paper score sheet keyed in afterwards: settled as typed, saved whole, checked by another person."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from referee.services.paper_sheets import MOST_ROWS, read_paper, write_paper
from tests import factories
from tests.playing import Referee, find
from tournament.documents.score_columns import columns_of
from tournament.models import Account, Match, Stage, Tournament
from tournament.services.actor import Actor
from tournament.services.refusal import Conflict, NotAllowed, Refusal
from tournament.services.rulesets import ruleset_of, version_of

SHEET = {
    "start-at": "2011-11-25 13:10",
    "start-declarer": "a",
    "r1-table_points": "40",
    "r2-table_points": "85",
    "r3-table_points": "60",
    "r3-capture": "single",
    "r3-kitty_points": "10",
    "ending": "time-up",
    "after": "0",
}


@pytest.fixture
def desk(client: Client, chief: Account) -> Client:
    """A browser in which the chief referee has signed in."""
    client.force_login(chief)
    return client


@pytest.fixture
def match(anhui: Tournament) -> Match:
    """A match not begun."""
    return find(anhui, "A1-2")


def fresh(match: Match) -> Match:
    return Match.objects.select_related("stage__ruleset", "stage__tournament").get(pk=match.pk)


def test_every_row_is_settled_as_it_is_typed_and_nothing_is_written(match: Match) -> None:
    paper = read_paper(fresh(match), SHEET)
    assert [row.levels for row in paper.rows[:4]] == ["6 : 2", "6 : 3", paper.rows[2].levels, ""]
    assert paper.rows[0].reasoning
    assert (paper.sound, paper.finished, paper.error) == (True, True, "")
    assert fresh(match).version == 0


def test_who_is_on_stage_declares_where_nothing_is_chosen(match: Match) -> None:
    paper = read_paper(fresh(match), SHEET)
    assert [one["declarer"] for one in paper.payloads if one["type"] == "hand"] == ["a", "a", "b"]


def test_another_declarer_is_taken_as_the_paper_has_it_with_a_warning(match: Match, actor: Actor) -> None:
    typed = {**SHEET, "r2-declarer": "b"}
    assert read_paper(fresh(match), typed).rows[1].warning
    assert write_paper(match.pk, typed, actor, uuid4()).status == Match.Status.FINISHED


def test_the_whole_is_saved_once(match: Match, actor: Actor) -> None:
    key = uuid4()
    for _ in range(2):
        done = write_paper(match.pk, SHEET, actor, key)
    assert (done.status, done.version) == (Match.Status.FINISHED, 5)


def test_a_signed_paper_is_confirmed_and_waits_for_another_person(desk: Client, match: Match) -> None:
    answer = desk.post(f"/chief/anhui/paper/{match.pk}/", {**SHEET, "signed": "on", "step": "save"})
    assert answer.status_code == 302
    assert fresh(match).status == Match.Status.CONFIRMED
    assert "自核的原因" in desk.get(f"/chief/anhui/verify/{match.pk}/").content.decode()


def test_rows_go_on_where_the_phone_stopped(match: Match, actor: Actor) -> None:
    referee = Referee(match, actor)
    referee.start("a")
    referee.hand("a", 40)
    typed = {"r1-table_points": "85", "after": "2"}
    paper = read_paper(fresh(match), typed)
    assert (paper.rows[0].number, paper.rows[0].levels) == (2, "6 : 3")
    assert write_paper(match.pk, typed, actor, uuid4()).version == 3


def test_what_others_wrote_since_is_not_overwritten(match: Match, actor: Actor) -> None:
    Referee(match, actor).start("a")
    with pytest.raises(Conflict):
        write_paper(match.pk, SHEET, actor, uuid4())
    assert fresh(match).version == 1


def test_only_the_chief_keys_paper_in(match: Match, office: Account) -> None:
    with pytest.raises(NotAllowed):
        write_paper(match.pk, SHEET, Actor.of(office), uuid4())


@pytest.mark.parametrize(
    "wrong",
    [
        {"r2-table_points": "acht"},
        {"r2-table_points": "9" * 30},
        {"r2-table_points": "7"},
        {"r2-table_points": "\0"},
        {"r2-capture": "quartet"},
        {"r2-declarer": "c"},
        {"start-at": "gestern"},
        {"start-at": "9999-99-99 10:00"},
        {"start-declarer": "z"},
        {"r2-kitty_points": "10", "r2-table_points": ""},
        {"start-declarer": "", "r1-declarer": ""},
    ],
)
def test_a_wrong_row_is_named_and_nothing_is_saved(desk: Client, match: Match, wrong: dict[str, Any]) -> None:
    answer = desk.post(f"/chief/anhui/paper/{match.pk}/", {**SHEET, **wrong, "step": "save"})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert 'class="error"' in page
    assert 'value="85"' in page or "r2-table_points" in wrong
    assert fresh(match).version == 0


def test_an_empty_grid_is_refused_and_a_long_one_has_an_end(desk: Client, match: Match, actor: Actor) -> None:
    many = {f"r{number}-table_points": "80" for number in range(1, 99)}
    assert len(read_paper(fresh(match), {**SHEET, **many}).rows) == MOST_ROWS
    with pytest.raises(Refusal):
        write_paper(match.pk, {"after": "0", "start-at": "x"}, actor, uuid4())
    assert desk.get(f"/chief/anhui/paper/{match.pk}/").status_code == 200


PENALTY = {"q1-hand": "2", "q1-who": "a1", "q1-offence": "wrong-card", "q1-count": "2"}


def test_a_penalty_counts_in_the_hand_it_names(match: Match, actor: Actor) -> None:
    paper = read_paper(fresh(match), {**SHEET, **PENALTY})
    assert paper.penalties[0].told == "第1次，罚20分"
    assert paper.rows[1].levels == "6 : 5"  # 85 + 20 = 105
    assert [one["type"] for one in paper.payloads] == ["start", "hand", "penalty", "hand", "hand", "time-up"]
    done = write_paper(match.pk, {**SHEET, **PENALTY}, actor, uuid4())
    assert [one["points"] for one in done.projection["penalties"]] == [20]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"q1-hand": "99"}, "副号"),
        ({"q1-hand": ""}, "副号"),
        ({"q1-hand": "x"}, "副号"),
        ({"q1-who": ""}, "谁犯规"),
        ({"q1-offence": ""}, "请选违例"),
        ({"q1-offence": "unheard-of"}, "违例"),
        ({"q1-count": "two"}, "two"),
        ({"q1-effect": "points", "q1-amount": "5"}, "规则已写明"),
    ],
)
def test_a_penalty_that_cannot_be_is_named_and_nothing_is_saved(
    desk: Client, match: Match, typed: dict[str, str], sentence: str
) -> None:
    answer = desk.post(f"/chief/anhui/paper/{match.pk}/", {**SHEET, **PENALTY, **typed, "step": "save"})
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert fresh(match).version == 0


def test_a_penalty_at_discretion_takes_its_effect(match: Match) -> None:
    other = {**PENALTY, "q1-offence": "other", "q1-count": "", "q1-effect": "levels", "q1-amount": "1"}
    paper = read_paper(fresh(match), {**SHEET, **other})
    assert (paper.sound, paper.rows[0].levels, paper.rows[1].levels) == (True, "6 : 2", "5 : 3")


@pytest.mark.parametrize("ruleset", ["anhui-chaodipi", "bashifen-chaodipi", "huobang", "jianye-chaodipi", "shuangkou"])
def test_the_page_asks_in_the_order_of_the_printed_sheet(desk: Client, match: Match, ruleset: str) -> None:
    Stage.objects.filter(pk=match.stage_id).update(ruleset=version_of(ruleset))
    printed = [column.title for column in columns_of(ruleset_of(version_of(ruleset)), 1)]
    page = desk.get(f"/chief/anhui/paper/{match.pk}/").content.decode()
    grid = page[: page.index("</thead>")]
    asked = [head for head in re.findall("<th>(.+?)</th>", grid) if head in printed]
    assert asked == [title for title in printed if title in asked]
    assert {"副", "庄家", "台面分", "抠底", "底牌分"} <= set(asked)
    for extra in ("免贡", "干锅", "亮红五"):
        assert (extra in printed) == (extra in page)
    penalties = "".join(re.findall("<th>(.+?)</th>", page)[-6:])
    assert penalties.startswith("副谁犯规违例张数或次数")


@pytest.mark.parametrize(
    ("ruleset", "offered"),
    [("huobang", ["没抠底", "抠底"]), ("jianye-chaodipi", ["没抠底", "抠底", "五十K"])],
)
def test_one_choice_stands_for_all_captures_that_count_alike(
    desk: Client, match: Match, ruleset: str, offered: list[str]
) -> None:
    Stage.objects.filter(pk=match.stage_id).update(ruleset=version_of(ruleset))
    page = desk.get(f"/chief/anhui/paper/{match.pk}/").content.decode()
    row = page[page.index('name="r1-capture"') :]
    assert re.findall(r"<option[^>]*>(.+?)</option>", row[: row.index("</select>")]) == offered


def test_the_order_of_finishing_is_typed_as_the_paper_has_it(match: Match) -> None:
    Stage.objects.filter(pk=match.stage_id).update(ruleset=version_of("guandan"))
    for typed in ("甲1 乙1 甲2 乙2", "a1 b1 a2 b2", "甲１、乙１、甲２、乙２"):
        sheet = {"start-declarer": "a", "r1-finish": typed, "ending": "time-up", "after": "0"}
        paper = read_paper(fresh(match), sheet)
        assert [one["finish"] for one in paper.payloads if one["type"] == "hand"] == [["a1", "b1", "a2", "b2"]], typed
        assert not paper.rows[0].error


LEVEL = {
    "start-at": "2007-09-21 14:00",
    "start-declarer": "a",
    "r1-table_points": "60",
    "r2-table_points": "90",
    "r3-table_points": "60",
    "ending": "time-up",
    "after": "0",
}


@pytest.fixture
def level(actor: Actor) -> Match:
    """A match not begun, of a ruleset that decides level matches by an extra hand."""
    return find(factories.tournament("double", "shuangkou"), "A1-2")


def test_a_sheet_that_ended_level_says_what_decides_it(level: Match) -> None:
    paper = read_paper(fresh(level), LEVEL)
    assert (paper.finished, paper.sound) == (False, True)
    assert "加赛一副" in paper.end


def test_the_extra_hand_of_a_paper_sheet_comes_after_the_ending(level: Match, actor: Actor) -> None:
    extra = {"r4-table_points": "120", "r4-result": "decider"}
    assert write_paper(level.pk, {**LEVEL, **extra}, actor, uuid4()).winner == "a"
    kinds = [entry.type for entry in fresh(level).entries.order_by("n")]
    assert kinds == ["start", "hand", "hand", "hand", "time-up", "hand"]


def test_a_hand_keyed_in_where_the_match_stands_level_is_the_extra_one(level: Match, actor: Actor) -> None:
    write_paper(level.pk, LEVEL, actor, uuid4())
    typed = {"r1-table_points": "120", "after": str(fresh(level).version)}
    row = read_paper(fresh(level), typed).rows[0]
    assert (row.error, row.warning) == ("", "打平后加赛的一副。")
    assert write_paper(level.pk, typed, actor, uuid4()).winner == "a"
