"""Reading and writing JSON for the commands."""

import io
import json

import pytest

from scoring.errors import ScoringError
from scoring.management.jsonio import parse_json, read_text, run_files


def double(document):
    if not isinstance(document, int):
        raise ScoringError("n", "应为整数")
    return {"双": document * 2}


def run(options):
    out, err = io.StringIO(), io.StringIO()
    code = run_files(options, double, out, err)
    return code, out.getvalue(), err.getvalue()


def test_a_file_gives_one_document(tmp_path):
    (tmp_path / "a.json").write_text("4", encoding="utf-8")
    assert run({"file": str(tmp_path / "a.json")}) == (0, '{\n "双": 8\n}\n', "")


def test_a_refused_file_gives_its_place_on_stderr_and_exit_2(tmp_path):
    (tmp_path / "a.json").write_text('"x"', encoding="utf-8")
    assert run({"file": str(tmp_path / "a.json")}) == (2, "", "n: 应为整数\n")


def test_lines_give_a_line_each_and_errors_as_lines(tmp_path):
    (tmp_path / "a.jsonl").write_text('1\n"x"\n\n{\r\n3\n', encoding="utf-8")
    code, out, err = run({"lines": str(tmp_path / "a.jsonl")})
    rows = [json.loads(line) for line in out.splitlines()]
    assert (code, err) == (0, "")
    assert rows[0] == {"双": 2}
    assert rows[1] == {"error": {"at": "n", "message": "应为整数"}}
    assert rows[2]["error"]["message"].startswith("不是有效的 JSON")
    assert rows[3] == {"双": 6}


def test_standard_input_is_read_as_utf_8_whatever_the_locale(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf5"), encoding="gbk"))
    assert run({"file": "-"})[1] == '{\n "双": 10\n}\n'


def test_output_goes_to_a_file_and_a_refusal_leaves_it_alone(tmp_path):
    target = tmp_path / "out.json"
    target.write_text("old", encoding="utf-8")
    (tmp_path / "bad.json").write_text("[]", encoding="utf-8")
    (tmp_path / "good.json").write_text("1", encoding="utf-8")
    assert run({"file": str(tmp_path / "bad.json"), "output": str(target)})[0] == 2
    assert target.read_text(encoding="utf-8") == "old"
    assert run({"file": str(tmp_path / "good.json"), "output": str(target)}) == (0, "", "")
    assert json.loads(target.read_text(encoding="utf-8")) == {"双": 2}


def test_an_output_that_cannot_be_written_is_said(tmp_path):
    (tmp_path / "good.json").write_text("1", encoding="utf-8")
    code, _, err = run({"file": str(tmp_path / "good.json"), "output": str(tmp_path / "no" / "out.json")})
    assert code == 2
    assert "无法写入" in err


@pytest.mark.parametrize("options", [{}, {"file": "a", "lines": "b"}])
def test_a_file_or_lines_but_not_both(options):
    code, _, err = run(options)
    assert code == 2
    assert "二者只取其一" in err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "第1行第1列"),
        ('{"a":\n1,}', "第2行"),
        ('{"a": 1, "a": 2}', "键“a”出现了两次"),
        ("NaN", "不允许 NaN"),
        ("[Infinity]", "不允许 Infinity"),
        ("1e999", "太大"),
        ("1" * 5000, "位的数"),
        ("[" * 100000, "嵌套太深"),
        ('"\\ud800"', "代理字符"),
    ],
)
def test_what_is_not_json_is_refused_in_words(text, said):
    with pytest.raises(ScoringError) as caught:
        parse_json(text)
    assert said in caught.value.message


def test_files_that_are_missing_folders_or_not_utf_8_are_refused_by_name(tmp_path):
    (tmp_path / "gbk.json").write_bytes("级".encode("gbk"))
    for name, said in [("no.json", "找不到"), (".", "无法读取"), ("gbk.json", "不是 UTF-8")]:
        with pytest.raises(ScoringError) as caught:
            read_text(str(tmp_path / name))
        assert said in caught.value.message
        assert caught.value.at == str(tmp_path / name)
