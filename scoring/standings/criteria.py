"""The criteria a standing can be decided by, each declared once: key, names, direction and what it reads."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.errors import ScoringError
from scoring.standings.model import Number, Skip
from scoring.standings.totals import Pairs, Totals

Values = dict[str, Number | None]


@dataclass(frozen=True, slots=True)
class Sources:
    """What criteria read: the sums of every team, who took what from whom, and the lots drawn."""

    totals: Mapping[str, Totals]
    meetings: Pairs
    extra: Pairs
    lots: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Criterion:
    """A criterion by key.

    `total` reads one team's sums; `among` reads a whole tied set and may be skipped with a reason. `again` applies the
    criterion to every smaller part it leaves; `settles` marks those that a later event (a lot, a match) can settle.
    """

    key: str
    name_zh: str
    name_en: str
    best: Literal["high", "low"] = "high"
    needs_rounds: bool = False
    total: Callable[[Totals], Number | None] | None = None
    among: Callable[[Sources, Sequence[str]], Values | Skip] | None = None
    again: bool = False
    settles: bool = False

    def values(self, sources: Sources, tied: Sequence[str]) -> Values | Skip:
        """The number of every team of the set, or why the criterion says nothing about it."""
        if self.among is not None:
            return self.among(sources, tied)
        if self.total is None:
            raise TypeError(f"criterion {self.key} reads nothing")
        return {team: self.total(sources.totals[team]) for team in tied}


def _cumulative(team: Totals) -> Number:
    """Running totals after round 2, 3 … R, added up: round r counts in every total from max(r, 2) on."""
    last = team.last_round
    return sum(points * (last - max(number, 2) + 1) for number, points in team.rounds.items()) if last > 1 else 0


def _best_round(team: Totals, which: int) -> Number | None:
    """The best (0) or second best (1) of rounds 1 … R; a round without a match is 0; None before there are as many."""
    if team.last_round <= which:
        return None
    scores = [team.rounds.get(number, 0) for number in range(1, team.last_round + 1)]
    return sorted(scores, reverse=True)[which]


def _mini_table(pairs: Pairs, tied: Sequence[str]) -> Values | Skip:
    """Points in the matches among the set, if all of them have met."""
    values: Values = {}
    for team in tied:
        row = pairs.get(team, {})
        total: Number = 0
        for other in tied:
            if other == team:
                continue
            if other not in row:
                return "not-all-met"
            total += row[other]
        values[team] = total
    return values


def _only_two(sources: Sources, tied: Sequence[str]) -> Values | Skip:
    return _mini_table(sources.meetings, tied) if len(tied) == 2 else "not-two"


def _lot(sources: Sources, tied: Sequence[str]) -> Values | Skip:
    """Places in the last lot that names exactly this set, 1 first."""
    wanted = set(tied)
    for lot in reversed(sources.lots):
        if len(lot) == len(wanted) and set(lot) == wanted:
            return {team: place for place, team in enumerate(lot, start=1)}
    return "no-lot"


_ALL = (
    Criterion("points", "积分", "points", total=lambda team: team.points),
    Criterion(
        "head-to-head",
        "相互间比赛积分",
        "points in the matches among the tied teams",
        among=lambda sources, tied: _mini_table(sources.meetings, tied),
        again=True,
    ),
    Criterion("head-to-head-two", "两队相互间胜负", "result between the two teams", among=_only_two),
    Criterion("wins", "胜场数", "wins", total=lambda team: team.won),
    Criterion("level-difference", "净胜级数", "level difference", total=lambda team: team.level_difference),
    Criterion("levels-total", "总级数", "levels in all matches", total=lambda team: team.levels_total),
    Criterion("levels-in-wins", "胜场级数之和", "levels in won matches", total=lambda team: team.levels_in_wins),
    Criterion("levels-in-losses", "负场级数之和", "levels in lost matches", total=lambda team: team.levels_in_losses),
    Criterion("opponents-points", "对手积分之和", "opponents' points", total=lambda team: team.opponents_points),
    Criterion(
        "cumulative-points-without-first-round",
        "去首累进分",
        "cumulative points without the first round",
        needs_rounds=True,
        total=_cumulative,
    ),
    Criterion("best-round", "最高一轮得分", "best round", needs_rounds=True, total=lambda team: _best_round(team, 0)),
    Criterion(
        "second-best-round",
        "次高一轮得分",
        "second best round",
        needs_rounds=True,
        total=lambda team: _best_round(team, 1),
    ),
    Criterion("fewest-penalties", "罚分少者", "fewest penalty points", best="low", total=lambda team: team.penalties),
    Criterion("fewest-forfeits", "弃权少者", "fewest forfeits", best="low", total=lambda team: team.forfeits),
    Criterion("lot", "抽签", "lot", best="low", among=_lot, settles=True),
    Criterion(
        "extra-match",
        "加赛",
        "extra match",
        among=lambda sources, tied: _mini_table(sources.extra, tied),
        again=True,
        settles=True,
    ),
)
CRITERIA: Mapping[str, Criterion] = {criterion.key: criterion for criterion in _ALL}
# Not to be chosen: who is disqualified stands behind all others before anything is compared, where the stage says so.
DISQUALIFIED = Criterion("disqualified", "取消资格", "disqualification", best="low")


def criterion_of(key: str) -> Criterion:
    """The criterion that a step of a chain names."""
    return DISQUALIFIED if key == DISQUALIFIED.key else CRITERIA[key]


def chosen(keys: Sequence[str]) -> tuple[Criterion, ...]:
    """The criteria of an ordered list of keys; ScoringError at `criteria[i]` for an unknown or doubled one."""
    for index, key in enumerate(keys):
        if not isinstance(key, str) or key not in CRITERIA:
            allowed = "、".join(CRITERIA)
            raise ScoringError(f"criteria[{index}]", f"没有名次依据“{key}”，可用的有：{allowed}")
        if key in keys[:index]:
            raise ScoringError(f"criteria[{index}]", f"名次依据“{key}”出现了两次，每项只能用一次")
    return tuple(CRITERIA[key] for key in keys)
