"""What a measurement prints: a name, a figure, a goal."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One line: what was measured, the figure in words, the goal in words, whether it is met."""

    name: str
    figure: str
    goal: str
    met: bool

    def line(self) -> str:
        """The line as printed."""
        return f"{'ok  ' if self.met else 'MISS'}  {self.name:<58} {self.figure:<44} {self.goal}"
