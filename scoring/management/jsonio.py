"""What every command that turns JSON into JSON shares: options, reading, errors in words, exit codes."""

import io
import json
import math
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scoring.errors import ScoringError

REFUSED = 2
MAX_DIGITS = 300


def add_file_arguments(parser: ArgumentParser, what: str) -> None:
    """Add FILE, `--lines FILE` and `--output FILE`; `what` names the document in the help (such as 计分表)."""
    parser.add_argument("file", nargs="?", metavar="FILE", help=f"{what}（JSON 文件；- 为标准输入）")
    parser.add_argument("--lines", metavar="FILE", help=f"每行一份{what}的文件（- 为标准输入），每行输出一个结果")
    parser.add_argument("--output", metavar="FILE", help="结果写入此文件（默认为标准输出）")


def run_files(options: Mapping[str, Any], compute: Callable[[Any], Any], stdout: Any = None, stderr: Any = None) -> int:
    """Do what the options of `add_file_arguments` ask for; `compute` turns a parsed document into a JSON-able result.

    Returns the exit code: 0, or 2 after `at: message` went to stderr. With `--lines` an error is a line
    `{"error": {"at", "message"}}` and the code stays 0. Pass a command's own `stdout` and `stderr`;
    without them the process's streams are used, in UTF-8 on every system.
    """
    use_utf8()
    out, err = stdout or sys.stdout, stderr or sys.stderr
    try:
        with _output(options.get("output"), out) as target:
            for text in _results(options, compute):
                target.write(text + "\n")
    except ScoringError as error:
        err.write(f"{error}\n")
        return REFUSED
    except BrokenPipeError:  # the reader (head, less) has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def parse_json(text: str) -> Any:
    """The document in `text`; ScoringError for what is not JSON, a key given twice, or a number without a value."""
    try:
        document = json.loads(text, **_STRICT)
        json.dumps(document, ensure_ascii=False).encode("utf-8")
    except json.JSONDecodeError as error:
        raise ScoringError("", f"不是有效的 JSON：第{error.lineno}行第{error.colno}列处无法读懂") from error
    except RecursionError as error:
        raise ScoringError("", "JSON 嵌套太深") from error
    except UnicodeEncodeError as error:
        raise ScoringError("", "JSON 里有不成对的 \\u 代理字符") from error
    return document


def read_text(name: str) -> str:
    """The text of a file (`-` is standard input) in UTF-8 (byte order mark or not); ScoringError if unreadable."""
    try:
        data = _stdin_bytes() if name == "-" else Path(name).read_bytes()
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ScoringError(name, f"不是 UTF-8 文本（第{error.start + 1}个字节处）") from error
    except FileNotFoundError as error:
        raise ScoringError(name, "找不到这个文件") from error
    except (OSError, ValueError) as error:
        raise ScoringError(name, "无法读取这个文件") from error


def render(document: Any, indent: int | None = 1) -> str:
    """JSON text with Chinese left readable; `indent=None` gives one line."""
    return json.dumps(document, ensure_ascii=False, indent=indent, allow_nan=False)


def use_utf8() -> None:
    """Make the process's output UTF-8 with plain line ends, also on Windows."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", newline="\n")


def _results(options: Mapping[str, Any], compute: Callable[[Any], Any]) -> Iterator[str]:
    file, lines = options.get("file"), options.get("lines")
    if (file is None) == (lines is None):
        raise ScoringError("", "请给出一个文件（FILE 或 -），或者用 --lines FILE，二者只取其一")
    if file is not None:
        yield render(compute(parse_json(read_text(file))))
        return
    for line in read_text(str(lines)).split("\n"):
        if line.strip():
            yield render(_line(line, compute), indent=None)


def _line(line: str, compute: Callable[[Any], Any]) -> Any:
    try:
        return compute(parse_json(line))
    except ScoringError as error:
        return {"error": {"at": error.at, "message": error.message}}


@contextmanager
def _output(name: str | None, stdout: Any) -> Iterator[Any]:
    """The stream results go to; a named file is written once everything is computed, so a refusal leaves it alone."""
    if name is None:
        yield stdout
        return
    text = io.StringIO()
    yield text
    try:
        Path(name).write_text(text.getvalue(), encoding="utf-8", newline="\n")
    except OSError as error:
        raise ScoringError(name, "无法写入这个文件") from error


def _stdin_bytes() -> bytes:
    return sys.stdin.buffer.read()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ScoringError("", f"JSON 里同一对象中的键“{next(k for k in keys if keys.count(k) > 1)}”出现了两次")
    return document


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ScoringError("", f"JSON 里有超过{MAX_DIGITS}位的数")
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ScoringError("", f"JSON 里的数 {digits} 太大")
    return number


def _no_constant(name: str) -> Any:
    raise ScoringError("", f"JSON 里不允许 {name}")


_STRICT: dict[str, Any] = {
    "object_pairs_hook": _object,
    "parse_constant": _no_constant,
    "parse_int": _integer,
    "parse_float": _float,
}
