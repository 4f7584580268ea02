"""A late team takes a bye or a place given up: no drawn pair moves, and the record can be checked."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.draw import addendum
from tournament.draw.errors import DrawError
from tournament.draw.lots import Lots
from tournament.draw.record import compute
from tournament.draw.reveal import order_of, places_of, sections_of

LATE = {"id": "late", "name": "迟到队", "department": "十会"}


def drawn(count: int, places: int = 1, **more: Any) -> dict[str, Any]:
    teams = [{"id": f"t{n}", "name": f"t{n}", "department": None, "seed": None} for n in range(1, count + 1)]
    record = {"format": "draw/1", "algorithm": 1, "seed": "一", "method": "single-elimination", "teams": teams}
    return compute({**record, "protect": None, "places": places, **more})["result"]


def byes(slots: list[str | None]) -> list[int]:
    return [at for at, team in enumerate(slots, start=1) if team is None]


def late(result: dict[str, Any], places: int = 1, kind: str = "bye", **more: Any) -> dict[str, Any]:
    record = {
        "format": "draw-addendum/1", "algorithm": 1, "kind": kind, "team": LATE, "slots": result["slots"],
        "matches": result["matches"], "places": places, "open": byes(result["slots"]), "seed": "门口",
    }  # fmt: skip
    return {**record, **more}


def first_round(matches: list[dict[str, Any]]) -> set[frozenset[str]]:
    return {frozenset((one["a"]["team"], one["b"]["team"])) for one in matches if one["round"] == 1}


def test_the_late_team_plays_the_team_that_had_the_bye() -> None:
    before = drawn(7)
    result = addendum.compute(late(before))["result"]
    [code] = result["added"]
    [changed] = result["changed"]
    match = next(one for one in result["matches"] if one["id"] == code)
    (free,) = byes(before["slots"])
    assert {match["a"]["team"], match["b"]["team"]} == {"late", before["slots"][(free - 1) ^ 1]}
    follows = next(one for one in result["matches"] if one["id"] == changed)
    assert {"winner_of": code} in (follows["a"], follows["b"])


def test_the_lot_among_the_byes_is_the_first_number_of_the_seeds_stream() -> None:
    record = late(drawn(9))
    assert addendum.compute(record)["result"]["taken"] == record["open"][Lots("门口").below(7)]
    assert addendum.compute({**record, "lot": 3})["result"]["taken"] == record["open"][2]


@given(count=st.integers(2, 70), places=st.sampled_from([1, 2, 4, 6, 8, 16]), joint=st.booleans(), seed=st.text())
def test_drawn_pairs_never_move_and_the_bracket_stays_one(count: int, places: int, joint: bool, seed: str) -> None:
    if places > count:
        return
    joint = joint and places >= 4
    more: dict[str, Any] = {"third_place": "joint" if joint else "match"}
    before = drawn(count, places, **more)
    if not byes(before["slots"]):
        return
    record = addendum.compute({**late(before, places, **more), "seed": seed if seed.strip() else "一"})
    result = record["result"]
    assert addendum.check(record) == []
    assert first_round(before["matches"]) <= first_round(result["matches"])
    assert len(first_round(result["matches"])) == len(first_round(before["matches"])) + 1
    kept = {one["id"]: (one["round"], one["place"]) for one in before["matches"]}
    after = {one["id"]: (one["round"], one["place"]) for one in result["matches"]}
    assert after.items() >= kept.items()
    assert set(result["added"]) == after.keys() - kept.keys()
    untouched = {one["id"]: one for one in before["matches"] if one["id"] not in result["changed"]}
    now = {one["id"]: one for one in result["matches"]}
    assert all(now[key] == one for key, one in untouched.items())
    assert set(addendum.touched(record, result["taken"])) == set(result["changed"])


def test_byes_fill_up_one_by_one_to_a_full_bracket() -> None:
    result = drawn(9, 4)
    for number in range(7):
        team = {**LATE, "id": f"late{number}"}
        record = addendum.compute(late(result, 4, team=team, seed=str(number)))
        assert addendum.check(record) == []
        result = record["result"]
    full = drawn(16, 4)
    assert len(result["matches"]) == len(full["matches"])
    assert sorted(one["round"] for one in result["matches"]) == sorted(one["round"] for one in full["matches"])
    assert {one["id"] for one in result["matches"]} >= {f"x{n}" for n in range(1, 8)}


def test_a_placement_match_takes_in_the_new_loser() -> None:
    result = drawn(6, 6)
    fifth = next(one for one in result["matches"] if one["place"] == 5)
    record = addendum.compute(late(result, 6))
    assert fifth["id"] in record["result"]["changed"]
    assert len(record["result"]["added"]) == 2  # the first-round match and the one of its loser


def test_a_place_given_up_passes_to_the_late_team_with_its_match() -> None:
    before = drawn(8)
    gone = before["slots"][4]
    record = addendum.compute(late(before, kind="place", open=[5]))
    result = record["result"]
    assert (result["taken"], result["slots"][4], result["added"]) == (5, "late", [])
    [changed] = result["changed"]
    was = next(one for one in before["matches"] if one["id"] == changed)
    now = next(one for one in result["matches"] if one["id"] == changed)
    assert {"team": gone} in (was["a"], was["b"])
    assert {"team": "late"} in (now["a"], now["b"])


def test_a_place_given_up_in_a_group() -> None:
    record = addendum.compute(
        {"format": "draw-addendum/1", "algorithm": 1, "kind": "place", "team": LATE,
         "groups": [["a", "b"], ["c", "d"]], "open": [3], "seed": ""}
    )  # fmt: skip
    assert record["result"] == {"taken": 3, "groups": [["a", "b"], ["late", "d"]]}
    assert addendum.check(record) == []


def test_a_forged_result_is_found() -> None:
    record = addendum.compute(late(drawn(9)))
    other = next(place for place in record["open"] if place != record["result"]["taken"])
    record["result"]["taken"] = other
    assert addendum.check(record) == [
        f"result.taken：应为 {addendum.compute(record)['result']['taken']}，记录里为 {other}"
    ]


@pytest.mark.parametrize(
    ("change", "at"),
    [
        ({"format": "draw/1"}, "format"),
        ({"kind": "extra"}, "kind"),
        ({"open": []}, "open"),
        ({"open": [True]}, "open[0]"),
        ({"open": [10**30]}, "open[0]"),
        ({"seed": " "}, "seed"),
        ({"seed": 3}, "seed"),
        ({"lot": 9}, "lot"),
        ({"team": {"id": "t1"}}, "team.id"),
        ({"team": None}, "team"),
        ({"matches": []}, "matches"),
        ({"matches": [1]}, "matches"),
        ({"matches": None}, "matches"),
        ({"slots": ["t1"]}, "slots"),
        ({"slots": [None, None]}, "slots"),
        ({"slots": [[], {}]}, "slots[0]"),
        ({"places": 99}, "places"),
        ({"third_place": []}, "third_place"),
        ({"groups": 3}, ""),
    ],
)
def test_a_broken_record_is_refused_at_its_place(change: dict[str, Any], at: str) -> None:
    with pytest.raises(DrawError) as refused:
        addendum.compute(late(drawn(9)) | change)
    assert refused.value.at == at


def test_the_order_of_the_hall_is_the_drawn_order_with_the_seeded_first() -> None:
    teams = [{"id": f"t{n}", "department": None, "seed": {5: 1, 2: 2}.get(n)} for n in range(1, 9)]
    record = compute(
        {"format": "draw/1", "algorithm": 1, "seed": "厅", "method": "groups", "groups": 2, "teams": teams}
    )  # fmt: skip
    order = order_of(record)
    assert order[:2] == ["t5", "t2"]
    assert sorted(order) == sorted(team["id"] for team in teams)
    drawn_order = [teams[index]["id"] for index in Lots("厅").shuffled(range(8))]
    assert order[2:] == [team for team in drawn_order if team not in ("t5", "t2")]
    assert set(places_of(record["result"])) == set(order)
    assert [team for group in sections_of(record["result"]) for team in group] == list(places_of(record["result"]))


def test_lots_from_slips_are_shown_in_the_order_of_their_numbers() -> None:
    record = {"format": "draw/1", "algorithm": 1, "method": "single-elimination", "teams": [{"id": i} for i in "abc"]}
    assert order_of({**record, "lots": {"a": 3, "b": 1, "c": 2}}) == ["b", "c", "a"]
