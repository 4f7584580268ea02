"""What a hand does besides its table: demotions, 5-10-K, red fives, lives of a level, jokers, tribute, early wins."""

from dataclasses import dataclass, field

from scoring.hand.facts import HandFacts, Reason, Settled
from scoring.hand.tables import Outcome
from scoring.ladder import capped, climb, fall, steps_to
from scoring.ruleset.compiled import Rules
from scoring.ruleset.settlement import Jokers, PointsSettlement

Pair = tuple[int, int]


@dataclass(slots=True)
class Work:
    """A hand being settled: what is known before, and what the effects change."""

    rules: Rules
    settle: PointsSettlement
    hand: HandFacts
    total: int
    earned: int
    before: tuple[int, int]
    failures: tuple[int, int]
    flag: bool
    cell: Outcome
    reasons: list[Reason]
    after: list[int] = field(init=False)
    score: list[int] = field(init=False)
    on_stage: int = field(init=False)
    climbed: int = field(init=False)  # how many steps tell of the table and the climb

    def __post_init__(self) -> None:
        self.after = list(self.before)
        self.score = [0, 0]
        self.climbed = len(self.reasons)
        self.on_stage = 1 - self.hand.declarer if self.cell.attackers else self.hand.declarer

    def say(self, code: str, facts: tuple[object, ...], knob: str) -> None:
        """Add a step of the reasoning."""
        self.reasons.append((code, facts, knob))

    def climb(self, side: int, steps: int, *, asked: int) -> None:
        """Move a side up, or count its points where no levels move."""
        if steps < asked:
            self.say("cap", (steps,), "ladder.cap")
        if not self.rules.by_levels:
            self.score[side] += steps
            if self.settle.counts == "zero-sum":
                self.score[1 - side] -= steps
            return
        old = self.before[side]
        self.after[side] = climb(self.rules, old, steps, as_declarer=side == self.hand.declarer)
        if self.after[side] < min(old + steps, self.rules.top):
            self.say("must-play", (side, self.after[side]), "ladder.must_play")
        self.climbed = len(self.reasons)

    def raise_to(self, side: int, target: str) -> int:
        """The level of a side that goes straight to `target`: never lower than it stands or has climbed."""
        steps = capped(self.rules, steps_to(self.rules, self.before[side], target))
        return climb(self.rules, self.before[side], steps, as_declarer=side == self.hand.declarer)

    def say_short_of(self, side: int, target: str) -> None:
        """Say so, beside the steps of the climb, where the levels of one hand end before `target`."""
        wanted = steps_to(self.rules, self.before[side], target)
        steps = capped(self.rules, wanted)
        cap: Reason = ("cap", (steps,), "ladder.cap")
        if steps < wanted and self.after[side] < self.rules.number[target] and cap not in self.reasons:
            self.reasons.insert(self.climbed, cap)


def reads(settle: PointsSettlement, wanted: int, total: int, earned: int) -> bool:
    """Whether a special row is met, on the total, on what was earned in play, or on both."""
    if settle.special_on == "total":
        return total == wanted
    return earned == wanted and (settle.special_on == "earned" or total == wanted)


def _counting_jokers(work: Work) -> Jokers | None:
    jokers = work.settle.jokers
    if jokers is None or (work.hand.dry_kitty and not jokers.dry_kitty_counts):
        return None
    return jokers


def joker_levels(work: Work) -> int:
    """Levels the buried jokers add: only for a side that reached its aim."""
    jokers = _counting_jokers(work)
    if jokers is None or not jokers.climb or not work.cell.success or work.hand.ended_by_offence:
        return 0
    return work.hand.small_jokers * jokers.small + work.hand.big_jokers * jokers.big


def _shape(capture: str) -> str:
    return "tractor" if capture.startswith("tractor-") else capture


def demote(work: Work) -> None:
    """A capture with the level card itself may send the declarer side back."""
    hand, declarer = work.hand, work.hand.declarer
    if hand.level_card is None or hand.capture == "none" or not work.rules.by_levels:
        return
    level = work.rules.levels[work.before[declarer]]
    for row in work.settle.demotions:
        if row.at == level and row.shape == _shape(hand.capture) and row.card in ("any", hand.level_card):
            if hand.table_points < row.min_table_points:
                work.say("demotion-short", (hand.table_points, row.min_table_points), "settle.demotions")
                return
            work.after[declarer] = fall(work.rules, work.before[declarer], row.to)
            work.say("demotion", (declarer, hand.level_card, hand.capture, level, row.to), "settle.demotions")
            return


def five_ten_king(work: Work) -> None:
    """Capture by 5-10-K with enough table points: the declarer side falls, the attackers go up and on stage."""
    rule, declarer = work.settle.five_ten_king, work.hand.declarer
    if rule is None or work.hand.capture != "five-ten-king" or not work.rules.by_levels or work.flag:
        return
    if work.hand.table_points <= rule.above_table_points:
        work.say("five-ten-king-short", (work.hand.table_points, rule.above_table_points), "settle.five_ten_king")
        return
    attackers = 1 - declarer
    climbed = work.after[attackers] if work.on_stage == attackers else work.before[attackers]
    work.on_stage = attackers
    work.after[attackers] = max(climbed, work.raise_to(attackers, rule.attackers_to))
    work.after[declarer] = fall(work.rules, work.before[declarer], rule.declarer_to)
    work.say_short_of(attackers, rule.attackers_to)
    work.say("five-ten-king", (declarer, rule.declarer_to, attackers, rule.attackers_to), "settle.five_ten_king")


def special_bid(work: Work) -> None:
    """Red fives shown: the winner of the hand goes up, the other side falls, whichever showed them."""
    rule, bidder = work.settle.special_bid, work.hand.bid_by
    if rule is None or bidder is None or work.flag or not work.rules.by_levels:
        return
    winner = work.on_stage
    loser = 1 - winner
    reached = work.raise_to(winner, rule.winner_to)
    if bidder == winner or rule.never_lowers:
        reached = max(work.after[winner], reached)
    else:
        reached = fall(work.rules, reached, rule.winner_to)
    work.after[winner] = reached
    work.after[loser] = fall(work.rules, work.before[loser], rule.loser_to)
    work.say_short_of(winner, rule.winner_to)
    work.say("red-fives", (bidder, winner, rule.winner_to, rule.loser_to), "settle.special_bid")


def lives(work: Work) -> None:
    """A failed hand at a level with lives costs one; the last one, or red fives in a flag hand, send the side back."""
    declarer = work.hand.declarer
    used = list(work.failures)
    rule = work.rules.ruleset.ladder.attempts
    failed = work.after[declarer] <= work.before[declarer] and work.rules.by_levels
    at_level = rule is not None and work.rules.levels[work.before[declarer]] == rule.level
    if failed and work.flag and work.settle.flag and work.hand.bid_by is not None:
        back = work.settle.flag.red_five_return
        if back is not None:
            work.after[declarer] = fall(work.rules, work.before[declarer], back)
            work.say("flag-red-fives", (work.hand.bid_by, declarer, back), "settle.flag")
    if rule is not None and at_level and failed and not work.hand.ended_by_offence:
        used[declarer] += 1
        work.say("life", (declarer, rule.level, used[declarer], rule.lives), "ladder.attempts")
        if used[declarer] >= rule.lives:
            work.after[declarer] = work.rules.number[rule.back_to]
            work.say("lives-gone", (declarer, rule.back_to), "ladder.attempts")
    work.failures = (used[0], used[1])


def forget_failures(rules: Rules, failures: Pair, old: Pair, new: Pair) -> Pair:
    """Failures count since the last fall to the level they send a side back to."""
    rule = rules.ruleset.ladder.attempts
    if rule is None:
        return failures
    back = rules.number[rule.back_to]
    a, b = (0 if new[s] < old[s] and new[s] <= back else failures[s] for s in (0, 1))
    return a, b


def _early(work: Work) -> tuple[int, str] | None:
    rule, hand = work.settle.early, work.hand
    if hand.ended_by_offence or work.flag:
        return None
    if rule.shutout and reads(work.settle, 0, work.total, work.earned):
        return hand.declarer, "shutout"
    if rule.full_score is not None and _full(work, rule.full_score):
        return 1 - hand.declarer, "full-score"
    jokers = max(hand.small_jokers, hand.big_jokers)
    if rule.buried_jokers is not None and jokers >= rule.buried_jokers and work.cell.success:
        if hand.dry_kitty and not (work.settle.jokers and work.settle.jokers.dry_kitty_counts):
            return None
        return work.on_stage, "buried-jokers"
    return None


def _full(work: Work, wanted: int) -> bool:
    if work.settle.special_on == "total":
        return work.total >= wanted
    return work.earned >= wanted and (work.settle.special_on == "earned" or work.total >= wanted)


def _tribute(work: Work) -> tuple[int, int, int] | None:
    """Who owes cards in the next hand: (side, by points, by jokers)."""
    rule, declarer, attackers = work.settle.tribute, work.hand.declarer, 1 - work.hand.declarer
    by_points = by_jokers = 0  # cards owed by the attackers; negative: by the old declarer side
    if rule is not None and not work.hand.ended_by_offence:
        if work.total < rule.below:
            by_points = -(-(rule.below - work.total) // rule.step)
        elif work.total > rule.above:
            by_points = -((work.total - rule.above) // rule.step)
    jokers = _counting_jokers(work)
    if jokers is not None and jokers.tribute and not work.hand.ended_by_offence:
        worth = work.hand.small_jokers * jokers.small + work.hand.big_jokers * jokers.big
        held = work.on_stage == declarer and work.hand.capture == "none"
        by_jokers = worth if held else (-worth if work.on_stage == attackers else 0)
    owed = by_points + by_jokers
    if owed == 0:
        return None
    payer = attackers if owed > 0 else declarer
    sign = 1 if owed > 0 else -1
    work.say("tribute", (payer, abs(owed), sign * by_points, sign * by_jokers), "settle.tribute")
    return payer, sign * by_points, sign * by_jokers


def finished(work: Work) -> Settled:
    """The settled hand out of the work done."""
    old, new = work.before, (work.after[0], work.after[1])
    passed = next((side for side in (0, 1) if new[side] >= work.rules.top), None)
    for side in (0, 1):
        if new[side] != old[side]:
            work.say("moved", (side, old[side], new[side]), "")
    work.say("on-stage", (work.on_stage, work.on_stage == work.hand.declarer), "")
    early = _early(work)
    if early:
        work.say("early-win", early, "settle.early")
    gain = (new[0] - old[0], new[1] - old[1]) if work.rules.by_levels else (work.score[0], work.score[1])
    return Settled(
        total=work.total, on_stage=work.on_stage, levels=new, gain=gain, score=(work.score[0], work.score[1]),
        failures=forget_failures(work.rules, work.failures, old, new), passed=passed, early=early,
        tribute=_tribute(work), reasons=tuple(work.reasons),
    )  # fmt: skip
