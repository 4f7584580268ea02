"""A match added to a drawn bracket gets the hour of its round and a free table, where that clashes with nothing."""

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from tournament.models import Match, MatchSlot, PlayTable, Tournament

from .bracket import when_text
from .fixtures import named
from .match_rules import length_of
from .scheduling import clash_sentences
from .spoken import running


def place_late(tournament: Tournament, match: Match) -> bool:
    """Give the match the first hour of its round at which nothing new clashes; without one it stays to be announced.

    The match it feeds keeps its hour. True if it has been placed.
    """
    known = set(clash_sentences(tournament))
    for hour in _hours(match):
        match.starts_at, match.ends_at = hour, hour + timedelta(minutes=length_of(match))
        match.table = _free_table(tournament, match)
        match.save(update_fields=["starts_at", "ends_at", "table"])
        if (match.table or not _wants_table(match)) and set(clash_sentences(tournament)) <= known:
            return True
    match.starts_at = match.ends_at = match.table = None
    match.save(update_fields=["starts_at", "ends_at", "table"])
    return False


def _hours(match: Match) -> list[datetime]:
    """The hours of its round's other matches that leave it finished before the match it feeds."""
    peers = Match.objects.filter(stage=match.stage_id, round=match.round, starts_at__isnull=False)
    peers = peers.filter(status=Match.Status.SCHEDULED)
    length = timedelta(minutes=length_of(match))
    fed = MatchSlot.objects.filter(source_match=match).values_list("match__starts_at", flat=True)
    last = min((hour for hour in fed if hour), default=None)
    hours = {hour for hour in peers.exclude(pk=match.pk).values_list("starts_at", flat=True) if hour}
    return sorted(hour for hour in hours if last is None or hour + length <= last)


def _wants_table(match: Match) -> bool:
    """Its round is played at tables that were laid out."""
    peers = Match.objects.filter(stage=match.stage_id, round=match.round, starts_at__isnull=False)
    return peers.exclude(pk=match.pk).filter(table__isnull=False).exists()


def _free_table(tournament: Tournament, match: Match) -> PlayTable | None:
    """A table nobody plays at then; tables with hours of their own are left to the office."""
    if not _wants_table(match):
        return None
    busy = Match.objects.filter(
        stage__tournament=tournament, starts_at__lt=match.ends_at, ends_at__gt=match.starts_at, table__isnull=False
    ).exclude(pk=match.pk)
    tables = tournament.tables.exclude(pk__in=busy.values("table"))
    return next((table for table in tables if not table.hours), None)


def late_hours_text(stage_id: int, codes: list[str]) -> str:
    """Where and when matches added to a draw will be played, in words; empty without any."""
    found = []
    for match in Match.objects.filter(stage=stage_id, code__in=codes).select_related("table").order_by("pk"):
        facts = {"code": named(match), "when": when_text(match, dated=True)}
        found.append(
            _("场次 %(code)s：%(when)s。") % facts
            if match.starts_at
            else _("场次 %(code)s 时间待定，请到赛程页安排。") % facts
        )
    return running(found)
