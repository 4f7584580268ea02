"""The rounds of stages drawn one after another, as the public sees them: who meets whom, who is free, what is open."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournament.models import Draw, Match

from .fixtures import slots_of
from .kinds import BY_ROUND
from .match_words import Title, side_text
from .result_words import side_score
from .rounds import free_names
from .shown import Shown


def public_rounds(
    matches: Sequence[Match],
    titles: Mapping[int, Title],
    results: Mapping[int, Mapping[str, Any]],
    shown: Shown,
) -> list[dict[str, Any]]:
    """The rounds, the latest drawn first, then those not drawn yet; one query, none where no stage is drawn by rounds.

    `title`, `drawn`, `free`, `lines` [{"title", "match", "sides": [{"text", "score", "won"}]}], `seed`.
    """
    found: dict[tuple[int, int], list[Match]] = {}
    for match in matches:
        if match.stage.kind in BY_ROUND:
            found.setdefault((match.stage_id, match.round), []).append(match)
    if not found:
        return []
    stages = {stage_id for stage_id, _number in found}
    drawn = Draw.objects.filter(stage__in=stages, undone_at=None, round__gt=0)
    records = {(draw.stage_id, draw.round): draw.record for draw in drawn}
    rounds = [
        _round(records.get(key), sorted(found[key], key=lambda match: match.pk), titles, results, shown)
        for key in sorted(found)
    ]
    return [one for one in reversed(rounds) if one["drawn"]] + [one for one in rounds if not one["drawn"]]


def _round(
    record: Mapping[str, Any] | None,
    matches: Sequence[Match],
    titles: Mapping[int, Title],
    results: Mapping[int, Mapping[str, Any]],
    shown: Shown,
) -> dict[str, Any]:
    number = matches[0].round
    return {
        "title": _("第 %(number)d 轮") % {"number": number},
        "drawn": record is not None,
        "count": len(matches),
        "free": free_names(record) if record else [],
        "seed": record["seed"] if record and not record.get("lots") else "",
        "lines": [_line(match, titles, results, shown) for match in matches] if record else [],
    }


def _line(
    match: Match, titles: Mapping[int, Title], results: Mapping[int, Mapping[str, Any]], shown: Shown
) -> dict[str, Any]:
    result, slots = results.get(match.pk), slots_of(match)
    return {
        "title": titles[match.pk].full,
        "match": match,
        "linked": shown.results and match.status != Match.Status.SCHEDULED,
        "sides": [
            {
                "text": side_text(slots.get(side), titles, resolved=shown.results),
                "score": side_score(result, side) if result else "",
                "won": bool(result and result["winner"] == side),
            }
            for side in "ab"
        ],
    }
