"""Every settled hand and every sheet of the vectors."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring.errors import ScoringError
from scoring.sheet import fold, parse_sheet, result

VECTORS = Path(__file__).parent.parent / "vectors"


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (VECTORS / name).read_text(encoding="utf-8").splitlines()]


def outcome(document: dict[str, Any]) -> dict[str, Any]:
    sheet = parse_sheet(document)
    return result(fold(sheet.ruleset, sheet.overrides, sheet.entries))


def part_of(want: dict[str, Any], got: dict[str, Any]) -> dict[str, Any]:
    """The keys of `want` as `got` has them."""
    return {
        key: part_of(value, got[key]) if isinstance(value, dict) and isinstance(got[key], dict) else got[key]
        for key, value in want.items()
    }


def by_number(want: dict[str, Any], got: dict[str, Any]) -> None:
    for name in ("hands", "penalties"):
        found = {row["n"]: row for row in got[name]}
        for row in want.pop(name, []):
            assert part_of(row, found[row["n"]]) == row
        if f"{name}_n" in want:
            assert sorted(found) == want.pop(f"{name}_n")


SHEETS = rows("sheets.jsonl")


@pytest.mark.parametrize("number", range(len(SHEETS)))
def test_a_sheet_gives_the_result_of_its_vector(number: int) -> None:
    case = SHEETS[number]
    if "want_error_at" in case:
        with pytest.raises(ScoringError) as caught:
            outcome(case["sheet"])
        assert caught.value.at == case["want_error_at"]
        assert caught.value.message
        return
    want, got = dict(case["want"]), outcome(case["sheet"])
    by_number(want, got)
    assert part_of(want, got) == want


def owed(tribute: dict[str, Any] | None, key: str) -> int:
    return tribute[key] if tribute else 0


@pytest.mark.parametrize("preset", sorted({case["sheet"]["ruleset"] for case in rows("hands.jsonl")}))
def test_every_hand_of_the_vectors_settles_as_it_should(preset: str) -> None:
    cases = [case for case in rows("hands.jsonl") if case["sheet"]["ruleset"] == preset]
    assert cases
    for case in cases:
        want, got = dict(case["want"]), outcome(case["sheet"])
        hand, declarer = got["hands"][-1], case["sheet"]["entries"][-1]["declarer"]
        if "game_won_by" in want:
            assert got["games"][want.pop("game_won_by")] == 1, case
        if "winner" in want:
            assert got["winner"] == want.pop("winner"), case
        if "joker_tribute" in want:
            assert owed(got["tribute"], "jokers") == want.pop("joker_tribute"), case
        payers = want.pop("score_tribute", None)
        if payers is not None:
            assert owed(got["tribute"], "points") == sum(payers.values()), case
        for payer, cards in (payers or {}).items():
            if cards:
                attackers = "b" if declarer == "a" else "a"
                assert got["tribute"]["from"] == (attackers if payer == "attackers" else declarer), case
        assert part_of(want, hand) == want, case
