"""Several hands in a row without a network: what the phone makes of them against the fold of the sheet, at random."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import pytest

from referee.services.offline import console_facts
from scoring.ruleset import load_preset, preset_names
from scoring.ruleset.offence import Offence
from scoring.sheet import (
    MatchState,
    append,
    course_table,
    declarer_seat,
    fold,
    position,
    result,
    transition_table,
)
from tests.browser.phone import Console
from tournament.models import Match
from tournament.services.keypad import keypad
from tournament.services.rulesets import version_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHEETS, WAYS_ON = 2, 12  # by ruleset: what the server has, and ways to go on from there
SEATS = {"a": "ns", "b": "ew"}
CLOCK = {"state": "running", "deadline": None, "seconds_left": None}
RUN = """async (presets) => {
  const { ahead } = await import('/static/js/console/ahead.js');
  const { facts } = await import('/static/js/console/facts.js');
  const told = ({ state: { status, declarer_seat, result } }) => ({
    levels: result.levels, declarer: result.declarer, games: result.games,
    over: status === 'awaiting', seat: status === 'awaiting' ? null : declarer_seat,
    hands: result.hands.map((one) => one.attackers_points),
    tribute: result.tribute && [result.tribute.from, result.tribute.cards],
  });
  return presets.map((preset) => {
    Object.assign(facts, preset.facts);
    const upTo = ({ server, table }, items, at) => told(ahead(server, items.slice(0, at + 1), table));
    const after = (sheet, items) => items.map((_, at) => upTo(sheet, items, at));
    return preset.sheets.map((sheet) => sheet.queues.map((items) => after(sheet, items)));
  });
}"""


def _settles(offence: Offence) -> bool:
    """Whether it may end the hand on its points alone: that only the server reckons. At discretion: see `_penalty`."""
    return any(
        effect.kind == "discretion" or (offence.ends_hand and effect.kind == "points") for effect in offence.effects
    )


class Sheet:
    """A match some of whose entries the server has, and what is then written without a network."""

    def __init__(self, preset: str, random: Random) -> None:
        self.random = random
        self.ruleset = load_preset(preset)
        self.state: MatchState = fold(self.ruleset, {}, [{"n": 1, "type": "start", "declarer": "a"}])
        self.offences = [one.code for one in self.ruleset.offences if not _settles(one)]

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played."""
        return self.state.play.over is not None or self.state.play.tied is not None

    def play(self, length: int) -> Iterator[dict[str, Any]]:
        """Write entries until the match is over; of these only what is written here is struck or replaced."""
        written: list[dict[str, Any]] = []
        while len(written) < length and not self.is_over:
            written.append({"n": self.state.last_n + 1, **self._next(written)})
            self.state = append(self.state, written[-1])
            yield written[-1]

    def _next(self, written: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        kind = self.random.random()
        mine = [one for one in written if one["type"] == "hand" and self.state.live(one["n"])]
        struck = self._refillable(written)
        if struck and kind < 0.5:
            return {**self._hand(), "replaces": self.random.choice(struck)}
        if mine and kind < 0.08:
            return {"type": "strike", "entry": self.random.choice(mine)["n"], "reason": "误按"}
        if kind < 0.25:
            return self._penalty()
        if kind < 0.29:
            return {"type": "hand", "result": "void", "declarer": self._declarer()}
        return self._hand()

    def _refillable(self, written: Sequence[Mapping[str, Any]]) -> list[int]:
        """Hands struck in the queue that nothing replaces yet."""
        struck = {one["entry"] for one in written if one["type"] == "strike"}
        taken = {one["replaces"] for one in written if "replaces" in one}
        return [one["n"] for one in written if one["n"] in struck - taken and one.get("result") != "void"]

    def _declarer(self) -> str:
        on_stage = self.state.play.declarer
        other = self.random.random() < 0.05
        return self.random.choice("ab") if on_stage is None or other else "ab"[on_stage]

    def _hand(self) -> dict[str, Any]:
        side = self._declarer()
        asked = declarer_seat(self.state)
        seat = asked if asked and asked in SEATS[side] else SEATS[side][0]
        entry = {"type": "hand", "declarer": side, "declarer_seat": seat}
        return {**entry, **(self._order() if self.ruleset.settle.kind == "finish" else self._points(side))}

    def _order(self) -> dict[str, Any]:
        players = ["a1", "a2", "b1", "b2"]
        self.random.shuffle(players)
        return {"finish": players}

    def _points(self, side: str) -> dict[str, Any]:
        """Often near a threshold or nothing at all, sometimes far above; in a flag hand no kitty."""
        top = 100 * self.ruleset.deck.decks
        table = self.random.choice([0, 5, 75, 80, 85, 5 * self.random.randrange(top // 5 + 1)])
        flag = self.ruleset.settle.kind == "points" and self.ruleset.settle.flag
        level = self.state.rules.levels[position(self.state)[side]["level"]]
        if self.random.random() < 0.6 or (flag and level == flag.level):
            return {"table_points": table, "capture": "none"}
        kitty = 5 * self.random.randrange((top - table) // 5 + 1)
        capture = self.random.choice(["single", "pair", "tractor-2", "tractor-3", "tractor-5"])
        return {"table_points": table, "capture": capture, "kitty_points": min(kitty, 40)}

    def _penalty(self) -> dict[str, Any]:
        whose = {"type": "penalty", "side": self.random.choice("ab"), "player": self.random.choice([1, 2])}
        if not self.offences or self.random.random() < 0.3:
            kind, amount = self.random.choice([("points", 5), ("points", 20), ("levels", 1), ("levels", 2)])
            return {**whose, "offence": "other", "effect": {kind: amount}}
        return {**whose, "offence": self.random.choice(self.offences), "count": self.random.choice([1, 2])}

    def told(self) -> dict[str, Any]:
        """What the phone should show, by the fold."""
        found = result(self.state)
        owed = found["tribute"]
        return {
            "levels": found["levels"],
            "declarer": found["declarer"],
            "games": found["games"],
            "seat": None if self.is_over else declarer_seat(self.state),
            "over": self.is_over,
            "hands": [row["attackers_points"] for row in found["hands"]],
            "tribute": owed and [owed["from"], owed["cards"]],
        }


def on_the_phone(entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry as the console writes it: without its number, others named by their ids."""
    names = {key: f"e{entry[key]}" for key in ("entry", "replaces") if key in entry}
    return {**{key: value for key, value in entry.items() if key != "n"}, **names}


def server_of(sheet: Sheet) -> dict[str, Any]:
    """The state as the console read it last."""
    entries = [
        {"id": f"e{one['n']}", "n": one["n"], "type": one["type"], "payload": on_the_phone(one), "struck": False}
        for one in sheet.state.entries
    ]
    return {
        "version": 1,
        "entries": entries,
        "status": "playing",
        "result": result(sheet.state),
        "clock": CLOCK,
        "rules": keypad(sheet.ruleset),
        "declarer_seat": declarer_seat(sheet.state),
        "next_step": {"code": "play-hand", "text": ""},
    }


def drawn(preset: str, seed: int) -> tuple[dict[str, Any], list[list[dict[str, Any]]]]:
    """Queues on top of one sheet for the phone, and what it should show after each entry of each."""
    random = Random(f"{preset} {seed}")
    sheet = Sheet(preset, random)
    list(sheet.play(random.randrange(12)))
    if sheet.is_over:
        sheet = Sheet(preset, random)
    further = {"position": position(sheet.state), "course": course_table(sheet.state.rules)}
    sent = {
        "server": server_of(sheet),
        "table": {"version": 1, **transition_table(sheet.ruleset, sheet.state), **further},
    }
    begun, queues, told = sheet.state, [], []
    for _ in range(WAYS_ON):
        sheet.state = begun
        items, after = [], []
        for entry in sheet.play(random.randrange(3, 12)):
            items.append({"id": f"e{entry['n']}", "part": "entries/", "body": {"payload": on_the_phone(entry)}})
            after.append(sheet.told())
        queues.append(items)
        told.append(after)
    return {**sent, "queues": queues}, told


def test_hands_without_a_network_show_the_levels_the_fold_gives_in_every_ruleset(console: Console) -> None:
    match = Match.objects.select_related("stage__tournament", "stage__ruleset").get(pk=console.match.pk)
    presets, wanted = [], []
    for preset in preset_names():
        match.stage.ruleset = version_of(preset)
        made = [drawn(preset, seed) for seed in range(SHEETS)]
        presets.append({"facts": console_facts(match), "sheets": [sheet for sheet, _ in made]})
        wanted.append([told for _, told in made])
    shown = console.open().page.evaluate(RUN, presets)
    for preset, got, right in zip(presets, shown, wanted, strict=True):
        for sheet, one, other in zip(preset["sheets"], got, right, strict=True):
            for items, here, there in zip(sheet["queues"], one, other, strict=True):
                assert here == there, items
