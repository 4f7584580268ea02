"""Recompute everything that is stored besides what people decided, and say where the two differ."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring import sheet as rules
from scoring.errors import ScoringError
from tournament.models import Confirmation, ConfirmedResult, Match, MatchSlot, SheetEntry, Tournament

from . import folding
from .correcting.replay import replay_differences
from .progress import Sources
from .refusal import Refusal
from .spoken import told
from .verify_draw import draw_differences

COLUMNS = ("version", "status", "winner", "decided_by", "projection")
SIDES = frozenset("ab")


def differences(tournament: Tournament | None = None) -> list[str]:
    """One Chinese sentence for each stored value that is not what the entries, results and draws give; empty if right.

    Compares the columns of every match, its confirmed result, the team and source of every slot,
    the places of every group, and each draw with its own record; where all these are right, the whole tournament
    with itself played through again, and the teams a match was begun with.
    """
    tournaments = [tournament] if tournament else Tournament.objects.order_by("pk")
    return [f"{one.name}：{line}" for one in tournaments for line in _of_tournament(one)]


def _of_tournament(tournament: Tournament) -> Iterator[str]:
    matches = list(
        Match.objects.filter(stage__tournament=tournament).select_related("stage__ruleset").order_by("stage", "pk")
    )
    found = list(_of_columns(tournament, matches))
    yield from found or replay_differences(tournament)


def _of_columns(tournament: Tournament, matches: Sequence[Match]) -> Iterator[str]:
    """Each stored value by itself, against what stands beside it."""
    entries, results, agreed = _entries(tournament), _results(tournament), _agreed(tournament)
    for match in matches:
        yield from _of_match(match, entries[match.pk], results[match.pk], agreed[match.pk])
    yield from _of_slots(tournament)
    for found in draw_differences(tournament):
        yield from [found] if isinstance(found, str) else _compare(*found)


def _entries(tournament: Tournament) -> defaultdict[int, list[SheetEntry]]:
    found: defaultdict[int, list[SheetEntry]] = defaultdict(list)
    for entry in SheetEntry.objects.filter(match__stage__tournament=tournament).order_by("match_id", "n"):
        found[entry.match_id].append(entry)
    return found


def _results(tournament: Tournament) -> defaultdict[int, list[ConfirmedResult]]:
    found: defaultdict[int, list[ConfirmedResult]] = defaultdict(list)
    for result in ConfirmedResult.objects.filter(match__stage__tournament=tournament, superseded_at=None):
        found[result.match_id].append(result)
    return found


def _agreed(tournament: Tournament) -> defaultdict[int, set[tuple[str, int]]]:
    found: defaultdict[int, set[tuple[str, int]]] = defaultdict(set)
    rows = Confirmation.objects.filter(match__stage__tournament=tournament)
    for match_id, side, version in rows.values_list("match_id", "side", "version"):
        found[match_id].add((side, version))
    return found


def _of_match(
    match: Match,
    entries: Sequence[SheetEntry],
    results: Sequence[ConfirmedResult],
    agreed: set[tuple[str, int]],
) -> Iterator[str]:
    try:
        expected = _expected(match, entries)
    except (ScoringError, Refusal) as error:
        yield _("场次 %(code)s 的记分表无法重新计算：%(error)s") % {"code": match.code, "error": told(error)}
        return
    if [entry.n for entry in entries] != list(range(1, len(entries) + 1)):
        yield _("场次 %(code)s 的记分表条目编号不连续。") % {"code": match.code}
    for result in results:
        yield from _of_result(match, expected, result, agreed)
    values = {name: getattr(expected, name) for name in ("version", "winner", "decided_by")}
    values |= {"status": _status(expected.status, results), "projection": expected.result}
    for column in COLUMNS:
        yield from _compare(_("场次 %(code)s") % {"code": match.code}, column, getattr(match, column), values[column])


def _expected(match: Match, entries: Sequence[SheetEntry]) -> folding.Projection:
    if not entries:
        return folding.empty_projection()
    return folding.projection_of(rules.result(folding.fold_rows(match, entries)), entries[-1].n)


def _status(folded: str, results: Sequence[ConfirmedResult]) -> str:
    if not results:
        return folded
    return Match.Status.VERIFIED if results[0].verified_at else Match.Status.CONFIRMED


def _of_result(
    match: Match, expected: folding.Projection, result: ConfirmedResult, agreed: set[tuple[str, int]]
) -> Iterator[str]:
    where = _("场次 %(code)s 的确认成绩") % {"code": match.code}
    yield from _compare(where, "version", result.version, expected.version)
    yield from _compare(where, "result", result.result, expected.result)
    if not {side for side, version in agreed if version == result.version} >= SIDES:
        yield _("%(where)s（第%(version)d版）没有双方的确认记录。") % {"where": where, "version": result.version}


def _of_slots(tournament: Tournament) -> Iterator[str]:
    slots = list(
        MatchSlot.objects.filter(match__stage__tournament=tournament)
        .select_related("match", "team")
        .order_by("match_id", "side")
    )
    names = dict(tournament.teams.values_list("pk", "name"))
    sources = Sources(slots)
    for slot in slots:
        expected = sources.coming(slot).team_id
        if slot.team_id != expected:
            where = _("场次 %(code)s 的席位 %(side)s") % {"code": slot.match.code, "side": slot.side}
            stored = slot.team.name if slot.team else None
            yield from _compare(where, "team", stored, names.get(expected or 0))


def _compare(where: str, column: str, stored: Any, expected: Any) -> Iterator[str]:
    if stored == expected:
        return
    if isinstance(stored, Mapping) and isinstance(expected, Mapping):
        keys = [key for key in sorted(stored.keys() | expected.keys()) if stored.get(key) != expected.get(key)]
        message = _("%(where)s 的 %(column)s 与重新计算的不同（%(keys)s）。")
        yield message % {"where": where, "column": column, "keys": _("、").join(keys)}
        return
    message = _("%(where)s 的 %(column)s 存的是“%(stored)s”，重新计算应为“%(expected)s”。")
    yield message % {"where": where, "column": column, "stored": stored, "expected": expected}
