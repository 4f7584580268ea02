"""The fixture list (对阵安排): every match by hour and table, with its teams or where they will come from."""

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone

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
    if not found.group:
        return title
    return f"{title}（{side_text(slots.get('a'), titles)}――{side_text(slots.get('b'), titles)}）"


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
