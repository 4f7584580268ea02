"""Packs: all papers of one round, or all documents of one purpose, in one file, made as a background job."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.utils import timezone
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from tournament.documents.catalogue import DOCUMENTS, PURPOSES
from tournament.documents.fixtures_by import hours, round_pages
from tournament.documents.frame import Frame, Page, bind
from tournament.documents.score_sheet import sheet_parts, sheets_of
from tournament.documents.table_card import Card, card_pages, public_caption
from tournament.models import Job, Match, Tournament

from .data_version import data_version
from .fixtures import matches_of, slots_of
from .match_words import Title, side_text, titles_of
from .refusal import Refusal
from .round_titles import Round, rounds_of
from .serve_mark import serving
from .shown import Shown
from .table_addresses import addresses_of, public_address
from .typography import full_width

KIND = "pack"
KEEP_DAYS = 7
Report = Callable[[int, str], None]
Part = tuple[Frame, Sequence[Page]]


def rounds_to_print(tournament: Tournament) -> list[Round]:
    """The rounds there are, in the order of play."""
    matches = matches_of(tournament)
    return rounds_of(matches, titles_of(matches))


def next_round(rounds: Sequence[Round]) -> str:
    """The key of the first round with a match not begun, which is the one wanted most; else of the last."""
    waiting = (one for one in rounds if any(match.status == Match.Status.SCHEDULED for match in one.matches))
    found = next(waiting, rounds[-1] if rounds else None)
    return found.key if found else ""


def arguments_of(tournament: Tournament, key: str, address: str) -> dict[str, Any]:
    """What a job is given to make the pack of the round `key` (2-1); `address` of this server stands in its codes."""
    one = _round(rounds_to_print(tournament), key)
    title = _("%(round)s全部") % {"round": one.title}
    facts = {"tournament": tournament.pk, "round": one.key, "title": title, "address": address}
    return {**facts, "language": get_language(), "file": uuid4().hex}


def purpose_arguments(tournament: Tournament, purpose: str, address: str) -> dict[str, Any]:
    """The same for the pack of all documents of one purpose that can be had now."""
    title = _("%(purpose)s：全部文件") % {"purpose": _purpose(tournament, purpose)}
    facts = {"tournament": tournament.pk, "round": "", "purpose": purpose, "title": title, "address": address}
    return {**facts, "language": get_language(), "file": uuid4().hex}


def packs_of(tournament: Tournament) -> list[Job]:
    """The tournament's packs still on record, the latest first."""
    return list(Job.objects.filter(kind=KIND, arguments__tournament=tournament.pk))


def has_worker() -> bool:
    """Whether somebody else does jobs: `serve` on this data folder, or workers of a broker that was named."""
    return serving() or not str(settings.CELERY_BROKER_URL).startswith("filesystem:")


def job(arguments: dict[str, Any], report: Report) -> str:
    """Make the pack; gives its file's name in the packs' folder. Done twice it is the same file, whole at any time."""
    tournament = Tournament.objects.filter(pk=arguments["tournament"]).first()
    if tournament is None:
        raise Refusal(_("这项赛事已经不在了。"), code="gone", at="tournament")
    with override(arguments.get("language")):
        report(1, _("正在读取数据"))
        told = _teller(report)
        if purpose := arguments.get("purpose"):
            made = make_purpose_pack(tournament, purpose, arguments["address"], told)
        else:
            made = make_pack(tournament, arguments["round"], arguments["address"], told)
    name = f"{arguments['file']}.pdf"
    _store(name, made)
    return name


def make_pack(tournament: Tournament, key: str, address: str, told: Callable[[int, int], None] | None = None) -> bytes:
    """The PDF, from the database as it is now."""
    return bind(list(_parts(tournament, key, address)), told)


def make_purpose_pack(
    tournament: Tournament, purpose: str, address: str, told: Callable[[int, int], None] | None = None
) -> bytes:
    """The PDF of all documents of one purpose that can be had now, each with its own page numbers."""
    _purpose(tournament, purpose)
    parts = [
        part
        for document in DOCUMENTS.values()
        if document.purpose == purpose and document.is_ready(tournament)
        for part in document.parts(tournament, Shown(), address)
    ]
    return bind(parts, told)


def _purpose(tournament: Tournament, purpose: str) -> str:
    """What the purpose is called; refused where there is none of this key or nothing to print for it."""
    if purpose not in PURPOSES:
        facts = {"purposes": _("、").join(str(name) for name in PURPOSES.values())}
        message = _("没有这一类文件；可以打印的有：%(purposes)s。") % facts
        raise Refusal(message, code="no-purpose", at="purpose")
    if not any(one.purpose == purpose and one.is_ready(tournament) for one in DOCUMENTS.values()):
        message = _("“%(purpose)s”现在还没有可打印的文件。") % {"purpose": PURPOSES[purpose]}
        raise Refusal(message, code="nothing-to-print", at="purpose")
    return str(PURPOSES[purpose])


def file_of(done: Job) -> Path | None:
    """The file of a finished pack, None if it is not finished or was cleared away."""
    path = folder() / Path(done.result_file).name
    return path if done.state == Job.State.DONE and done.result_file and path.is_file() else None


def folder() -> Path:
    """Where packs lie."""
    return Path(settings.DATA_DIR) / "packs"


def _parts(tournament: Tournament, key: str, address: str) -> Iterator[Part]:
    matches = matches_of(tournament)
    titles = titles_of(matches)
    one = _round(rounds_of(matches, titles), key)
    addresses = addresses_of(tournament, address)
    frame = Frame(
        full_width(tournament.name), one.title, timezone.localtime(), data_version(tournament), address=address
    )
    listed = replace(frame, name=_("%(round)s编排表") % {"round": one.title})
    yield listed, round_pages(listed, matches, titles, Shown(), key)
    sheets = sheets_of(one.matches, matches, titles, addresses)
    yield from sheet_parts(replace(frame, name=_("记分表")), sheets)
    cards = [
        Card(number, place, lines, public_address(tournament, address), public_caption())
        for (number, place), lines in _at_tables(one.matches, titles).items()
    ]
    if cards:
        plain = replace(frame, name=_("桌签"), titled=False)
        yield plain, card_pages(plain, cards)


def _at_tables(matches: Sequence[Match], titles: dict[int, Title]) -> dict[tuple[int, str], tuple[str, ...]]:
    """By table, in their order, what is played there: hour and both sides."""
    found: dict[tuple[int, str], tuple[str, ...]] = {}
    for match in sorted(matches, key=lambda one: one.table.number if one.table else 0):
        if match.table is None:
            continue
        slots = slots_of(match)
        a, b = (side_text(slots.get(side), titles) for side in "ab")
        key = (match.table.number, match.table.place)
        found[key] = (*found.get(key, ()), f"{hours(match)}  {a} — {b}")
    return found


def _round(rounds: Sequence[Round], key: str) -> Round:
    found = next((one for one in rounds if one.key == key), None)
    if found is None:
        listed = _("、").join(one.title for one in rounds) or _("还没有对阵，请先抽签")
        message = _("没有这一轮；可以打印的有：%(rounds)s。") % {"rounds": listed}
        raise Refusal(message, code="no-round", at="round")
    return found


def _teller(report: Report) -> Callable[[int, int], None]:
    """Passes the progress on, at most once a second: every report is a write."""
    last = time.monotonic()

    def told(done: int, of: int) -> None:
        nonlocal last
        if time.monotonic() - last >= 1:
            last = time.monotonic()
            report(1 + 98 * done // of, _("已排好 %(done)d/%(of)d 页") % {"done": done, "of": of})

    return told


def _store(name: str, data: bytes) -> None:
    """Write the file beside and put it in place at once; what is older than a week goes."""
    held = folder()
    held.mkdir(parents=True, exist_ok=True)
    oldest = time.time() - KEEP_DAYS * 86_400
    for old in held.iterdir():
        if old.stat().st_mtime < oldest:
            old.unlink(missing_ok=True)
    part = held / f"{name}.{uuid4().hex}.part"
    part.write_bytes(data)
    os.replace(part, held / name)
