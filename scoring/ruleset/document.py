"""The ruleset: one declarative document that holds every number of a notice."""

from typing import Any, Literal, Self

from pydantic import Field, PrivateAttr, model_validator

from scoring.ruleset.base import Level, Part, Positive, Text
from scoring.ruleset.ladder import Ladder
from scoring.ruleset.match import MatchRule, StageChange, TimeRule
from scoring.ruleset.offence import Offence
from scoring.ruleset.play import PlayText
from scoring.ruleset.settlement import PointsSettlement, Settlement

Trump = Literal["red-five", "big-joker", "small-joker", "main-level", "off-level", "trump-suit", "side-suit"]


class Deck(Part):
    """The cards: packs of 54 (100 points each) and the kitty."""

    decks: Positive = Field(le=6)
    kitty: int = Field(ge=0, le=40)
    permanent_trumps: tuple[Trump, ...] = ()


class Seats(Part):
    """Who sits next: direction of play, and whose turn it is to declare (a prompt for the referee)."""

    direction: Literal["clockwise", "anticlockwise"]
    replay_same_seat: bool = False
    first_declarer: Text | None = None
    first_draw: Text | None = None


class Assumption(Part):
    """A knob whose value the notice does not give: which one, and how we read the notice."""

    knob: str
    note: Text


class Ruleset(Part):
    """One ruleset, complete. Errors of a document are told by `parse_ruleset`."""

    format: Literal["ruleset/1"] = "ruleset/1"
    key: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    name: Text
    notice: Text
    deck: Deck
    ladder: Ladder
    settle: Settlement
    match: MatchRule
    time: TimeRule = TimeRule()
    seats: Seats
    stages: dict[str, StageChange] = Field(default_factory=dict)
    texts: tuple[PlayText, ...] = ()
    offences: tuple[Offence, ...] = ()
    sources: dict[str, str] = Field(default_factory=dict)
    assumptions: tuple[Assumption, ...] = ()
    _compiled: dict[Any, Any] = PrivateAttr(default_factory=dict)

    def __eq__(self, other: object) -> bool:
        """Equal documents are equal rulesets, whatever was compiled from them."""
        return self.__dict__ == other.__dict__ if isinstance(other, Ruleset) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.key, self.name.zh))

    @model_validator(mode="after")
    def _levels_named_exist(self) -> Self:
        strange = [level for level in _levels_of(self) if level not in self.ladder.levels]
        if strange:
            raise ValueError(f"“{strange[0]}”不在级数表里")
        return self

    @model_validator(mode="after")
    def _offences_once(self) -> Self:
        codes = [offence.code for offence in self.offences]
        twice = [code for code in codes if codes.count(code) > 1]
        if twice:
            raise ValueError(f"违例“{twice[0]}”写了两次")
        return self

    @model_validator(mode="after")
    def _knobs_exist(self) -> Self:
        for path in [*self.sources, *(assumption.knob for assumption in self.assumptions)]:
            if not knob_exists(self, path):
                raise ValueError(f"“{path}”不是本规则里的一项")
        return self

    @model_validator(mode="after")
    def _score_counted(self) -> Self:
        if self.settle.counts == "levels" and "score" in self.match.decide:
            raise ValueError("按级数计的比赛不能比得分（score）")
        return self


def _levels_of(rules: Ruleset) -> list[Level]:
    """Every level the parts outside the ladder name."""
    found = [change.last_level for change in rules.stages.values() if change.last_level]
    settle = rules.settle
    if isinstance(settle, PointsSettlement):
        found += [row.to for row in settle.specials if row.to and row.to != "next-must-play"]
        found += [level for row in settle.demotions for level in (row.at, row.to)]
        if settle.five_ten_king:
            found += [settle.five_ten_king.declarer_to, settle.five_ten_king.attackers_to]
        if settle.special_bid:
            found += [settle.special_bid.winner_to, settle.special_bid.loser_to]
        if settle.flag:
            found += [settle.flag.level, *([settle.flag.red_five_return] if settle.flag.red_five_return else [])]
    return found


def knob_exists(rules: Ruleset, path: str) -> bool:
    """Whether a dotted path names a knob; offences are named by code, texts by topic: `offences.talking.scope`."""
    node: Any = rules
    for name in path.split("."):
        if isinstance(node, tuple):
            node = next((one for one in node if name == getattr(one, "code", getattr(one, "topic", None))), None)
        elif isinstance(node, dict):
            node = node.get(name)
        else:
            fields = type(node).model_fields if isinstance(node, Part) else {}
            if name not in fields:
                return False
            node = getattr(node, name)
            continue
        if node is None:
            return False
    return True
