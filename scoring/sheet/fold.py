"""Fold a score sheet, entry by entry: each is checked against the state before it, then acts; a strike replays."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.errors import ScoringError
from scoring.offences import Penalty, resolve_all
from scoring.ruleset.compiled import Rules
from scoring.sheet import admit
from scoring.sheet.checks import refuse
from scoring.sheet.forms import check_form, hand_facts, penalty_facts
from scoring.sheet.play import Play
from scoring.sheet.state import MatchState, Undo
from scoring.sheet.steps import Noted, Slot, apply


class Folder:
    """A state under construction; `freeze` gives the immutable one."""

    def __init__(self, rules: Rules, state: MatchState | None = None) -> None:
        self.rules = rules
        self.entries: list[Mapping[str, Any]] = list(state.entries) if state else []
        self.slots: list[Slot] = list(state.slots) if state else []
        self.before: list[Play] = list(state.before) if state else []
        self.play: Play = state.play if state else Play()
        self.where: dict[int, int] = dict(state.where) if state else {}
        self.undo: dict[int, Undo] = dict(state.undo) if state else {}
        self.last_n = state.last_n if state else 0
        self.noted = state.noted if state else Noted({}, {}, frozenset())

    def freeze(self) -> MatchState:
        """The state as it stands."""
        return MatchState(
            rules=self.rules, entries=tuple(self.entries), slots=tuple(self.slots), before=tuple(self.before),
            play=self.play, where=self.where, noted=self.noted, undo=self.undo, last_n=self.last_n,
        )  # fmt: skip

    def add(self, entry: Mapping[str, Any]) -> None:
        """Check one more entry against the state and let it act. ScoringError names its place."""
        index = len(self.entries)
        at = f"entries[{index}]"
        kind = check_form(entry, at, self.rules)
        n = self._number(entry, at)
        slot = self._slot(kind, entry, n, n, at)
        place = self._place_of(slot, at)
        before = self.play if place is None else self.before[place]
        admit.check(self, slot, before, at)
        self.entries.append(entry)
        self.last_n = n
        self._put(slot, place)
        if kind == "strike":
            self._strike([entry["entry"]])
        elif kind == "ruling":
            self._rule(slot, at)

    def live(self, n: int) -> Slot | None:
        """The entry of that n, if it stands."""
        place = self.where.get(n)
        slot = None if place is None else self.slots[place]
        return slot if slot is not None and slot.key == n and not slot.struck else None

    def _number(self, entry: Mapping[str, Any], at: str) -> int:
        if "n" not in entry:
            raise ScoringError(f"{at}.n", "缺少这一项")
        n = entry["n"]
        if type(n) is not int or n <= self.last_n:
            raise refuse(f"{at}.n", n, f"编号要是大于{self.last_n}的整数，一条比一条大")
        return n

    def _slot(self, kind: str, entry: Mapping[str, Any], n: int, key: int, at: str) -> Slot:
        hand = hand_facts(entry, at, self.rules) if kind == "hand" else None
        penalty = penalty_facts(entry, n, key, at, self.rules) if kind == "penalty" else None
        return Slot(n, key, kind, entry, hand, penalty)

    def _place_of(self, slot: Slot, at: str) -> int | None:
        """The slot a replacement goes into; None for the next free one."""
        if slot.kind == "start":
            return next((i for i, old in enumerate(self.slots) if old.kind == "start" and old.struck), None)
        replaced = slot.data.get("replaces")
        if replaced is None:
            return None
        place = self.where.get(replaced)
        old = None if place is None else self.slots[place]
        if old is None or old.key != replaced or not old.struck or old.kind != "hand":
            raise refuse(f"{at}.replaces", replaced, "只能顶替一副已划去、还没有别的记录顶替的")
        return place

    def _put(self, slot: Slot, place: int | None) -> None:
        """Stand a slot on the sheet and bring the play up to date."""
        if place is not None:
            self.slots[place] = slot
            self.where[slot.key] = place
            self._replay(min(place, self._renote()))
            return
        place = len(self.slots)
        self.slots.append(slot)
        self.before.append(self.play)
        self.where[slot.key] = place
        if slot.penalty is not None:
            first = self._renote()
            if first < place:
                self._replay(first)
                return
        self._run(place)

    def _run(self, place: int) -> None:
        slot = self.slots[place]
        if slot.struck or slot.kind in QUIET:
            return
        play = self.before[place].copy()
        apply(self.rules, play, slot, place, self.noted)
        self.play = play

    def _replay(self, first: int) -> None:
        """Play everything again from a slot on."""
        play = self.before[first]
        for place in range(first, len(self.slots)):
            self.before[place] = self.play = play
            self._run(place)
            play = self.play

    def _renote(self) -> int:
        """Resolve every live penalty again; the first slot where anything changed."""
        penalties: list[Penalty] = [s.penalty for s in self.slots if s.penalty is not None and not s.struck]
        resolved = resolve_all(self.rules, penalties, self.noted.resolved)
        attached: dict[int, tuple[int, ...]] = {}
        for penalty in penalties:
            if penalty.hand is not None:
                place = self.where[penalty.hand]
                attached[place] = (*attached.get(place, ()), penalty.key)
        orphans = frozenset(p.key for p in penalties if p.hand is not None and self.slots[self.where[p.hand]].struck)
        old, self.noted = self.noted, Noted(resolved, attached, orphans)
        changed = {n for n in {*old.resolved, *resolved} if old.resolved.get(n) is not resolved.get(n)}
        places = [self.where[n] for n in changed]
        places += [p for p in {*old.attached, *attached}
                   if old.attached.get(p) != attached.get(p) or changed & set(attached.get(p, ()))]  # fmt: skip
        return min(places, default=len(self.slots))

    def _strike(self, numbers: Sequence[int]) -> None:
        """Strike live entries out and replay from the first of them."""
        first = len(self.slots)
        for n in numbers:
            place = self.where[n]
            self.slots[place] = self.slots[place]._replace(struck=True)
            first = min(first, place)
            if n in self.undo:
                first = min(first, self._take_back(n))
        first = min(first, self._renote())
        if first < len(self.slots):
            self._replay(first)

    def _take_back(self, n: int) -> int:
        """A ruling is struck: what it struck stands again, what it entered goes."""
        done = self.undo.pop(n)
        for place, old in done.slots:
            self.slots[place] = old
        for place in done.added:
            self.slots[place] = self.slots[place]._replace(struck=True)
        return min([place for place, _ in done.slots] + list(done.added), default=len(self.slots))

    def _rule(self, slot: Slot, at: str) -> None:
        """A ruling strikes entries and enters others in their place."""
        struck = list(dict.fromkeys(slot.data.get("strike", ())))
        places = [self.where[n] for n in struck]
        old = tuple((place, self.slots[place]) for place in places)
        if struck:
            self._strike(struck)
        added: list[int] = []
        for number, entry in enumerate(slot.data.get("entries", ())):
            self._enter(slot, entry, number, f"{at}.entries[{number}]", places, added)
        if struck or added:
            self.undo[slot.n] = Undo(old, tuple(place for place in added if place not in places))

    def _enter(self, ruling: Slot, entry: Any, number: int, at: str, places: list[int], added: list[int]) -> None:
        kind = check_form(entry, at, self.rules)
        if kind not in admit.BY_RULING:
            raise refuse(f"{at}.type", kind, f"裁定里可以补记{'、'.join(admit.BY_RULING)}")
        n = self._number(entry, at) if "n" in entry else ruling.n
        key = n if "n" in entry else -(1000 * ruling.n + number)
        slot = self._slot(kind, entry, n, key, at)
        place = self._place_of(slot, at) if "replaces" in entry else self._struck_place(kind, places)
        admit.check(self, slot, self.play if place is None else self.before[place], at)
        self.last_n = max(self.last_n, n)
        self._put(slot, place)
        added.append(self.where[key])

    def _struck_place(self, kind: str, places: list[int]) -> int | None:
        """The first slot of the same type that this ruling struck and nothing replaces yet."""
        return next((p for p in places if self.slots[p].struck and self.slots[p].kind == kind), None)


QUIET = frozenset({"note", "protest", "appeal", "ruling", "strike", "extend"})
