"""The rules and the length of one match: a ruleset may give semi-finals and the final a clock of their own."""

from collections.abc import Iterable, Mapping, Sequence

from scoring.ruleset import Ruleset
from tournament.models import Match, MatchSlot, Stage

from .rulesets import ruleset_in, ruleset_of

GROUPS, SEMI_FINAL, FINAL = "groups", "semi-final", "final"


def rules_of(match: Match) -> Ruleset:
    """The ruleset as this match's round plays it; one more query only where the ruleset changes from round to round."""
    version = match.stage.ruleset
    return ruleset_in(version, round_key(match)) if ruleset_of(version).stages else ruleset_of(version)


def round_key(match: Match) -> str:
    """The round as a ruleset's `stages` name it: groups, semi-final, final; empty for any other."""
    if match.group or match.place == 1:
        return GROUPS if match.group else FINAL
    fed = MatchSlot.objects.filter(source_match=match, source=MatchSlot.Source.WINNER, match__place=1)
    return SEMI_FINAL if fed.exists() else ""


def lengths_of(matches: Sequence[Match]) -> dict[int, int]:
    """Minutes to plan for each of a tournament's matches, by id; needs all of them, with `stage` and `slots` loaded."""
    stages = Stage.objects.select_related("ruleset").in_bulk({match.stage_id for match in matches})
    feeders = {
        slot.source_match_id
        for match in matches
        for slot in match.slots.all()
        if match.place == 1 and slot.source == MatchSlot.Source.WINNER
    }
    keys = {match.pk: _key(match, feeders) for match in matches}
    longer = longer_rounds(stages.values())
    return {match.pk: match.stage.slot_minutes + longer[match.stage_id, keys[match.pk]] for match in matches}


def length_of(match: Match) -> int:
    """Minutes to plan for one match."""
    return match.stage.slot_minutes + _longer(match.stage, round_key(match))


def longer_rounds(stages: Iterable[Stage]) -> dict[tuple[int, str], int]:
    """How many minutes longer than its stage's other matches each round plays, by stage id and round key."""
    return {(stage.pk, key): _longer(stage, key) for stage in stages for key in (GROUPS, SEMI_FINAL, FINAL, "")}


def _key(match: Match, feeders: set[int | None]) -> str:
    if match.group or match.place == 1:
        return GROUPS if match.group else FINAL
    return SEMI_FINAL if match.pk in feeders else ""


def _longer(stage: Stage, key: str) -> int:
    """How many minutes longer than the stage's other matches this round plays."""
    if _fixed(stage.match_options):
        return 0
    usual = ruleset_of(stage.ruleset).time.limit_minutes
    here = ruleset_in(stage.ruleset, key).time.limit_minutes
    return max(0, here - usual) if usual and here else 0


def _fixed(options: Mapping[str, object]) -> bool:
    """Whether the stage gives all its matches one limit, whatever the ruleset says."""
    return options.get("time_limit_minutes") is not None
