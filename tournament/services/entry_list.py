"""Lists as people paste them: entries (单位 队员1 队员2, a line each) and groups (team names, a line a group)."""

import re
from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.models import Team

from .names import clean
from .people import AT_TABLE
from .refusal import Refusal
from .registration import EntryLine

MAX_LINES = 512
_COMMAS = re.compile(r"[,\u3001;]")
_HALF_WIDTH = str.maketrans("\uff0c\uff1b\uff1a", ",;:")


def parse_entries(text: str, roster: int = AT_TABLE) -> list[EntryLine]:
    """Each line gives a department and two players (up to `roster`); split at tabs, else at commas or spaces."""
    lines = [(number, _cells(line)) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if not lines:
        raise Refusal(_("名单是空的:每行写一队,如“综艺系 张三 李四”。"), code="empty", at="lines")
    if len(lines) > MAX_LINES:
        message = _("名单有 %(count)s 行,一次最多 %(most)s 行。") % {"count": len(lines), "most": MAX_LINES}
        raise Refusal(message, code="too-long", at="lines")
    return [_entry(number, cells, roster) for number, cells in lines]


def parse_groups(text: str, teams: Sequence[Team]) -> list[list[Team]]:
    """Each line is a group, its team names in the order of their numbers; `A:` or `1号桌` before them is left out."""
    known = {team.name: team for team in teams}
    groups = [
        [_known(known, name, number) for name in _cells(re.sub(r"^[^:\uff1a]*[:\uff1a]", "", line))]
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip()
    ]
    if not groups:
        raise Refusal(_("分组是空的:每行写一组,如“院直1A、综艺系B、戏剧系”。"), code="empty", at="groups")
    return groups


def _cells(line: str) -> list[str]:
    line = line.translate(_HALF_WIDTH)
    if "\t" in line:
        parts = line.split("\t")
    elif _COMMAS.search(line):
        parts = _COMMAS.split(line)
    else:
        parts = line.split()
    return [cell for cell in map(clean, parts) if cell]


def _entry(number: int, cells: list[str], roster: int) -> EntryLine:
    if not 1 + AT_TABLE <= len(cells) <= 1 + roster:
        facts = {"line": number, "found": len(cells), "most": 1 + roster}
        message = _("第 %(line)s 行有 %(found)s 项,应为 3 项:单位、队员1、队员2(用制表符、逗号或空格隔开)。")
        if roster > AT_TABLE:
            message = _(
                "第 %(line)s 行有 %(found)s 项,应为 3 到 %(most)s 项:单位、两名以上队员(用制表符、逗号或空格隔开)。"
            )
        raise Refusal(message % facts, code="line", at=f"lines[{number - 1}]")
    return EntryLine(number, cells[0], tuple(cells[1:]))


def _known(known: dict[str, Team], name: str, number: int) -> Team:
    if name not in known:
        facts = {"line": number, "name": name, "teams": "、".join(known)[:300]}
        message = _("第 %(line)s 行的“%(name)s”不是参赛队;参赛队:%(teams)s。") % facts
        raise Refusal(message, code="no-team", at="groups")
    return known[name]
