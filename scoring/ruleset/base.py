"""What every part of a ruleset shares: frozen, no unknown keys, the codes of levels and sides."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Level = Literal[
    "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "small-joker", "big-joker", "flag"
]  # fmt: skip
Role = Literal["declarer", "attackers"]
Points = Annotated[int, Field(ge=0, multiple_of=5)]
Count = Annotated[int, Field(ge=0, le=99)]
Positive = Annotated[int, Field(ge=1, le=999)]
Number = Annotated[int | float, Field(ge=-99, le=99, allow_inf_nan=False)]


class Part(BaseModel):
    """A part of the document: immutable, and an unknown key is an error that names it."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Text(Part):
    """A sentence in both languages."""

    zh: str = Field(min_length=1)
    en: str = Field(min_length=1)

    def said(self, lang: str) -> str:
        """The sentence in one of them."""
        return self.zh if lang == "zh" else self.en
