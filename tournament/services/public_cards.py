"""A tournament's matches as the public may read them: lists, calendars and the interface all start from these cards."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Match, MatchSlot, Team, Tournament

from .fixtures import matches_of, rows_of, slots_of
from .match_words import Title, titles_of
from .protests import doubted
from .result_words import decided_text, level_text, side_score
from .shown import Shown
from .standings import results_of
from .withdrawn import called_off

LIVE = (Match.Status.PLAYING, Match.Status.LAST_HAND, Match.Status.TIED, Match.Status.FINISHED)


@dataclass(frozen=True, slots=True)
class Cards:
    """All matches in the order of play: as rows of the database, their titles and results, and as cards.

    A card holds nothing that is not published: whoever lists, filters or counts reads cards.
    """

    matches: Sequence[Match] = ()
    titles: Mapping[int, Title] = field(default_factory=dict)
    results: Mapping[int, Any] = field(default_factory=dict)
    cards: Sequence[dict[str, Any]] = ()


def cards_of(tournament: Tournament, shown: Shown) -> Cards:
    """The cards as far as `shown` allows; the number of queries does not depend on the number of matches."""
    if not (shown.draw or shown.schedule or shown.results):
        return Cards()
    matches = matches_of(tournament)
    titles = titles_of(matches)
    results = results_of(match.pk for match in matches) if shown.results else {}
    rows = zip(matches, rows_of(matches, titles, resolved=shown.results), strict=True)
    cards = [_card(match, row, titles, results, shown) for match, row in rows]
    if shown.results:
        _mark(cards, titles, called_off(Match.objects.filter(stage__tournament=tournament)))
        _doubt(cards)
    return Cards(matches, titles, results, cards)


def teams_in(cards: Iterable[Mapping[str, Any]]) -> list[Team]:
    """The teams that these cards name, by department and name; one query."""
    named = {pk for card in cards for pk in card["entrants"].values() if pk}
    found = Team.objects.filter(pk__in=named).select_related("department")
    return list(found.order_by("department__sort_key", "department_id", "sort_key", "id"))


def _card(
    match: Match, row: Mapping[str, str], titles: Mapping[int, Title], results: Mapping[int, Any], shown: Shown
) -> dict[str, Any]:
    """A match as a line of a list. Teams show with the draw or, once it is decided or being played, with results."""
    result = results.get(match.pk)
    live = shown.results and match.status in LIVE
    named = shown.draw or live or result is not None
    slots = slots_of(match)
    teams = {side: row[f"team_{side}"] if named else "" for side in "ab"}
    return {
        "match": match,
        "title": titles[match.pk].full if named else titles[match.pk].stage,
        "stage": titles[match.pk].stage,
        "date": row["date"] if shown.schedule else "",
        "start": row["start"] if shown.schedule else "",
        "end": row["end"] if shown.schedule else "",
        "table": row["table"] if shown.schedule or live else "",
        "group": row["group"] if named else "",
        "teams": teams,
        "named": named,
        "entrants": {side: _entrant(slots.get(side), shown) if named else None for side in "ab"},
        "live": live,
        "called": bool(shown.schedule and named and match.called_at and match.status == Match.Status.SCHEDULED),
        "status": str(match.get_status_display()) if shown.results else "",
        "decided": result is not None,
        "disputed": False,
        "called_off": False,
        "scores": {side: side_score(result, side) for side in "ab"} if result else _levels(match, live),
        "winner": result["winner"] if result else None,
        "on_stage": match.projection.get("declarer") if live else None,
        "why": decided_text(result["decided_by"]) if result else "",
        "link": shown.results and (live or result is not None),
        "search": " ".join(teams.values()),
    }


def _entrant(slot: MatchSlot | None, shown: Shown) -> int | None:
    """The team the side's words name; None while it is only said where it will come from."""
    if slot is None:
        return None
    if shown.results and slot.team_id:
        return slot.team_id
    return slot.source_team_id if slot.source == MatchSlot.Source.TEAM else None


def _levels(match: Match, live: bool) -> dict[str, str]:
    """The levels while a match is played."""
    shown = live and match.projection.get("levels")
    return {side: level_text(match.projection, side) if shown else "" for side in "ab"}


def _mark(cards: Iterable[dict[str, Any]], titles: Mapping[int, Title], off: set[int]) -> None:
    """Say which results a protest could still overturn, and which matches a withdrawal called off."""
    for card in cards:
        if titles[card["match"].pk].disputed:
            card["why"], card["disputed"] = _("%(why)s（待裁定）") % {"why": card["why"]}, True
        elif card["match"].pk in off:
            card["status"], card["called_off"] = _("退赛，不再进行"), True


def _doubt(cards: Iterable[dict[str, Any]]) -> None:
    """A table under a protest that could change its levels or its winner shows no numbers until the ruling."""
    live = {card["match"].pk: card for card in cards if card["live"]}
    for match_id in doubted(live) if live else ():
        live[match_id]["status"], live[match_id]["disputed"] = _("待裁定"), True
        live[match_id]["scores"], live[match_id]["on_stage"] = {"a": "", "b": ""}, None
