"""The examples of the file formats, run through the commands as a user runs them."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command

EXAMPLES = Path(__file__).parents[1] / "vectors" / "formats"


def run(command, *arguments):
    """(exit code, standard output, standard error) of a command."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command(command, *arguments, stdout=out, stderr=err)
        code = 0
    except SystemExit as stop:
        code = int(stop.code or 0)
    return code, out.getvalue(), err.getvalue()


def example(name):
    return json.loads((EXAMPLES / name).read_text(encoding="utf-8"))


def written(tmp_path, document):
    path = tmp_path / "document.json"
    path.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    return str(path)


def test_the_score_sheet_gives_the_result_printed_beside_it():
    code, out, err = run("scoresheet", str(EXAMPLES / "scoresheet.json"))
    result = json.loads(out)
    reasonings = [hand.pop("reasoning") for hand in result["hands"]]
    assert (code, err) == (0, "")
    assert result == example("result.json")
    assert all(line for reasoning in reasonings for line in reasoning)


def test_the_score_sheet_struck_out_gives_the_result_of_what_is_left(tmp_path):
    sheet = example("scoresheet.json")
    sheet["entries"] = sheet["entries"][:3]
    before = json.loads(run("scoresheet", written(tmp_path, sheet))[1])
    assert before["hands"][0]["attackers_points"] == 65 + 10 * 4 - 20


@pytest.mark.parametrize(
    ("index", "change", "at"),
    [
        (4, {"table_points": 63}, "entries[4].table_points"),
        (4, {"table_points": 205}, "entries[4].table_points"),
        (4, {"points": 5}, "entries[4]"),
        (1, {"offence": "no-such"}, "entries[1].offence"),
        (3, {"entry": 9}, "entries[3].entry"),
    ],
)
def test_a_broken_sheet_names_the_place_on_stderr_and_exits_2(tmp_path, index, change, at):
    sheet = example("scoresheet.json")
    sheet["entries"][index] |= change
    code, out, err = run("scoresheet", written(tmp_path, sheet))
    assert (code, out) == (2, "")
    assert err.startswith(f"{at}: ")
    assert err.count("\n") == 1


def test_the_standings_example_ranks_the_winner_first_and_the_team_without_a_match_last():
    code, out, err = run("standings", str(EXAMPLES / "standings.json"))
    output = json.loads(out)
    assert (code, err) == (0, "")
    assert [(row["team"], row["rank"], row["decided_by"]) for row in output["rows"]] == [
        ("甲", 1, "points"),
        ("乙", 2, "points"),
        ("丙", 3, None),
    ]
    assert output["open_ties"] == []


@pytest.mark.parametrize("command", ["scoresheet", "standings"])
def test_lines_answer_a_line_each_and_say_errors_in_place(tmp_path, command):
    good = json.dumps(example(f"{command}.json"), ensure_ascii=False)
    (tmp_path / "all.jsonl").write_text(f'{good}\n{{"format": 1}}\nnot json\n', encoding="utf-8")
    code, out, _ = run(command, "--lines", str(tmp_path / "all.jsonl"), "--output", str(tmp_path / "out.jsonl"))
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert (code, out) == (0, "")
    assert "error" not in rows[0]
    assert [set(row["error"]) for row in rows[1:]] == [{"at", "message"}, {"at", "message"}]


@pytest.mark.parametrize("command", ["scoresheet", "standings"])
@pytest.mark.parametrize("text", ["", "[]", "3", "{}", '{"format": "x"}', "null"])
def test_what_is_no_document_is_refused_without_a_traceback(tmp_path, command, text):
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    code, out, err = run(command, str(path))
    assert (code, out) == (2, "")
    assert err.strip()
    assert "Traceback" not in err
