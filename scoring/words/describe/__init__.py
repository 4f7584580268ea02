"""A ruleset in plain words, in the order of a notice: an officer can compare the two line by line."""

from scoring.ruleset import Ruleset
from scoring.words.describe import effects, hand, match, offences, play
from scoring.words.describe.difference import Change, compare
from scoring.words.describe.line import Line, Section, Writer
from scoring.words.describe.offences import effect_text, offence_rows

_SECTIONS = (
    play.identity,
    play.cards,
    play.ladder,
    hand.settlement,
    effects.captures,
    effects.special,
    match.time,
    match.result,
    match.points,
    play.seats,
    play.texts,
    offences.offences,
    offences.assumptions,
)


def describe(ruleset: Ruleset, lang: str = "zh") -> list[Section]:
    """Every knob of the ruleset in words; `lang` is `zh` or `en`. Sections without a line are left out."""
    writer = Writer(ruleset, lang)
    sections = [section(writer) for section in _SECTIONS]
    return [section for section in sections if section.lines]


def describe_diff(old: Ruleset, new: Ruleset, lang: str = "zh") -> list[Change]:
    """The sentences that differ between two versions; empty if they say the same."""
    return compare(describe(old, lang), describe(new, lang))


__all__ = ["Change", "Line", "Section", "describe", "describe_diff", "effect_text", "offence_rows"]
