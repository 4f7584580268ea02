"""A large bracket in parts that fit a screen: sections of its first rounds, then the rounds in which they meet."""

from dataclasses import replace

from django.utils.translation import gettext as _

from .bracket import Box, Plan

MOST_ROWS = 16


def sections_of(plan: Plan, most_rows: int = MOST_ROWS) -> list[Plan]:
    """The plan itself where it is small enough; else sections of at most about `most_rows`, and the end of the tree.

    A section ends with the match whose winner leaves it; that match is shown again where the sections meet.
    """
    if plan.rows <= most_rows:
        return [plan]
    cut = max(0, most_rows.bit_length() - 1)
    column = min(cut, plan.columns - 1)
    heads = [index for index, box in enumerate(plan.boxes) if box.column == column]
    heads.sort(key=lambda index: plan.boxes[index].row)
    parts = [
        _part(plan, _under(plan, head), 0, _("第 %(number)d 区") % {"number": number})
        for number, head in enumerate(heads, start=1)
    ]
    late = [index for index, box in enumerate(plan.boxes) if box.column >= column]
    return [*parts, _part(plan, late, column, plan.name)]


def at_play(plan: Plan, columns: int, rows: int, sections: int) -> list[Plan]:
    """The parts of a tree that tell something now, each of about `columns` rounds and at most `rows` of their matches.

    They begin with the first round that is not over; where that takes more than `sections` parts, with the first that
    does not. A part that only says of its sides whose winner will stand there is left out.
    """
    last = max(0, plan.columns - columns)
    open_ = min((box.column for box in plan.boxes if not any(line.won for line in box.lines)), default=last)
    first = next((one for one in range(open_, last) if _count(plan, one) <= rows * sections), last)
    rest = _part(plan, [index for index, box in enumerate(plan.boxes) if box.column >= first], first, plan.name)
    fed = {(plan.boxes[box.feeds[0]].match.pk, box.feeds[1]) for box in plan.boxes if box.feeds}
    return [part for part in sections_of(rest, rows) if _tells(part, fed)]


def _tells(part: Plan, fed: set[tuple[int, int]]) -> bool:
    """True if any side is a team, or comes from elsewhere than the tree itself."""
    sides = [(box.match.pk, side, line) for box in part.boxes for side, line in enumerate(box.lines)]
    return any(line.team_id is not None or (match, side) not in fed for match, side, line in sides)


def _count(plan: Plan, column: int) -> int:
    return sum(box.column == column for box in plan.boxes)


def _under(plan: Plan, head: int) -> list[int]:
    """The boxes of the tree that ends in `head`; boxes stand behind the box they feed."""
    found = {head}
    for index, box in enumerate(plan.boxes):
        if box.feeds and box.feeds[0] in found:
            found.add(index)
    return sorted(found)


def _part(plan: Plan, indexes: list[int], first: int, name: str) -> Plan:
    """These boxes alone, moved up and to the left; rows close up where a column of feeders is left out."""
    position = {old: new for new, old in enumerate(indexes)}
    rows = _rows(plan, indexes)
    boxes: list[Box] = []
    for old in indexes:
        box = plan.boxes[old]
        feeds = (position[box.feeds[0]], box.feeds[1]) if box.feeds and box.feeds[0] in position else None
        boxes.append(replace(box, column=box.column - first, row=rows[old], feeds=feeds))
    columns = 1 + max(box.column for box in boxes)
    height = 1 + int(max(box.row for box in boxes))
    return Plan(name, tuple(boxes), columns, height, plan.rounds[first : first + columns])


def _rows(plan: Plan, indexes: list[int]) -> dict[int, float]:
    """Rows anew: boxes without feeders among these one below the other, the others in the middle of theirs."""
    feeders: dict[int, list[int]] = {index: [] for index in indexes}
    for index in indexes:
        feeds = plan.boxes[index].feeds
        if feeds and feeds[0] in feeders:
            feeders[feeds[0]].append(index)
    leaves = sorted((index for index in indexes if not feeders[index]), key=lambda index: plan.boxes[index].row)
    rows: dict[int, float] = {index: float(row) for row, index in enumerate(leaves)}
    for index in sorted(indexes, key=lambda index: plan.boxes[index].column):
        if feeders[index]:
            rows[index] = sum(rows[one] for one in feeders[index]) / len(feeders[index])
    return rows
