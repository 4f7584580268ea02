"""Whatever stands where in a record: it is drawn, or refused in a sentence with a place, and never anything else."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import ScoringError
from tournament.draw import record, redraw, swiss

TEAMS = [
    {"id": f"t{n}", "name": f"队{n}", "department": f"d{n // 2}", "seed": n + 1 if n < 2 else None} for n in range(8)
]
COMMON = {"algorithm": 1, "seed": "院工会", "protect": "department"}
LOTS = {f"t{n}": n + 1 for n in range(8)}
RECORDS: list[tuple[Callable[[Any], Any], dict[str, Any]]] = [
    (record.compute, {**COMMON, "format": "draw/1", "method": "single-elimination", "teams": TEAMS, "places": 4}),
    (
        record.compute,
        {
            **COMMON,
            **{"format": "draw/1", "method": "groups", "teams": TEAMS, "groups": 2, "legs": 2, "lots": LOTS},
            **{"advance": 1, "cross": [["1A", "1B"]], "order": [[1, 2], [3, 4], [1, 3], [2, 4], [1, 4], [2, 3]]},
        },
    ),
    (redraw.compute, {**COMMON, "format": "redraw/1", "round": 2, "teams": TEAMS}),
    (
        swiss.compute,
        {
            **COMMON,
            **{"format": "swiss/1", "round": 2},
            "teams": [
                {"id": f"t{n}", "points": n % 3, "met": [], "had_bye": False, "named_first": 0} for n in range(7)
            ],
        },
    ),
]
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 20),
    st.floats(),
    st.text(max_size=3),
    st.sampled_from(["berger", "standard", "joint", "t1", "1A"]),
    st.lists(st.one_of(st.integers(0, 5), st.text(max_size=2), st.lists(st.integers(0, 9), max_size=3)), max_size=3),
    st.dictionaries(st.text(max_size=2), st.integers(), max_size=2),
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every (container, key) in a document."""
    if isinstance(value, dict):
        return [(value, key) for key in value] + [one for inner in value.values() for one in places(inner)]
    if isinstance(value, list):
        return [(value, key) for key in range(len(value))] + [one for inner in value for one in places(inner)]
    return []


@pytest.mark.parametrize("which", range(len(RECORDS)))
def test_the_record_itself_is_drawn(which: int) -> None:
    compute, document = RECORDS[which]
    assert compute(document)["result"]["notes"] is not None


@settings(max_examples=300, deadline=None)
@given(which=st.integers(0, len(RECORDS) - 1), data=st.data(), changes=st.integers(1, 3))
def test_junk_anywhere_is_refused_or_drawn(which: int, data: st.DataObject, changes: int) -> None:
    compute, original = RECORDS[which]
    document = copy.deepcopy(original)
    for _change in range(changes):
        container, key = data.draw(st.sampled_from(places(document)))
        if isinstance(container, dict) and data.draw(st.booleans()):
            container[data.draw(st.one_of(st.text(max_size=3), st.sampled_from(list(original))))] = data.draw(JUNK)
        else:
            container[key] = data.draw(JUNK)
    try:
        assert compute(document)["result"]["notes"] is not None
    except ScoringError as refused:
        assert refused.message
