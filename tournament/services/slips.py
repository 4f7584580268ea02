"""Paper slips: the number each team drew, as typed, with what is wrong, and who meets whom as far as it is known."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournament.draw.reveal import sections_of
from tournament.models import Stage, Team

from .drawing import drawn_record, teams_to_draw
from .match_words import group_letter, group_text
from .names import clean


@dataclass(frozen=True, slots=True)
class Row:
    """A team's line: what was typed, the number it means, and what is wrong with it."""

    team: Team
    typed: str
    number: int | None
    error: str


@dataclass(frozen=True, slots=True)
class Slips:
    """All lines; `lots` {team id: number} as far as they are right; `missing` numbers nobody has."""

    rows: list[Row]
    lots: dict[int, int]
    missing: list[int]

    @property
    def complete(self) -> bool:
        """True if every team has a number of its own."""
        return not self.missing and not any(row.error for row in self.rows)


def read_slips(stage: Stage, typed: Mapping[int, str]) -> Slips:
    """Read what was typed for each team. An empty line is missing, not wrong, until all is sent."""
    teams = teams_to_draw(stage)
    numbers = {team.pk: _number(typed.get(team.pk, ""), len(teams)) for team in teams}
    holders: dict[int, list[Team]] = {}
    for team in teams:
        if (number := numbers[team.pk]) is not None:
            holders.setdefault(number, []).append(team)
    rows = [_row(team, typed.get(team.pk, ""), numbers[team.pk], holders, len(teams)) for team in teams]
    lots = {row.team.pk: row.number for row in rows if row.number is not None and not row.error}
    return Slips(rows, lots, [number for number in range(1, len(teams) + 1) if number not in holders])


def preview(stage: Stage, slips: Slips) -> list[dict[str, Any]]:
    """The groups, or the pairs, as far as the numbers tell: `title`, `teams` (None unknown, "" a bye), `clash`."""
    spare = iter(slips.missing + _doubled(slips))
    lots = {row.team.pk: slips.lots.get(row.team.pk) or next(spare) for row in slips.rows}
    result = drawn_record(stage, lots=lots)["result"]
    teams = {str(row.team.pk): row.team for row in slips.rows}
    return [_section(stage, index, section, teams, slips) for index, section in enumerate(sections_of(result))]


def _section(
    stage: Stage, index: int, section: Sequence[str | None], teams: Mapping[str, Team], slips: Slips
) -> dict[str, Any]:
    known = [team for key in section if key and (team := teams[key]).pk in slips.lots]
    doubled = [name for name, count in Counter(team.department.name for team in known).items() if count > 1]
    title = group_text(stage, group_letter(index + 1)) if stage.kind == Stage.Kind.GROUPS else str(index + 1)
    names = ["" if key is None else teams[key].name if teams[key].pk in slips.lots else None for key in section]
    return {"title": title, "teams": names, "clash": _("、").join(doubled)}


def _number(text: str, count: int) -> int | None:
    text = clean(text)
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 5 and 1 <= int(text) <= count else None


def _row(team: Team, typed: str, number: int | None, holders: Mapping[int, list[Team]], count: int) -> Row:
    error = ""
    if clean(typed) and number is None:
        error = _("“%(typed)s”不是 1 到 %(count)d 的号码。") % {"typed": typed[:12], "count": count}
    elif number is not None and len(holders[number]) > 1:
        others = _("、").join(other.name for other in holders[number] if other != team)
        error = _("%(number)d 号也写给了%(others)s。") % {"number": number, "others": others}
    return Row(team, typed, number, error)


def _doubled(slips: Slips) -> list[int]:
    """Numbers typed twice, once each: with the missing ones there is one for every team whose number is not settled."""
    return sorted({row.number for row in slips.rows if row.number is not None and row.error})
