"""成绩公告: the places with departments and players and what they are awarded, on official paper."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.models import Match, Team, Tournament
from tournament.services.awards import Award, awards_of, is_final, last_day, taking_part
from tournament.services.details import details_of
from tournament.services.keypad import reader
from tournament.services.notice_words import bare, broken, day_text, ended
from tournament.services.shown import Shown
from tournament.services.typography import closed_up

from .flow import Flow, Strip
from .frame import Frame, Parts
from .official import ROOM, blank, centred, indented, official, signature
from .table import Column, TallRow, head_of, row_of

SIZE, TITLE, ROW = 12.0, 22.0, 26.0


def make(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """Title, what was played, the table of places, prizes for taking part, signature."""
    frame = official(frame)
    flow = Flow(frame)
    awards = awards_of(tournament)
    title = broken(_printed(_("%(name)s成绩公告") % {"name": tournament.name}))
    flow.add([*centred(title, "title", TITLE), blank(0.75)])
    flow.add([*indented(_opening(tournament)), blank(0.5)])
    _table(flow, awards)
    end = [line for text in _closing(tournament) for line in indented(text)]
    signed = details_of(tournament).notice.signature or tournament.host
    flow.add([blank(0.5), *end, *signature(signed, day_text(last_day(tournament)))], whole=True)
    return [(frame, flow.pages())]


def is_ready(tournament: Tournament) -> bool:
    """True once the places are final and verified."""
    return is_final(tournament)


def _opening(tournament: Tournament) -> str:
    teams = Team.objects.filter(tournament=tournament, withdrawn_at=None, waiting_since=None)
    facts = {
        "name": tournament.name,
        "departments": teams.values("department").distinct().count(),
        "teams": teams.count(),
        "matches": Match.objects.filter(stage__tournament=tournament, status=Match.Status.VERIFIED).count(),
    }
    words = _("%(name)s共有%(departments)d个单位%(teams)d支队参加，进行了%(matches)d场比赛。现将成绩公布如下：")
    return _printed(words % facts)


def _table(flow: Flow, awards: Sequence[Award]) -> None:
    columns = [
        Column(_("名次"), 18, "center"),
        Column(_("奖项"), 30, "center"),
        Column(_("参赛队"), 34, "center"),
        Column(_("单位"), 34, "center"),
        Column(_("队员"), 40, "center"),
    ]
    head: Strip = TallRow(head_of(columns, ROOM, SIZE), ROW)
    flow.add([TallRow(row_of(_cells(one), columns, ROOM, SIZE), ROW) for one in awards], [head], again=[head])


def _cells(award: Award) -> list[str]:
    team = award.team
    return [str(award.place), award.title, team.name, team.department.name, _("、").join(award.players)]


def _closing(tournament: Tournament) -> list[str]:
    """What is given to whom, in sentences; nothing where the notice says nothing of it."""
    given: dict[str, list[str]] = {}
    for one in awards_of(tournament):
        if one.award and one.title not in given.get(one.award, []):
            given.setdefault(one.award, []).append(one.title)
    found = [ended(f"{'、'.join(titles)}：{award}") for award, titles in given.items()]
    if others := taking_part(tournament):
        said = _("%(said)s：%(teams)s。") % {
            "said": bare(details_of(tournament).participation),
            "teams": _("、").join(one.team.name for one in others),
        }
        found.append(said)
    return [_printed(text) for text in found]


def _printed(text: str) -> str:
    return closed_up(text) if reader() == "zh" else text
