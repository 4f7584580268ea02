"""The console's list of matches, in the order in which a referee looks for them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Match, MatchSlot
from tournament.services.match_words import titles_of

OPEN_AGAIN = ("confirmed", "verified")


@dataclass(frozen=True, slots=True)
class Section:
    """One heading and its matches."""

    title: str
    matches: list[dict[str, Any]]
    dated: bool


def sections(now: datetime | None = None) -> list[Section]:
    """Matches whose two teams are known, in sections: at play, today, other days, done. Three queries at any number."""
    today = timezone.localdate(now)
    titles = {"now": _("正在进行"), "today": _("今天"), "later": _("其他日期"), "done": _("已完成")}
    found: dict[str, list[dict[str, Any]]] = {key: [] for key in titles}
    matches = _matches()
    names = titles_of(matches)
    for match in filter(_known, matches):
        found[_section(match, today)].append(_row(match, names[match.pk].full))
    return [Section(title, found[key], key != "today") for key, title in titles.items() if found[key]]


def _matches() -> list[Match]:
    """Every match with its slots, by start and table."""
    query = Match.objects.select_related("stage__tournament", "table").prefetch_related("slots__team")
    return list(query.order_by("starts_at", "table__number", "id"))


def _section(match: Match, today: Any) -> str:
    """Where a match stands in the list."""
    if match.status in OPEN_AGAIN:
        return "done"
    if match.status != Match.Status.SCHEDULED:
        return "now"
    return "today" if match.starts_at and timezone.localdate(match.starts_at) == today else "later"


def _known(match: Match) -> bool:
    """Whether both teams are."""
    return {slot.side for slot in match.slots.all() if slot.team} == {"a", "b"}


def _row(match: Match, title: str) -> dict[str, Any]:
    """What the list shows of a match."""
    slots: dict[str, MatchSlot] = {slot.side: slot for slot in match.slots.all()}
    return {
        "id": match.pk,
        "title": title,
        "table": match.table,
        "tournament": match.stage.tournament.name,
        "slug": match.stage.tournament.slug,
        "starts_at": match.starts_at,
        "status": match.status,
        "status_text": match.get_status_display(),
        "a": slots["a"].team,
        "b": slots["b"].team,
    }
