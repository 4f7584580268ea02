"""编排表: the fixtures again by round, by table and by team, for the wall, the table and the team's own hand."""

from collections.abc import Mapping, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Match, PlayTable, Team, Tournament
from tournament.services.fixtures import matches_of, slots_of
from tournament.services.match_words import Title, group_text, side_text, titles_of
from tournament.services.moments import short_moment_text
from tournament.services.round_titles import Round, rounds_of
from tournament.services.shown import Shown

from .fixtures import DASH
from .frame import Frame, Page, Parts
from .table import Column, Section, Table

Titles = Mapping[int, Title]


def by_round(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """By round."""
    matches = matches_of(tournament)
    titles = titles_of(matches)
    return [(frame, round_pages(frame, matches, titles, shown))]


def round_pages(
    frame: Frame, matches: Sequence[Match], titles: Titles, shown: Shown, only: str | None = None
) -> list[Page]:
    """The pages of all rounds, or of the one with the key `only`; `matches` are all of the tournament's."""
    rounds = [one for one in rounds_of(matches, titles) if only in (None, one.key)]
    which = _which(rounds, titles)
    columns = [Column(_("时间"), 38, "center"), Column(_("桌号"), 14, "center"), *which, *_sides(45)]
    sections = [
        Section(
            one.title,
            [
                [hours(match), _table(match), *_said(match, one.title, titles, which), *_pair(match, titles, shown)]
                for match in sorted(one.matches, key=_hour_and_table)
            ],
        )
        for one in rounds
    ]
    return Table(frame, columns).pages(sections)


def _which(rounds: Sequence[Round], titles: Titles) -> list[Column]:
    """The column that tells a round's matches apart, where something does."""
    matches = [(match, one.title) for one in rounds for match in one.matches]
    if all(group_text(match.stage, match.group) for match, _title in matches):
        return [Column(_("组别"), 19, "center")]
    names = [(which_of(match, titles[match.pk].full, title), title) for match, title in matches]
    share = 18 if all(len(name) <= 5 for name, _title in names) else 30
    return [Column(_("场次"), share, "center")] if any(name != title for name, title in names) else []


def _said(match: Match, title: str, titles: Titles, which: Sequence[Column]) -> list[str]:
    return [which_of(match, titles[match.pk].full, title)] if which else []


def which_of(match: Match, full: str, title: str) -> str:
    """Which match of those under `title` it is: A组, 第1场; the whole name where that says nothing."""
    return group_text(match.stage, match.group) or full.removeprefix(title).strip() or full


def by_table(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """By table; matches without one at the end."""
    matches = matches_of(tournament)
    titles = titles_of(matches)
    columns = [Column(_("时间"), 38, "center"), Column(_("场次"), 36), *_sides(45)]
    tables: dict[str, list[list[str]]] = {_place(table): [] for table in tournament.tables.all()}
    for match in sorted(matches, key=lambda one: one.table is None):
        name = _place(match.table) if match.table else _("桌号待定")
        row = [hours(match), titles[match.pk].full, *_pair(match, titles, shown)]
        tables.setdefault(name, []).append(row)
    sections = [Section(name, rows or [_nothing()]) for name, rows in tables.items()]
    return [(frame, Table(frame, columns).pages(sections))]


def by_team(tournament: Tournament, frame: Frame, shown: Shown) -> Parts:
    """By team: the matches in which it is known to play, with its opponents."""
    matches = matches_of(tournament)
    titles = titles_of(matches)
    columns = [
        Column(_("时间"), 36, "center"),
        Column(_("桌号"), 14, "center"),
        Column(_("场次"), 40),
        Column(_("坐方"), 12, "center"),
        Column(_("对手"), 50),
    ]
    rows: dict[int, list[list[str]]] = {}
    for match in matches:
        for side, team_id in _known(match, shown).items():
            opponent = side_text(slots_of(match).get("b" if side == "a" else "a"), titles, resolved=shown.results)
            place = _("甲方") if side == "a" else _("乙方")
            rows.setdefault(team_id, []).append([hours(match), _table(match), titles[match.pk].full, place, opponent])
    teams = Team.objects.filter(pk__in=rows).select_related("department")
    sections = [
        Section(_team(team), rows[team.pk]) for team in teams.order_by("department__sort_key", "sort_key", "id")
    ]
    return [(frame, Table(frame, columns).pages(sections))]


def hours(match: Match) -> str:
    """11月25日 13:10~14:10, or that it is still open."""
    if match.starts_at is None:
        return _("待定")
    end = f"~{timezone.localtime(match.ends_at):%H:%M}" if match.ends_at else ""
    return f"{short_moment_text(match.starts_at)}{end}"


def _sides(share: float) -> list[Column]:
    return [Column(_("甲方"), share, "right"), Column("", 10, "center"), Column(_("乙方"), share)]


def _pair(match: Match, titles: Titles, shown: Shown) -> list[str]:
    slots = slots_of(match)
    a, b = (side_text(slots.get(side), titles, resolved=shown.results) for side in "ab")
    return [a, DASH, b]


def _known(match: Match, shown: Shown) -> dict[str, int]:
    """The teams by side, as far as the draw or shown results say them."""
    found = {}
    for side, slot in slots_of(match).items():
        team_id = slot.team_id if shown.results else slot.source_team_id
        if team_id:
            found[side] = team_id
    return found


def _hour_and_table(match: Match) -> tuple[bool, float, int, int]:
    when = match.starts_at.timestamp() if match.starts_at else 0.0
    return match.starts_at is None, when, match.table.number if match.table else 0, match.pk


def _table(match: Match) -> str:
    return _("%(number)s号桌") % {"number": match.table.number} if match.table else ""


def _place(table: PlayTable) -> str:
    return f"{_('%(number)s号桌') % {'number': table.number}} {table.place}".strip()


def _team(team: Team) -> str:
    """The team, its department behind it where its name does not begin with it."""
    facts = {"name": team.name, "kind": team.department.name}
    return team.name if team.name.startswith(team.department.name) else _("%(name)s（%(kind)s）") % facts


def _nothing() -> list[str]:
    return [_("没有安排比赛"), "", "", "", ""]


__all__ = ["by_round", "by_table", "by_team", "hours", "round_pages", "which_of"]
