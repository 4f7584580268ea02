"""What a format comes to with so many teams: groups, matches and rounds of each stage, in one sentence."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from tournament.draw import best_losers, groups, knockout, last_record, placing, qualifying, round_robin
from tournament.models import Team, Tournament

from . import formats
from .formats import Format
from .presets import StagePlan
from .refusal import Refusal
from .spoken import said

Counts = tuple[int, int]  # matches, rounds
EXAMPLE = 12
MOST_TEAMS = 512


def present_teams(tournament: Tournament) -> int:
    """How many teams would be drawn now."""
    entered = Team.objects.filter(tournament=tournament, withdrawn_at__isnull=True, waiting_since__isnull=True)
    return entered.count()


def plan_text(chosen: Format, teams: int) -> str:
    """The format with so many teams as a sentence; why it cannot be played, where it cannot."""
    if not 2 <= teams <= MOST_TEAMS:
        return _("报名满 2 队后，这里给出场数和轮数。") if teams < 2 else ""
    try:
        stages = formats.plans(chosen)
        parts, matches = _PARTS[chosen.shape](stages, teams)
    except Refusal as refusal:
        return refusal.message
    except ScoringError as error:
        return _("%(teams)d 队：%(reason)s。") % {"teams": teams, "reason": said(error.message)}
    facts = {"teams": teams, "parts": _("；").join(parts), "matches": matches}
    return _("%(teams)d 队：%(parts)s；共 %(matches)d 场。") % facts


def _groups(stages: Sequence[StagePlan], teams: int) -> tuple[list[str], int]:
    settings, last = stages[0].settings, stages[1].settings
    sizes = _sizes(settings, teams)
    counts = qualifying.advancing(sizes, settings["advance"])
    best = qualifying.best_count(sizes, counts, settings.get("best", 0))
    entrants = sum(counts) + best
    if entrants < 2:
        raise Refusal(_("出线的只有 1 队，没有淘汰赛可排；请增加出线队数。"))
    first, second = _tables(sizes, settings.get("legs", 1)), _bracket(entrants, last)
    extra = _("（含择优 %(best)d 队）") % {"best": best} if best else ""
    facts = {"groups": _group_words(sizes), "matches": first[0], "rounds": first[1]}
    more = {"teams": entrants, "extra": extra, "matches": second[0], "rounds": second[1]}
    return [
        _("%(groups)s，小组赛 %(matches)d 场、%(rounds)d 轮") % facts,
        _("%(teams)d 队%(extra)s进淘汰赛，%(matches)d 场、%(rounds)d 轮") % more,
    ], first[0] + second[0]


def _sizes(settings: Mapping[str, Any], teams: int) -> list[int]:
    count = settings.get("groups") or -(-teams // settings["group_size"])
    if not 1 <= count <= teams // 2:
        message = _("%(teams)d 队不能分成 %(count)d 组；每组至少 2 队。")
        raise Refusal(message % {"teams": teams, "count": count})
    return [len(group) for group in groups.in_reading_order(teams, count)]


def _group_words(sizes: Sequence[int]) -> str:
    """4 组×3 队；2 组×4 队、1 组×3 队."""
    words = [_("%(groups)d 组×%(size)d 队") % {"groups": n, "size": size} for size, n in Counter(sizes).items()]
    return _("、").join(words)


def _tables(sizes: Sequence[int], legs: int) -> Counts:
    tables = {size: round_robin.rounds(size, "berger", legs) for size in set(sizes)}
    matches = sum(len(pairs) for size in sizes for pairs in tables[size])
    return matches, max(len(table) for table in tables.values())


def _bracket(entrants: int, settings: Mapping[str, Any]) -> Counts:
    sides = [None if slot is None else {"team": str(slot)} for slot in placing.fixed(entrants)]
    places, joint = settings.get("places", 1), settings.get("third_place") == "joint"
    if places > entrants:
        raise Refusal(_("淘汰赛有 %(teams)d 队，不能决出前 %(places)d 名。") % {"teams": entrants, "places": places})
    return _counted(knockout.bracket(sides, places, joint))


def _counted(matches: Sequence[Mapping[str, Any]]) -> Counts:
    return len(matches), max(match["round"] for match in matches)


def _knockout(stages: Sequence[StagePlan], teams: int) -> tuple[list[str], int]:
    matches, rounds = _bracket(teams, stages[0].settings)
    byes = (1 << (teams - 1).bit_length()) - teams
    words = [_("淘汰赛 %(matches)d 场、%(rounds)d 轮") % {"matches": matches, "rounds": rounds}]
    return words + ([_("首轮 %(byes)d 队轮空") % {"byes": byes}] if byes else []), matches


def _losers(stages: Sequence[StagePlan], teams: int) -> tuple[list[str], int]:
    settings = stages[0].settings
    record = {"format": best_losers.FORMAT, "algorithm": 1, "seed": "-", "teams": _dummies(teams)}
    record |= {key: settings[key] for key in ("places", "third_place") if key in settings}
    matches, rounds = _counted(best_losers.compute(record)["result"]["matches"])
    losers = best_losers.wanted(teams)
    facts = {"pairs": teams // 2, "losers": losers, "next": -(-teams // 2) + losers}
    first = _("首轮 %(pairs)d 场，胜者和最好的 %(losers)d 个负者共 %(next)d 队进入下一轮") % facts
    if not losers:
        first = _("首轮 %(pairs)d 场，胜者恰好排满下一轮，没有负者复活") % facts
    return [first, _("全部 %(rounds)d 轮") % {"rounds": rounds}], matches


def _redraw(stages: Sequence[StagePlan], teams: int) -> tuple[list[str], int]:
    settings, rounds = stages[0].settings, (teams - 1).bit_length()
    third = int(settings["places"] >= formats.LEAST_FOR_THIRD and settings["third_place"] == "match" and teams > 3)
    byes = (1 << rounds) - teams
    words = [_("%(rounds)d 轮，每轮重新抽签") % {"rounds": rounds}]
    return words + ([_("首轮 %(byes)d 队轮空") % {"byes": byes}] if byes else []), teams - 1 + third


def _swiss(stages: Sequence[StagePlan], teams: int) -> tuple[list[str], int]:
    rounds, most = stages[0].settings["rounds"], teams if teams % 2 else teams - 1
    if rounds > most:
        message = _(
            "%(count)d 队最多编排 %(most)d 轮（不重复相遇，每队至多轮空一次），现为 %(rounds)d 轮；请先减少轮数。"
        )
        raise Refusal(message % {"count": teams, "most": most, "rounds": rounds})
    words = [_("%(rounds)d 轮，每轮 %(matches)d 场") % {"rounds": rounds, "matches": teams // 2}]
    return words + ([_("每轮 1 队轮空，按胜计分")] if teams % 2 else []), rounds * (teams // 2)


def _last(stages: Sequence[StagePlan], teams: int) -> tuple[list[str], int]:
    settings = stages[1].settings
    record = {"format": last_record.FORMAT, "algorithm": 1, "seed": "-", "teams": _dummies(teams)}
    record |= {"last": stages[0].settings["until"], "order": settings["order"], "legs": settings["legs"]}
    result = last_record.compute(record)["result"]
    first, table = _counted(result["matches"]), sum(len(pairs) for pairs in result["rounds"])
    facts = {"matches": first[0], "rounds": first[1], "last": record["last"], "table": table}
    facts["turns"] = len(result["rounds"])
    return [
        _("淘汰赛 %(matches)d 场、%(rounds)d 轮，剩 %(last)d 队") % facts,
        _("最后循环 %(table)d 场、%(turns)d 轮") % facts,
    ], first[0] + table


def _round_robin(stages: Sequence[StagePlan], teams: int) -> tuple[list[str], int]:
    matches, rounds = _tables([teams], stages[0].settings["legs"])
    return [_("循环赛 %(matches)d 场、%(rounds)d 轮") % {"matches": matches, "rounds": rounds}], matches


def _dummies(teams: int) -> list[dict[str, Any]]:
    return [{"id": str(number), "department": None} for number in range(teams)]


_PARTS: Mapping[str, Callable[[Sequence[StagePlan], int], tuple[list[str], int]]] = {
    formats.BY_COUNT: _groups,
    formats.BY_SIZE: _groups,
    formats.KNOCKOUT: _knockout,
    formats.LOSERS: _losers,
    formats.REDRAW: _redraw,
    formats.SWISS: _swiss,
    formats.LAST: _last,
    formats.ROUND_ROBIN: _round_robin,
}
