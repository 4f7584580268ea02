"""Whatever a file holds, the rules answer with a result or with a ScoringError that names a place."""

import copy
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from scoring.errors import ScoringError
from scoring.ruleset import load_preset, parse_ruleset, preset_names, ruleset_document
from scoring.sheet import ENTRY_TYPES, fold, next_step, parse_sheet, result, transition_table
from scoring.sheet.forms import FORMS

QUICK = settings(deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
JUNK: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-5, 300),
        st.floats(allow_nan=False),
        st.sampled_from(["a", "b", "x", "", "played", "void", "pair", "2011-11-25T13:10:00+08:00", "tractor-2", "A"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from(["a", "b", "small", "big", "side", "kind", "points", "n", "type"]), inner, max_size=4
        ),
    ),
    max_leaves=6,
)
KEYS = sorted({key for form in FORMS.values() for key in form} | {"n", "score"})


@st.composite
def entries(draw: st.DrawFn) -> Any:
    """An entry of some type with some of its keys, each holding anything."""
    if draw(st.integers(0, 9)) == 0:
        return draw(JUNK)
    kind = draw(st.sampled_from(ENTRY_TYPES))
    keys = draw(
        st.lists(st.sampled_from([*FORMS[kind], *draw(st.lists(st.sampled_from(KEYS), max_size=1))]), max_size=6)
    )
    return {"type": kind, **{key: draw(JUNK) for key in keys}}


@settings(QUICK, max_examples=150)
@given(st.sampled_from(preset_names()), st.lists(entries(), max_size=6))
def test_any_entries_give_a_result_or_a_refusal_with_a_place(name: str, listed: list[Any]) -> None:
    opened = [{"n": 1, "type": "start", "declarer": "a"}]
    opened += [{"n": n, **entry} if isinstance(entry, dict) else entry for n, entry in enumerate(listed, 2)]
    try:
        assert result(fold(load_preset(name), {}, opened))["status"]
    except ScoringError as refused:
        assert refused.at.startswith("entries[")
        assert refused.message


@settings(QUICK, max_examples=100)
@given(JUNK)
def test_any_document_is_a_sheet_or_refused(document: Any) -> None:
    with pytest.raises(ScoringError):
        parse_sheet(document)


def places(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a document below its root."""
    children = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    return [place for key, child in children for place in [(*path, key), *places(child, (*path, key))]]


@settings(QUICK, max_examples=150)
@given(st.sampled_from(preset_names()), st.data())
def test_a_ruleset_with_anything_anywhere_plays_or_is_refused(name: str, data: st.DataObject) -> None:
    document = copy.deepcopy(ruleset_document(load_preset(name)))
    *parents, last = data.draw(st.sampled_from(places(document)))
    node: Any = document
    for key in parents:
        node = node[key]
    node[last] = data.draw(JUNK)
    try:
        ruleset = parse_ruleset(document)
    except ScoringError as refused:
        assert refused.at.startswith("ruleset")
        assert refused.message
        return
    state = fold(ruleset, {}, [{"n": 1, "type": "start", "declarer": "a"}])
    assert next_step(state)
    assert transition_table(ruleset, state)["sides"]
