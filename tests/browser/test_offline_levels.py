"""Several hands in a row without a network: what the phone makes of them against the fold of the sheet, at random."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import pytest

from referee.services.offline import console_facts
from scoring.errors import ScoringError
from scoring.ruleset import changed, load_preset, preset_names
from scoring.sheet import MatchState, append, course_table, declarer_seat, fold, next_step, position, result
from scoring.words import next_step_text
from tests.browser.phone import Console
from tournament.models import Match
from tournament.services.keypad import keypad
from tournament.services.rulesets import version_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHEETS, WAYS_ON = 6, 6  # by ruleset: what the server has, and ways to go on from there
ENDING = {"forfeit", "disqualify", "match-lost"}
# The preset as it stands, and with what another notice might say of how a match ends.
KNOBS: list[dict[str, Any]] = [
    {}, {}, {}, {"time.at_end": "finish-if-it-matters"}, {"match.max_hands": 6}, {"match.mercy_lead": 5},
    {"match.games_to_win": 2, "match.levels_over_all_games": True}, {"match.decide": ["first-to-reach", "ruling"]},
    {"match.games_to_win": 2, "match.decide": ["levels-climbed", "lot"]},
]  # fmt: skip
SEATS = {"a": "ns", "b": "ew"}
CLOCK = {"state": "running", "deadline": None, "seconds_left": None}
RUN = """async (presets) => {
  const { ahead } = await import('/static/js/console/ahead.js');
  const { facts } = await import('/static/js/console/facts.js');
  const told = ({ state: { status, declarer_seat, next_step, result } }) => ({
    levels: result.levels, declarer: result.declarer, games: result.games,
    over: status === 'awaiting' && [result.winner, result.decided_by],
    seat: status === 'awaiting' ? null : declarer_seat,
    next: status === 'awaiting' ? null : [next_step.code, next_step.text],
    hands: result.hands.map((one) => [one.attackers_points, one.reasoning]),
    tribute: result.tribute && [result.tribute.from, result.tribute.points, result.tribute.jokers],
  });
  return presets.map((preset) => {
    const upTo = ({ server, table }, items, at) => told(ahead(server, items.slice(0, at + 1), table));
    const after = (sheet, items) => items.map((_, at) => upTo(sheet, items, at));
    return preset.sheets.map((sheet) => {
      Object.assign(facts, preset.facts, sheet.facts);
      return sheet.queues.map((items) => after(sheet, items));
    });
  });
}"""


class Sheet:
    """A match some of whose entries the server has, and what is then written without a network."""

    def __init__(self, preset: str, random: Random) -> None:
        self.random = random
        self.ruleset = changed(load_preset(preset), random.choice(KNOBS))
        ladder = self.ruleset.ladder.levels
        start: dict[str, Any] = {"n": 1, "type": "start", "declarer": "a"}
        if random.random() < 0.7:
            start["levels"] = {side: random.choice([*ladder, *ladder[-3:]]) for side in "ab"}
        self.state: MatchState = fold(self.ruleset, {}, [start])
        self.offences = list(self.ruleset.offences)

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played."""
        return self.state.play.over is not None

    def play(self, length: int) -> Iterator[dict[str, Any]]:
        """Write entries until the match is over, now and then one that takes the end back."""
        count = 0
        while count < length and (not self.is_over or self.random.random() < 0.3):
            entry = self._back() if self.is_over else self._next()
            count += 1
            try:
                self.state = append(self.state, {"n": self.state.last_n + 1, **entry})
            except ScoringError:
                continue  # what the server refuses the phone cannot know
            yield dict(self.state.entries[-1])

    def _next(self) -> dict[str, Any]:
        kind = self.random.random()
        struck = self._refillable()
        if struck and kind < 0.5:
            return {**self._hand(), "replaces": self.random.choice(struck)}
        if kind < 0.08:
            return self._back()
        if kind < 0.27:
            return self._penalty()
        if kind < 0.29:
            return {"type": "hand", "result": "void", "declarer": self._declarer()}
        if kind < 0.31:
            return {"type": "time-up", "cards_drawn": self.random.random() < 0.8}
        if self.state.play.tied == "lot" and kind < 0.6:
            return {"type": "lot", "winner": self.random.choice("ab")}
        if self.state.play.tied == "ruling" and kind < 0.6:
            return {"type": "decision", "winner": self.random.choice(["a", "b", None]), "text": "裁定"}
        if kind < 0.32:
            return self._gone()
        if kind < 0.35:
            return {"type": "resume" if self.state.play.paused else "pause", "at": "2011-11-25T13:10:00+08:00"}
        return self._hand()

    def _back(self) -> dict[str, Any]:
        """An entry taken back, wherever it was written."""
        live = [slot.n for slot in self.state.slots if not slot.struck and slot.kind not in ("strike", "start")]
        return {"type": "strike", "entry": self.random.choice(live), "reason": "误按"} if live else self._hand()

    def _gone(self) -> dict[str, Any]:
        """A side, or one player of it, is out."""
        kind, side = self.random.choice(["forfeit", "retire", "disqualify"]), self.random.choice("ab")
        return {"type": kind, "side": side, **({"player": 1} if kind == "disqualify" else {})}

    def _refillable(self) -> list[int]:
        """Struck hands that nothing replaces yet."""
        return [slot.n for slot in self.state.slots if slot.kind == "hand" and slot.struck]

    def _declarer(self) -> str:
        on_stage = self.state.play.declarer
        other = self.random.random() < 0.05
        return self.random.choice("ab") if on_stage is None or other else "ab"[on_stage]

    def _hand(self) -> dict[str, Any]:
        side = self._declarer()
        asked = declarer_seat(self.state)
        seat = asked if asked and asked in SEATS[side] else SEATS[side][0]
        entry = {"type": "hand", "declarer": side, "declarer_seat": seat}
        if self.state.play.tied == "decider":
            entry["result"] = "decider"
        return {**entry, **(self._order() if self.ruleset.settle.kind == "finish" else self._points(side))}

    def _order(self) -> dict[str, Any]:
        players = ["a1", "a2", "b1", "b2"]
        self.random.shuffle(players)
        return {"finish": players}

    def _points(self, side: str) -> dict[str, Any]:
        """Often near a threshold or nothing at all, sometimes far above, with all that the keypad asks."""
        rules, choice = keypad(self.ruleset), self.random.choice
        top = 100 * self.ruleset.deck.decks
        table = choice([0, 5, 75, 80, 85, 5 * self.random.randrange(top // 5 + 1)])
        facts: dict[str, Any] = {"table_points": table, "capture": "none", **self._extras(rules["extras"])}
        if self.random.random() < 0.6:
            return facts
        kitty = 5 * self.random.randrange((top - table) // 5 + 1)
        capture = choice([*rules["captures"][1:], "tractor-5"])
        level = self.state.rules.levels[position(self.state)[side]["level"]]
        if level in rules["level_card_levels"] and capture in rules["level_card_captures"]:
            facts |= choice([{}, {"capture_level_card": "main"}, {"capture_level_card": "off"}])
        return {**facts, "capture": capture, "kitty_points": min(kitty, 40)}

    def _extras(self, asked: Sequence[str]) -> dict[str, Any]:
        """What only some rulesets ask of a hand."""
        random, decks = self.random, self.ruleset.deck.decks
        found: dict[str, Any] = {}
        if "special_bid" in asked and random.random() < 0.3:
            found["special_bid"] = {"side": random.choice("ab"), "kind": "red-five-pair"}
        if "kitty_jokers" in asked and random.random() < 0.4:
            found["kitty_jokers"] = {"small": random.randint(0, decks), "big": random.randint(0, decks)}
        if "dry_kitty" in asked and random.random() < 0.2:
            found["dry_kitty"] = True
        if "tribute_refused" in asked and self.state.play.tribute and random.random() < 0.2:
            found["tribute_refused"] = True
        return found

    def _penalty(self) -> dict[str, Any]:
        whose = {"type": "penalty", "side": self.random.choice("ab"), "player": self.random.choice([1, 2])}
        played = [row.n for row in self.state.play.rows]
        if played and self.random.random() < 0.2:
            whose["hand"] = self.random.choice(played)
        offence = self.random.choice(self.offences) if self.random.random() < 0.7 else None
        if offence and {step.kind for step in offence.effects} & ENDING and self.random.random() < 0.8:
            offence = None  # these end the match: now and then is enough
        if offence is None or any(step.kind == "discretion" for step in offence.effects):
            ruled = [("points", 5), ("points", 20), ("levels", 1), ("levels", 2)]
            kind, amount = self.random.choice([*ruled, *ruled, ("disqualify", True)])
            return {**whose, "offence": offence.code if offence else "other", "effect": {kind: amount}}
        return {**whose, "offence": offence.code, "count": self.random.choice([1, 2])}

    def told(self) -> dict[str, Any]:
        """What the phone should show, by the fold."""
        found = result(self.state)
        owed, code = found["tribute"], next_step(self.state)
        return {
            "levels": found["levels"],
            "declarer": found["declarer"],
            "games": found["games"],
            "seat": None if self.is_over else declarer_seat(self.state),
            "next": None if self.is_over else [code, next_step_text(code)],
            "over": self.is_over and [found["winner"], found["decided_by"]],
            "hands": [[row["attackers_points"], row["reasoning"]] for row in found["hands"]],
            "tribute": owed and [owed["from"], owed["points"], owed["jokers"]],
        }


def on_the_phone(entry: Mapping[str, Any]) -> dict[str, Any]:
    """An entry as the console writes it: without its number, others named by their ids."""
    names = {key: f"e{entry[key]}" for key in ("entry", "replaces", "hand") if key in entry}
    return {**{key: value for key, value in entry.items() if key != "n"}, **names}


def server_of(sheet: Sheet) -> dict[str, Any]:
    """The state as the console read it last."""
    struck = {one["entry"] for one in sheet.state.entries if one["type"] == "strike"}
    entries = [
        {
            "id": f"e{one['n']}",
            "n": one["n"],
            "type": one["type"],
            "payload": on_the_phone(one),
            "struck": one["n"] in struck,
        }
        for one in sheet.state.entries
    ]
    found, code = result(sheet.state), next_step(sheet.state)
    return {
        "version": 1,
        "entries": entries,
        "status": found["status"],
        "result": found,
        "clock": CLOCK,
        "rules": keypad(sheet.ruleset),
        "declarer_seat": declarer_seat(sheet.state),
        "next_step": {"code": code, "text": next_step_text(code)},
    }


def drawn(preset: str, seed: int) -> tuple[dict[str, Any], list[list[dict[str, Any]]]]:
    """Queues on top of one sheet for the phone, and what it should show after each entry of each."""
    random = Random(f"{preset} {seed}")
    sheet = Sheet(preset, random)
    stale = random.random() < 0.3  # the network went before the table of the last entries could be read
    table = {"version": 1 - stale, "position": position(sheet.state), "course": course_table(sheet.state.rules)}
    list(sheet.play(random.randrange(12)))
    if not stale:
        table["position"] = position(sheet.state)
    sent = {"server": server_of(sheet), "table": table, "facts": {"max_hands": sheet.state.rules.max_hands}}
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
