"""Rewriting a match's sheet by ruling: strikes and new entries on top of what stands, nothing removed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid5

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import sheet as rules
from scoring.hand import SIDES
from tournament.models import Match

from .. import folded, folding
from ..actor import Actor
from ..confirming import conclude_by_ruling
from ..entering import CLOSED, write_on
from ..folded import Folded
from ..refusal import Refusal
from ..sheet import store_entry

KEEP, REPLAY = "keep", "replay"
ENDINGS = frozenset({"forfeit", "retire", "disqualify"})


@dataclass(frozen=True, slots=True)
class Ruling:
    """Who decides, why, and what was chosen for each match already begun: {match id: keep | replay}.

    `key` names this one decision: the ids of the entries it writes follow from it.
    """

    actor: Actor
    reason: str
    key: UUID
    choices: Mapping[int, str] = field(default_factory=dict)

    def choice(self, match_id: int) -> str:
        """keep, replay, or empty where nothing was chosen."""
        chosen = self.choices.get(match_id, "")
        return chosen if chosen in (KEEP, REPLAY) else ""


@dataclass(frozen=True, slots=True)
class Draft:
    """What a ruling writes on a sheet, in order: entries as `append_entry` takes them, a strike without its reason.

    `anew`: everything that stands is struck first. Entry i gets `id_of(key, i)`, so that others can refer to it;
    `labels[i]`, where given, says in a refusal which one it was.
    """

    entries: tuple[Mapping[str, Any], ...] = ()
    anew: bool = False
    labels: tuple[str, ...] = ()

    @property
    def ends(self) -> bool:
        """Whether it ends the match by the chief referee's word, so that nobody else needs to confirm it."""
        return any(entry["type"] in ENDINGS and "player" not in entry for entry in self.entries)


def id_of(key: UUID, index: object) -> UUID:
    """The id of the entry a ruling writes at this place."""
    return uuid5(key, str(index))


def rewrite(match: Match, draft: Draft, by: Ruling) -> None:
    """Write the draft; a result that was confirmed is confirmed anew by the ruling, or out of force while open."""
    confirmed = match.status in CLOSED
    void(match, by) if draft.anew else reopen(match)
    sheet = folded.folded(match)
    for index, payload in enumerate(draft.entries):
        label = draft.labels[index] if draft.labels else ""
        sheet = _write(match, sheet, _complete(sheet, payload, by), id_of(by.key, index), by, label)
    if match.status == Match.Status.FINISHED and (confirmed or draft.ends):
        conclude_by_ruling(match, by.actor)


def void(match: Match, by: Ruling) -> None:
    """Strike the sheet entry by entry, so that the match is called and played again."""
    reopen(match)
    _strike_all(match, folded.folded(match), by)
    match.called_at = None
    match.save(update_fields=["called_at"])


def reopen(match: Match) -> None:
    """Take a confirmed result out of force, its verification with it: the match is what its sheet says."""
    match.results.filter(superseded_at=None).update(superseded_at=timezone.now())
    sheet = folded.folded(match)
    if sheet.lines:
        folding.projection_of(rules.result(sheet.state), sheet.last_n).store(match)


def _strike_all(match: Match, sheet: Folded, by: Ruling) -> Folded:
    """From the last line back, for a ruling that is struck brings back what it had struck."""
    while (line := _last_standing(sheet)) is not None:
        payload = {"type": "strike", "entry": line["id"], "reason": by.reason}
        sheet = _write(match, sheet, payload, id_of(by.key, f"{match.pk}-{line['n']}"), by)
    return sheet


def _last_standing(sheet: Folded) -> dict[str, Any] | None:
    standing = (one for one in reversed(sheet.lines) if one["type"] != "strike" and sheet.state.live(one["n"]))
    return next(standing, None)


def _complete(sheet: Folded, payload: Mapping[str, Any], by: Ruling) -> dict[str, Any]:
    """What the chief referee need not type: a strike's reason, and why a side declares that is not on stage."""
    done = dict(payload)
    if done.get("type") == "strike":
        done["reason"] = by.reason
    if done.get("type") == "hand" and "replaces" not in done and _out_of_turn(sheet, done.get("declarer")):
        done.setdefault("declarer_override", by.reason)
    return done


def _out_of_turn(sheet: Folded, declarer: object) -> bool:
    on_stage = sheet.state.play.declarer
    return on_stage is not None and declarer != SIDES[on_stage]


def _write(
    match: Match, sheet: Folded, payload: Mapping[str, Any], entry_id: UUID, by: Ruling, label: str = ""
) -> Folded:
    try:
        written = write_on(match, sheet, payload, by.actor)
    except Refusal as refusal:
        message = _("更正不能这样写（%(what)s）：%(message)s") if label else _("更正不能这样写：%(message)s")
        message %= {"what": label, "message": refusal.message}
        raise type(refusal)(message, code=refusal.code, at=refusal.at, detail=refusal.detail) from None
    after = UUID(sheet.last) if sheet.last else None
    entry = store_entry(match, written, entry_id, after, by.actor, None)
    return folded.followed(match, sheet, entry, written.state)
