"""One match as a readable page: line by line what was written, what it led to and by which clause, who confirmed."""

from collections.abc import Iterator, Mapping
from typing import Any
from uuid import UUID

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _

from scoring import sheet as rules
from scoring.ruleset import Ruleset
from scoring.words import offence_name
from scoring.words.names import level_name
from tournament.models import AuditEntry, ConfirmedResult, Match

from .correcting.lines import capture_words, penalised, side_words, words
from .correcting.rewriting import ENDINGS, id_of
from .fixtures import matches_of, rows_of
from .folded import Folded, folded
from .keypad import reader, text_of
from .match_rules import rules_of
from .match_view import match_view
from .match_words import titles_of
from .result_words import decided_text, level_text, side_score

MOST_VERDICTS = 2  # a double forfeit is one of each side
CLOSED = (Match.Status.CONFIRMED, Match.Status.VERIFIED)


def result_page_of(match: Match) -> dict[str, Any]:
    """The page's facts: `title`, `row` (as in the fixture list), `sides`, `decided`, `lines`, `rules`, `signed`.

    `lines` are those of `sheet_story`; `signed` says who confirmed and who verified, null before. The number of
    queries does not depend on the length of the sheet.
    """
    matches = matches_of(match.stage.tournament)
    titles = titles_of(matches)
    row = next(row for one, row in zip(matches, rows_of(matches, titles), strict=True) if one.pk == match.pk)
    return {"title": titles[match.pk].full, "row": row, **sheet_page_of(match), "signed": signed_of(match)}


def sheet_page_of(match: Match) -> dict[str, Any]:
    """The same without what hangs on other matches: for the sheet beside the grid, read again and again."""
    view = match_view(match)
    result = view["result"]
    return {
        "match": match,
        "tournament": match.stage.tournament,
        "sides": [_side(view, side) for side in "ab"],
        "decided": decided_text(result["decided_by"]),
        "confirmed": match.status in CLOSED,
        "next_step": view["next_step"]["text"],
        "clock": view["clock"],
        "lines": list(sheet_story(match)),
        "warnings": result["warnings"],
        "rules": text_of(rules_of(match).name),
    }


def sheet_story(match: Match) -> Iterator[dict[str, Any]]:
    """Every line of the sheet in its place, struck ones too; what was written anew stands after what it replaces.

    Dicts of `kind`, `number` (of a hand, else null), `text`, `facts` (what was written of a hand), `levels` after it,
    `reasoning` (each with its clause), `why` (of a verdict), `by`, `at`, `struck`, `struck_reason`.
    """
    sheet, ruleset = folded(match), rules_of(match)
    told = rules.result(sheet.state, reader())
    hands: dict[int, list[Mapping[str, Any]]] = {}
    for hand in told["hands"]:
        hands.setdefault(hand["n"], []).append(hand)
    steps = {one["n"]: one for one in told["penalties"]}
    by_n = {line["n"]: line for line in sheet.lines}
    reasons, number, gone = _struck_reasons(sheet), 0, _replaced(sheet.state)
    at_place: dict[int, int] = {}
    because = _because(match, sheet)
    for place, slot in enumerate(sheet.state.slots):
        for entry in gone.get(place, ()):
            yield _struck_line(entry, by_n[entry["n"]], ruleset, reasons)
        if slot.kind == "strike":
            continue  # told at the line it strikes
        line = by_n[slot.n]
        settled = hands[slot.n].pop(0) if slot.kind == "hand" and not slot.struck and hands.get(slot.n) else None
        number += settled is not None
        if settled is not None:
            at_place[place] = number
        named = at_place.get(sheet.state.where.get(slot.data["hand"], -1)) if slot.data.get("hand") else None
        yield {
            "kind": slot.kind,
            "number": number if settled else None,
            "text": _text(slot.kind, slot.data, ruleset, number if settled else named or 0, steps.get(slot.n)),
            "facts": hand_facts(slot.data) if slot.kind == "hand" else "",
            "why": because.get(line["id"], ""),
            "levels": {side: level_name(settled["levels"][side], reader()) for side in "ab"} if settled else None,
            "reasoning": settled["reasoning"] if settled else [],
            "by": line["actor_name"],
            "at": parse_datetime(line["server_at"]),
            "struck": slot.struck,
            "struck_reason": reasons.get(slot.n, "") if slot.struck else "",
        }


def _because(match: Match, sheet: Folded) -> dict[str, str]:
    """The reasons of the chief referee's verdicts on this sheet, by the entry's id; no query where there is none."""
    if not any(line["type"] in ENDINGS for line in sheet.lines):
        return {}
    made = AuditEntry.objects.filter(tournament=match.stage.tournament_id, action="match.correct")
    rows = made.exclude(after__key=None).values_list("after__key", "reason")
    return {str(id_of(UUID(key), index)): why for key, why in rows for index in range(MOST_VERDICTS)}


def _replaced(state: rules.MatchState) -> dict[int, list[Mapping[str, Any]]]:
    """Struck entries in whose place another stands, by that place, in the order they were written."""
    standing = {slot.n for slot in state.slots}
    found: dict[int, list[Mapping[str, Any]]] = {}
    for entry in state.entries:
        if entry["type"] != "strike" and entry["n"] not in standing and entry["n"] in state.where:
            found.setdefault(state.where[entry["n"]], []).append(entry)
    return found


def _struck_line(
    entry: Mapping[str, Any], line: Mapping[str, Any], ruleset: Ruleset, reasons: Mapping[int, str]
) -> dict[str, Any]:
    """A line of the story for an entry that no longer has a place of its own."""
    return {
        "kind": entry["type"],
        "number": None,
        "text": _text(entry["type"], entry, ruleset, 0, None),
        "facts": hand_facts(entry) if entry["type"] == "hand" else "",
        "why": "",
        "levels": None,
        "reasoning": [],
        "by": line["actor_name"],
        "at": parse_datetime(line["server_at"]),
        "struck": True,
        "struck_reason": reasons.get(entry["n"], ""),
    }


def hand_facts(data: Mapping[str, Any]) -> str:
    """What was written of a hand：甲方坐庄，闲家抓65分，抠底一对，底牌20分."""
    said = [_("%(side)s坐庄") % {"side": side_words(data.get("declarer", ""))}]
    if "table_points" in data:
        said.append(_("闲家台面%(points)d分") % {"points": data["table_points"]})
    if data.get("capture", "none") != "none":
        said.append(_("抠底：%(capture)s") % {"capture": capture_words(data["capture"])})
    if "kitty_points" in data:
        said.append(_("底牌%(points)d分") % {"points": data["kitty_points"]})
    if data.get("result") == "decider":
        said.insert(0, _("加赛"))
    if data.get("finish"):
        said.append(_("出完次序 %(order)s") % {"order": " ".join(data["finish"]).upper()})
    if data.get("declarer_override"):
        said.append(_("改庄原因：%(why)s") % {"why": data["declarer_override"]})
    return _("，").join(said)


def _text(kind: str, data: Mapping[str, Any], ruleset: Ruleset, number: int, step: Mapping[str, Any] | None) -> str:
    if kind == "hand":
        unsettled = _("作废的一副") if data.get("result") == "void" else _("划去的一副")
        return _("第%d副") % number if number else unsettled
    if kind == "penalty" and step is not None:
        return _penalty(data, ruleset, step)
    if kind == "protest" and number:
        facts = {"side": side_words(data["side"]), "number": number, "text": data["text"]}
        return _("%(side)s抗议（第%(number)d副）：%(text)s") % facts
    return words({**data, "type": kind}, ruleset)


def _penalty(data: Mapping[str, Any], ruleset: Ruleset, step: Mapping[str, Any]) -> str:
    facts = {
        "side": penalised(data),
        "offence": offence_name(ruleset, data["offence"], reader()),
        "step": step["step"],
        "points": step["points"],
    }
    if levels := data.get("effect", {}).get("levels"):
        return _("判罚 %(side)s：%(offence)s，累计第%(step)d次，扣%(levels)d级") % {**facts, "levels": levels}
    if step["points"]:
        return _("判罚 %(side)s：%(offence)s，累计第%(step)d次，罚%(points)d分") % facts
    return _("判罚 %(side)s：%(offence)s，累计第%(step)d次") % facts


def _struck_reasons(sheet: Folded) -> dict[int, str]:
    """Why lines no longer stand: by a strike, or by a ruling."""
    found: dict[int, str] = {}
    for entry in sheet.state.entries:
        if entry["type"] == "strike":
            found[entry["entry"]] = entry.get("reason", "")
        elif entry["type"] == "ruling":
            found |= dict.fromkeys(entry.get("strike", []), entry.get("text", ""))
    return found


def _side(view: Mapping[str, Any], side: str) -> dict[str, Any]:
    team, result = view["teams"][side], view["result"]
    return {
        "side": side,
        "word": side_words(side),
        "name": team["name"] if team else _("（待定）"),
        "players": [player["name"] for player in team["players"]] if team else [],
        "score": side_score(result, side) if result["decided_by"] else level_text(result, side),
        "won": result["winner"] == side,
        "on_stage": result["winner"] is None and result["declarer"] == side,
        "agreed": side in view["confirmations"],
    }


def signed_of(match: Match) -> dict[str, Any] | None:
    """Who confirmed the result in force and who verified it; null before."""
    result = ConfirmedResult.objects.filter(match=match, superseded_at=None).select_related("verified_by").first()
    if result is None:
        return None
    said = match.confirmations.filter(version=result.version).order_by("side")
    return {
        "result": result,
        "confirmations": [(side_words(one.side), one.actor_name, one.at) for one in said],
        "verified_by": result.verified_by.display_name if result.verified_by else "",
        "self_reason": result.self_verified_reason,
    }
