"""Standings: the vectors, then each criterion, policy and refusal in a sentence."""

import json
from pathlib import Path

import pytest

from scoring.errors import ScoringError
from scoring.standings import rank

VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "vectors" / "standings.jsonl").read_text(encoding="utf-8").splitlines()
]
GOOD = [vector for vector in VECTORS if "ranks" in vector["want"]]
BAD = [vector for vector in VECTORS if "at" in vector["want"]]


def title(vector):
    return vector["title"]


@pytest.mark.parametrize("vector", GOOD, ids=title)
def test_every_vector_is_ranked_as_wanted(vector):
    want, output = vector["want"], rank(vector["input"])
    rows = {row["team"]: row for row in output["rows"]}
    groups = {}
    for row in output["rows"]:
        groups.setdefault(row["rank"], []).append(row["team"])
    assert list(groups.values()) == [sorted(group) for group in want["order"]]
    assert {team: row["rank"] for team, row in rows.items()} == want["ranks"]
    assert {team: row["decided_by"] for team, row in rows.items() if row["decided_by"]} == want["decided_by"]
    assert output["open_ties"] == [sorted(tie) for tie in want["open_ties"]]
    for team, record in want["record"].items():
        assert [rows[team][key] for key in ("played", "won", "drawn", "lost")] == record
    for team, values in want["values"].items():
        assert {key: rows[team]["values"][key] for key in values} == values
    assert all(row["tied"] == (len(groups[row["rank"]]) > 1) for row in output["rows"])


@pytest.mark.parametrize("vector", BAD, ids=title)
def test_every_bad_vector_is_refused_at_its_place(vector):
    with pytest.raises(ScoringError) as caught:
        rank(vector["input"])
    assert caught.value.at == vector["want"]["at"]
