"""Groups as people type them: team names, a line a group."""

import re
from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.models import Team

from .names import clean
from .refusal import Refusal

_COMMAS = re.compile(r"[,\u3001;]")
_HALF_WIDTH = str.maketrans("\uff0c\uff1b\uff1a", ",;:")


def parse_groups(text: str, teams: Sequence[Team]) -> list[list[Team]]:
    """Each line is a group, its team names in the order of their numbers; `A:` or `1号桌` before them is left out."""
    known = {team.name: team for team in teams}
    groups = [
        [_known(known, name, number) for name in _cells(re.sub(r"^[^:\uff1a]*[:\uff1a]", "", line))]
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip()
    ]
    if not groups:
        raise Refusal(_("分组是空的：每行写一组，如“院直1A、综艺系B、戏剧系”。"), code="empty", at="groups")
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


def _known(known: dict[str, Team], name: str, number: int) -> Team:
    if name not in known:
        facts = {"line": number, "name": name, "teams": _("、").join(known)[:300]}
        message = _("第 %(line)s 行的“%(name)s”不是参赛队；参赛队：%(teams)s。") % facts
        raise Refusal(message, code="no-team", at="groups")
    return known[name]
