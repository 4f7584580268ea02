"""Standings documents that are refused: each with its place, what was found and what is allowed."""

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
    assert caught.value.message.endswith("…,应为不为空的文字")
    assert len(caught.value.message) < 60
