"""Offences: which step of its ladder a penalty is, and what that step does."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.ruleset.compiled import Rules
from scoring.ruleset.offence import Effect, Offence

DISCRETION = Effect(kind="discretion")
OTHER = Offence(code="other", effects=(DISCRETION,))
ENDING = frozenset({"change-stage", "hand-lost"})
DECIDING: Mapping[str, str] = {"disqualify": "disqualification", "forfeit": "forfeit", "match-lost": "ruling"}


@dataclass(frozen=True, slots=True)
class Penalty:
    """One penalty entry: `side` 0 or 1, `count` cards or times, `effect` what the referee chose, if at discretion.

    `key` tells penalties apart; `n` is what the result shows.
    """

    n: int
    key: int
    side: int
    offence: str
    player: int | None = None
    count: int = 1
    effect: tuple[str, int] | None = None
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class Resolved:
    """What a penalty does: its ordinal, the kind of effect, its points in the hand, the levels it moves."""

    penalty: Penalty
    step: int
    kind: str
    points: int
    levels: int
    ends_hand: bool
    against_declarer: bool
    misdeal_if_both: bool


def known(rules: Rules, code: str) -> Offence | None:
    """The offence of that code; `other` always exists."""
    return rules.offences.get(code) or (OTHER if code == "other" else None)


def discretionary(offence: Offence) -> bool:
    """Whether the referee chooses what the offence costs."""
    return any(effect.kind == "discretion" for effect in offence.effects)


def ladder_key(offence: Offence, penalty: Penalty) -> tuple[str, int, int | None]:
    """Whose ladder a penalty climbs: the side's, or the player's."""
    by_player = offence.scope == "player" and not discretionary(offence)
    return offence.code, penalty.side, penalty.player if by_player else None


def effect_at(offence: Offence, step: int) -> Effect:
    """The ladder's effect at the step-th time (from 1): the last one repeats, or grows by `increase`."""
    effects = offence.effects
    effect = effects[min(step, len(effects)) - 1]
    beyond = step - len(effects)
    if beyond > 0 and offence.increase and effect.points is not None:
        return Effect(kind="points", points=effect.points + offence.increase * beyond)
    return effect


def resolve(rules: Rules, penalty: Penalty, step: int) -> Resolved:
    """What the step-th penalty of its kind does."""
    offence = known(rules, penalty.offence) or OTHER
    effect = effect_at(offence, step)
    kind: str = effect.kind
    points, levels = (effect.points or 0) * penalty.count, effect.levels or 0
    if kind == "discretion":
        kind, points, levels = _chosen(penalty)
    return Resolved(
        penalty=penalty, step=step, kind=kind, points=points if kind == "points" else 0, levels=levels,
        ends_hand=(offence.ends_hand and kind != "warning") or kind in ENDING or kind == "misdeal",
        against_declarer=offence.against == "declarer",
        misdeal_if_both=offence.both_sides == "misdeal",
    )  # fmt: skip


def _chosen(penalty: Penalty) -> tuple[str, int, int]:
    """The referee's choice; none is a warning."""
    kind, amount = penalty.effect or ("warning", 0)
    return kind, amount if kind == "points" else 0, amount if kind == "levels" else 0


def resolve_all(rules: Rules, penalties: Iterable[Penalty], before: Mapping[int, Resolved]) -> dict[int, Resolved]:
    """Every live penalty of a match by its key, in the order given: each ladder counts within its scope.

    `before` holds what was resolved last time; a penalty whose ordinal has not changed is taken over.
    """
    counts: dict[tuple[str, int, int | None], int] = {}
    found: dict[int, Resolved] = {}
    for penalty in penalties:
        key = ladder_key(known(rules, penalty.offence) or OTHER, penalty)
        counts[key] = counts.get(key, 0) + 1
        old = before.get(penalty.key)
        same = old is not None and old.step == counts[key] and old.penalty is penalty
        found[penalty.key] = old if old is not None and same else resolve(rules, penalty, counts[key])
    return found


def late(rules: Rules, minutes: int) -> tuple[str, int]:
    """What lateness costs: ("none" | "levels" | "forfeit", levels the opponents start higher)."""
    rule = rules.ruleset.time.late
    if rule.forfeit_after_minutes is not None and minutes > 0 and minutes >= rule.forfeit_after_minutes:
        return "forfeit", 0
    if rule.every_minutes and rule.levels and minutes >= rule.every_minutes:
        return "levels", minutes // rule.every_minutes * rule.levels
    return "none", 0
