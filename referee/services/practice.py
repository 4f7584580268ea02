"""A practice match: folded like any other from what the phone sends each time, and stored nowhere.

No row of it exists, so that it can be in no standing, feed, archive, count or check: the phone keeps the entries and
sends all of them, the answer is the state after them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.signing import BadSignature, Signer
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import sheet as rules
from tournament.models import Match, Stage, Tournament
from tournament.services.actor import Actor
from tournament.services.entering import write_on
from tournament.services.folded import Folded
from tournament.services.keypad import group_names, keypad
from tournament.services.match_rules import rules_of
from tournament.services.match_view import place_view, sheet_view
from tournament.services.refusal import Refusal

from .offline import facts_of, table_of
from .passes import NotThere
from .preview import preview_on
from .table_rights import refuse_chiefs_kind

LIMIT = 300  # entries of a practice match; a long real one has about a hundred
GROUP = "A"  # a group's match: the ruleset as its first stage plays it
_signer = Signer(salt="practice")


def practice_token(tournament: Tournament) -> str:
    """What opens the tournament's practice match: signed, so that unpublished rules cannot be asked for by number."""
    stage = tournament.stages.first()
    if stage is None:
        raise NotThere(_("这个赛事还没有定规则，暂时不能练习。"), code="no-rules")
    return _signer.sign(str(stage.pk))


def practice_match(token: str) -> Match:
    """The match practised on, which is never stored: the rules of the tournament's first stage."""
    try:
        found = Stage.objects.select_related("tournament", "ruleset").filter(pk=int(_signer.unsign(token))).first()
    except (BadSignature, ValueError):
        found = None
    if found is None:
        raise NotThere(_("没有这一场练习：请从加入页或裁判台重新打开。"), code="no-practice")
    return Match(stage=found, code=_("练习"), round=1, group=GROUP, status=Match.Status.PLAYING)


def practised(match: Match, entries: Sequence[Mapping[str, Any]]) -> Folded:
    """The sheet of these entries (`id`, `payload`), each checked as at a table; `Refusal` names what is wrong."""
    if len(entries) > LIMIT:
        message = _("一场练习最多记 %(limit)d 条；请点“重新开始”。")
        raise Refusal(message % {"limit": LIMIT}, code="too-long", at="entries")
    sheet = Folded((), rules.fold(rules_of(match), match.stage.match_options, []))
    for entry in entries:
        sheet = _followed(match, sheet, entry)
    return sheet


def practice_view(match: Match, sheet: Folded) -> dict[str, Any]:
    """The state as the console reads it of a real match."""
    match.version, match.status = sheet.last_n, rules.result(sheet.state)["status"]
    return {
        **place_view(match),
        **sheet_view(match, sheet),
        "teams": {side: _team(number, side) for number, side in enumerate("ab")},
        "confirmations": [],
        "rules": {**keypad(rules_of(match)), "groups": group_names()},
        "options": match.stage.match_options,
        "holder": None,
        "mine": True,
        "announcements": [],
        "protests": [],
    }


def practice_preview(match: Match, sheet: Folded, payload: Mapping[str, Any]) -> dict[str, Any]:
    """What one more entry would do, as at a table."""
    refuse_chiefs_kind(payload)
    return preview_on(match, sheet, payload, _actor())


def practice_table(match: Match, sheet: Folded) -> dict[str, Any]:
    """What the phone needs to go on without a network."""
    return {"version": sheet.last_n, **table_of(sheet.state)}


def practice_facts(match: Match) -> dict[str, Any]:
    """What does not change during the match; nobody is late for it."""
    return {**facts_of(match), "late_minutes": None}


def _followed(match: Match, sheet: Folded, entry: Mapping[str, Any]) -> Folded:
    refuse_chiefs_kind(entry["payload"])
    written = write_on(match, sheet, entry["payload"], _actor())
    line = {
        "id": str(entry["id"]),
        "n": written.entry["n"],
        "type": written.payload["type"],
        "payload": written.payload,
        "actor_name": _("练习"),
        "server_at": timezone.now().isoformat(),
    }
    return Folded((*sheet.lines, line), written.state)


def _actor() -> Actor:
    return Actor.program(_("练习"))


def _team(number: int, side: str) -> dict[str, Any]:
    name = [_("练习甲队"), _("练习乙队")][number]
    players = [_("甲一"), _("甲二")] if side == "a" else [_("乙一"), _("乙二")]
    return {"id": number, "name": name, "players": [{"number": n, "name": one} for n, one in enumerate(players, 1)]}
