"""报名表: blank for a department to fill in, and filled in, a department a page, to be checked and signed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from tournament.models import Department, Player, Team, Tournament
from tournament.services.details import details_of
from tournament.services.keypad import reader
from tournament.services.notice_words import moment_text
from tournament.services.quota_rule import FIXED, FREE, rule_from, rule_words
from tournament.services.quotas import QuotaRow, quota_table
from tournament.services.shown import Shown
from tournament.services.typography import closed_up

from .flow import Flow, Strip, paragraph
from .frame import MM, Frame, Parts
from .table import Column, TallRow, head_of, row_of

SIZE, ROW, SIGN = 11.0, 10 * MM, 24 * MM
USUAL, MOST = 8, 12  # empty lines where no quota says how many teams


@dataclass(frozen=True, slots=True)
class Entry:
    """A department's form: who it is, the teams it entered with a remark, how many lines stay empty."""

    department: str
    headcount: str
    contact: str
    phone: str
    allowed: str
    teams: tuple[tuple[Team, str], ...]
    empty: int


def make(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """The blank form."""
    rule = rule_from(tournament.quota)
    lines = min(rule.teams, MOST) if rule.kind == FIXED and rule.teams else USUAL
    return _parts(tournament, frame, [Entry("", "", "", "", "", (), lines)])


def make_filled(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """A form for every department as it is entered now."""
    return _parts(tournament, replace(frame, name=_("报名表")), entries_of(tournament))


def is_ready(tournament: Tournament) -> bool:
    """True once there are departments."""
    return tournament.departments.exists()


def entries_of(tournament: Tournament) -> list[Entry]:
    """Every department with its teams, those waiting marked, nobody who withdrew or was replaced. Three queries."""
    present = Prefetch("players", Player.objects.filter(left_at=None).order_by("number"))
    teams = Team.objects.filter(tournament=tournament, withdrawn_at=None).prefetch_related(present)
    found: dict[int, list[tuple[Team, str]]] = {}
    for team in teams.order_by("sort_key", "id"):
        found.setdefault(team.department_id, []).append((team, _("候补") if team.waiting_since else ""))
    return [_entry(row, found.get(row.department.pk, [])) for row in quota_table(tournament)]


def _entry(row: QuotaRow, teams: Sequence[tuple[Team, str]]) -> Entry:
    one: Department = row.department
    empty = max(0, min(row.left or 0, MOST)) or (0 if teams else USUAL)
    headcount = "" if one.headcount is None else str(one.headcount)
    allowed = "" if row.allowed is None else str(row.allowed)
    return Entry(one.name, headcount, one.contact, one.phone, allowed, tuple(teams), empty)


def _parts(tournament: Tournament, frame: Frame, entries: Sequence[Entry]) -> Parts:
    pages = []
    for entry in entries:
        flow = Flow(frame)
        _form(flow, tournament, entry)
        pages += flow.pages()
    return [(frame, pages)]


def _form(flow: Flow, tournament: Tournament, entry: Entry) -> None:
    """Who the department is, its teams, what it must know, where it signs."""
    _head(flow, entry)
    _grid(flow, tournament, entry)
    for index, text in enumerate(_notes(tournament, entry)):
        flow.add(paragraph(text, flow.frame.room, size=10, above=0 if index else 6))
    _signatures(flow)


def _head(flow: Flow, entry: Entry) -> None:
    columns = [Column("", 22, "center"), Column("", 65), Column("", 22, "center"), Column("", 65)]
    rows = [
        [_("单位"), entry.department, _("单位人数"), entry.headcount],
        [_("联系人"), entry.contact, _("电话"), entry.phone],
    ]
    flow.add([TallRow(row_of(row, columns, flow.frame.room, SIZE), ROW) for row in rows])


def _grid(flow: Flow, tournament: Tournament, entry: Entry) -> None:
    """A line a team, then the empty ones, numbered on."""
    columns, seats = _columns(tournament)
    room, entered = flow.frame.room, len(entry.teams)
    head: Strip = TallRow(head_of(columns, room, SIZE * 0.9), ROW)
    lines = [_line(number, team, remark, seats) for number, (team, remark) in enumerate(entry.teams, start=1)]
    lines += [[str(entered + number), *[""] * (seats + 2)] for number in range(1, entry.empty + 1)]
    flow.add([TallRow(row_of(line, columns, room, SIZE), ROW) for line in lines], [head], again=[head])


def _signatures(flow: Flow) -> None:
    columns, room = [Column("", 1), Column("", 1), Column("", 1)], flow.frame.room
    titles = [_("填表人签字"), _("单位负责人签字"), _("单位盖章和日期")]
    boxes = TallRow(row_of(["", "", ""], columns, room, SIZE), SIGN)
    flow.add([row_of(titles, columns, room, SIZE * 0.9, "hei"), boxes], whole=True)


def _columns(tournament: Tournament) -> tuple[list[Column], int]:
    """The columns and how many of them are players'."""
    seats = tournament.roster_size
    names = [_("队员一（工号）"), _("队员二（工号）"), _("替补一（工号）"), _("替补二（工号）")]
    players = [Column(name, 120 / seats) for name in names[:seats]]
    return [Column(_("序号"), 13, "center"), Column(_("队名"), 38), *players, Column(_("备注"), 22)], seats


def _line(number: int, team: Team, remark: str, seats: int) -> list[str]:
    players = [_player(player) for player in team.players.all()][:seats]
    return [str(number), team.name, *players, *[""] * (seats - len(players)), remark]


def _player(player: Player) -> str:
    return f"{player.name}（{player.staff_number}）" if player.staff_number else player.name


def _notes(tournament: Tournament, entry: Entry) -> list[str]:
    """What a department must know to fill it in: how many teams, until when, where."""
    details, rule = details_of(tournament), rule_from(tournament.quota)
    found = []
    if entry.allowed:
        found.append(_("名额：%(teams)s队。") % {"teams": entry.allowed})
    elif rule.kind != FREE:
        found.append(_("名额：%(rule)s。") % {"rule": rule_words(rule)})
    if tournament.entry_closes_at:
        found.append(_("报名截止：%(when)s。") % {"when": moment_text(tournament.entry_closes_at)})
    if details.entry_place:
        found.append(_("交表地点：%(place)s。") % {"place": details.entry_place})
    change = _("更换队员在第一轮比赛开始%(minutes)d分钟以前办理。") % {"minutes": tournament.change_minutes}
    words = _("填表说明：") + "".join([*found, change])
    return [closed_up(words) if reader() == "zh" else words]
