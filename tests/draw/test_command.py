"""`manage.py draw`: draws, checks, refuses; each with its exit code."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tournament.draw.notes import alike

RECORD: dict[str, Any] = {
    "format": "draw/1",
    "algorithm": 1,
    "seed": "2011-11-24 9:00 大礼堂",
    "method": "single-elimination",
    "teams": [{"id": f"t{n}", "name": f"队{n}", "department": "院直", "seed": None} for n in range(1, 6)],
    "protect": "department",
    "third_place": "match",
    "places": 4,
}


def run(*arguments: str) -> tuple[int, str, str]:
    """Exit code, standard output, standard error."""
    out, err = StringIO(), StringIO()
    try:
        call_command("draw", *arguments, stdout=out, stderr=err)
    except SystemExit as stop:
        return int(str(stop.code)), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def written(folder: Path, document: Any) -> str:
    path = folder / "draw.json"
    path.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    return str(path)


def test_a_record_is_printed_with_its_result(tmp_path: Path) -> None:
    code, out, err = run(written(tmp_path, RECORD))
    assert (code, err) == (0, "")
    drawn = json.loads(out)
    assert {key: drawn[key] for key in RECORD} == RECORD
    assert set(drawn["result"]) == {"slots", "matches", "notes"}


def test_a_right_result_is_confirmed_and_a_changed_one_exits_1_and_says_where(tmp_path: Path) -> None:
    drawn = json.loads(run(written(tmp_path, RECORD))[1])
    assert run(written(tmp_path, drawn))[0] == 0
    slots = drawn["result"]["slots"]
    slots[0], slots[-1] = slots[-1], slots[0]
    code, out, err = run(written(tmp_path, drawn))
    assert code == 1
    names = {team["id"]: team["name"] for team in RECORD["teams"]} | {None: "轮空"}
    assert err.splitlines()[0] == f"第 1 号位：重算为“{names[slots[-1]]}”，记录里为“{names[slots[0]]}”"
    assert json.loads(out)["result"]["slots"] != slots


@pytest.mark.parametrize(
    ("result", "at"),
    [(None, "result"), ([], "result"), ({"slots": [], "colour": 1}, "result")],
)
def test_a_result_that_is_none_is_refused(tmp_path: Path, result: Any, at: str) -> None:
    code, out, err = run(written(tmp_path, {**RECORD, "result": result}))
    assert (code, out) == (2, "")
    assert err.startswith(f"{at}: ")


def test_a_wrong_record_exits_2_with_the_place_on_stderr(tmp_path: Path) -> None:
    code, out, err = run(written(tmp_path, {**RECORD, "places": 5}))
    assert (code, out) == (2, "")
    assert err == "places: “5”不可用；5 队可决出前 1、2、4 名\n"


def test_lines_give_a_result_or_an_error_each_and_exit_1_if_one_differs(tmp_path: Path) -> None:
    drawn = json.loads(run(written(tmp_path, RECORD))[1])
    wrong = {**drawn, "result": {**drawn["result"], "notes": []}}
    path = tmp_path / "records.jsonl"
    path.write_text("\n".join(json.dumps(one) for one in (RECORD, {"format": "draw/2"}, wrong)), encoding="utf-8")
    code, out, err = run("--lines", str(path))
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert lines[0] == lines[2] == drawn
    assert lines[1] == {"error": {"at": "format", "message": "“draw/2”不可用；可用 draw/1"}}
    assert err.startswith("说明第 1 条：重算为“首轮同单位相遇")


def test_output_goes_to_the_file_named(tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    code, out, _err = run(written(tmp_path, RECORD), "--output", str(target))
    assert (code, out) == (0, "")
    assert json.loads(target.read_text(encoding="utf-8"))["seed"] == RECORD["seed"]


def test_the_notes_of_an_older_record_may_have_half_width_marks() -> None:
    assert alike("notes", ["首轮" + "," + "甲队——乙队" + "(" + "同单位" + ")"], ["首轮，甲队——乙队（同单位）"])
    assert not alike("notes", ["首轮，甲队——乙队"], ["首轮，甲队——丙队"])
    assert not alike("slots", ["甲" + "," + "乙"], ["甲，乙"])
