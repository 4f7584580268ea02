"""What an entry would do if it were written now; nothing is stored."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from scoring.offences import OTHER, effect_at
from tournament.models import Match
from tournament.services.actor import Actor
from tournament.services.folded import Folded, folded
from tournament.services.match_rules import rules_of
from tournament.services.sheet import preview_hand


def preview_entry(match: Match, payload: Mapping[str, Any], actor: Actor) -> dict[str, Any]:
    """The state after `payload` (an entry in sheet form, references by UUID), without storing it.

    Keys: `result`, `next_step`, `hand` (what the result says of a hand, else null) and `penalty` (null, or its `step`
    on the offence's ladder, its `points`, and `text`: both in words). Raises what writing the entry would raise.
    """
    return preview_on(match, folded(match), payload, actor)


def preview_on(match: Match, sheet: Folded, payload: Mapping[str, Any], actor: Actor) -> dict[str, Any]:
    """`preview_entry` on top of this sheet."""
    found = preview_hand(match, payload, actor, sheet)
    penalty = _penalty(match, payload, found["result"]) if payload.get("type") == "penalty" else None
    return {**found, "penalty": penalty}


def _penalty(match: Match, payload: Mapping[str, Any], result: Mapping[str, Any]) -> dict[str, Any]:
    """The new penalty is the one with the highest number."""
    row = max(result["penalties"], key=lambda penalty: int(penalty["n"]))
    offences = {offence.code: offence for offence in rules_of(match).offences}
    offence = offences.get(row["offence"], OTHER)
    effect = effect_at(offence, row["step"])
    kind: str = effect.kind
    levels = effect.levels or 0
    if kind == "discretion":
        chosen: Mapping[str, Any] = payload.get("effect") or {"warning": True}
        kind, levels = next(iter(chosen)), int(chosen.get("levels", 0))
    words = effect_words()[kind].format(points=row["points"], levels=levels)
    ends = _("；本副到此结束") if offence.ends_hand and kind != "warning" else ""
    text = _("第{step}次 → {words}{ends}").format(step=row["step"], words=words, ends=ends)
    return {"step": row["step"], "points": row["points"], "text": text}


def effect_words() -> dict[str, str]:
    """What a step of a ladder does, by its kind."""
    return {
        "warning": _("警告"),
        "points": _("罚{points}分，计入本副"),
        "levels": _("降{levels}级"),
        "opponents-levels": _("对方升{levels}级"),
        "change-stage": _("本副结束，对方升{levels}级，换对方在台"),
        "hand-lost": _("本副判负，对方在台并升{levels}级"),
        "misdeal": _("本副作废重打"),
        "player-out": _("该队员罚出局"),
        "match-lost": _("本场判负"),
        "disqualify": _("取消比赛资格"),
        "forfeit": _("判弃权"),
    }
