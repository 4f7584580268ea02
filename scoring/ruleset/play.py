"""What the notice says of play itself: sentences to look up at the table, which settle nothing by themselves."""

from typing import Literal

from pydantic import Field

from scoring.ruleset.base import Part, Text

Topic = Literal[
    "shuffling",
    "bidding",
    "no-bid",
    "red-five",
    "kitty",
    "re-burying",
    "tribute",
    "leading",
    "following",
    "ruffing",
    "throws",
    "tractors",
    "five-ten-king",
    "capture",
    "inspection",
    "redeal",
    "hall",
]


class PlayText(Part):
    """One sentence on how the cards are played: its topic, the sentence, and the clause it comes from."""

    topic: Topic
    text: Text
    source: str = Field(default="", max_length=40)
