"""The ladder of levels as data: which levels, which may not be skipped, how many lives a level gives."""

from typing import Literal, Self

from pydantic import Field, model_validator

from scoring.ruleset.base import Level, Part, Positive


class Attempts(Part):
    """A level that may be failed only so often: `lives` failures as declarer, then back to `back_to`."""

    level: Level
    lives: Positive
    back_to: Level


class Ladder(Part):
    """Levels from the first to the last; leaving the last one wins the game."""

    levels: tuple[Level, ...] = Field(min_length=2)
    must_play: tuple[Level, ...] = ()
    last_must_play: bool = True
    leave_must_play: Literal["declarer-win", "any-win"] = "declarer-win"
    cap: Positive | None = None
    attempts: Attempts | None = None

    @model_validator(mode="after")
    def _known_levels(self) -> Self:
        if len(set(self.levels)) != len(self.levels):
            raise ValueError("级数表里有重复的级")
        named = [*self.must_play, *([self.attempts.level, self.attempts.back_to] if self.attempts else [])]
        strange = [level for level in named if level not in self.levels]
        if strange:
            raise ValueError(f"“{strange[0]}”不在级数表里")
        return self
