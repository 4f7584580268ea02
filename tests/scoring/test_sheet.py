"""Folding a sheet: every entry type, every way a match ends, strikes, replacements and rulings."""

import json
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.ruleset import changed, load_preset
from scoring.sheet import append, declarer_seat, fold, from_json, next_step, parse_sheet, result, to_json
from tests.scoring.sheets import folded, hand, numbered, outcome, penalty, start, strike

ANHUI, JIANYE, TONGCHENG = "anhui-chaodipi", "jianye-chaodipi", "tongcheng-chaodipi"
BASHIFEN, SHUANGKOU, HUOBANG = "bashifen-chaodipi", "shuangkou", "huobang"
TIME_UP = {"type": "time-up", "cards_drawn": True}
NOT_DRAWN = {"type": "time-up", "cards_drawn": False}
Entry = dict[str, Any]


def verdict(ruleset: Any, *entries: Entry, **overrides: int) -> tuple[str, str | None, str | None]:
    told = outcome(ruleset, *entries, **overrides)
    return told["status"], told["winner"], told["decided_by"]


def deciding(*criteria: str, **more: Any) -> Any:
    return changed(load_preset(ANHUI), {"match.decide": list(criteria), **more})


LEVEL = [start("5", "5"), hand("a", 75), NOT_DRAWN]
ENDS: list[tuple[str, Any, list[Entry], tuple[str, str | None, str | None]]] = [
    ("passing the last level", ANHUI, [start("A", "2"), hand("a", 60)], ("finished", "a", "passed-last-level")),
    ("games", BASHIFEN, [start("A", "A"), hand("a", 60), hand("a", 80), NOT_DRAWN], ("finished", "a", "games")),
    ("higher level", ANHUI, [start("5", "4"), hand("a", 75), NOT_DRAWN], ("finished", "a", "higher-level")),
    ("first to reach", JIANYE, [start("4", "4"), hand("a", 75), hand("a", 90), hand("b", 90), hand("a", 90),
                                NOT_DRAWN], ("finished", "a", "first-to-reach")),
    ("declarer side", ANHUI, LEVEL, ("finished", "a", "declarer-side")),
    ("declarer side before any hand", ANHUI, [start(declarer="b"), NOT_DRAWN], ("finished", "b", "declarer-side")),
    ("no declarer yet", ANHUI, [start(declarer=None), NOT_DRAWN], ("tied", None, None)),
    ("a decider", SHUANGKOU, [start("5", "5"), hand("a", 90), NOT_DRAWN, hand("b", 60, result="decider")],
     ("finished", "b", "decider")),
    ("a lot", JIANYE, [start(), NOT_DRAWN, {"type": "lot", "winner": "b"}], ("finished", "b", "lot")),
    ("a ruling", deciding("higher-level", "ruling"), [*LEVEL, {"type": "decision", "winner": "b", "text": "裁定"}],
     ("finished", "b", "ruling")),
    ("a ruling for nobody", deciding("higher-level", "ruling"),
     [*LEVEL, {"type": "decision", "winner": None, "text": "裁定"}], ("finished", None, "both-lose")),
    ("a ruling for a draw", deciding("higher-level", "ruling", **{"match.no_winner": "draw"}),
     [*LEVEL, {"type": "decision", "winner": None, "text": "裁定"}], ("finished", None, "draw")),
    ("both lose", deciding("higher-level", "both-lose"), LEVEL, ("finished", None, "both-lose")),
    ("a draw", deciding("higher-level", "draw"), LEVEL, ("finished", None, "draw")),
    ("an extra match", deciding("higher-level", "decider", **{"match.decider": "match"}),
     [*LEVEL, {"type": "decision", "winner": "a", "text": "加赛一场"}], ("finished", "a", "decider")),
    ("mercy", deciding("declarer-side", **{"match.mercy_lead": 5}), [start("5", "2"), hand("a", 60)],
     ("finished", "a", "mercy")),
    ("shutout", HUOBANG, [start("4", "4"), hand("a", 0)], ("finished", "a", "shutout")),
    ("full score", HUOBANG, [start("4", "4"), hand("a", 300)], ("finished", "b", "full-score")),
    ("buried jokers", HUOBANG, [start("4", "4"), hand("a", 90, kitty_jokers={"big": 3})],
     ("finished", "a", "buried-jokers")),
    ("a forfeit before the start", ANHUI, [{"type": "forfeit", "side": "a"}], ("finished", "b", "forfeit")),
    ("both sides absent", ANHUI, [{"type": "forfeit", "side": "a"}, {"type": "forfeit", "side": "b"}],
     ("finished", None, "both-lose")),
    ("the second absence struck", ANHUI,
     [{"type": "forfeit", "side": "b"}, {"type": "forfeit", "side": "a"}, strike(2)],
     ("finished", "a", "forfeit")),
    ("the first absence struck", ANHUI,
     [{"type": "forfeit", "side": "b"}, {"type": "forfeit", "side": "a"}, strike(1)],
     ("finished", "b", "forfeit")),
    ("a forfeit during play", ANHUI, [start(), hand("a", 75), {"type": "forfeit", "side": "b"}],
     ("finished", "a", "forfeit")),
    ("retirement", ANHUI, [start(), {"type": "retire", "side": "b"}], ("finished", "a", "retirement")),
    ("disqualification", ANHUI, [start(), {"type": "disqualify", "side": "a"}], ("finished", "b", "disqualification")),
    ("one player out", ANHUI, [start(), {"type": "disqualify", "side": "a", "player": 1}], ("playing", None, None)),
    ("hands up", HUOBANG, [start("5", "4"), *[hand("a", 90, capture="single")] * 10], ("finished", "a", "higher-level")),  # noqa: E501
    ("time up, hand in progress", ANHUI, [start("5", "4"), TIME_UP], ("last-hand", None, None)),
    ("last hand played", ANHUI, [start("5", "5"), TIME_UP, hand("a", 60)], ("finished", "a", "higher-level")),
    ("last hand redealt", ANHUI, [start("5", "5"), TIME_UP, hand("a", result="void")], ("last-hand", None, None)),
    ("stop at time", SHUANGKOU, [start("5", "5"), hand("a", 60), TIME_UP], ("finished", "a", "higher-level")),
    ("not begun", ANHUI, [], ("scheduled", None, None)),
    ("begun", ANHUI, [start()], ("playing", None, None)),
]  # fmt: skip


@pytest.mark.parametrize(("what", "ruleset", "entries", "want"), ENDS, ids=[end[0] for end in ENDS])
def test_a_match_ends_as_its_rules_say(
    what: str, ruleset: Any, entries: list[Entry], want: tuple[str, str | None, str | None]
) -> None:
    assert verdict(ruleset, *entries) == want


def test_a_new_game_starts_at_the_first_level_with_the_winner_on_stage() -> None:
    told = outcome(BASHIFEN, start("A", "7"), hand("a", 60))
    assert told["games"] == {"a": 1, "b": 0}
    assert told["levels"] == {"a": "2", "b": "2"}
    assert told["declarer"] == "a"
    assert told["hands"][0]["levels"] == {"a": "A", "b": "7"}
    assert told["status"] == "playing"


def test_two_games_won_end_a_best_of_three_and_show_the_last_level_as_passed() -> None:
    told = outcome(BASHIFEN, start("A", "2"), hand("a", 60), hand("a", 0), hand("a", 0), hand("a", 0))
    assert (told["decided_by"], told["games"], told["passed"]) == ("games", {"a": 2, "b": 0}, {"a": True, "b": False})


def test_overrides_change_games_and_hands_of_one_match() -> None:
    assert verdict(BASHIFEN, start("A", "2"), hand("a", 60), games_to_win=1)[2] == "passed-last-level"
    assert verdict(ANHUI, start("5", "4"), hand("a", 75), max_hands=1) == ("finished", "a", "higher-level")


def test_levels_over_all_games_may_decide_instead_of_the_current_game() -> None:
    ruleset = changed(
        load_preset(BASHIFEN), {"match.decide": ["higher-level", "lot"], "match.levels_over_all_games": True}
    )
    entries = [start("A", "A"), hand("a", 60), hand("a", 90), hand("b", 60), NOT_DRAWN]
    assert verdict(ruleset, *entries) == ("finished", "a", "higher-level")


POINTS = [
    (ANHUI, [start("A", "2"), hand("a", 60)], {"a": 2, "b": 0}),
    (ANHUI, [start(), hand("a", 75)], {"a": 0, "b": 0}),
    (ANHUI, [{"type": "forfeit", "side": "a"}], {"a": 0, "b": 2}),
    (deciding("higher-level", "draw"), LEVEL, {"a": 1, "b": 1}),
    (SHUANGKOU, [start(), hand("a", 0), NOT_DRAWN], {"a": 3, "b": 0}),
    (SHUANGKOU, [start("K", "2"), hand("a", 60), hand("a", 60)], {"a": 2, "b": 0}),
    (deciding("higher-level", "lot", **{"match.points": {"win": 1, "forfeit": -1}}), [{"type": "forfeit", "side": "a"}],
     {"a": -1, "b": 1}),
    (deciding("higher-level", "lot", **{"match.points": {"win": 1, "forfeit": -1}}),
     [{"type": "forfeit", "side": "a"}, {"type": "forfeit", "side": "b"}], {"a": -1, "b": -1}),
    (deciding("higher-level", "lot", **{"match.points": {"mode": "level-difference", "win": 2, "coefficient": 0.1}}),
     [start("9", "4"), NOT_DRAWN], {"a": 2.5, "b": -0.5}),
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "entries", "want"), POINTS)
def test_match_points_follow_the_ruleset(ruleset: Any, entries: list[Entry], want: dict[str, Any]) -> None:
    assert outcome(ruleset, *entries)["match_points"] == want


REFUSED: list[tuple[list[Entry], str, str]] = [
    ([hand("a", 40)], "entries[0]", "还没有开始"),
    ([start(), start()], "entries[1]", "已经开始过"),
    ([start("flag", "2")], "entries[0].levels.a", "级数可以写"),
    ([start(), {"type": "goal"}], "entries[1].type", "种类可以写"),
    ([start(), "hand"], "entries[1]", "一组项目"),  # type: ignore[list-item]
    ([start(), {**hand("a", 40), "score": 5}], "entries[1]", "score"),
    ([start(), hand("c", 40)], "entries[1].declarer", "可以写a、b"),
    ([start(), {"type": "hand", "declarer": "a"}], "entries[1].table_points", "缺少这一项"),
    ([start(), {"type": "hand", "declarer": "a", "table_points": 40, "capture": "pair"}], "entries[1].kitty_points",
     "底牌分"),
    ([start(), hand("a", 62)], "entries[1].table_points", "5的倍数"),
    ([start(), hand("a", 205)], "entries[1].table_points", "从0到200"),
    ([start(), hand("a", 180, kitty_points=25)], "entries[1]", "一共200分"),
    ([start(), hand("a", 40, capture="five-ten-king")], "entries[1].capture", "抠底可以写"),
    ([start(), hand("a", 40, capture="tractor-1")], "entries[1].capture", "抠底可以写"),
    ([start(), hand("a", 40, kitty_jokers={"small": 1})], "entries[1].kitty_jokers", "不计底牌扣王"),
    ([start(), hand("a", 40, dry_kitty=True)], "entries[1].dry_kitty", "没有干锅"),
    ([start(), hand("a", 40, tribute_refused=True)], "entries[1].tribute_refused", "没有进贡"),
    ([start(), hand("a", 40, special_bid={"side": "a", "kind": "red-five-pair"})], "entries[1].special_bid", "红五"),
    ([start(), hand("a", 40, finish=["a1", "a2", "b1", "b2"])], "entries[1].finish", "不写名次"),
    ([start(), hand("a", 40, result="decider")], "entries[1].result", "没有打平"),
    ([start(), hand("a", 40, replaces=1)], "entries[1].replaces", "划去"),
    ([start(), {"type": "strike", "entry": 9, "reason": "x"}], "entries[1].entry", "现有的"),
    ([start(), hand("a", 40), strike(2), strike(3)], "entries[3].entry", "划改本身除外"),
    ([start(), hand("a", 40), strike(2), strike(2)], "entries[3].entry", "没有划去过"),
    ([start(), {"type": "strike", "entry": 1, "reason": " "}], "entries[1].reason", "不能为空"),
    ([start(), {"type": "resume", "at": "2011-11-25T13:00:00+08:00"}], "entries[1]", "没有暂停"),
    ([start(), {"type": "pause", "at": "2011-11-25 13:00"}], "entries[1].at", "时区"),
    ([start(), {"type": "extend", "minutes": 0}], "entries[1].minutes", "1到600"),
    ([start(), TIME_UP, TIME_UP], "entries[2]", "时间到已经记过"),
    ([start(), TIME_UP, {"type": "extend", "minutes": 5}], "entries[2]", "时间到已经记过"),
    ([start(), {"type": "lot", "winner": "a"}], "entries[1]", "没有要抽签"),
    ([start(), {"type": "decision", "winner": "a", "text": "x"}], "entries[1]", "没有要由裁判决定"),
    ([start(), {"type": "ruling", "protest": 1, "text": "x"}], "entries[1].protest", "抗议的编号"),
    ([start(), {"type": "protest", "side": "a", "text": "x", "hand": 1}], "entries[1].hand", "一副"),
    ([start("A", "2"), hand("a", 40), hand("a", 40)], "entries[2]", "已经结束"),
    ([start("A", "2"), hand("a", 40), {"type": "retire", "side": "a"}], "entries[2]", "已经结束"),
    ([start("A", "2"), hand("a", 40), penalty("a", "wrong-card")], "entries[2]", "已经结束"),
]  # fmt: skip


@pytest.mark.parametrize(("entries", "at", "said"), REFUSED)
def test_an_entry_that_cannot_be_recorded_is_refused_with_its_place(entries: list[Entry], at: str, said: str) -> None:
    listed = [entry if isinstance(entry, str) else {"n": n, **entry} for n, entry in enumerate(entries, 1)]
    with pytest.raises(ScoringError) as caught:
        fold(load_preset(ANHUI), {}, listed)  # type: ignore[arg-type]
    assert caught.value.at == at
    assert said in caught.value.message


@pytest.mark.parametrize(
    ("entry", "at"),
    [
        (hand("a", 40), "entries[1].table_points"),
        (hand("a", capture="single"), "entries[1].kitty_points"),
        (hand("a"), "entries[1].finish"),
        (hand("a", finish=["a1", "a2", "b1"]), "entries[1].finish"),
        (hand("a", finish=["a1", "a1", "b1", "b2"]), "entries[1].finish"),
    ],
)
def test_a_ruleset_by_finishing_order_takes_no_points(entry: Entry, at: str) -> None:
    with pytest.raises(ScoringError) as caught:
        folded("guandan", start(), entry)
    assert caught.value.at in (at, "entries[1].kitty_points", "entries[1].capture")


STEPS: list[tuple[Any, list[Entry], str]] = [
    (ANHUI, [], "start"),
    (ANHUI, [start(declarer=None)], "first-declarer"),
    (ANHUI, [start()], "play-hand"),
    (TONGCHENG, [start("flag", "2")], "flag-hand"),
    (HUOBANG, [start(), hand("a", 40)], "pay-tribute"),
    (ANHUI, [start(), TIME_UP], "last-hand"),
    (SHUANGKOU, [start(), TIME_UP], "decider-hand"),
    (deciding("higher-level", "decider", **{"match.decider": "match"}), LEVEL, "decider-match"),
    (JIANYE, [start(), NOT_DRAWN], "lot"),
    (deciding("higher-level", "ruling"), LEVEL, "decision"),
    (ANHUI, [start(), {"type": "pause", "at": "2011-11-25T13:00:00+08:00"}], "resume"),
    (ANHUI, [start("A", "2"), {"type": "protest", "side": "b", "text": "x"}, hand("a", 40)], "rule-protest"),
    (ANHUI, [start("A", "2"), hand("a", 40)], "confirm"),
]


@pytest.mark.parametrize(("ruleset", "entries", "want"), STEPS)
def test_the_next_step_is_one_of_a_closed_list(ruleset: Any, entries: list[Entry], want: str) -> None:
    assert next_step(folded(ruleset, *entries)) == want


SEATS = [
    (ANHUI, "n", 60, "s"), (ANHUI, "n", 90, "w"), (TONGCHENG, "n", 90, "e"), (SHUANGKOU, "s", 60, "n"),
    (SHUANGKOU, "s", 90, "e"), (HUOBANG, "s", 90, "n"),
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "seat", "points", "want"), SEATS)
def test_the_next_declarer_sits_where_the_rotation_says(ruleset: str, seat: str, points: int, want: str) -> None:
    assert declarer_seat(folded(ruleset, start("4", "4"), hand("a", points, declarer_seat=seat))) == want


def test_a_replayed_hand_keeps_its_declarer_and_an_unknown_seat_stays_unknown() -> None:
    replayed = hand("a", 90, capture="single", declarer_seat="s")
    assert declarer_seat(folded(HUOBANG, start("4", "4"), replayed)) == "s"
    assert declarer_seat(folded(HUOBANG, start("4", "4"), hand("a", 90))) is None


def test_the_last_hand_is_played_only_if_it_can_still_matter() -> None:
    ruleset = changed(load_preset(ANHUI), {"time.at_end": "finish-if-it-matters"})
    assert verdict(ruleset, start("5", "5"), TIME_UP)[0] == "last-hand"
    far = changed(ruleset, {"settle.table": {"kind": "two-conditions", "threshold": 80}, "settle.specials": [],
                            "settle.demotions": []})  # fmt: skip
    assert verdict(far, start("5", "2"), TIME_UP) == ("finished", "a", "higher-level")


def test_points_instead_of_levels_are_counted_and_shown() -> None:
    ruleset = changed(load_preset(SHUANGKOU), {"settle.counts": "zero-sum", "match.decide": ["score", "draw"]})
    told = outcome(ruleset, start(), hand("a", 0), hand("a", 165), NOT_DRAWN)
    assert told["score"] == {"a": 1, "b": -1}
    assert told["levels"] == {"a": "2", "b": "2"}
    assert (told["winner"], told["decided_by"]) == ("a", "higher-level")


def test_appending_entry_by_entry_equals_folding_all_and_survives_json() -> None:
    entries = numbered([start(), penalty("a", "wrong-card"), hand("a", 60), strike(2), hand("a", 90), strike(3),
                        hand("a", 40, replaces=3)])  # fmt: skip
    whole = fold(load_preset(ANHUI), {}, entries)
    step = fold(load_preset(ANHUI), {}, [])
    for entry in entries:
        step = append(step, entry)
    assert step == whole
    assert result(step) == result(whole)
    again = from_json(json.loads(json.dumps(to_json(whole))))
    assert again == whole
    assert again != fold(load_preset(ANHUI), {}, entries[:-1])


@pytest.mark.parametrize(
    ("document", "at"),
    [
        ([], ""),
        ({"format": "scoresheet/2"}, "format"),
        ({"format": "scoresheet/1", "entries": []}, "ruleset"),
        ({"format": "scoresheet/1", "ruleset": "x", "entries": []}, "ruleset"),
        ({"format": "scoresheet/1", "ruleset": ANHUI}, "entries"),
        ({"format": "scoresheet/1", "ruleset": ANHUI, "entries": {}}, "entries"),
        ({"format": "scoresheet/1", "ruleset": ANHUI, "entries": [], "extra": 1}, ""),
        ({"format": "scoresheet/1", "ruleset": ANHUI, "entries": [], "match": {"max_hands": 0}}, "match.max_hands"),
        ({"format": "scoresheet/1", "ruleset": ANHUI, "entries": [], "match": {"hands": 1}}, "match"),
    ],
)
def test_a_document_that_is_no_score_sheet_is_refused(document: Any, at: str) -> None:
    with pytest.raises(ScoringError) as caught:
        parse_sheet(document)
    assert caught.value.at == at


def test_equal_sheets_under_equal_rules_are_equal_states() -> None:
    first, same = folded(BASHIFEN, start(), hand("a", 40)), folded(BASHIFEN, start(), hand("a", 40))
    assert first == same
    assert hash(first) == hash(same)
    others = [folded(BASHIFEN, start(), hand("a", 45)), folded(BASHIFEN, start(), hand("a", 40), max_hands=9),
              folded("anhui-chaodipi", start(), hand("a", 40)), folded(BASHIFEN, start())]  # fmt: skip
    assert all(first != other for other in others)
    assert first != "a sheet"
    assert len({hash(state) for state in (first, folded(BASHIFEN, start()))}) == 2
