"""When the whole hall was not heard of: a power cut seen from the devices, during it and after they are back."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from referee.models import Device
from tournament.models import Tournament

from .devices import OFFLINE_AFTER

RECENT = timedelta(minutes=30)  # [A] a silence that ended longer ago is not what somebody pauses for now


def let_in_devices(tournament: Tournament) -> list[Device]:
    """The devices of the session open now that are let in; one query."""
    rows = Device.objects.filter(session__tournament=tournament, session__closed_at=None, left_at=None)
    return list(rows.filter(revoked_at=None, table_pass__revoked_at=None))


def common_silence(devices: Sequence[Device], now: datetime) -> datetime | None:
    """The last moment at which any device was heard before all were silent for more than a minute; else None.

    The silence may still last, or have ended at most half an hour ago. A device that joined later says nothing of it.
    """
    silences = {one.pk: found for one in devices if (found := _silence(one, now))}
    if not silences:
        return None
    began, ended = max(began for began, _ended in silences.values()), min(ended for _began, ended in silences.values())
    heard = any(one.pk not in silences and one.joined_at < ended for one in devices)
    return None if heard or ended - began <= OFFLINE_AFTER or now - ended > RECENT else began


def _silence(device: Device, now: datetime) -> tuple[datetime, datetime] | None:
    """The device's silence now, else its last one."""
    if now - device.seen_at > OFFLINE_AFTER:
        return device.seen_at, now
    if device.silent_from and device.silent_until:
        return device.silent_from, device.silent_until
    return None
