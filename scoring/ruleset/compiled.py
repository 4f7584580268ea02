"""A ruleset made ready for settling: level numbers, offences by code, and the overrides of one match applied."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.ruleset.document import Ruleset
from scoring.ruleset.match import Criterion
from scoring.ruleset.offence import Offence
from scoring.ruleset.settlement import FinishSettlement, PointsSettlement

OVERRIDES = ("time_limit_minutes", "games_to_win", "max_hands")


@dataclass(frozen=True, slots=True, eq=False)
class Rules:
    """What the fold reads. Levels are counted from 0; `top` (their number) means past the last one."""

    ruleset: Ruleset
    overrides: Mapping[str, int]
    levels: tuple[str, ...]
    number: Mapping[str, int]
    top: int
    next_must: tuple[int, ...]
    held: tuple[bool, ...]
    points: PointsSettlement | None
    finish: FinishSettlement | None
    by_levels: bool
    max_points: int
    offences: Mapping[str, Offence]
    games_to_win: int
    max_hands: int | None
    limit_minutes: int | None
    decide: tuple[Criterion, ...]
    outcomes: dict[tuple[int, bool], object]

    @property
    def cap(self) -> int | None:
        """The most levels one hand may bring."""
        return self.ruleset.ladder.cap


def compile_rules(ruleset: Ruleset, overrides: Mapping[str, int]) -> Rules:
    """The compiled rules, made once for each ruleset and set of overrides."""
    key = tuple(sorted(overrides.items()))
    found = ruleset._compiled.get(key)
    if not isinstance(found, Rules):
        found = ruleset._compiled[key] = _compile(ruleset, dict(overrides))
    return found


def _compile(ruleset: Ruleset, overrides: dict[str, int]) -> Rules:
    ladder, settle, match = ruleset.ladder, ruleset.settle, ruleset.match
    must = _must_play(ruleset)
    top = len(ladder.levels)
    return Rules(
        ruleset=ruleset, overrides=overrides, levels=ladder.levels, top=top,
        number={level: index for index, level in enumerate(ladder.levels)},
        next_must=tuple(next((high for high in range(low + 1, top) if must[high]), top) for low in range(top)),
        held=must, points=settle if isinstance(settle, PointsSettlement) else None,
        finish=settle if isinstance(settle, FinishSettlement) else None, by_levels=settle.counts == "levels",
        max_points=100 * ruleset.deck.decks, offences={offence.code: offence for offence in ruleset.offences},
        games_to_win=overrides.get("games_to_win", match.games_to_win),
        max_hands=overrides.get("max_hands", match.max_hands),
        limit_minutes=overrides.get("time_limit_minutes", ruleset.time.limit_minutes),
        decide=match.decide, outcomes={},
    )  # fmt: skip


def _must_play(ruleset: Ruleset) -> tuple[bool, ...]:
    ladder = ruleset.ladder
    last = ladder.levels[-1]
    return tuple(level in ladder.must_play or (level == last and ladder.last_must_play) for level in ladder.levels)
