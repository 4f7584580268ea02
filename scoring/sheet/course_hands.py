"""What every kind of hand does to either side, as pools of equal things that runs of totals point into."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring.hand import SIDES, HandFacts, Settled, settle
from scoring.hand.facts import Reason
from scoring.hand.points import cell_of
from scoring.hand.tables import Outcome, flag_outcome, outcome
from scoring.ruleset.compiled import Rules
from scoring.ruleset.settlement import BandTable, PointsSettlement, StepTable
from scoring.sheet.course_variants import ATTACKER, DECLARER, ENDED, ENDED_HAND, ROLES, Variant, variants
from scoring.sheet.course_words import OF_CLIMB, rule_of, worded

PLACES = (2, 3, 4)
FAR = 4000  # points nobody needs a row of its own for
TOLD_APART = frozenset({"moved", "on-stage", "early-win", "tribute"})  # the phone says these itself
Entry = Any  # a level, or [level, failures or None, sentences …]


class Pool:
    """Each thing once, by the place it was first seen in."""

    def __init__(self) -> None:
        self.items: list[Any] = []
        self._places: dict[Hashable, int] = {}

    def put(self, item: Any) -> int:
        """Where the thing stands."""
        key = repr(item)
        if key not in self._places:
            self._places[key] = len(self.items)
            self.items.append(item)
        return self._places[key]


@dataclass(frozen=True, slots=True)
class Mark:
    """A total from which on a hand means something else."""

    total: int
    attackers: bool
    row: int
    up: int
    facts: Hashable


class Hands:
    """The pools under construction for one ruleset and language."""

    def __init__(self, rules: Rules, lang: str) -> None:
        self.rules, self.lang = rules, lang
        self.bare = _bare(rules)
        self.sentences, self.rows, self.columns = Pool(), Pool(), Pool()
        self.outcomes, self.runs = Pool(), Pool()
        self.flag = flag_level(rules)
        self.enough = enough(rules)
        self._marks: dict[Hashable, list[Mark]] = {}
        self._said: dict[Reason, int] = {}

    def table(self) -> dict[str, Any]:
        """By mode and kind of hand the outcomes and the rules a total meets, and the pools they point into."""
        hands = {mode: self._mode(levels) for mode, levels in self._modes().items()}
        return {
            "hands": hands, "reads": {mode: self._reads(flag=mode == "flag") for mode in hands},
            "runs": self.runs.items, "rows": self.rows.items, "outcomes": self.outcomes.items,
            "columns": self.columns.items, "sentences": self.sentences.items,
        }  # fmt: skip

    def _modes(self) -> dict[str, Sequence[int]]:
        plain = [level for level in range(self.rules.top) if level != self.flag]
        return {"plain": plain, **({} if self.flag is None else {"flag": [self.flag]})}

    def _mode(self, levels: Sequence[int]) -> dict[str, int]:
        if self.rules.finish is not None:
            orders = {f"{ROLES[w]}-{place}": (w, place) for w in (DECLARER, ATTACKER) for place in PLACES}
            return {key: self._finish(levels, *order) for key, order in orders.items()}
        assert self.rules.points is not None
        found = {}
        for kind in variants(self.rules.points, self.rules.ruleset.deck.decks):
            at = [level for level in levels if kind.only in (None, self.rules.levels[level])]
            if at:
                found[kind.key] = self._points(at, kind)
        return found

    def _points(self, levels: Sequence[int], kind: Variant) -> int:
        """The runs of a kind of hand: [from, outcome]."""
        places: dict[Hashable, int] = {}
        runs: list[list[int]] = []
        for mark in self._marked(kind.hand, flag=levels[0] == self.flag):
            if mark.facts not in places:
                places[mark.facts] = self._outcome(levels, kind.at(mark.total), attackers=mark.attackers)
            _extend(runs, mark.total, places[mark.facts])
        return self.runs.put(runs)

    def _reads(self, *, flag: bool) -> dict[str, int]:
        """The rule each total meets: runs [from, row, levels climbed by it]."""
        kinds = {"none": HandFacts(DECLARER), "captured": HandFacts(DECLARER, capture="single"), ENDED: ENDED_HAND}
        marked = {} if self.rules.finish else {name: self._marked(hand, flag=flag) for name, hand in kinds.items()}
        return {
            name: self.runs.put([[mark.total, mark.row, mark.up] for mark in marks]) for name, marks in marked.items()
        }

    def _marked(self, hand: HandFacts, *, flag: bool) -> list[Mark]:
        """Every total at which the rule it meets changes; the same for all hands that were captured."""
        key = hand.capture != "none", hand.ended_by_offence, flag
        if key not in self._marks:
            self._marks[key] = _changes(self._mark(hand, total, flag=flag) for total in listed(self.rules))
        return self._marks[key]

    def _mark(self, hand: HandFacts, total: int, *, flag: bool) -> Mark:
        points = self.bare.points
        assert points is not None
        special = not (hand.ended_by_offence or flag)
        cell = cell_of(self.bare, points, hand, total, total, special, flag)
        text, start, sign = rule_of(self.rules, cell, total, self.lang)
        steps = min(cell.steps, self.enough) if self.rules.by_levels else cell.steps
        facts = (cell.attackers, steps, cell.success, cell.to, cell.to_must_play, _extreme(points, total))
        return Mark(total, cell.attackers, self.rows.put([self.sentences.put(text), start, sign]), cell.steps, facts)

    def _finish(self, levels: Sequence[int], winner: int, place: int) -> int:
        """The outcome of an order of finishing."""
        hand = HandFacts(DECLARER, finish=order(winner, place))
        return self._outcome(levels, hand, attackers=winner == ATTACKER)

    def _outcome(self, levels: Sequence[int], hand: HandFacts, *, attackers: bool) -> int:
        """What a hand does: who is on stage and, of either side, the column of what it does from each level."""
        done = settle(self.bare, (levels[0], 0), (0, 0), hand)
        climber = ATTACKER if attackers else DECLARER
        declarer = [self._stands(level, hand, climber) if level in levels else None for level in range(self.rules.top)]
        against = [self._opposes(levels[0], level, hand, climber) for level in range(self.rules.top)]
        found = {
            "on_stage": ROLES[done.on_stage],
            "declarer": self.columns.put(declarer),
            "attackers": self.columns.put(against),
        }
        counted = {} if self.rules.by_levels else {"steps": self._steps(levels, hand, climber)}
        return self.outcomes.put({**found, **self._more(done), **counted})

    def _more(self, done: Settled) -> dict[str, Any]:
        """An early win (who, its code and sentence), cards the attackers owe for jokers; `first`: how they finished."""
        found: dict[str, Any] = {}
        if self.rules.finish is not None:
            found["first"] = self._say(done.reasons[0])
        if done.early is not None:
            found["early"] = [ROLES[done.early[0]], done.early[1], self._say(("early-win", done.early, "settle.early"))]
        if done.tribute is not None:
            found["owe"] = done.tribute[2] if done.tribute[0] == ATTACKER else -done.tribute[2]
        return found

    def _steps(self, levels: Sequence[int], hand: HandFacts, climber: int) -> list[int | None]:
        """Where no levels move, the points the side that climbs gets, by its level."""
        pairs = [(level, 0) if climber == DECLARER else (levels[0], level) for level in range(self.rules.top)]
        played = [climber == ATTACKER or level in levels for level in range(self.rules.top)]
        return [
            settle(self.bare, pair, (0, 0), hand).score[climber] if known else None
            for pair, known in zip(pairs, played, strict=True)
        ]

    def _stands(self, level: int, hand: HandFacts, climber: int) -> Entry:
        """What the hand does to a declarer side from this level; at a level with lives, by those used: {lives: []}."""
        lives = lives_at(self.rules, level)
        if not lives:
            return self._entry((level, 0), (1, 1), hand, DECLARER, climber)
        return {"lives": [self._entry((level, 0), (used, 1), hand, DECLARER, climber) for used in range(lives)]}

    def _opposes(self, declarer: int, level: int, hand: HandFacts, climber: int) -> Entry:
        return self._entry((declarer, level), (0, 1), hand, ATTACKER, climber)

    def _entry(self, levels: tuple[int, int], used: tuple[int, int], hand: HandFacts, side: int, climber: int) -> Entry:
        done = settle(self.bare, levels, used, hand)
        said = [self._say(reason) for reason in done.reasons[self._first :] if _is_told(reason, side, climber)]
        failures = None if done.failures[side] == used[side] else done.failures[side]
        return [done.levels[side], failures, *said] if said or failures is not None else done.levels[side]

    @property
    def _first(self) -> int:
        """Where the effects begin in a reasoning: after the sum and the rule, or after the order of finishing."""
        return 1 if self.rules.finish is not None else 2

    def _say(self, reason: Reason) -> int:
        if reason not in self._said:
            self._said[reason] = self.sentences.put(worded(self.rules, reason, self.lang))
        return self._said[reason]


def _bare(rules: Rules) -> Rules:
    """The same rules reading special rows on the total, and asking tribute for jokers only."""
    if rules.points is None:
        return rules
    return replace(rules, points=rules.points.model_copy(update={"special_on": "total", "tribute": None}))


def _is_told(reason: Reason, side: int, climber: int) -> bool:
    """Steps of the climb are told of the side that climbs, all others of the declarer side."""
    if reason[0] in TOLD_APART:
        return False
    return side == (climber if reason[0] in OF_CLIMB else DECLARER)


def _extreme(points: PointsSettlement, total: int) -> tuple[bool, bool]:
    full = points.early.full_score
    return points.early.shutout and total == 0, full is not None and total >= full


def _extend(runs: list[list[int]], total: int, value: int) -> None:
    """A run more, unless the last one goes on."""
    if not runs or runs[-1][1] != value:
        runs.append([total, value])


def _changes(marks: Iterable[Mark]) -> list[Mark]:
    found: list[Mark] = []
    for mark in marks:
        if not found or replace(mark, total=found[-1].total) != found[-1]:
            found.append(mark)
    return found


def listed(rules: Rules) -> range:
    """The totals worth listing: above the last one the attackers climb no further, whatever their level."""
    highest = 2 * rules.max_points
    while highest < FAR and any(_grows(rules, read, highest) for read in _tables(rules)):
        highest += 5 * rules.ruleset.deck.decks
    return range(0, highest + 1, 5)


def _tables(rules: Rules) -> list[Callable[[int], Outcome]]:
    """What the attackers' total is read from: the table, and the flag hand's."""
    flag = rules.points.flag if rules.points else None
    tables: list[Callable[[int], Outcome]] = [lambda total: outcome(rules, total, True)]
    return tables if flag is None else [*tables, lambda total: flag_outcome(flag, total)]


def _grows(rules: Rules, read: Callable[[int], Outcome], total: int) -> bool:
    """Whether more points would still be more levels, for a side on the first one."""
    return read(total).steps < min(enough(rules), read(total + FAR).steps)


def enough(rules: Rules) -> int:
    """So many levels from a total do what any more of them do."""
    return max(rules.top, 0 if rules.cap is None else rules.cap) + 1


def flag_level(rules: Rules) -> int | None:
    """The level whose hand has no kitty."""
    rule = rules.points.flag if rules.points else None
    return None if rule is None else rules.number.get(rule.level)


def lives_at(rules: Rules, level: int) -> int:
    """The lives of a level; 0 where they are not counted."""
    rule = rules.ruleset.ladder.attempts
    return rule.lives if rule is not None and rules.levels[level] == rule.level else 0


def order(winner: int, place: int) -> tuple[str, ...]:
    """A finishing order in which this side is first and its other player takes that place."""
    mine, theirs = SIDES[winner], SIDES[1 - winner]
    rest = [f"{theirs}1", f"{theirs}2"]
    return (f"{mine}1", *rest[: place - 2], f"{mine}2", *rest[place - 2 :])


def tribute_runs(rules: Rules) -> list[list[int]] | None:
    """Cards the attackers owe by a total (negative: the declarer side), as runs; null where there is no tribute."""
    points = rules.points
    if points is None or (points.tribute is None and points.jokers is None):
        return None
    alone = replace(rules, points=points.model_copy(update={"jokers": None}))
    found: list[list[int]] = []
    for total in listed(rules):
        owed = settle(alone, (0, 0), (0, 0), HandFacts(DECLARER, table_points=total)).tribute
        cards = 0 if owed is None else owed[1] if owed[0] == ATTACKER else -owed[1]
        _extend(found, total, cards)
    return found


def beyond(rules: Rules) -> dict[str, Any]:
    """Past the last run, by `plain` and `flag`: [for every so many points, so many levels more, up to so many].

    `tribute`: for how many points the declarer side owes another card.
    """
    points = rules.points
    if points is None:
        return {}
    table, flag = points.table, points.flag
    owed = points.tribute
    found: dict[str, Any] = {
        "tribute": owed and owed.step,
        "plain": None,
        "flag": None if flag is None else [flag.step, 1, None],
    }
    if isinstance(table, StepTable):
        found["plain"] = [table.step, 1, table.attackers_cap]
    elif isinstance(table, BandTable) and table.beyond:
        found["plain"] = [table.beyond.every, table.beyond.levels, table.beyond.cap]
    return found
