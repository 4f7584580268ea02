"""The tables a phone goes on from hand to hand with, against the settlement: any hand from any levels and lives."""

import json
from random import Random
from typing import Any, NamedTuple

import pytest

from scoring.errors import ScoringError
from scoring.hand import SIDES, HandFacts, multiplier, settle
from scoring.ruleset import changed, load_preset, parse_ruleset, preset_names, ruleset_document
from scoring.ruleset.compiled import Rules, compile_rules
from scoring.sheet import course_table, fold, position
from scoring.words import reasons_text

HANDS = 300
LARGEST = 45_000  # bytes of a course: a phone reads it after every entry, on bad Wi-Fi
ROLES = ("declarer", "attackers")
SHAPES = ["none", "none", "single", "pair", "tractor-2", "tractor-3", "tractor-7"]
PARTS = ("jokers", "tribute", "early", "special_bid", "five_ten_king", "demotions", "specials")


class Read(NamedTuple):
    """What the tables say of a hand of declarer side a."""

    levels: tuple[int, int]
    failures: tuple[int, int]
    on_stage: int
    early: bool
    tribute: tuple[int, int, int] | None
    said: list[str]
    steps: int | None


class Reader:
    """Reads a course as the console does."""

    def __init__(self, course: dict[str, Any]) -> None:
        self.course: dict[str, Any] = json.loads(json.dumps(course))

    def __call__(self, levels: tuple[int, int], failures: tuple[int, int], hand: HandFacts, total: int) -> Read:
        course = self.course
        mode = "flag" if levels[0] == course["flag"] else "plain"
        place = course["hands"][mode][self.kind(levels[0], hand)]
        outcome = course["outcomes"][place if hand.finish else self.run(place, total)[1]]
        sides = [self.entry(outcome[role], levels[at], failures[at]) for at, role in enumerate(ROLES)]
        rule, beyond = self.rule(mode, hand, total, outcome)
        said = [rule, *sides[1][2:], *sides[0][2:]]
        used = tuple(failures[at] if side[1] is None else side[1] for at, side in enumerate(sides))
        on_stage, early = ROLES.index(outcome["on_stage"]), "early" in outcome
        tribute = self.tribute(outcome, total) if not (hand.finish or hand.ended_by_offence) else None
        told = [self.filled(one, hand) for one in said]
        return Read(
            (sides[0][0], sides[1][0]),
            used,
            on_stage,
            early,
            tribute,
            told,
            self.steps(outcome, beyond, levels[on_stage]),
        )

    def steps(self, outcome: dict[str, Any], beyond: int, level: int) -> int | None:
        steps, cap = outcome.get("steps"), self.course["climb"]["cap"]
        return None if steps is None else min(steps[level] + beyond, 10**6 if cap is None else cap)

    def kind(self, level: int, hand: HandFacts) -> str:
        if hand.ended_by_offence:
            return "ended"
        if hand.finish:
            place = next(at for at, one in enumerate(hand.finish, 1) if at > 1 and one[0] == hand.finish[0][0])
            return f"{ROLES['ab'.index(hand.finish[0][0])]}-{place}"
        bid = "" if hand.bid_by is None else f"+{ROLES[hand.bid_by]}"
        return self.capture(level, hand) + bid + self.jokers(hand)

    def capture(self, level: int, hand: HandFacts) -> str:
        kinds, shape = self.course["kinds"], hand.capture.split("-")[0]
        if hand.capture == "none":
            return "none"
        if hand.capture == "five-ten-king" and kinds["five_ten_king"] is not None:
            return hand.capture + ("" if hand.table_points > kinds["five_ten_king"] else "-short")
        for at, row in enumerate(kinds["demotions"]):
            if (
                hand.level_card
                and (row["at"], row["shape"]) == (level, shape)
                and row["card"] in ("any", hand.level_card)
            ):
                return f"demotion-{at}-{hand.level_card}" + ("" if hand.table_points >= row["from"] else "-short")
        return "captured"

    def jokers(self, hand: HandFacts) -> str:
        rule = self.course["kinds"]["jokers"]
        if rule is None or (hand.dry_kitty and not rule["dry"]):
            return ""
        worth = hand.small_jokers * rule["small"] + hand.big_jokers * rule["big"]
        many = rule["early"] is not None and max(hand.small_jokers, hand.big_jokers) >= rule["early"]
        return (f"*{worth}" if worth else "") + ("!" if many else "")

    def run(self, place: int, total: int) -> Any:
        return [run for run in self.course["runs"][place] if run[0] <= total][-1]

    def entry(self, column: int, level: int, failures: int) -> list[Any]:
        found = self.course["columns"][column][level]
        if isinstance(found, dict):
            found = found["lives"][min(failures, len(found["lives"]) - 1)]
        return found if isinstance(found, list) else [found, None]

    def rule(self, mode: str, hand: HandFacts, total: int, outcome: dict[str, Any]) -> tuple[Any, int]:
        if hand.finish:
            return outcome["first"], 0
        read = "ended" if hand.ended_by_offence else "none" if hand.capture == "none" else "captured"
        place = self.course["reads"][mode][read]
        start, row, by_row = self.run(place, total)
        more = self.course["beyond"][mode] if self.course["runs"][place][-1][0] == start else None
        up = by_row
        if more:
            up = max(up, min(up + (total - start) // more[0] * more[1], 10**6 if more[2] is None else more[2]))
        sentence, base, sign = self.course["rows"][row]
        text = self.course["sentences"][sentence]
        return text.replace("{n}", str((total - base) * sign)).replace("{up}", str(up)), up - by_row

    def tribute(self, outcome: dict[str, Any], total: int) -> tuple[int, int, int] | None:
        runs = self.course["tribute"]
        start, points = [run for run in runs if run[0] <= total][-1] if runs else (0, 0)
        every = self.course["beyond"].get("tribute")
        if every and start == runs[-1][0]:
            points -= (total - start) // every
        jokers = outcome.get("owe", 0)
        if not points + jokers:
            return None
        sign = 1 if points + jokers > 0 else -1
        return (1 if sign > 0 else 0), sign * points, sign * jokers

    def filled(self, sentence: Any, hand: HandFacts) -> str:
        text = sentence if isinstance(sentence, str) else self.course["sentences"][sentence]
        sides = self.course["say"]["sides"]
        sides = self.course["say"]["sides"]
        capture = self.course["say"]["tractor"].replace("{n}", hand.capture.rpartition("-")[2])
        places = {"declarer": sides["a"], "attackers": sides["b"], "table": hand.table_points, "capture": capture}
        for place, value in places.items():
            text = text.replace("{" + place + "}", str(value))
        return text


def some_hand(rules: Rules, random: Random) -> HandFacts:
    """Any hand of declarer side a, with all the facts the rules know."""
    if rules.finish is not None:
        players = ["a1", "a2", "b1", "b2"]
        random.shuffle(players)
        return HandFacts(0, finish=tuple(players))
    points = rules.points
    assert points is not None
    penalties = (random.choice([0, 0, 10, 80]), random.choice([0, 0, 0, 20]))
    if random.random() < 0.1:
        return HandFacts(0, penalties=penalties, ended_by_offence=True)
    table = random.choice([0, 5, 75, 80, 85, 5 * random.randrange(rules.max_points // 5 + 1)])
    capture = random.choice([*SHAPES, *(["five-ten-king"] * 2 if points.capture.five_ten_king else [])])
    decks = rules.ruleset.deck.decks
    buried = random.choice([(0, 0), (random.randint(0, decks), random.randint(0, decks))]) if points.jokers else (0, 0)
    return HandFacts(
        0, table, 0 if capture == "none" else 5 * random.randrange(9), capture, random.choice([None, "main", "off"]),
        *buried, dry_kitty=bool(points.jokers) and random.random() < 0.2,
        bid_by=random.choice([None, None, 0, 1]) if points.special_bid else None, penalties=penalties,
    )  # fmt: skip


def total_of(rules: Rules, hand: HandFacts) -> int:
    if rules.points is None:
        return 0
    earned = hand.table_points + hand.kitty_points * multiplier(rules.points, hand.capture)
    return max(0, earned + hand.penalties[0] - hand.penalties[1])


def check(rules: Rules, random: Random, hands: int, lang: str = "zh") -> None:
    """Hands at random: the tables say what settling them says, in the same words."""
    read = Reader(course_table(rules, lang))
    for _ in range(hands):
        levels = (random.randrange(rules.top), random.randrange(rules.top))
        used, hand = (random.randrange(3), random.randrange(3)), some_hand(rules, random)
        done, found = settle(rules, levels, used, hand), read(levels, used, hand, total_of(rules, hand))
        effects = [one for one in done.reasons if one[0] not in ("sum", "moved", "on-stage", "early-win", "tribute")]
        right = (done.levels, done.failures, done.on_stage, done.early is not None, done.tribute)
        assert found[:5] == right, (levels, used, hand)
        assert found.steps == (None if rules.by_levels else done.score[done.on_stage])
        assert found.said == reasons_text(rules, effects, lang), (levels, used, hand)


@pytest.mark.parametrize("preset", preset_names())
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_tables_say_what_settling_the_hand_says(preset: str, lang: str) -> None:
    check(compile_rules(load_preset(preset), {}), Random(preset), HANDS, lang)


@pytest.mark.parametrize("part", PARTS)
def test_they_say_so_where_rulesets_are_crossed(part: str) -> None:
    """A part of each preset in every other one, where it fits."""
    random, tried = Random(part), 0
    for base in preset_names():
        for other in preset_names():
            value = ruleset_document(load_preset(other))["settle"].get(part)
            if base == other or not value:
                continue
            try:
                mixed = changed(load_preset(base), {f"settle.{part}": value})
            except ScoringError:
                continue
            tried += 1
            check(compile_rules(mixed, {}), random, 60)
    assert tried


@pytest.mark.parametrize("preset", preset_names())
def test_they_say_so_where_points_are_counted(preset: str) -> None:
    mixed = changed(load_preset(preset), {"settle.counts": "zero-sum"})
    check(compile_rules(mixed, {}), Random(preset), 60)


@pytest.mark.parametrize("preset", preset_names())
def test_a_course_is_small(preset: str) -> None:
    course = course_table(compile_rules(load_preset(preset), {}))
    assert len(json.dumps(course, ensure_ascii=False, separators=(",", ":")).encode()) < LARGEST


def test_rows_read_without_penalties_are_named() -> None:
    document = dict(ruleset_document(load_preset("huobang")))
    document["settle"] = {**document["settle"], "special_on": "earned"}
    assert course_table(compile_rules(parse_ruleset(document), {}))["exact"] == {"values": [0], "full": 300}
    assert course_table(compile_rules(load_preset("huobang"), {}))["exact"] == {"values": [], "full": None}


def test_a_position_names_what_is_noted_against_the_hand_at_play() -> None:
    entries = [
        {"n": 1, "type": "start", "declarer": "a", "levels": {"a": "5", "b": "K"}},
        {"n": 2, "type": "penalty", "side": "a", "offence": "wrong-hand-size"},
        {"n": 3, "type": "penalty", "side": "b", "offence": "misdrawn-kitty"},
        {"n": 4, "type": "penalty", "side": "b", "offence": "exposed-card", "count": 2},
    ]
    found = position(fold(load_preset("bashifen-chaodipi"), {}, entries))
    assert [found[side]["level"] for side in SIDES] == [3, 11]
    assert found["penalties"] == {"a": 80, "b": 20, "declarer": 80}
    assert found["noted"] == [["wrong-hand-size", "a"]]
