"""Standings documents that are refused: each with its place, what was found and what is allowed."""

import json
from pathlib import Path

import pytest

from scoring.errors import ScoringError
from scoring.standings import rank

A, B, C = "甲", "乙", "丙"


def document(criteria, matches, teams=(A, B, C)):
    return {"format": "standings/1", "criteria": criteria, "teams": list(teams), "matches": matches}


def played(a, b, winner="a", **more):
    return {"a": a, "b": b, "winner": winner, **more}


BAD_DOCUMENTS = [
    ({"format": "standings/2"}, "format", "standings/1"),
    ({"criteria": []}, "criteria", "至少"),
    ({"criteria": ["points", "score"]}, "criteria[1]", "score"),
    ({"criteria": ["points", "lot", "points"]}, "criteria[2]", "两次"),
    ({"criteria": [["points"]]}, "criteria[0]", "points"),
    ({"criteria": "points"}, "criteria", "列表"),
    ({"teams": [A, B, ""]}, "teams[2]", "不为空"),
    ({"teams": {"a": 1}}, "teams", "列表"),
    ({"points": {"won": 3}}, "points", "won"),
    ({"points": {"win": "3"}}, "points.win", "3"),
    ({"points": {"win": True}}, "points.win", "true"),
    ({"points": {"win": 0.1234567}}, "points.win", "小数"),
    ({"points": {"win": 10**12}}, "points.win", "绝对值"),
    ({"ladder": ["2", "2"]}, "ladder[1]", "两次"),
    ({"ladder": ["2", "B"]}, "ladder[1]", "small-joker"),
    ({"ladder": []}, "ladder", "空"),
    ({"withdrawn": ["戊"]}, "withdrawn[0]", "teams"),
    ({"lots": [[A, "戊"]]}, "lots[0][1]", "teams"),
    ({"lots": [[A, A]]}, "lots[0][1]", "两次"),
    ({"lots": [A]}, "lots[0]", "列表"),
    ({"team": []}, "", "“team”"),
    ({"matches": [[A, B]]}, "matches[0]", "对象"),
]
BAD_MATCHES = [
    ({"a": "戊"}, "matches[0].a", "teams"),
    ({"a": None}, "matches[0].a", "null"),
    ({"b": [B]}, "matches[0].b", "轮空"),
    ({"b": A}, "matches[0].b", "自己"),
    ({"winner": "c"}, "matches[0].winner", "draw"),
    ({"winner": 1}, "matches[0].winner", "draw"),
    ({"forfeit": "c"}, "matches[0].forfeit", "c"),
    ({"forfeit": "a"}, "matches[0].winner", "弃权方的对手"),
    ({"forfeit": "b", "winner": None}, "matches[0].winner", "弃权方的对手"),
    ({"double_forfeit": True}, "matches[0].winner", "没有胜方"),
    ({"double_forfeit": True, "forfeit": "a", "winner": None}, "matches[0].forfeit", "同时"),
    ({"double_forfeit": 1}, "matches[0].double_forfeit", "true"),
    ({"b": None, "winner": "b"}, "matches[0].winner", "轮空"),
    ({"b": None, "forfeit": "a"}, "matches[0]", "轮空"),
    ({"levels": {"a": "1"}}, "matches[0].levels.a", "passed"),
    ({"levels": {"a": ["2"]}}, "matches[0].levels.a", "passed"),
    ({"levels": {"c": "2"}}, "matches[0].levels", "“c”"),
    ({"levels": ["2", "3"]}, "matches[0].levels", "对象"),
    ({"games": {"a": -1}}, "matches[0].games.a", "整数"),
    ({"score": {"a": "3"}}, "matches[0].score.a", "数"),
    ({"penalty_points": {"b": float("nan")}}, "matches[0].penalty_points.b", "数"),
    ({"round": 0}, "matches[0].round", "1"),
    ({"round": True}, "matches[0].round", "1"),
    ({"confirmed": None}, "matches[0].confirmed", "true"),
    ({"extra": "yes"}, "matches[0].extra", "true"),
    ({"table": 1}, "matches[0]", "“table”"),
]


@pytest.mark.parametrize(("change", "at", "said"), BAD_DOCUMENTS)
def test_every_bad_document_is_refused_with_its_place_and_what_is_allowed(change, at, said):
    with pytest.raises(ScoringError) as caught:
        rank(document(["points", "lot"], [played(A, B)]) | change)
    assert caught.value.at == at
    assert said in caught.value.message


@pytest.mark.parametrize(("change", "at", "said"), BAD_MATCHES)
def test_every_bad_match_is_refused_with_its_place_and_what_is_allowed(change, at, said):
    with pytest.raises(ScoringError) as caught:
        rank(document(["points", "lot"], [played(A, B) | change]))
    assert caught.value.at == at
    assert said in caught.value.message


@pytest.mark.parametrize("missing", ["format", "criteria", "teams", "matches"])
def test_a_missing_key_is_named(missing):
    whole = document(["points"], [played(A, B)])
    del whole[missing]
    with pytest.raises(ScoringError) as caught:
        rank(whole)
    assert (caught.value.at, missing in caught.value.message) == ("", True)


def test_a_match_needs_its_winner_key_unless_forfeited():
    with pytest.raises(ScoringError) as caught:
        rank(document(["points"], [{"a": A, "b": B}]))
    assert (caught.value.at, "winner" in caught.value.message) == ("matches[0]", True)


@pytest.mark.parametrize("by_round", ["best-round", "second-best-round", "cumulative-points-without-first-round"])
def test_a_round_is_needed_on_counted_matches_only(by_round):
    criteria = ["points", by_round]
    rank(document(criteria, [played(A, B, round=1), played(B, C, None), played(A, B, extra=True)]))
    with pytest.raises(ScoringError) as caught:
        rank(document(criteria, [played(A, B, round=1), played(B, C)]))
    assert caught.value.at == "matches[1].round"


@pytest.mark.parametrize("whole", [None, [], "x", 3])
def test_what_is_not_an_object_is_refused(whole):
    with pytest.raises(ScoringError):
        rank(whole)


@pytest.mark.parametrize(
    ("match", "fits"),
    [
        ({"score": {"a": 10**9}}, True),
        ({"score": {"a": -(10**9) - 1}}, False),
        ({"score": {"a": 0.000001}}, True),
        ({"score": {"a": 0.0000001}}, False),
        ({"round": 10_000}, True),
        ({"round": 10_001}, False),
    ],
)
def test_numbers_have_limits(match, fits):
    whole = document(["points"], [played(A, B, **match)])
    if fits:
        assert len(rank(whole)["rows"]) == 3
        return
    with pytest.raises(ScoringError):
        rank(whole)


def test_a_long_finding_is_cut_short_in_the_sentence():
    with pytest.raises(ScoringError) as caught:
        rank(document(["points"], [], teams=[[1] * 200]))
    assert caught.value.message.startswith("这里是 [1, 1, 1")
    assert caught.value.message.endswith("…，应为不为空的文字")
    assert len(caught.value.message) < 60


SENTENCES = Path(__file__).parent.parent / "vectors" / "standings_refusals.jsonl"
REFUSALS = [json.loads(line) for line in SENTENCES.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("number", range(len(REFUSALS)))
def test_a_bad_document_is_refused_in_these_words(number):
    case = REFUSALS[number]
    whole = document(["points", "lot"], [played(A, B) | case.get("match", {})]) | case.get("document", {})
    with pytest.raises(ScoringError) as caught:
        rank(whole)
    assert (caught.value.at, caught.value.message) == (case["at"], case["says"])


MISSING = [
    ({"a": A}, "matches[0]", "缺少“b”"),
    ({"b": A}, "matches[0]", "缺少“a”"),
    ({"a": A, "b": B}, "matches[0]", "缺少 winner：应为 a、b 或 draw，未赛的写 null"),
]


@pytest.mark.parametrize(("match", "at", "says"), MISSING)
def test_what_is_missing_is_said_in_these_words(match, at, says):
    with pytest.raises(ScoringError) as caught:
        rank(document(["points"], [match]))
    assert (caught.value.at, caught.value.message) == (at, says)


LEFT_OUT = [
    {"levels": None, "games": None, "score": None, "penalty_points": None, "round": None},
    {"levels": {}, "games": {}, "score": {}, "penalty_points": {}},
    {"levels": {"a": None, "b": None}, "forfeit": None, "double_forfeit": False, "extra": False, "confirmed": True},
]


@pytest.mark.parametrize("more", LEFT_OUT)
def test_what_may_be_left_out_counts_as_nothing(more):
    criteria = ["points", "level-difference", "levels-total", "fewest-penalties", "fewest-forfeits", "wins"]
    told = rank(document(criteria, [played(A, B, **more)]))
    assert told == rank(document(criteria, [played(A, B)]))
    values = {row["team"]: row["values"] for row in told["rows"]}
    assert [values[A][key] for key in criteria] == [2, 0, 0, 0, 0, 1]
    assert values[B]["points"] == 0


@pytest.mark.parametrize("forfeit", ["a", "b"])
@pytest.mark.parametrize("written", [True, False])
def test_the_winner_of_a_forfeit_is_the_other_side_written_or_not(forfeit, written):
    other = "b" if forfeit == "a" else "a"
    match = {"a": A, "b": B, "forfeit": forfeit} | ({"winner": other} if written else {})
    rows = {row["team"]: row for row in rank(document(["points"], [match]))["rows"]}
    assert rows[A if other == "a" else B]["won"] == 1
    assert rows[B if other == "a" else A]["lost"] == 1


@pytest.mark.parametrize("winner", [{}, {"winner": "a"}, {"winner": None}])
def test_a_bye_is_a_win_of_the_side_that_is_there(winner):
    rows = {row["team"]: row for row in rank(document(["points"], [{"a": A, "b": None, **winner}]))["rows"]}
    assert (rows[A]["played"], rows[A]["won"], rows[A]["values"]["points"]) == (1, 1, 2)


def test_whole_numbers_are_written_without_a_point():
    row = rank(document(["points", "level-difference"], [played(A, B, score={"a": 2.0, "b": 0.5})]))["rows"]
    assert json.dumps([one["values"]["points"] for one in row]) == "[2, 0.5, 0]"
