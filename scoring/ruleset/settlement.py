"""How a hand is settled: by points or by finishing order, each as numbers a notice names."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from scoring.ruleset.base import Count, Level, Part, Points, Positive, Role

Counts = Literal["levels", "points", "zero-sum"]


class StepTable(Part):
    """Below the threshold the declarer side climbs a level every `step` short; from it the attackers, by those over."""

    kind: Literal["step"] = "step"
    threshold: Points
    step: Annotated[int, Field(ge=5, multiple_of=5)]
    declarer_bonus: Count = 0
    attackers_bonus: Count = 0
    declarer_cap: Count | None = None
    attackers_cap: Count | None = None


class Band(Part):
    """From this total up to the next band: who is on stage and how many levels that side climbs."""

    from_points: Points = Field(alias="from")
    on_stage: Role
    levels: Count = 0


class Beyond(Part):
    """Above the last band: `levels` more for every further `every` points, up to `cap` in all."""

    every: Annotated[int, Field(ge=5, multiple_of=5)]
    levels: Positive = 1
    cap: Positive | None = None


class BandTable(Part):
    """A table in bands, the first from 0."""

    kind: Literal["bands"]
    bands: tuple[Band, ...] = Field(min_length=1)
    beyond: Beyond | None = None

    @model_validator(mode="after")
    def _ascending(self) -> Self:
        starts = [band.from_points for band in self.bands]
        if starts[0] != 0 or any(low >= high for low, high in zip(starts, starts[1:], strict=False)):
            raise ValueError("分档要从0分起，一档比一档高")
        return self


class TwoConditionTable(Part):
    """A side climbs only by the points and the kitty together (reached and captured, or held and protected)."""

    kind: Literal["two-conditions"]
    threshold: Points
    attackers_levels: Count = 1
    declarer_levels: Count = 1


Table = Annotated[StepTable | BandTable | TwoConditionTable, Field(discriminator="kind")]


class Special(Part):
    """One total with a row of its own: a number of levels, or straight to a level (or the next must-play one)."""

    total: Points
    on_stage: Role = "declarer"
    levels: Count | None = None
    to: Level | Literal["next-must-play"] | None = None

    @model_validator(mode="after")
    def _one_of(self) -> Self:
        if (self.levels is None) == (self.to is None):
            raise ValueError("“levels”和“to”要写一个，而且只写一个")
        return self


class Captures(Part):
    """By how much the kitty's points are multiplied when the attackers win the last trick."""

    single: Positive = 2
    pair: Positive = 4
    tractor_two: Positive = 8
    tractor_growth: Literal["double", "constant"] = "double"
    longest_tractor: Annotated[int, Field(ge=2, le=20)] | None = None
    five_ten_king: Positive | None = None


class EarlyWins(Part):
    """What ends the whole match at once."""

    shutout: bool = False
    full_score: Points | None = None
    buried_jokers: Positive | None = None


class Demotion(Part):
    """A capture with the level card, at level `at`, that sends the declarer side back to `to`."""

    at: Level
    shape: Literal["single", "pair", "tractor"]
    card: Literal["any", "main", "off"] = "any"
    min_table_points: Points = 0
    to: Level


class FiveTenKing(Part):
    """A capture by 5-10-K with more than so many table points: where both sides go."""

    above_table_points: Points
    declarer_to: Level
    attackers_to: Level


class SpecialBid(Part):
    """A pair of red fives shown: the side that wins the hand goes to one level, the other falls to another.

    A side that showed them and wins never goes lower than its ordinary climb; opponents who beat them go to that very
    level, unless `never_lowers`.
    """

    kind: Literal["red-five-pair"]
    winner_to: Level
    loser_to: Level
    never_lowers: bool = False


class Flag(Part):
    """The no-trump hand of the level `level`: no kitty, its own threshold."""

    level: Level
    threshold: Points
    step: Annotated[int, Field(ge=5, multiple_of=5)] = 10
    attackers_bonus: Count = 0
    red_five_return: Level | None = None


class Jokers(Part):
    """What a buried joker is worth, in levels and in cards of tribute."""

    small: Count = 1
    big: Count = 2
    climb: bool = True
    tribute: bool = True
    dry_kitty_counts: bool = False


class Tribute(Part):
    """Cards owed in the next hand: by the attackers below one total, by the old declarer side above another."""

    below: Points
    above: Points
    step: Annotated[int, Field(ge=5, multiple_of=5)] = 10


class PointsSettlement(Part):
    """A hand settled by the points the attackers took."""

    kind: Literal["points"] = "points"
    counts: Counts = "levels"
    floor_at_zero: bool = True
    special_on: Literal["total", "earned", "both"] = "total"
    table: Table
    specials: tuple[Special, ...] = ()
    capture: Captures = Captures()
    early: EarlyWins = EarlyWins()
    demotions: tuple[Demotion, ...] = ()
    five_ten_king: FiveTenKing | None = None
    special_bid: SpecialBid | None = None
    flag: Flag | None = None
    jokers: Jokers | None = None
    tribute: Tribute | None = None

    @model_validator(mode="after")
    def _captures_agree(self) -> Self:
        if self.five_ten_king and self.capture.five_ten_king is None:
            raise ValueError("有五十K抠底的升降，就要写五十K抠底的倍数（capture.five_ten_king）")
        return self


class FinishSettlement(Part):
    """A hand settled by the order in which the four players finish (first and partner second, third or last)."""

    kind: Literal["finish"]
    counts: Counts = "levels"
    first_second: Count = 3
    first_third: Count = 2
    first_fourth: Count = 1
    last_level_partner_not_last: bool = True


Settlement = Annotated[PointsSettlement | FinishSettlement, Field(discriminator="kind")]
