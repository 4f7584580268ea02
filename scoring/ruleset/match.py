"""How a match ends, what it counts, and its clocks, as numbers a notice names."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from scoring.ruleset.base import Count, Level, Number, Part, Positive

Criterion = Literal[
    "games", "score", "higher-level", "levels-climbed", "first-to-reach",
    "declarer-side", "decider", "lot", "ruling", "both-lose", "draw",
]  # fmt: skip
FINAL: tuple[Criterion, ...] = ("declarer-side", "decider", "lot", "ruling", "both-lose", "draw")


class MatchPoints(Part):
    """What a match is worth in the table: fixed numbers, the winner's levels, or by the difference of levels."""

    mode: Literal["fixed", "levels-climbed", "level-difference"] = "fixed"
    win: Number = 1
    draw: Number = 0.5
    loss: Number = 0
    forfeit: Number = 0
    double_forfeit: Number = 0
    bye: Number | None = None
    coefficient: Number = 0


class MatchRule(Part):
    """Games, hands, a lead that ends it, and the ordered ways to break a level match."""

    games_to_win: Annotated[int, Field(ge=1, le=9)] = 1
    max_hands: Positive | None = None
    mercy_lead: Positive | None = None
    decide: tuple[Criterion, ...] = Field(min_length=1)
    levels_over_all_games: bool = False
    decider: Literal["hand", "match"] = "hand"
    no_winner: Literal["both-lose", "draw"] = "both-lose"
    points: MatchPoints = MatchPoints()

    @model_validator(mode="after")
    def _ends(self) -> Self:
        if len(set(self.decide)) != len(self.decide):
            raise ValueError("同一条比较办法写了两次")
        if self.decide[-1] not in FINAL or any(c in FINAL for c in self.decide[:-1]):
            raise ValueError(f"最后一条（只有最后一条）要是能定出结果的办法：{'、'.join(FINAL)}")
        return self


class Late(Part):
    """Lateness: from so many minutes it is a forfeit; before that the opponents start some levels up."""

    forfeit_after_minutes: Count | None = None
    every_minutes: Positive | None = None
    levels: Positive | None = None

    @model_validator(mode="after")
    def _both(self) -> Self:
        if (self.every_minutes is None) != (self.levels is None):
            raise ValueError("“every_minutes”和“levels”要一起写")
        return self


class TimeRule(Part):
    """Clocks of a match, in minutes and seconds."""

    limit_minutes: Positive | None = None
    at_end: Literal["finish-hand", "finish-if-it-matters", "stop"] = "finish-hand"
    bury_seconds: Positive | None = None
    play_seconds: Positive | None = None
    arrive_before_minutes: Count | None = None
    late: Late = Late()


class StageChange(Part):
    """What a stage changes: its clock, its games or hands, the level that ends the ladder."""

    limit_minutes: Positive | None = None
    games_to_win: Annotated[int, Field(ge=1, le=9)] | None = None
    max_hands: Positive | None = None
    last_level: Level | None = None
