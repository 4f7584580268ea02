"""What must hold for every sheet: one go equals entry by entry, and a struck entry equals one never written."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import sheet as rules
from tests.playing import Referee, find
from tournament.models import Match, Tournament
from tournament.services.actor import Actor
from tournament.services.folding import entries_of, fold_entries, match_state, sheet_entries
from tournament.services.refusal import Refusal
from tournament.services.verify import differences

SIDES = st.sampled_from("ab")
POINTS = st.integers(0, 20).map(lambda fives: fives * 5)
KITTY = st.integers(0, 8).map(lambda fives: fives * 5)
HANDS = st.fixed_dictionaries(
    {"type": st.just("hand"), "declarer": SIDES, "table_points": POINTS, "declarer_override": st.just("双方同意")},
    optional={
        "kitty_points": KITTY,
        "capture": st.sampled_from(["none", "single", "pair", "tractor-2"]),
        "capture_level_card": st.sampled_from(["main", "off"]),
        "result": st.sampled_from(["played", "void"]),
    },
)
PENALTIES = st.fixed_dictionaries(
    {"type": st.just("penalty"), "side": SIDES, "offence": st.sampled_from(["wrong-card", "late-revoke", "talking"])},
    optional={"count": st.integers(1, 3), "player": st.integers(1, 2)},
)
OTHERS = st.sampled_from(
    [
        {"type": "note", "text": "换牌"},
        {"type": "pause", "at": "2011-11-25T13:30:00+08:00"},
        {"type": "resume", "at": "2011-11-25T13:35:00+08:00"},
        {"type": "extend", "minutes": 5},
        {"type": "time-up", "at": "2011-11-25T14:10:00+08:00", "cards_drawn": True},
        {"type": "forfeit", "side": "b"},
    ]
)
STRIKES = st.integers(1, 12).map(lambda n: {"type": "strike", "n-th": n})
ACTIONS = st.lists(st.one_of(HANDS, HANDS, HANDS, PENALTIES, OTHERS, STRIKES), max_size=14)
EXAMPLES = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


def attempt(referee: Referee, action: Mapping[str, Any]) -> dict[str, Any] | None:
    """Write it if the services take it: the result then, or nothing."""
    payload = dict(action)
    if action["type"] == "strike":
        entry = referee.match.entries.filter(n=action["n-th"]).first()
        if entry is None:
            return None
        payload = {"type": "strike", "entry": str(entry.pk), "reason": "记错"}
    try:
        return referee.write(payload).result
    except Refusal:
        return None


def fold_of(match: Match, entries: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The result of these entries folded in one go."""
    return rules.result(fold_entries(match, entries))


@EXAMPLES
@given(actions=ACTIONS)
def test_folding_in_one_go_equals_writing_entry_by_entry(
    anhui: Tournament, actor: Actor, actions: list[dict[str, Any]]
) -> None:
    with transaction.atomic():
        referee = Referee(find(anhui, "A1-2"), actor)
        answers = [referee.start().result]
        answers += [result for action in actions if (result := attempt(referee, action)) is not None]
        entries = sheet_entries(entries_of(referee.match))
        assert len(entries) == len(answers) == referee.match.version
        for count, answer in enumerate(answers, start=1):
            assert fold_of(referee.match, entries[:count]) == answer
        assert rules.result(match_state(referee.match)) == Match.objects.get(pk=referee.match.pk).projection
        assert differences(anhui) == []
        transaction.set_rollback(True)


@EXAMPLES
@given(before=ACTIONS, struck=st.one_of(HANDS, PENALTIES, OTHERS), after=ACTIONS)
def test_a_struck_entry_equals_one_never_written(
    anhui: Tournament,
    actor: Actor,
    before: list[dict[str, Any]],
    struck: dict[str, Any],
    after: list[dict[str, Any]],
) -> None:
    with transaction.atomic():
        referee = Referee(find(anhui, "A1-2"), actor)
        referee.start()
        for action in before:
            attempt(referee, action)
        if attempt(referee, struck) is not None:
            number = referee.match.version
            referee.strike(referee.match.entries.get(n=number).pk)
            for action in after:
                attempt(referee, action)
            entries = sheet_entries(entries_of(referee.match))
            never = [entry for entry in entries if entry["n"] not in (number, number + 1)]
            assert fold_of(referee.match, never) == referee.match.projection
        transaction.set_rollback(True)
