"""Whatever is put into a standings document, it is ranked or refused with a place; nothing else happens."""

import copy
import json

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.standings import CRITERIA, rank

DOCUMENT = {
    "format": "standings/1",
    "criteria": ["points", "head-to-head", "best-round", "lot"],
    "points": {"win": 2, "draw": 1.5, "loss": 0, "forfeit": -1, "double_forfeit": 0, "bye": 1},
    "teams": ["甲", "乙", "丙", "丁"],
    "ladder": ["2", "3", "A"],
    "withdrawn": ["丁"],
    "matches": [
        {"a": "甲", "b": "乙", "winner": "a", "levels": {"a": "A", "b": "passed"}, "round": 1, "games": {"a": 1}},
        {"a": "乙", "b": "丙", "forfeit": "b", "round": 2, "score": {"a": 0.5, "b": 1}, "confirmed": True},
        {"a": "甲", "b": "丙", "winner": "draw", "round": 3, "penalty_points": {"a": 10}},
        {"a": "丁", "b": "丙", "winner": None, "double_forfeit": True, "round": 3},
        {"a": "丁", "b": None, "round": 2},
        {"a": "甲", "b": "丙", "winner": "b", "extra": True},
    ],
    "lots": [["甲", "乙"]],
}
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 3),
    st.just(10**40),
    st.floats(),
    st.sampled_from(["", "甲", "a", "b", "draw", "2", "passed", "戊", *CRITERIA]),
    st.lists(st.sampled_from(["甲", "乙", 1, None, []]), max_size=3),
    st.dictionaries(st.sampled_from(["a", "b", "x"]), st.sampled_from(["2", 1, None, {}]), max_size=2),
)


def places(node, path=()):
    yield path
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in items:
        yield from places(value, (*path, key))


PLACES = [path for path in places(DOCUMENT) if path]


def answer(document):
    try:
        return rank(document), None
    except ScoringError as error:
        return None, error


@settings(max_examples=600, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(PLACES), ODD, st.booleans()), min_size=1, max_size=3))
def test_an_odd_value_anywhere_is_ranked_or_refused_with_a_place(changes):
    document = copy.deepcopy(DOCUMENT)
    for path, value, remove in changes:
        node = document
        try:
            for part in path[:-1]:
                node = node[part]
            if remove:
                del node[path[-1]]
            else:
                node[path[-1]] = value
        except (KeyError, IndexError, TypeError):
            continue
    output, refusal = answer(document)
    if refusal is not None:
        assert refusal.message
        assert isinstance(refusal.at, str)
        return
    assert sorted(row["team"] for row in output["rows"]) == sorted(document["teams"])
    json.dumps(output, allow_nan=False)


def test_the_document_itself_is_good():
    assert len(rank(DOCUMENT)["rows"]) == 4
