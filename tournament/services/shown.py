"""Which parts of a tournament a reader may see."""

from dataclasses import dataclass

from tournament.models import Tournament


@dataclass(frozen=True, slots=True)
class Shown:
    """One flag a part. Without `results`, sides that follow from results stay in words (1号桌第一名)."""

    notice: bool = True
    teams: bool = True
    draw: bool = True
    schedule: bool = True
    results: bool = True

    @classmethod
    def to_public(cls, tournament: Tournament) -> "Shown":
        """What is published."""
        return cls(**{part: tournament.is_published(part) for part in Tournament.Part.values})

    def has(self, *parts: str) -> bool:
        """True if all these parts may be seen."""
        return all(getattr(self, part) for part in parts)

    @property
    def when(self) -> bool:
        """True if the first round's hour may be seen: the notice says it, and so does the schedule."""
        return self.notice or self.schedule

    @property
    def matches(self) -> bool:
        """True if any part that names teams or matches may be seen."""
        return self.teams or self.draw or self.schedule or self.results

    @property
    def anything(self) -> bool:
        """True if any part may be seen."""
        return self.notice or self.matches
