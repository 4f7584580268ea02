"""A device by its secret: is it let in now, and when was it last heard of."""

import hashlib
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.models import Device
from tournament.services.actor import Actor
from tournament.services.prepared import Prepared
from tournament.services.refusal import NotAllowed, Refusal

SEEN_EVERY = timedelta(seconds=15)
OFFLINE_AFTER = timedelta(seconds=60)
MOST_UNSENT = 9999


class JoinAgain(Refusal):
    """This secret opens nothing (any more): the PIN has to be typed again. What was not sent stays on the phone."""

    status = 401


class Revoked(NotAllowed):
    """The chief referee took the pass or this device back."""


def hash_of(secret: str) -> str:
    """What is stored of a secret (256 random bits: no salt needed)."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _by_secret(secret: str) -> QuerySet[Device]:
    return Device.objects.select_related("table_pass", "session").filter(secret_hash=secret).order_by()


_BY_SECRET = Prepared(_by_secret, secret=(Device._meta.get_field("secret_hash"), str))


def device_by(secret: str) -> Device:
    """The device with this secret, let in; with its pass and session. One query, so that a revocation acts at once."""
    found = _BY_SECRET.one(secret=hash_of(secret))
    if found is None or found.left_at is not None:
        raise JoinAgain(_("这台设备还没有加入：请扫桌上的二维码或打开首页，输入 PIN 加入。"), code="join-again")
    if found.revoked_at is not None or found.table_pass.revoked_at is not None:
        raise Revoked(_("裁判长已收回这台设备的通行证：没有上传的记录还在本机，请找裁判长。"), code="revoked")
    if found.session.closed_at is not None:
        message = _("“%(name)s”已经结束：请用新的 PIN 重新加入，没有上传的记录还在本机。")
        raise JoinAgain(message % {"name": found.session.name}, code="join-again")
    return found


def known_device(secret: str) -> Device | None:
    """What a browser with this cookie is now, if it is let in."""
    try:
        return device_by(secret) if secret else None
    except (JoinAgain, Revoked):
        return None


def is_let_in(device: Device) -> bool:
    """True while the device may read and write."""
    ended = (device.left_at, device.revoked_at, device.table_pass.revoked_at, device.session.closed_at)
    return all(one is None for one in ended)


def note_contact(device: Device, unsent: int | None) -> None:
    """Remember that the device spoke now, at most every 15 s, and at once what it says is unsent where that changed."""
    now = timezone.now()
    count = device.unsent if unsent is None else min(max(unsent, 0), MOST_UNSENT)
    if count != device.unsent or now - device.seen_at >= SEEN_EVERY:
        noted: dict[str, Any] = {"unsent": count, "seen_at": now}
        if now - device.seen_at > OFFLINE_AFTER:
            noted |= {"silent_from": device.seen_at, "silent_until": now}
        Device.objects.filter(pk=device.pk).update(**noted)
        for name, value in noted.items():
            setattr(device, name, value)


def actor_of_device(device: Device) -> Actor:
    """The referee at that device as the author of a write."""
    return Actor(name=device.name, pass_id=device.pk)
