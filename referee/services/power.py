"""After a power cut: one pause for all running tables, backdated to the last sign of life, and one resume for all."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.clock import clock
from tournament.models import Match, SheetEntry, Tournament
from tournament.services.actor import Actor
from tournament.services.floor import Floor, load
from tournament.services.folded import folded
from tournament.services.folding import sheet_entries
from tournament.services.locks import lock_matches
from tournament.services.match_rules import rules_of
from tournament.services.refusal import NotAllowed, Refusal
from tournament.services.sheet import append_entry

from .places import Places
from .silence import common_silence, let_in_devices

GOING = (Match.Status.PLAYING, Match.Status.LAST_HAND)


@dataclass(frozen=True, slots=True)
class Standstill:
    """The tables whose clocks run, those that stand still, and when anything was last heard (null: never)."""

    running: tuple[Match, ...]
    paused: tuple[Match, ...]
    last_heard: datetime | None
    names: Mapping[int, str]

    @property
    def running_text(self) -> str:
        """The tables at play in words; empty where there is none."""
        return _("、").join(self.names[match.pk] for match in self.running)

    @property
    def paused_text(self) -> str:
        """The tables that stand still, in words."""
        return _("、").join(self.names[match.pk] for match in self.paused)

    @property
    def heard_text(self) -> str:
        """The last sign of life as the page's field has it."""
        return f"{timezone.localtime(self.last_heard):%Y-%m-%d %H:%M:%S}" if self.last_heard else ""


def standstill_of(tournament: Tournament) -> Standstill:
    """How the clocks of the hall stand now."""
    floor = load(tournament, timezone.now())
    states = {match.pk: _clock_state(floor, match) for match in floor.matches if match.status in GOING}
    by_state = {word: tuple(m for m in floor.matches if states.get(m.pk) in which) for word, which in _WHICH.items()}
    places = Places(tournament, floor.cards)
    names = {one.pk: places.where(one) for found in by_state.values() for one in found}
    return Standstill(by_state["running"], by_state["paused"], _last_heard(tournament), names)


_WHICH = {"running": ("running", "over", "none", "not-started"), "paused": ("paused",)}


def pause_all(tournament: Tournament, at: datetime, actor: Actor, key: UUID) -> int:
    """Stop every running clock as of `at`; how many. A table that began later stops as of its start."""
    _refuse(at, actor)
    return _write_all(tournament, "pause", at, actor, key)


def resume_all(tournament: Tournament, at: datetime, actor: Actor, key: UUID) -> int:
    """Let every clock that stands still run again as of `at`; how many."""
    _refuse(at, actor)
    return _write_all(tournament, "resume", at, actor, key)


def _write_all(tournament: Tournament, kind: str, at: datetime, actor: Actor, key: UUID) -> int:
    with transaction.atomic():
        ids = Match.objects.filter(stage__tournament=tournament, status__in=GOING).values_list("pk", flat=True)
        held, count = lock_matches(ids), 0
        for pk in sorted(held):
            sheet = folded(held[pk])
            entry_id = uuid5(key, str(pk))
            due = sheet.state.play.paused == (kind == "resume") and str(entry_id) not in sheet.numbers
            if held[pk].status not in GOING or not due:
                continue
            payload = {"type": kind, "at": _iso(max(at, _not_before(sheet.state.entries, kind)))}
            after = UUID(sheet.last) if sheet.last else None
            append_entry(pk, entry_id=entry_id, after=after, payload=payload, actor=actor)
            count += 1
        return count


def _not_before(entries: tuple[Mapping[str, Any], ...], kind: str) -> datetime:
    """A pause is not before the match began or went on, a resume not before its pause."""
    kinds = ("pause",) if kind == "resume" else ("start", "resume")
    times = [datetime.fromisoformat(one["at"]) for one in entries if one["type"] in kinds and "at" in one]
    return max(times, default=datetime.min.replace(tzinfo=timezone.get_current_timezone()))


def _refuse(at: datetime, actor: Actor) -> None:
    if actor.user is None or not actor.is_chief:
        raise NotAllowed(_("全场暂停和恢复由裁判长进行。"), code="chief-only")
    if at > timezone.now():
        raise Refusal(_("时间不能晚于现在。"), code="future", at="at")
    if (timezone.now() - at).total_seconds() > 24 * 3600:
        raise Refusal(_("时间不能早于一天以前。"), code="past", at="at")


def _clock_state(floor: Floor, match: Match) -> str:
    entries = sheet_entries(floor.sheets.get(match.pk, ()))
    return clock(rules_of(match), match.stage.match_options, entries, floor.now).state


def _last_heard(tournament: Tournament) -> datetime | None:
    """When the hall fell silent, if all of it did and nobody paused since; else the last line or sign of a device."""
    written = SheetEntry.objects.filter(match__stage__tournament=tournament)
    devices = let_in_devices(tournament)
    silence = common_silence(devices, timezone.now())
    if silence is not None and not written.filter(type="pause", server_at__gte=silence).exists():
        return silence
    last = written.order_by("-server_at").values_list("server_at", flat=True).first()
    return max([at for at in (last, *(one.seen_at for one in devices)) if at], default=None)


def _iso(moment: datetime) -> str:
    return timezone.localtime(moment).isoformat(timespec="seconds")
