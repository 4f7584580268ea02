"""An offence as data: its unit, its ladder of effects, and what the referee does with the cards."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from scoring.ruleset.base import Count, Part, Points, Text

EffectKind = Literal[
    "warning", "points", "levels", "opponents-levels", "change-stage", "hand-lost", "misdeal",
    "player-out", "match-lost", "disqualify", "forfeit", "discretion",
]  # fmt: skip
SUMS: dict[str, str] = {
    "points": "points",
    "levels": "levels",
    "opponents-levels": "levels",
    "change-stage": "levels",
    "hand-lost": "levels",
}


class Effect(Part):
    """One step of an offence's ladder.

    `points`: against the offender in the hand. `levels`: the offender loses so many at once. `opponents-levels`: the
    opponents climb, the hand goes on. `change-stage`: the hand ends, the opponents climb, the side on stage changes.
    `hand-lost`: the hand ends, the opponents come (or stay) on stage and climb. `misdeal`: the hand is replayed.
    """

    kind: EffectKind
    points: Points | None = None
    levels: Count | None = None

    @model_validator(mode="after")
    def _sum(self) -> Self:
        wanted = SUMS.get(self.kind)
        for name in ("points", "levels"):
            if (getattr(self, name) is None) == (name == wanted):
                raise ValueError(f"处罚“{self.kind}”{'要写' if name == wanted else '不能写'}“{name}”")
        return self


class Offence(Part):
    """An offence: a ladder whose last step repeats (or grows by `increase` points each time)."""

    code: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    name: Text | None = None
    unit: Literal["card", "time"] = "time"
    scope: Literal["side", "player"] = "side"
    effects: tuple[Effect, ...] = Field(min_length=1)
    increase: Annotated[int, Field(ge=0, multiple_of=5)] = 0
    ends_hand: bool = False
    against: Literal["offender", "declarer"] = "offender"
    both_sides: Literal["each", "misdeal"] = "each"
    remedy: Text | None = None
    search: Text | None = None  # what people at the table say for it, separated by commas
    source: str = ""

    @model_validator(mode="after")
    def _grows(self) -> Self:
        if self.increase and self.effects[-1].kind != "points":
            raise ValueError("逐次加罚（increase）要求最后一级是罚分")
        return self
