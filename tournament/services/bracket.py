"""The bracket as a picture's plan: which match stands in which column and row; screen and print draw the same plan."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Match, MatchSlot, Stage, Tournament

from .fixtures import matches_of, slots_of
from .match_words import Title, side_text, titles_of
from .notice_words import short_day
from .result_words import side_score
from .shown import Shown
from .standings import results_of


@dataclass(frozen=True, slots=True)
class Line:
    """One side of a match as drawn: its text, its score, whether it won, its team once known."""

    text: str
    score: str
    won: bool
    team_id: int | None


@dataclass(frozen=True, slots=True)
class Box:
    """A match in the plan: `column` 0 is the first round, `row` the middle of the box in units of one match.

    `feeds` is the box of the next match and the side (0 or 1) it leads to, as indexes into the plan's boxes.
    """

    match: Match
    title: str
    when: str
    column: int
    row: float
    lines: tuple[Line, Line]
    feeds: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Plan:
    """One tree: its name, its boxes, how many columns and rows it takes, the columns' names."""

    name: str
    boxes: tuple[Box, ...]
    columns: int
    rows: int
    rounds: tuple[str, ...]


def plans_of(
    matches: Sequence[Match], titles: Mapping[int, Title], results: Mapping[int, Mapping[str, Any]], shown: Shown
) -> list[Plan]:
    """The main tree first, then the trees of placement matches. `matches` are one knockout stage's, slots loaded.

    `results` are confirmed results by match; they, hours and tables are drawn only as far as `shown` allows.
    """
    by_id = {match.pk: match for match in matches}
    fed = {child for match in matches for child in _children(match, by_id) if child is not None}
    roots = sorted((match for match in matches if match.pk not in fed), key=lambda match: (match.place or 99, match.pk))
    plans = [_Planner(by_id, titles, results if shown.results else {}, shown).plan(root) for root in roots]
    if not matches or not matches[0].stage.settings.get("until"):
        return plans
    words = _("%(stage)s第%(number)d区")  # each section sends one team to the last round robin
    facts = [{"stage": matches[0].stage.name, "number": number} for number in range(1, len(plans) + 1)]
    return [replace(plan, name=words % one) for plan, one in zip(plans, facts, strict=True)]


def tournament_plans(tournament: Tournament, shown: Shown) -> list[Plan]:
    """The trees of all its knockout stages, in their order."""
    matches = matches_of(tournament)
    return stage_plans(matches, titles_of(matches), results_of(match.pk for match in matches), shown)


def stage_plans(
    matches: Sequence[Match], titles: Mapping[int, Title], results: Mapping[int, Mapping[str, Any]], shown: Shown
) -> list[Plan]:
    """The trees of the knockout stages among a tournament's matches."""
    stages: dict[int, list[Match]] = {}
    for match in sorted(matches, key=lambda match: match.stage.number):
        if match.stage.kind == Stage.Kind.KNOCKOUT:
            stages.setdefault(match.stage_id, []).append(match)
    return [plan for group in stages.values() for plan in plans_of(group, titles, results, shown)]


def _children(match: Match, by_id: Mapping[int, Match]) -> list[int | None]:
    """The matches whose winners play this one, side a first; none for a side that comes from elsewhere."""
    slots = slots_of(match)
    return [
        slot.source_match_id
        if (slot := slots.get(side)) and slot.source == MatchSlot.Source.WINNER and slot.source_match_id in by_id
        else None
        for side in "ab"
    ]


class _Planner:
    """Places one tree, feeders above and below the match they feed."""

    def __init__(
        self,
        by_id: Mapping[int, Match],
        titles: Mapping[int, Title],
        results: Mapping[int, Mapping[str, Any]],
        shown: Shown,
    ) -> None:
        self.by_id, self.titles, self.results, self.shown = by_id, titles, results, shown
        self.boxes: list[Box] = []
        self.rows = 0
        days = {timezone.localdate(match.starts_at) for match in by_id.values() if match.starts_at}
        self.dated = len(days) > 1

    def plan(self, root: Match) -> Plan:
        """The whole tree that ends in `root`."""
        columns = self._depth(root)
        self._place(root, columns - 1, None)
        names = {box.column: self.titles[box.match.pk].stage for box in self.boxes}
        rounds = tuple(names.get(column, "") for column in range(columns))
        return Plan(self.titles[root.pk].stage, tuple(self.boxes), columns, max(self.rows, 1), rounds)

    def _depth(self, match: Match) -> int:
        feeders = [child for child in _children(match, self.by_id) if child is not None]
        return 1 + max((self._depth(self.by_id[child]) for child in feeders), default=0)

    def _place(self, match: Match, column: int, feeds: tuple[int, int] | None) -> float:
        """Put the match and all that feed it; returns its row."""
        index = len(self.boxes)
        self.boxes.append(self._box(match, column, 0.0, feeds))
        rows = [
            self._place(self.by_id[child], column - 1, (index, side))
            for side, child in enumerate(_children(match, self.by_id))
            if child is not None
        ]
        if not rows:
            rows = [float(self.rows)]
            self.rows += 1
        row = sum(rows) / len(rows)
        self.boxes[index] = self._box(match, column, row, feeds)
        return row

    def _box(self, match: Match, column: int, row: float, feeds: tuple[int, int] | None) -> Box:
        result = self.results.get(match.pk)
        slots = slots_of(match)
        lines = (self._line(slots.get("a"), "a", result), self._line(slots.get("b"), "b", result))
        when = when_text(match, dated=self.dated) if self.shown.schedule else ""
        return Box(match, self.titles[match.pk].full, when, column, row, lines, feeds)

    def _line(self, slot: MatchSlot | None, side: str, result: Mapping[str, Any] | None) -> Line:
        text = side_text(slot, self.titles, resolved=self.shown.results)
        team_id = slot.team_id if slot is not None and self.shown.results else None
        if result is None:
            return Line(text, "", False, team_id)
        return Line(text, side_score(result, side), result["winner"] == side, team_id)


def when_text(match: Match, *, dated: bool = False) -> str:
    """Start and table: 16:10 3号桌, 4月9日 12:10 3号桌 if `dated`; empty where neither is fixed."""
    start = timezone.localtime(match.starts_at) if match.starts_at else None
    hour = f"{start:%H:%M}" if start else ""
    day = short_day(start) if start and dated else ""
    table = _("%(number)d号桌") % {"number": match.table.number} if match.table else ""
    return " ".join(filter(None, (day, hour, table)))


def champion(plans: Iterable[Plan]) -> str:
    """The winner of the main tree's last match, empty while open."""
    main = next(iter(plans), None)
    return next((line.text for line in main.boxes[0].lines if line.won), "") if main else ""
