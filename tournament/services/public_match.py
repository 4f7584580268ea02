"""A match's public page: its sheet in words, hand by hand with the reasoning."""

from collections.abc import Mapping
from typing import Any

from scoring.words import offence_name
from scoring.words.names import level_name
from tournament.models import Match

from .fixtures import matches_of, rows_of
from .folded import folded
from .keypad import reader
from .match_rules import rules_of
from .match_view import match_view
from .match_words import titles_of
from .protests import doubted
from .result_words import decided_text, level_text, side_score
from .shown import Shown


def match_page_of(match: Match, shown: Shown) -> dict[str, Any]:
    """The page's facts: `match`, `title`, `table`, `start`, `sides`, `lines` (hands and penalties).

    While it is played the table is told in any case; under a protest that could change it, no level of the moment is.
    """
    tournament = match.stage.tournament
    matches = matches_of(tournament)
    titles = titles_of(matches)
    row = next(row for one, row in zip(matches, rows_of(matches, titles), strict=True) if one.pk == match.pk)
    view = match_view(match)
    result = view["result"]
    confirmed, doubt = match.status in (Match.Status.CONFIRMED, Match.Status.VERIFIED), bool(doubted([match.pk]))
    return {
        "tournament": tournament,
        "shown": shown,
        "match": match,
        "title": titles[match.pk].full,
        "table": row["table"] if shown.schedule or not confirmed else "",
        "start": row["start"] if shown.schedule else "",
        "sides": [_side(view, side, shown, in_doubt=doubt and not confirmed) for side in "ab"],
        "status": str(match.get_status_display()),
        "confirmed": confirmed,
        "decided": "" if doubt and not confirmed else decided_text(result["decided_by"]),
        "disputed": titles[match.pk].disputed is not None or doubt,
        "lines": _lines(match, result),
    }


def _side(view: Mapping[str, Any], side: str, shown: Shown, *, in_doubt: bool) -> dict[str, Any]:
    team, result = view["teams"][side], view["result"]
    score = side_score(result, side) if result["decided_by"] else level_text(result, side)
    return {
        "side": side,
        "name": team["name"] if team else "",
        "players": [player["name"] for player in team["players"]] if team and shown.teams else [],
        "score": "" if in_doubt else score,
        "won": result["winner"] == side and not in_doubt,
        "on_stage": result["winner"] is None and result["declarer"] == side and not in_doubt,
    }


def _lines(match: Match, result: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Hands and penalties in the sheet's order: what was written anew stands where the old one stood."""
    hands = [
        {"n": hand["n"], "hand": number, **hand, "levels": _levels(hand["levels"])}
        for number, hand in enumerate(result["hands"], start=1)
    ]
    ruleset = rules_of(match)
    penalties = [{**one, "name": offence_name(ruleset, one["offence"], reader())} for one in result["penalties"]]
    where = folded(match).state.where
    return sorted([*hands, *penalties], key=lambda line: where.get(line["n"], line["n"]))


def _levels(levels: Mapping[str, str]) -> dict[str, str]:
    return {side: level_name(levels[side], reader()) for side in "ab"}
