"""Which round a match is, and the ruleset and the length it has there."""

import pytest

from scoring.ruleset import changed, load_preset, ruleset_document
from tests.factories import STARTS_AT
from tournament.models import Match, MatchSlot, Stage, Tournament
from tournament.services.match_rules import ROUNDS, length_of, lengths_of, round_keys, rules_of
from tournament.services.rulesets import version_of

WIN, LOSE = MatchSlot.Source.WINNER, MatchSlot.Source.LOSER
CLOCKS = {"groups": 70, "swiss": 65, "knockout": 75, "quarter-final": 80, "semi-final": 85, "third-place": 90,
          "final": 120, "last-group": 95}  # fmt: skip


def stage_of(kind: str, clocks: dict[str, int]) -> Stage:
    """A stage whose ruleset gives these rounds so many minutes, the others 60."""
    stages = {key: {"limit_minutes": minutes} for key, minutes in clocks.items()}
    ruleset = changed(load_preset("anhui-chaodipi"), {"stages": stages, "time.limit_minutes": 60})
    made, _ = Tournament.objects.get_or_create(
        slug="rounds", defaults={"name": "赛", "host": "会", "venue": "堂", "starts_at": STARTS_AT}
    )
    version = version_of(ruleset_document(ruleset))
    number = made.stages.count() + 1
    return Stage.objects.create(tournament=made, number=number, name=f"{kind}{number}", kind=kind, ruleset=version)


def game(stage: Stage, code: str, round_number: int, place: int | None = None, **feeders: Match) -> Match:
    """A match fed by the winners (`a`, `b`) or losers (`lost_a`, `lost_b`) of others."""
    match = Match.objects.create(stage=stage, code=code, round=round_number, place=place)
    for side in "ab":
        source, feeder = (LOSE, feeders.get(f"lost_{side}")) if "lost_a" in feeders else (WIN, feeders.get(side))
        kind = MatchSlot.Source.TEAM if feeder is None else source
        MatchSlot.objects.create(match=match, side=side, source=kind, source_match=feeder)
    return match


def bracket(stage: Stage) -> dict[str, Match]:
    """One way down a bracket of sixteen: first round, quarter-final, both semi-finals, third place, final."""
    first = game(stage, "first", 1)
    quarter = game(stage, "quarter", 2, a=first)
    semi, other = game(stage, "semi", 3, a=quarter), game(stage, "other", 3)
    third = game(stage, "third", 4, 3, lost_a=semi, lost_b=other)
    final = game(stage, "final", 4, 1, a=semi, b=other)
    fifth = game(stage, "fifth", 3, 5, lost_a=quarter)
    return {match.code: match for match in (first, quarter, semi, other, third, final, fifth)}


def minutes(match: Match) -> int | None:
    return rules_of(match).time.limit_minutes


KNOCKOUT = {"first": 75, "quarter": 80, "semi": 85, "other": 85, "third": 90, "final": 120, "fifth": 75}


def test_every_round_of_a_knockout_plays_by_its_own_clock(db: None) -> None:
    played = bracket(stage_of(Stage.Kind.KNOCKOUT, CLOCKS))
    assert {code: minutes(match) for code, match in played.items()} == KNOCKOUT


def test_a_round_without_a_rule_of_its_own_plays_as_the_knockout_does_and_else_as_the_ruleset_says(db: None) -> None:
    whole = bracket(stage_of(Stage.Kind.KNOCKOUT, {"knockout": 75, "final": 120}))
    assert [minutes(whole[code]) for code in ("first", "quarter", "semi", "third", "final")] == [75, 75, 75, 75, 120]
    only = bracket(stage_of(Stage.Kind.KNOCKOUT, {"semi-final": 85}))
    assert [minutes(only[code]) for code in ("first", "quarter", "semi", "third", "final")] == [60, 60, 85, 60, 60]


@pytest.mark.parametrize("kind", [Stage.Kind.GROUPS, Stage.Kind.SWISS, Stage.Kind.LAST_GROUP])
@pytest.mark.parametrize("place", [None, 1])
def test_a_stage_in_which_all_rounds_are_alike_plays_by_its_kind(db: None, kind: str, place: int | None) -> None:
    match = game(stage_of(kind, CLOCKS), "m", 1, place)
    assert (round_keys(match), minutes(match)) == ((kind,), CLOCKS[kind])


REDRAWN = [(1, "semi-final"), (2, "semi-final"), (3, "quarter-final"), (4, "quarter-final"), (5, "knockout")]


@pytest.mark.parametrize(("count", "clock"), REDRAWN)
def test_a_round_that_was_drawn_anew_is_known_by_its_matches(db: None, count: int, clock: str) -> None:
    stage = stage_of(Stage.Kind.REDRAW, CLOCKS)
    games = [game(stage, f"m{n}", 2) for n in range(count)]
    assert minutes(games[0]) == CLOCKS[clock]
    assert minutes(game(stage, "last", 3, 1)) == 120


def test_lengths_of_all_matches_are_those_of_each_without_a_query_a_match(db: None, django_assert_num_queries) -> None:  # noqa: ANN001
    bracket(stage_of(Stage.Kind.KNOCKOUT, CLOCKS))
    redrawn = stage_of(Stage.Kind.REDRAW, CLOCKS)
    for n in range(3):
        game(redrawn, f"r{n}", 1)
    game(stage_of(Stage.Kind.SWISS, CLOCKS), "s", 1)
    matches = list(Match.objects.select_related("stage").prefetch_related("slots"))
    with django_assert_num_queries(1):
        lengths = lengths_of(matches)
    assert lengths == {match.pk: length_of(match) for match in matches}
    assert lengths[next(match.pk for match in matches if match.code == "final")] == 60 + 60


def test_every_round_has_a_clock_here() -> None:
    assert set(CLOCKS) == set(ROUNDS)
