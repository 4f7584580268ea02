"""The fixture list (对阵安排): every match by hour and table, with its teams or where they will come from."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Match, MatchSlot, Tournament

from .match_words import Title, group_key, side_text, titles_of

FIELDS = ("date", "start", "end", "table", "stage", "round", "group", "team_a", "team_b")


def matches_of(tournament: Tournament) -> list[Match]:
    """All matches in the order of play, with stage, table and slots loaded: four queries, however many there are."""
    matches = Match.objects.filter(stage__tournament=tournament).select_related("stage", "table")
    loaded = matches.prefetch_related("slots__team", "slots__source_team", "slots__source_stage")
    return sorted(loaded, key=_order_of_play)


def fixture_rows(tournament: Tournament) -> list[dict[str, str]]:
    """The rows of `fixtures/1`, every value a string, times in the current zone, empty where not yet fixed."""
    matches = matches_of(tournament)
    return rows_of(matches, titles_of(matches))


def rows_of(matches: Sequence[Match], titles: dict[int, Title], *, resolved: bool = True) -> list[dict[str, str]]:
    """The rows of these matches; without `resolved`, sides that follow from results stay in words."""
    return [_row(match, titles, resolved) for match in matches]


def named(match: Match) -> str:
    """How a sentence names a match: 半决赛第1场, and within a group with its sides: 小组赛A组第1轮(甲队――乙队)."""
    matches = matches_of(match.stage.tournament)
    titles = titles_of(matches)
    found = next(one for one in matches if one.pk == match.pk)
    title, slots = titles[found.pk].full, slots_of(found)
    return with_sides(title, side_text(slots.get("a"), titles), side_text(slots.get("b"), titles), found)


def with_sides(title: str, side_a: str, side_b: str, match: Match) -> str:
    """The title, and within a group, where a round has several matches of one title, both sides behind it."""
    facts = {"title": title, "a": side_a, "b": side_b}
    return _("%(title)s（%(a)s――%(b)s）") % facts if match.group else title


def names_of(matches: Iterable[Match]) -> dict[int, str]:
    """What these matches are called, by id, as in `named`; loads no more than their own brackets and rounds."""
    return _names(matches, with_sides)


def _names(matches: Iterable[Match], written: Callable[[str, str, str, Match], str]) -> dict[int, str]:
    wanted = {match.pk: match for match in matches}
    stages = {match.stage_id for match in wanted.values() if not match.group}
    rows = Match.objects.filter(Q(pk__in=wanted) | Q(stage__in=stages, group=""))
    known = {match.pk: match for match in rows.select_related("stage").prefetch_related("slots__team")}
    titles = titles_of(list(known.values()))
    return {pk: _with_teams(titles[pk].full, known[pk], written) for pk in wanted}


def told_of(matches: Iterable[Match]) -> dict[int, str]:
    """As `names_of`, with both teams wherever they are known: 半决赛第1场（甲队――乙队）."""
    return _names(matches, with_both)


def with_both(title: str, side_a: str, side_b: str, _match: Match) -> str:
    """The title with both sides behind it."""
    return _("%(title)s（%(a)s――%(b)s）") % {"title": title, "a": side_a, "b": side_b}


def names_text(matches: Sequence[Match]) -> str:
    """These matches in one line: 半决赛第1场、半决赛第2场."""
    return _("、").join(dict.fromkeys(names_of(matches).values()))


def _with_teams(title: str, match: Match, written: Callable[[str, str, str, Match], str]) -> str:
    teams = {slot.side: slot.team.name for slot in match.slots.all() if slot.team}
    return written(title, teams["a"], teams["b"], match) if len(teams) == 2 else title


def slots_of(match: Match) -> dict[str, MatchSlot]:
    """The match's two slots by side."""
    return {slot.side: slot for slot in match.slots.all()}


def _order_of_play(match: Match) -> tuple[bool, float, int, int, int, int]:
    when = match.starts_at.timestamp() if match.starts_at else 0.0
    table = match.table.number if match.table else 0
    return match.starts_at is None, when, table, match.stage.number, match.round, match.pk


def _row(match: Match, titles: dict[int, Title], resolved: bool) -> dict[str, str]:
    slots = slots_of(match)
    return {
        "date": _local(match.starts_at, "%Y-%m-%d"),
        "start": _local(match.starts_at, "%H:%M"),
        "end": _local(match.ends_at, "%H:%M"),
        "table": str(match.table.number) if match.table else "",
        "stage": titles[match.pk].stage,
        "round": str(match.round),
        "group": group_key(match.stage, match.group),
        "team_a": side_text(slots.get("a"), titles, resolved=resolved),
        "team_b": side_text(slots.get("b"), titles, resolved=resolved),
    }


def _local(moment: datetime | None, form: str) -> str:
    return timezone.localtime(moment).strftime(form) if moment else ""
