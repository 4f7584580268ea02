"""Penalties of a paper sheet: each noted in the hand whose number it names, as it would have been at the table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring import sheet as rules
from scoring.sheet import MatchState
from tournament.services.refusal import Refusal

MOST, FEWEST, SPARE = 20, 3, 2
NAMES = ("hand", "who", "offence", "count", "effect", "amount")
WHO = ("a1", "a2", "b1", "b2", "a", "b")
EFFECTS = ("points", "levels", "disqualify")
MOST_DIGITS = 4


@dataclass(slots=True)
class PaperPenalty:
    """A row: what was typed, which time it is and what that costs (`told`), or why it cannot be (`error`)."""

    prefix: str
    values: Mapping[str, str]
    told: str = ""
    error: str = ""

    @property
    def is_blank(self) -> bool:
        """Whether nothing is typed."""
        return not any(self.values.values())


def penalty_rows(typed: Mapping[str, str]) -> list[PaperPenalty]:
    """The rows of the grid: those filled and some more."""
    rows = [PaperPenalty(f"q{number}", _values(typed, f"q{number}")) for number in range(1, MOST + 1)]
    filled = [index for index, row in enumerate(rows, start=1) if not row.is_blank]
    return rows[: min(MOST, max(FEWEST, (filled[-1] if filled else 0) + SPARE))]


def of_hand(rows: Sequence[PaperPenalty], number: int) -> Iterator[PaperPenalty]:
    """The penalties noted in the hand with this number."""
    return (row for row in rows if not row.is_blank and row.values["hand"] == str(number))


def refuse_hands(rows: Sequence[PaperPenalty], first: int, last: int) -> None:
    """Mark the rows that name no hand of this grid, first to last."""
    for row in rows:
        named = row.values["hand"]
        if not row.is_blank and not (named.isascii() and named.isdigit() and first <= int(named[:6]) <= last):
            message = _("“副”填这张表上的副号：%(first)d 到 %(last)d。")
            row.error = message % {"first": first, "last": last}


def payload_of(row: PaperPenalty) -> dict[str, Any]:
    """The row as an entry; `Refusal` names what is missing. Whether the rules allow it is for the rules to say."""
    who, effect = row.values["who"], row.values["effect"]
    if not row.values["offence"]:
        raise Refusal(_("请选违例。"), code="no-choice", at="offence")
    if who not in WHO:
        raise Refusal(_("请选谁犯规。"), code="no-choice", at="who")
    payload: dict[str, Any] = {"type": "penalty", "side": who[0], "offence": row.values["offence"]}
    if who[1:]:
        payload["player"] = int(who[1:])
    if row.values["count"]:
        payload["count"] = _number(row.values["count"], _("数量"))
    if effect in EFFECTS:
        payload["effect"] = {effect: True if effect == "disqualify" else _number(row.values["amount"], _("扣多少"))}
    return payload


def told_of(state: MatchState) -> str:
    """Which time the penalty just noted is, and its points."""
    found: dict[str, int] = max(rules.result(state)["penalties"], key=lambda one: int(one["n"]))
    return (_("第%(step)d次，罚%(points)d分") if found["points"] else _("第%(step)d次")) % found


def _values(typed: Mapping[str, str], prefix: str) -> dict[str, str]:
    return {name: str(typed.get(f"{prefix}-{name}", "")).strip() for name in NAMES}


def _number(text: str, name: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS:
        return int(text)
    message = _("“%(name)s”填不超过四位的整数，现在是“%(text)s”。")
    raise Refusal(message % {"name": name, "text": text[:20]}, code="not-a-number", at="count")
