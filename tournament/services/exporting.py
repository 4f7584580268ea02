"""The roster as a workbook or a text file, with the template's columns: what is exported can be imported again."""

import csv
import re
from collections.abc import Iterable
from io import StringIO

from django.db.models import Prefetch
from openpyxl import Workbook
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

from tournament.models import Player, Team, Tournament

from .importing.headings import HEADCOUNT, NAMESAKE, heading, keys_for
from .importing.template import dress, saved, write_text
from .people import AT_TABLE

_RUNS = re.compile(r"^'*[=+\-@\t\r]")


def roster_xlsx(tournament: Tournament) -> bytes:
    """All teams that are neither withdrawn nor waiting, by department, as .xlsx."""
    keys, rows = _roster(tournament)
    book = Workbook()
    sheet = book.active
    sheet.title = "报名表"
    dress(sheet, keys)
    for number, row in enumerate(rows, start=2):
        for index, (key, text) in enumerate(zip(keys, row, strict=True), start=1):
            if key == HEADCOUNT and text:
                sheet.cell(number, index, int(text))
            elif text:
                write_text(sheet, number, index, ILLEGAL_CHARACTERS_RE.sub("", text))
    return saved(book)


def roster_csv(tournament: Tournament) -> bytes:
    """The same as text: UTF-8 with its mark, so that Excel shows Chinese; an apostrophe keeps names from being run."""
    keys, rows = _roster(tournament)
    held = StringIO()
    writer = csv.writer(held)
    writer.writerow([heading(key) for key in keys])
    writer.writerows([_harmless(text) for text in row] for row in rows)
    return held.getvalue().encode("utf-8-sig")


def _harmless(text: str) -> str:
    return f"'{text}" if _RUNS.match(text) else text


def _roster(tournament: Tournament) -> tuple[list[str], list[list[str]]]:
    """The keys of the columns and each team's texts; a column for namesakes only where there are any."""
    teams = list(_teams(tournament))
    most = max([tournament.roster_size, AT_TABLE, *(len(team.players.all()) for team in teams)])
    keys = keys_for(most)
    if any(player.namesake for team in teams for player in team.players.all()):
        keys.append(NAMESAKE)
    return keys, [_row(team, keys) for team in teams]


def _teams(tournament: Tournament) -> Iterable[Team]:
    present = Player.objects.filter(left_at=None).order_by("number")
    teams = Team.objects.filter(tournament=tournament, withdrawn_at=None, waiting_since=None)
    teams = teams.select_related("department").prefetch_related(Prefetch("players", present))
    return teams.order_by("department__sort_key", "department_id", "pk")


def _row(team: Team, keys: list[str]) -> list[str]:
    headcount, players = team.department.headcount, team.players.all()
    texts = {
        "department": team.department.name,
        "headcount": "" if headcount is None else str(headcount),
        "team": team.name,
        "namesake": "是" if any(player.namesake for player in players) else "",
    }
    for n, player in enumerate(players, start=1):
        texts |= {f"player{n}": player.name, f"staff{n}": player.staff_number}
    return [texts.get(key, "") for key in keys]
