"""`verify` names every stored value that is not what entries, results and draws give."""

import json
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection

from tests.playing import Referee, find, play, play_circle, play_group
from tournament.models import MatchSlot, Tournament
from tournament.services.actor import Actor
from tournament.services.sheet import verify_result
from tournament.services.verify import differences

COLUMNS: list[tuple[str, Any]] = [
    ("version", 99),
    ("status", "tied"),
    ("winner", "b"),
    ("decided_by", "lot"),
    ("projection", json.dumps({"winner": "b"})),
]


@pytest.fixture
def played(anhui: Tournament, actor: Actor) -> Tournament:
    """Groups and first semi-final played, one match verified, one at play."""
    for group in "ABCD":
        play_group(anhui, group, actor)
    play(find(anhui, "m1"), actor)
    Referee(find(anhui, "m2"), actor).start()
    verify_result(find(anhui, "A1-2").pk, actor, "自核")
    return anhui


def run(sql: str, *values: Any) -> None:
    """Raw SQL, as somebody with the database open would do it."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        assert cursor.rowcount > 0


def test_a_tournament_as_played_has_no_difference(played: Tournament) -> None:
    assert differences(played) == []
    assert differences() == []


@pytest.mark.parametrize("code", ["A1-2", "m1", "m2", "m3"])
@pytest.mark.parametrize(("column", "value"), COLUMNS, ids=[row[0] for row in COLUMNS])
def test_every_projection_column_of_a_match_is_compared(played: Tournament, code: str, column: str, value: Any) -> None:
    run(f"UPDATE tournament_match SET {column} = %s WHERE code = %s", value, code)  # noqa: S608
    found = differences(played)
    assert len(found) == 1, found
    assert f"场次 {code} 的 {column} " in found[0]


@pytest.mark.parametrize("side", "ab")
@pytest.mark.parametrize("code", ["A1-2", "D2-3", "m1", "m2", "m3"])
def test_every_slot_is_compared(played: Tournament, code: str, side: str) -> None:
    stranger = played.teams.get(name="舞蹈系")
    slot = MatchSlot.objects.get(match__code=code, side=side)
    run("UPDATE tournament_matchslot SET team_id = %s WHERE id = %s", stranger.pk, slot.pk)
    found = differences(played)
    assert any(f"场次 {code} 的席位 {side} 的 team " in line and "舞蹈系" in line for line in found), found


def test_an_emptied_slot_is_named(played: Tournament) -> None:
    slot = MatchSlot.objects.get(match__code="m3", side="a")
    run("UPDATE tournament_matchslot SET team_id = NULL WHERE id = %s", slot.pk)
    (line,) = differences(played)
    assert "场次 m3 的席位 a" in line


RESULT: list[tuple[str, Callable[[], Any], str]] = [
    ("result", lambda: json.dumps({"winner": "b"}), "result"),
    ("version", lambda: 77, "version"),
]


@pytest.mark.parametrize(("column", "value", "word"), RESULT, ids=[row[0] for row in RESULT])
def test_a_confirmed_result_is_compared(played: Tournament, column: str, value: Callable[[], Any], word: str) -> None:
    match = find(played, "D2-3")
    run(
        f"UPDATE tournament_confirmedresult SET {column} = %s WHERE match_id = %s",  # noqa: S608
        value() if column == "version" else json.dumps({**match.projection, "games": {"a": 9, "b": 9}}),
        match.pk,
    )
    assert any(f"场次 D2-3 的确认成绩 的 {word} " in line for line in differences(played))


def test_a_confirmed_result_without_both_sides_word_is_named(played: Tournament) -> None:
    match = find(played, "D2-3")
    run("DELETE FROM tournament_confirmation WHERE match_id = %s AND side = 'a'", match.pk)
    (line,) = differences(played)
    assert "D2-3" in line
    assert "双方的确认" in line


def test_a_confirmed_match_whose_result_is_gone_is_named(played: Tournament) -> None:
    match = find(played, "m1")
    run("DELETE FROM tournament_confirmedresult WHERE match_id = %s", match.pk)
    assert any("场次 m1 的 status " in line for line in differences(played))


def test_a_lost_verification_is_named(played: Tournament) -> None:
    match = find(played, "A1-2")
    run("UPDATE tournament_confirmedresult SET verified_at = NULL WHERE match_id = %s", match.pk)
    (line,) = differences(played)
    assert "场次 A1-2 的 status " in line


def test_a_changed_entry_is_named(played: Tournament) -> None:
    match = find(played, "m1")
    payload = json.dumps({"type": "hand", "declarer": "a", "table_points": 60})
    run("UPDATE tournament_sheetentry SET payload = %s WHERE match_id = %s AND n = 2", payload, match.pk)
    found = differences(played)
    assert any("场次 m1 的 projection " in line for line in found)


def test_an_entry_that_no_longer_folds_is_named(played: Tournament) -> None:
    match = find(played, "m1")
    payload = json.dumps({"type": "hand", "declarer": "a", "table_points": 61})
    run("UPDATE tournament_sheetentry SET payload = %s WHERE match_id = %s AND n = 2", payload, match.pk)
    assert any("场次 m1 的记分表无法重新计算" in line for line in differences(played))


def test_a_missing_entry_is_named(played: Tournament) -> None:
    match = find(played, "m1")
    run("DELETE FROM tournament_sheetentry WHERE match_id = %s AND n = 2", match.pk)
    assert any("场次 m1 的记分表条目编号不连续" in line for line in differences(played))


def test_group_places_are_compared_with_the_draw_in_force(played: Tournament) -> None:
    stranger = played.teams.get(name="戏剧系")
    run("DELETE FROM tournament_groupplace WHERE team_id = %s", stranger.pk)
    assert any("小组赛A组第3位 的 team " in line for line in differences(played))


def test_a_slot_that_waits_for_a_lot_is_right_while_it_is_empty(anhui: Tournament, actor: Actor) -> None:
    play_circle(anhui, "A", actor)
    assert differences(anhui) == []


def test_the_command_prints_differences_and_exits_1(played: Tournament) -> None:
    run("UPDATE tournament_match SET winner = 'b' WHERE code = 'm1'")
    out, err = StringIO(), StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("verify", "anhui", stdout=out, stderr=err)
    assert ended.value.code == 1
    assert "场次 m1 的 winner " in out.getvalue()
    assert "共有 1 处不一致" in err.getvalue()


def test_the_command_says_so_when_all_is_right(played: Tournament) -> None:
    out = StringIO()
    call_command("verify", stdout=out)
    assert out.getvalue().strip() == "全部一致。"


def test_the_command_refuses_an_unknown_tournament(played: Tournament) -> None:
    err = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("verify", "nowhere", stderr=err)
    assert ended.value.code == 2
    assert "nowhere" in err.getvalue()
    assert "anhui" in err.getvalue()
