"""The notice as it is printed: parts made of the data, those the office wrote itself kept, and what a notice is signed.

A part is kept as written by hand only where it differs from what the data give; with it goes the digest of what the
data gave then, so that a change of the data under it is seen.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.models import Tournament

from . import audit
from .actor import Actor
from .details import Details, Edited, NoticePaper, changed, details_of
from .notice_text import ATTACHMENTS, OPENING, TITLE, UNTITLED, Part, bases, written
from .refusal import Conflict, Refusal
from .tournaments import locked

MOST_HEADING, MOST_TEXT, MOST_LINE, MOST_NUMBER = 60, 4000, 200, 60
YEARS = (1970, 2199)


@dataclass(frozen=True, slots=True)
class PartState:
    """A part for the page: what is printed and what the data give, if it is the office's own, if data changed since."""

    part: Part
    made: Part
    edited: bool = False
    changed: bool = False

    @property
    def label(self) -> str:
        """What the page calls it."""
        return label_of(self.made)


@dataclass(frozen=True, slots=True)
class Paper:
    """The notice to print; `dated` and `signature` as they stand under it."""

    title: tuple[str, ...]
    parts: tuple[Part, ...]
    attachments: tuple[str, ...]
    red_head: str
    number: str
    recipients: str
    signature: str
    dated: date


def label_of(part: Part) -> str:
    """A part by its usual heading."""
    return {TITLE: _("大标题"), OPENING: _("开头")}.get(part.key) or part.heading


def states_of(tournament: Tournament) -> list[PartState]:
    """Every part in its order."""
    edited = {one.key: one for one in details_of(tournament).notice.edited}
    now = bases(tournament) if edited else {}
    return [_state(made, edited.get(made.key), now.get(made.key, "")) for made in written(tournament)]


def _state(made: Part, mine: Edited | None, basis: str) -> PartState:
    if mine is None:
        return PartState(made, made)
    return PartState(Part(made.key, mine.heading, mine.text), made, edited=True, changed=mine.basis != basis)


def paper_of(tournament: Tournament) -> Paper:
    """The notice as it is now; parts without text are left out."""
    notice = details_of(tournament).notice
    parts = [state.part for state in states_of(tournament) if state.part.lines]
    lines = {part.key: tuple(part.lines) for part in parts}
    return Paper(
        title=lines.get(TITLE, (tournament.name,)),
        parts=tuple(part for part in parts if part.key not in (TITLE, ATTACHMENTS)),
        attachments=lines.get(ATTACHMENTS, ()),
        red_head=tournament.host if notice.red_head else "",
        number=notice.number,
        recipients=notice.recipients,
        signature=notice.signature or tournament.host,
        dated=notice.dated or _today(tournament),
    )


def _today(tournament: Tournament) -> date:
    """Today; a notice printed for the file later bears the first day of play."""
    today = timezone.localdate()
    return min(today, timezone.localdate(tournament.starts_at)) if tournament.starts_at else today


def seen_of(tournament: Tournament) -> str:
    """A mark of the stored paper: who saves names the one that was on the page."""
    stored = details_of(tournament).notice.model_dump(mode="json")
    return hashlib.sha256(json.dumps(stored, sort_keys=True).encode()).hexdigest()[:16]


@transaction.atomic
def save_paper(
    tournament: Tournament,
    actor: Actor,
    *,
    seen: str,
    parts: Mapping[str, tuple[str, str]],
    facts: Mapping[str, Any],
    again: str = "",
    keep: str = "",
) -> Tournament:
    """Keep what was typed: `parts` {key: (heading, text)}, `facts` fields of `NoticePaper`; all or nothing.

    `again` names a part to be made of the data anew, `keep` one whose text stands although the data changed. Refused
    where the stored paper is not the one `seen` any more, or a field is too long.
    """
    held = locked(tournament.pk)
    if seen != seen_of(held):
        raise _overtaken()
    _refuse_long(held, parts, facts)
    details = details_of(held)
    stands = {key: typed for key, typed in parts.items() if key != again}
    paper = NoticePaper(**facts, edited=_edited(held, details, stands, keep))
    before, held.details = details.notice, changed(details, {"notice": paper.model_dump()}).document()
    if before != paper:
        held.save(update_fields=["details"])
        audit.record(held, actor, "notice.change", held.name, before=_stored(before), after=_stored(paper))
    return held


def _edited(held: Tournament, details: Details, parts: Mapping[str, tuple[str, str]], keep: str) -> Sequence[Edited]:
    """The parts that differ from what the data give; one not touched now keeps the basis it was written on."""
    before, now = {one.key: one for one in details.notice.edited}, bases(held)
    found = []
    for made in written(held):
        heading, text = map(tidy, parts.get(made.key, (made.heading, made.text)))
        if (heading, text) == (made.heading, tidy(made.text)):
            continue
        old = before.get(made.key)
        untouched = old is not None and (old.heading, old.text) == (heading, text) and made.key != keep
        basis = old.basis if old is not None and untouched else now[made.key]
        found.append(Edited(key=made.key, heading=heading, text=text, basis=basis))
    return found


def tidy(text: str) -> str:
    """Lines without spaces at their ends or characters that do not print; empty lines dropped."""
    lines = ("".join(one for one in line if one.isprintable()).strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def _stored(paper: NoticePaper) -> dict[str, Any]:
    return paper.model_dump(mode="json", exclude_defaults=True)


def _refuse_long(held: Tournament, parts: Mapping[str, tuple[str, str]], facts: Mapping[str, Any]) -> None:
    labels = {part.key: label_of(part) for part in written(held)}
    for key, (heading, text) in parts.items():
        if key not in labels:
            raise Refusal(_("通知里没有“%(key)s”这一段。") % {"key": key[:20]}, code="no-part")
        if tidy(text) and not tidy(heading) and key not in UNTITLED:
            message = _("“%(part)s”一段有正文，标题不能为空；整段不印，请把正文也清空。") % {"part": labels[key]}
            raise Refusal(message, code="empty", at=f"heading-{key}")
        _limit(_("“%(part)s”的标题") % {"part": labels[key]}, heading, MOST_HEADING, f"heading-{key}")
        _limit(_("“%(part)s”的正文") % {"part": labels[key]}, text, MOST_TEXT, f"text-{key}")
    _limit(_("文号"), facts.get("number", ""), MOST_NUMBER, "number")
    _limit(_("主送单位"), facts.get("recipients", ""), MOST_LINE, "recipients")
    _limit(_("落款单位"), facts.get("signature", ""), MOST_LINE, "signature")
    dated = facts.get("dated")
    if dated and not YEARS[0] <= dated.year <= YEARS[1]:
        message = _("落款日期的年份应在%(first)d到%(last)d之间。") % {"first": YEARS[0], "last": YEARS[1]}
        raise Refusal(message, code="odd-year", at="dated")


def _limit(what: str, text: str, most: int, at: str) -> None:
    if len(text) > most:
        values = {"what": what, "length": len(text), "most": most}
        raise Refusal(_("%(what)s有%(length)d个字，最多%(most)d个字。") % values, code="too-long", at=at)


def _overtaken() -> Conflict:
    message = _("这份通知在您打开以后别人改过。您写的文字还在下面，别人改成的列在各段旁边；核对后请再保存一次。")
    return Conflict(message, code="stale", at="seen")
