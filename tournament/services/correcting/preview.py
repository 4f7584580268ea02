"""What a decision would change, everywhere: it is carried out and taken back, so that nothing is stored by looking."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from tournament.models import Tournament

from .. import locks
from ..actor import Actor
from ..tournaments import locked
from .downstream import Begun, follow
from .operations import Operation, lock_ids
from .rewriting import REPLAY, Ruling
from .summary import Summary, summary_of
from .undrawing import Held, later_draws, undraw, words_of
from .world import Table, World, world_of


@dataclass(frozen=True, slots=True)
class SlotChange:
    """A side of a match gets another team (or none yet)."""

    title: str
    side: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class MatchChange:
    """Another match changes: from one status in words to another."""

    title: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class TableChange:
    """A standing before and after, rows as `Table` has them."""

    title: str
    columns: tuple[str, ...]
    before: tuple[tuple[str, ...], ...]
    after: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Concern:
    """A match already begun that this concerns. `needed`: a choice is due as things are chosen now.

    `lines`: for each side that would change, (甲方 or 乙方, team it was begun with, team that comes now).
    """

    match_id: int
    title: str
    status: str
    version: int
    lines: tuple[tuple[str, str, str], ...]
    choice: str
    needed: bool


@dataclass(frozen=True, slots=True)
class Preview:
    """Everything that changes. `token` names the world this was computed in; `own` are (before, after) of sheets;
    `draws` says of each later round's draw held for other winners whether it is void or stands.
    """

    own: tuple[tuple[Summary, Summary], ...]
    tables: tuple[TableChange, ...]
    slots: tuple[SlotChange, ...]
    matches: tuple[MatchChange, ...]
    concerns: tuple[Concern, ...]
    owed: tuple[str, ...]
    void_lots: tuple[str, ...]
    draws: tuple[str, ...]
    places_before: tuple[tuple[str, int, str], ...]
    places_after: tuple[tuple[str, int, str], ...]
    token: str = ""
    key: UUID | None = field(default=None, compare=False)

    @property
    def undecided(self) -> tuple[Concern, ...]:
        """The begun matches for which a choice is still owed."""
        return tuple(one for one in self.concerns if one.needed and not one.choice)

    @property
    def downstream(self) -> bool:
        """Whether anything beyond the decision's own match changes."""
        others = (self.tables, self.slots, self.matches, self.concerns, self.owed, self.void_lots, self.draws)
        return any(others)


@dataclass(frozen=True, slots=True)
class Before:
    """The tournament before a decision, the sheets it writes itself by match id, and the draws of later rounds."""

    tournament: Tournament
    world: World
    own: Mapping[int, Summary]
    draws: tuple[Held, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The tournament before and after a decision carried out, its own sheets likewise, the begun matches concerned,
    and the draws of later rounds whose winners changed.
    """

    before: World
    after: World
    own: tuple[tuple[Summary, Summary], ...]
    begun: tuple[Begun, ...]
    draws: tuple[Held, ...]


def preview(operation: Operation, choices: Mapping[int, str], actor: Actor, key: UUID, reason: str = "") -> Preview:
    """Look at what the operation would do with these choices. Raises `Refusal` where it cannot be done at all."""
    with transaction.atomic():
        tournament = hold(operation)
        return look(operation, before_of(operation, tournament), Ruling(actor, reason or _("更正"), key, choices))


def hold(operation: Operation) -> Tournament:
    """Lock what the operation can change: the tournament, its stages, then the matches by id."""
    tournament = locked(operation.tournament_id())
    locks.lock_stages(tournament.stages.values_list("pk", flat=True))
    locks.lock_matches(lock_ids(operation))
    return tournament


def look(operation: Operation, before: Before, by: Ruling) -> Preview:
    """The preview, in a transaction that holds the locks; what is tried is taken back before it returns."""
    widest = _tried(operation, before, replace(by, choices=_Always(REPLAY)))
    chosen = _tried(operation, before, by) if widest.begun else widest
    token = hashlib.sha256(_canonical(_shown(widest, widest.begun)).encode()).hexdigest()[:32]
    return replace(_shown(chosen, widest.begun), token=token, key=by.key)


def before_of(operation: Operation, tournament: Tournament) -> Before:
    """How things stand before the operation."""
    own = {pk: summary_of(pk) for pk in sorted(operation.own())}
    return Before(tournament, world_of(tournament), own, later_draws(tournament))


def carry_out(operation: Operation, before: Before, by: Ruling) -> Outcome:
    """Do it, in the caller's transaction and under its locks."""
    begun = follow(operation.carry(by), by)
    draws = undraw(before.draws, by)
    own = tuple((was, summary_of(pk)) for pk, was in before.own.items())
    return Outcome(before.world, world_of(before.tournament), own, tuple(begun), draws)


def shown_of(outcome: Outcome) -> Preview:
    """An outcome carried out, in the form of a preview."""
    return _shown(outcome, outcome.begun)


def _tried(operation: Operation, before: Before, by: Ruling) -> Outcome:
    with transaction.atomic():
        outcome = carry_out(operation, before, by)
        transaction.set_rollback(True)
    return outcome


class _Always(dict[int, str]):
    """The same choice for every match."""

    def __init__(self, choice: str) -> None:
        super().__init__()
        self.choice = choice

    def get(self, key: int, default: Any = "") -> str:
        """The choice."""
        return self.choice


def _canonical(shown: Preview) -> str:
    """The preview as text, without what only says how it was looked at."""
    return json.dumps(asdict(shown), sort_keys=True, ensure_ascii=False, default=str)


def _shown(outcome: Outcome, widest: Sequence[Begun]) -> Preview:
    before, after = outcome.before, outcome.after
    same_places = before.places == after.places
    return Preview(
        own=tuple(pair for pair in outcome.own if pair[0] != pair[1]),
        tables=tuple(_tables(before.tables, after.tables)),
        slots=_slots(before, after),
        matches=_matches(outcome),
        concerns=_concerns(outcome, widest),
        owed=tuple(text for key, text in after.owed.items() if key not in before.owed),
        void_lots=tuple(text for key, text in before.by_lot.items() if key not in after.by_lot),
        draws=words_of(outcome.draws, before.titles),
        places_before=() if same_places else before.places,
        places_after=() if same_places else after.places,
    )


def _tables(before: Mapping[tuple[int, str], Table], after: Mapping[tuple[int, str], Table]) -> list[TableChange]:
    return [
        TableChange(table.title, table.columns, before[key].rows, table.rows)
        for key, table in after.items()
        if key in before and before[key] != table
    ]


def _slots(before: World, after: World) -> tuple[SlotChange, ...]:
    names, nobody = side_names(), _("无人出场")
    return tuple(
        SlotChange(after.titles[pk], names[side], before.slots[pk, side].text, slot.text)
        for (pk, side), slot in after.slots.items()
        if before.slots[pk, side].team_id != slot.team_id or slot.text == nobody != before.slots[pk, side].text
    )


def _matches(outcome: Outcome) -> tuple[MatchChange, ...]:
    """Matches to be played again, and those that a withdrawal calls off or its end calls back."""
    before, after = outcome.before, outcome.after
    replayed = {one.match_id for one in outcome.begun if one.choice == REPLAY}
    called = {pk for pk in after.matches if before.matches[pk].off != after.matches[pk].off}
    words = {**{pk: _status(after, pk) for pk in called}, **dict.fromkeys(replayed, _("作废，重新比赛"))}
    return tuple(MatchChange(after.titles[pk], _status(before, pk), words[pk]) for pk in after.matches if pk in words)


def _status(world: World, match_id: int) -> str:
    now = world.matches[match_id]
    return (
        _("%(status)s，%(winner)s胜") % {"status": now.status_text, "winner": now.winner}
        if now.winner
        else now.status_text
    )


def _concerns(outcome: Outcome, widest: Sequence[Begun]) -> tuple[Concern, ...]:
    chosen = {one.match_id: one for one in outcome.begun}
    order = {pk: number for number, pk in enumerate(outcome.before.titles)}  # the world's are in order of play
    in_order = sorted(widest, key=lambda one: order[one.match_id])
    return tuple(_concern(outcome.before, chosen.get(one.match_id, one), one.match_id in chosen) for one in in_order)


def _concern(world: World, begun: Begun, needed: bool) -> Concern:
    names = side_names()
    lines = tuple(
        (names[side], _team(world, plays), _team(world, due)) for side, (plays, due) in sorted(begun.sides.items())
    )
    choice = begun.choice if needed else ""
    title, status = world.titles[begun.match_id], _status(world, begun.match_id)
    return Concern(begun.match_id, title, status, begun.version, lines, choice, needed)


def _team(world: World, team_id: int | None) -> str:
    return world.teams[team_id] if team_id else _("（待定）")


def side_names() -> dict[str, str]:
    """甲方 and 乙方 by side."""
    return {"a": _("甲方"), "b": _("乙方")}
