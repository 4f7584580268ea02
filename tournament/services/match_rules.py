"""The rules and the length of one match: a ruleset may give single stages or rounds a clock of their own."""

from collections.abc import Mapping, Sequence

from scoring.ruleset import Ruleset
from tournament.models import Match, MatchSlot, Stage

from .rulesets import ruleset_in, ruleset_of

KNOCKOUT, FINAL, SEMI_FINAL, QUARTER_FINAL, THIRD = "knockout", "final", "semi-final", "quarter-final", "third-place"
ROUNDS = ("groups", "swiss", KNOCKOUT, QUARTER_FINAL, SEMI_FINAL, THIRD, FINAL, "last-group")
Keys = tuple[str, ...]
_BY_KIND: Mapping[str, Keys] = {
    Stage.Kind.GROUPS: ("groups",), Stage.Kind.SWISS: ("swiss",), Stage.Kind.LAST_GROUP: ("last-group",),
}  # fmt: skip
_BY_STEPS: Mapping[int, Keys] = {0: (FINAL,), 1: (SEMI_FINAL,), 2: (QUARTER_FINAL,)}  # rounds before the final


def rules_of(match: Match) -> Ruleset:
    """The ruleset as this match's round plays it; more queries only where the ruleset changes from round to round."""
    version = match.stage.ruleset
    return ruleset_in(version, round_keys(match)) if ruleset_of(version).stages else ruleset_of(version)


def round_keys(match: Match) -> Keys:
    """The round as a ruleset's `stages` may name it, the narrowest first: ("semi-final", "knockout")."""
    if match.group or match.stage.kind in _BY_KIND:
        return _BY_KIND.get(match.stage.kind, ("groups",))
    if match.place in (1, 3):
        return _knockout(match.place, 0)
    if match.stage.kind == Stage.Kind.REDRAW:
        return _redrawn(Match.objects.filter(stage_id=match.stage_id, round=match.round).count())
    return _knockout(match.place, _steps_to_final(match.pk))


def _knockout(place: int | None, steps: int | None) -> Keys:
    """The keys of a knockout match that decides this place, so many rounds before the final (None: no way to it)."""
    if place == 3:
        return THIRD, KNOCKOUT
    return (*_BY_STEPS.get(-1 if steps is None else steps, ()), KNOCKOUT)


def _redrawn(matches: int) -> Keys:
    """The keys of a round that was drawn anew, by how many matches it has (one beside a bye is a semi-final)."""
    return _knockout(None, 1 if matches <= 2 else 2 if matches <= 4 else None)


def _steps_to_final(pk: int) -> int | None:
    """How many rounds after this match the final is, if that is one or two and its winner gets there."""
    winner = MatchSlot.Source.WINNER
    next_one = (
        MatchSlot.objects.filter(source_match_id=pk, source=winner).values_list("match_id", "match__place").first()
    )
    if next_one is None or next_one[1] == 1:
        return None if next_one is None else 1
    last = MatchSlot.objects.filter(source_match_id=next_one[0], source=winner, match__place=1)
    return 2 if last.exists() else None


def rules_by_match(matches: Sequence[Match]) -> dict[int, Ruleset]:
    """`rules_of` each of a tournament's matches, by id; needs all of them, with `stage` and `slots` loaded."""
    stages = Stage.objects.select_related("ruleset").in_bulk({match.stage_id for match in matches})
    keys = _keys_of(matches)
    rules = {one: ruleset_in(stages[one[0]].ruleset, one[1]) for one in set(keys.values())}
    return {match.pk: rules[keys[match.pk]] for match in matches}


def lengths_of(matches: Sequence[Match]) -> dict[int, int]:
    """Minutes to plan for each of a tournament's matches, by id; needs all of them, with `stage` and `slots` loaded."""
    stages = Stage.objects.select_related("ruleset").in_bulk({match.stage_id for match in matches})
    keys = _keys_of(matches)
    longer = {(stage, key): _longer(stages[stage], key) for stage, key in set(keys.values())}
    return {match.pk: match.stage.slot_minutes + longer[keys[match.pk]] for match in matches}


def _keys_of(matches: Sequence[Match]) -> dict[int, tuple[int, Keys]]:
    """The stage and the round of every match, without a query."""
    leads_to = {
        slot.source_match_id: match
        for match in matches
        for slot in match.slots.all()
        if slot.source == MatchSlot.Source.WINNER
    }
    in_round: dict[tuple[int, int], int] = {}
    for match in matches:
        in_round[match.stage_id, match.round] = in_round.get((match.stage_id, match.round), 0) + 1

    def keys(match: Match) -> Keys:
        if match.group or match.stage.kind in _BY_KIND or match.place in (1, 3):
            return round_keys(match)
        if match.stage.kind == Stage.Kind.REDRAW:
            return _redrawn(in_round[match.stage_id, match.round])
        first = leads_to.get(match.pk)
        second = leads_to.get(first.pk) if first else None
        places = [one.place if one else None for one in (first, second)]
        return _knockout(match.place, places.index(1) + 1 if 1 in places else None)

    return {match.pk: (match.stage_id, keys(match)) for match in matches}


def length_of(match: Match) -> int:
    """Minutes to plan for one match."""
    return match.stage.slot_minutes + _longer(match.stage, round_keys(match))


def _longer(stage: Stage, keys: Keys) -> int:
    """How many minutes longer than the stage's other matches this round plays."""
    if _fixed(stage.match_options):
        return 0
    usual = ruleset_of(stage.ruleset).time.limit_minutes
    here = ruleset_in(stage.ruleset, keys).time.limit_minutes
    return max(0, here - usual) if usual and here else 0


def _fixed(options: Mapping[str, object]) -> bool:
    """Whether the stage gives all its matches one limit, whatever the ruleset says."""
    return options.get("time_limit_minutes") is not None
