"""Rulings on protests: both compared by replaying the sheet, the one given carried out as a correction, appeals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from scoring import sheet as rules
from scoring.words.names import level_name
from tournament.models import Match, Tournament
from tournament.services import correcting
from tournament.services.actor import Actor
from tournament.services.correcting import Correction, Draft
from tournament.services.correcting.lines import sheet_lines, side_words
from tournament.services.correcting.typed import hand_payload
from tournament.services.details import details_of, role_title
from tournament.services.folded import folded
from tournament.services.keypad import reader
from tournament.services.protests import changes_winner, doubts
from tournament.services.refusal import Refusal
from tournament.services.result_words import decided_text
from tournament.services.sheet import append_entry

from .queue import protest_states

REJECT, UPHOLD = "reject", "uphold"
APPEAL_BODY = ("arbitration", "arbitration-chair")
CLOSED = (Match.Status.CONFIRMED, Match.Status.VERIFIED)
TEXT_LIMIT = 200


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a ruling would make of the match: levels by side in words, the winner's side (empty: none, or open)."""

    choice: str
    word: str
    levels: dict[str, str]
    winner: str
    decided: str
    status: str


@dataclass(frozen=True, slots=True)
class Strikable:
    """An entry that a ruling could strike: its n, what it is in words, the match without it, and whether that is
    another winner (or no end)."""

    n: int
    text: str
    outcome: Outcome
    matters: bool
    is_hand: bool


def protest_in(match: Match, n: int) -> dict[str, Any]:
    """The protest with this number on the match's sheet; refused where there is none."""
    found = next((one for one in protest_states(match) if one["n"] == n), None)
    if found is None:
        raise Refusal(_("本场没有这一抗议，可能已经划去。"), code="no-protest", at="protest")
    return found


def compared(match: Match, protest: Mapping[str, Any]) -> list[Outcome]:
    """Both rulings played through; the second is missing where the protest names no hand that could be struck."""
    choices = [REJECT, UPHOLD] if protest["hand_n"] or _struck_by(match, protest) else [REJECT]
    words = choice_words(match, protest)
    return [_outcome(match, choice, words[choice], _strikes(match, protest, choice)) for choice in choices]


def choice_words(match: Match, protest: Mapping[str, Any]) -> dict[str, str]:
    """What each ruling does, in words; after a ruling that struck something the same may be upheld."""
    if protest["hand_n"]:
        uphold = _("成立，划去所抗议的一副")
    else:
        uphold = _("成立，维持已作的裁定") if _struck_by(match, protest) else _("成立")
    return {REJECT: _("不成立，所抗议的记录照算"), UPHOLD: uphold}


def strikable(match: Match, protest: Mapping[str, Any]) -> list[Strikable]:
    """For a protest that names no hand and was not upheld before: each entry that a ruling could strike, played
    through by itself."""
    if protest["named"] or _struck_by(match, protest):
        return []
    state, lines = folded(match).state, {line["n"]: line["text"] for line in sheet_lines(match)["lines"]}
    now = _outcome(match, UPHOLD, "", ())
    found = []
    for n in doubts(state, protest["n"]):
        if n in lines:
            then = _outcome(match, UPHOLD, _("成立，划去：%(line)s") % {"line": lines[n]}, (n,))
            same = (then.winner, then.status) == (now.winner, now.status)
            found.append(Strikable(n, lines[n], then, not same, _is_hand(match, n)))
    return found


def open_protests_view(match: Match) -> list[dict[str, Any]]:
    """The protests without a ruling, for a screen: who, what, both rulings played through, and what hangs on it.

    Dicts of `n`, `brief`, `text`, `matters` and its sentence; no query where there is none.
    """
    state = folded(match).state
    if not rules.open_protests(state):
        return []
    over = state.play.over is not None
    opened = [one for one in protest_states(match) if one["state"] == "opened"]
    return [_open_view(match, one, changes_winner(state, one["n"]), over) for one in opened]


def _open_view(match: Match, protest: Mapping[str, Any], could: bool, over: bool) -> dict[str, Any]:
    outcomes = compared(match, protest)
    matters = could or len({(one.winner, one.status) for one in outcomes}) > 1
    facts = {"side": protest["side_word"], "text": protest["text"], "outcomes": _("；").join(map(_in_words, outcomes))}
    text = _("%(side)s抗议待裁定：%(text)s。%(outcomes)s。") % facts
    open_brief = _("%(side)s抗议待裁定：不改变胜负") if over else _("%(side)s抗议待裁定：胜负打完才知道")
    brief = _("%(side)s抗议待裁定：可能改变胜负") if matters else open_brief
    return {
        "n": protest["n"],
        "brief": brief % facts,
        "text": text,
        "matters": matters,
        "matters_text": matters_text(matters, over),
    }


def matters_text(matters: bool, over: bool) -> str:
    """Whether the winner hangs on a ruling, in a sentence; while the match is played nobody can tell yet."""
    if matters:
        return _("裁定可能改变胜负：由本场决定的后续对阵待裁定。")
    if not over:
        return _("比赛还没打完，裁定是否影响胜负，打完才知道；比赛照常进行。")
    return _("按现在的记录，裁定不改变胜负，比赛照常进行。")


def _in_words(one: Outcome) -> str:
    facts = {"word": one.word, "a": one.levels["a"], "b": one.levels["b"]}
    if one.winner:
        won = {**facts, "winner": side_words(one.winner)}
        return _("%(word)s：甲方%(a)s、乙方%(b)s，%(winner)s胜") % won
    return _("%(word)s：甲方%(a)s、乙方%(b)s") % facts


def ruling_draft(match: Match, protest: Mapping[str, Any], typed: Mapping[str, str]) -> Draft:
    """The ruling that was typed: `ruling` (reject, uphold), `text`, `body`, `final`, `strike` (the n of an entry, where
    the protest names no hand), and a hand in place of the struck one (fields `r-…` as on the correction page)."""
    choice, text = typed.get("ruling", ""), typed.get("text", "").strip()
    if choice not in (REJECT, UPHOLD):
        raise Refusal(_("请选择抗议成立或不成立。"), code="no-choice", at="ruling")
    if not text or len(text) > TEXT_LIMIT:
        message = _("请写明裁定的理由，最多 %(limit)d 个字。") % {"limit": TEXT_LIMIT}
        raise Refusal(message, code="reason-needed", at="text")
    body, appealed = typed.get("body", "").strip(), protest["state"] == "appealed"
    if appealed and not body:
        raise Refusal(_("申诉由规程指定的机构裁定，请写明是哪个机构、由谁裁定。"), code="no-body", at="body")
    payload: dict[str, Any] = {"type": "ruling", "protest": protest["id"], "text": _ruled_text(choice, body, text)}
    strikes = _chosen(match, protest, choice, typed.get("strike", "")) or _strikes(match, protest, choice)
    if strikes:
        payload["strike"] = [_id_of(match, n) for n in strikes]
    if typed.get("r-table_points") or typed.get("r-finish"):
        if choice == REJECT or not any(_is_hand(match, n) for n in strikes):
            message = _("另写一副只能代替划去的一副：请选“成立”，或清空另写的内容。")
            raise Refusal(message, code="nothing-struck", at="ruling")
        payload["entries"] = [hand_payload(typed, "r", {})]
    if appealed or typed.get("final"):
        payload["final"] = True
    return Draft((payload,))


def _ruled_text(choice: str, body: str, text: str) -> str:
    """What stands on the sheet: 仲裁组：不成立。核对无误."""
    said = (_("成立。%(text)s") if choice == UPHOLD else _("不成立。%(text)s")) % {"text": text}
    return f"{body}{_('：')}{said}" if body else said


def _chosen(match: Match, protest: Mapping[str, Any], choice: str, typed: str) -> list[int]:
    """The entry chosen to be struck for a protest that names none."""
    if not typed:
        return []
    if choice != UPHOLD:
        raise Refusal(_("只有“成立”才能划去记录：请选“成立”，或不划去。"), code="nothing-struck", at="strike")
    found = [one.n for one in strikable(match, protest) if str(one.n) == typed]
    if not found:
        raise Refusal(_("请从列出的记录中选择要划去的。"), code="no-entry", at="strike")
    return found


def _is_hand(match: Match, n: int) -> bool:
    """Whether the entry is a hand that stands."""
    slot = folded(match).state.live(n)
    return slot is not None and slot.kind == "hand"


def record_appeal(match: Match, protest: Mapping[str, Any], text: str, actor: Actor, key: UUID) -> None:
    """Write an appeal against the ruling on the sheet, confirmed or not. Sent again with the same key: nothing more."""
    text = text.strip()
    if not text or len(text) > TEXT_LIMIT:
        message = _("请写明申诉的内容，最多 %(limit)d 个字。") % {"limit": TEXT_LIMIT}
        raise Refusal(message, code="reason-needed", at="appeal")
    if protest["state"] != "ruled":
        raise Refusal(_("只有已裁定、还不是终局的抗议可以申诉。"), code="not-ruled", at="appeal")
    payload = {"type": "appeal", "protest": protest["id"], "text": text}
    if match.status in CLOSED:
        operation = Correction(match.pk, Draft((payload,)))
        shown = correcting.preview(operation, {}, actor, key)
        correcting.apply(operation, token=shown.token, choices={}, reason=text, actor=actor, key=key)
        return
    last = folded(match).last
    append_entry(match.pk, entry_id=key, after=UUID(last) if last else None, payload=payload, actor=actor)


def appeal_body(tournament: Tournament) -> str:
    """The body the notice names for appeals, with its people: 仲裁组(张三、李四); empty where it names none."""
    found = [one for one in details_of(tournament).officials if one.role in APPEAL_BODY]
    return "；".join(f"{role_title(one)}（{'、'.join(one.names)}）" if one.names else role_title(one) for one in found)


def _strikes(match: Match, protest: Mapping[str, Any], choice: str) -> Sequence[int]:
    """What must be struck for the protested hand to stand, or not to stand, given what was ruled before."""
    if choice == REJECT:
        return _struck_by(match, protest)
    return [protest["hand_n"]] if protest["hand_n"] else []


def _struck_by(match: Match, protest: Mapping[str, Any]) -> list[int]:
    """Rulings on this protest in force that struck or entered something."""
    slots = folded(match).state.slots
    mine = [one for one in slots if one.kind == "ruling" and not one.struck and one.data["protest"] == protest["n"]]
    return [one.n for one in mine if one.data.get("strike") or one.data.get("entries")]


def _outcome(match: Match, choice: str, word: str, strikes: Sequence[int]) -> Outcome:
    """The match without these entries."""
    state = folded(match).state
    for n in strikes:
        state = rules.append(state, {"n": state.last_n + 1, "type": "strike", "entry": n, "reason": word or choice})
    told = rules.result(state, reader())
    levels = {side: level_name(told["levels"][side], reader()) for side in "ab"}
    return Outcome(choice, word, levels, told["winner"] or "", decided_text(told["decided_by"]), told["status"])


def _id_of(match: Match, n: int) -> str:
    return str(next(line["id"] for line in folded(match).lines if line["n"] == n))
