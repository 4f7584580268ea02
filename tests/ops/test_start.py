"""start.py: what it says, what it installs when, and what it hands over to."""

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import start

HERE = Path(start.__file__).resolve().parent


def run_start(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "start.py", *arguments],
        cwd=HERE,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_it_needs_the_standard_library_only():
    tree = ast.parse((HERE / "start.py").read_text(encoding="utf-8"))
    imported = {
        alias.name.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    }
    imported |= {
        node.module.split(".")[0] for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module
    }
    assert imported - {"__future__"} <= sys.stdlib_module_names


def test_help_lists_every_command():
    shown = run_start("--help")
    assert shown.returncode == 0
    assert all(f"\n  {name} " in shown.stdout for name in start.COMMANDS if name != "serve")


def test_an_unknown_command_is_refused_with_the_list():
    shown = run_start("laundry")
    assert (shown.returncode, shown.stdout) == (2, "")
    assert "restore FILE" in shown.stderr


def test_an_old_python_is_told_so(monkeypatch, capsys):
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))
    with pytest.raises(SystemExit) as end:
        start.check_python()
    assert end.value.code == 2
    assert "需要 Python 3.11" in capsys.readouterr().err


@pytest.mark.parametrize("missing", ["venv", "ensurepip"])
def test_a_python_without_venv_is_told_what_to_install(missing, monkeypatch, capsys):
    real = start.importlib.util.find_spec
    monkeypatch.setattr(start.importlib.util, "find_spec", lambda name: None if name == missing else real(name))
    with pytest.raises(SystemExit):
        start.check_python()
    assert "python3-venv" in capsys.readouterr().err


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """The requirement files that pip was asked for; the folder stands for the project and its environment."""
    for name in ("requirements.txt", "requirements-dev.txt"):
        (tmp_path / name).write_text(f"# {name}", encoding="utf-8")
    asked: list[str] = []
    monkeypatch.setattr(start, "HERE", tmp_path)
    monkeypatch.setattr(start, "VENV", tmp_path)
    monkeypatch.setattr(start, "run", lambda *arguments, **more: asked.append(Path(arguments[-1]).name) or 0)
    return asked


def test_requirements_are_installed_again_only_when_they_change(installed, tmp_path):
    start.install()
    start.install()
    assert installed == ["requirements.txt"]
    (tmp_path / "requirements.txt").write_text("new", encoding="utf-8")
    start.install()
    assert installed == ["requirements.txt"] * 2


def test_development_requirements_are_a_step_of_their_own(installed):
    start.install()
    start.install(development=True)
    start.install(development=True)
    assert installed == ["requirements.txt", "requirements-dev.txt"]


def test_a_failed_installation_says_so_and_is_tried_again(installed, monkeypatch, capsys):
    monkeypatch.setattr(start, "run", lambda *arguments, **more: 1)
    with pytest.raises(SystemExit):
        start.install()
    assert "检查网络" in capsys.readouterr().err
    assert not list(start.VENV.glob("*.stamp"))


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], [("manage.py", "first_run"), ("manage.py", "serve")]),
        (["--port", "8001"], [("manage.py", "first_run"), ("manage.py", "serve", "--port", "8001")]),
        (["backup"], [("manage.py", "backup")]),
        (["restore", "a.sqlite3"], [("manage.py", "restore", "a.sqlite3")]),
        (["password", "chief"], [("manage.py", "password", "chief")]),
        (["manage", "verify"], [("manage.py", "verify")]),
        (["bench"], [("-m", "bench")]),
        (["pictures"], [("docs/make_pictures.py",)]),
        (["rehearse", "--no-wait"], [("manage.py", "first_run"), ("manage.py", "rehearse", "--no-wait")]),
        (["mutants", "--sample", "80"], [("-m", "tests.mutation", "--sample", "80")]),
        (["test"], [("-m", "pytest", "-n", "auto")]),
        (["test", "-k", "draw"], [("-m", "pytest", "-n", "auto", "-k", "draw")]),
        (["test", "-n0", "-x"], [("-m", "pytest", "-n0", "-x")]),
    ],
)
def test_commands_hand_over(arguments, expected, monkeypatch):
    calls: list[tuple[object, ...]] = []
    note = lambda *parts, **more: calls.append(parts) or 0  # noqa: E731
    monkeypatch.setattr(start, "run", note)
    monkeypatch.setattr(start, "hand_over", note)
    monkeypatch.setattr(start, "prepare", lambda development=False: None)
    monkeypatch.setattr(sys, "argv", ["start.py", *arguments])
    assert start.main() == 0
    assert calls == expected


def test_the_windows_starter_keeps_its_line_ends_and_speaks_utf8():
    raw = (HERE / "启动.bat").read_bytes()
    assert raw.count(b"\r\n") == raw.count(b"\n") > 5
    assert "py -3 start.py %*" in raw.decode("utf-8")
    assert b"chcp 65001" in raw


def test_everything_started_speaks_utf8():
    assert start.environment()["PYTHONUTF8"] == "1"
    assert start.environment()["PATH"] == os.environ["PATH"]
