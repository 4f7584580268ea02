"""A list between its preview and its entry: it travels in the page itself, signed, so that no restart loses it."""

from typing import Any, NamedTuple
from uuid import uuid4

from django.core import signing
from django.utils.translation import gettext as _

from tournament.models import Tournament
from tournament.services.people import PlayerEntry
from tournament.services.refusal import Refusal

from .rows import Entry, Fault

MOST = 2_000_000  # characters; a form may hold 2.5 MB


class Parcel(NamedTuple):
    """An upload as read: `key` is its own, so that entering it twice is noticed; `source` names the file."""

    key: str
    source: str
    notes: tuple[str, ...]
    entries: tuple[Entry, ...]


def new_parcel(source: str, notes: tuple[str, ...], entries: list[Entry]) -> Parcel:
    """A parcel of an upload just read."""
    return Parcel(str(uuid4()), source[:100], notes, tuple(entries))


def pack(tournament: Tournament, parcel: Parcel) -> str:
    """The parcel as text, valid for this tournament alone; refused where it is too long for a page to carry."""
    rows = [_row(entry) for entry in parcel.entries]
    held = [parcel.key, parcel.source, list(parcel.notes), rows]
    text = signing.dumps(held, salt=_salt(tournament), compress=True)
    if len(text) > MOST:
        raise Refusal(_("名单里的文字太多，一次放不下；请分成几个文件上传。"), code="too-large", at="file")
    return text


def unpack(tournament: Tournament, text: str) -> Parcel:
    """The parcel again; a changed or foreign one is refused."""
    try:
        key, source, notes, rows = signing.loads(text, salt=_salt(tournament))
    except signing.BadSignature as error:
        message = _("这份预览已不能用（内容不完整，或服务器换了密钥）；请重新上传文件。")
        raise Refusal(message, code="parcel", at="file") from error
    return Parcel(key, source, tuple(notes), tuple(_entry(row) for row in rows))


def _salt(tournament: Tournament) -> str:
    return f"tournament.import.1.{tournament.pk}"


def _row(entry: Entry) -> list[Any]:
    players = [[one.name, one.staff_number] for one in entry.players]
    return [entry.number, entry.department, entry.headcount, entry.team, players, entry.namesake, list(entry.faults)]


def _entry(row: list[Any]) -> Entry:
    number, department, headcount, team, players, namesake, faults = row
    people = tuple(PlayerEntry(*one) for one in players)
    return Entry(number, department, headcount, team, people, namesake, tuple(Fault(*one) for one in faults))
