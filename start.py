#!/usr/bin/env python3
"""One command on a fresh machine: environment, requirements, then manage.py. Standard library only; see README.md."""

from __future__ import annotations  # so that an older Python gets as far as the sentence that refuses it

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).resolve().parent
VENV = Path(os.environ.get("VENV_DIR") or HERE / ".venv").resolve()
OLDEST = (3, 11)
USAGE = """用法 Usage: python3 start.py [命令 command]

  (无 none)        启动服务  serve (--port N, --no-browser, --new-address)
  backup           立即备份数据库  copy the database now
  restore FILE     用备份恢复  put a copy back
  password [NAME]  重设密码并解锁账号  reset and unlock an account
  test [ARGS]      运行全部测试  run the whole suite (arguments go to pytest)
  browser          安装测试用的浏览器  install the browser the tests drive
  bench            测速  measure
  pictures         重画 docs/pictures 里的文件样张  draw docs/pictures anew
  mutants [ARGS]   变异检查规则的测试  how much the rules' tests notice (--sample N --seed S)
  rehearse         演练一晚故障怎样处理  practise an evening with faults (--no-wait)
  manage ARGS      任何管理命令  any management command
"""


def stop(sentence: str) -> None:
    """Leave with one sentence on stderr."""
    print(sentence, file=sys.stderr)
    raise SystemExit(2)


def check_python() -> None:
    """Leave with a sentence where this Python cannot do it."""
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:2]))
        stop(f"需要 Python 3.11 或更新，这里是 {found}。Python 3.11 or newer is needed; this one is {found}.")
    if any(importlib.util.find_spec(module) is None for module in ("venv", "ensurepip")):
        stop(
            "这个 Python 缺少 venv/ensurepip，请先安装（Debian/Ubuntu:sudo apt install python3-venv）。"
            " This Python lacks venv/ensurepip: install it first (Debian/Ubuntu: sudo apt install python3-venv)."
        )


def venv_python() -> Path:
    """The interpreter inside the virtual environment."""
    return VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def environment() -> dict[str, str]:
    """The environment of everything started from here: UTF-8 on every system."""
    return {**os.environ, "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1", "DJANGO_SETTINGS_MODULE": "config.settings"}


def run(*arguments: object, **more: str) -> int:
    """Run the environment's Python in the project's folder; give its exit code. Ctrl-C is the child's to answer."""
    command = [str(venv_python()), *map(str, arguments)]
    child = subprocess.Popen(command, cwd=HERE, env={**environment(), **more})
    while True:
        try:
            return child.wait()
        except KeyboardInterrupt:
            continue


def hand_over(*arguments: object) -> int:
    """Become that command where the system can (so that signals reach it), else run it."""
    if os.name == "posix":
        os.chdir(HERE)
        os.execve(venv_python(), [str(venv_python()), *map(str, arguments)], environment())
    return run(*arguments)


def make_environment() -> None:
    """Make the virtual environment where there is none, or where the Python it was made with is gone."""
    probe = [str(venv_python()), "-c", "import pip"]
    if venv_python().exists() and subprocess.run(probe, capture_output=True).returncode == 0:
        return
    import venv

    print(f"建立虚拟环境 Making the virtual environment: {VENV}", flush=True)
    venv.EnvBuilder(with_pip=True, clear=VENV.exists(), symlinks=os.name != "nt").create(VENV)


def stamp_of(*files: Path) -> str:
    """What the installed packages depend on: the requirement files and the Python version."""
    digest = hashlib.sha256(sys.version.encode())
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def install(development: bool = False) -> None:
    """Install the pinned requirements, again only when they changed."""
    wanted = [HERE / "requirements.txt", HERE / "requirements-dev.txt"][: 2 if development else 1]
    stamp, mark = VENV / f"{wanted[-1].stem}.stamp", stamp_of(*wanted)
    if stamp.exists() and stamp.read_text(encoding="utf-8") == mark:
        return
    print(f"安装依赖 Installing {wanted[-1].name} …", flush=True)
    if run("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", wanted[-1]):
        stop(
            "依赖没有装上：请检查网络（第一次启动需要联网）后再试。"
            " The requirements could not be installed: check the network (the first start needs it) and try again."
        )
    stamp.write_text(mark, encoding="utf-8")


def prepare(development: bool = False) -> None:
    """The environment with its packages."""
    check_python()
    make_environment()
    install(development)


def serve(arguments: list[str]) -> int:
    """Migrate, make the first accounts and the demo, then serve."""
    prepare()
    return run("manage.py", "first_run") or hand_over("manage.py", "serve", *arguments)


def test(arguments: list[str]) -> int:
    """The whole suite, side by side on the cores, in a data folder of its own."""
    prepare(development=True)
    side_by_side = [] if any(a.startswith("-n") or a == "-p" for a in arguments) else ["-n", "auto"]
    with tempfile.TemporaryDirectory(prefix="paisai-test-", ignore_cleanup_errors=True) as folder:
        return run("-m", "pytest", *side_by_side, *arguments, DATA_DIR=folder, BROKER_URL="memory://")


def find_chromium() -> str | None:
    """A Chromium the tests can drive, or None."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((found for name in names if (found := shutil.which(name))), None)


def browser(arguments: list[str]) -> int:
    """Install Debian's Chromium where it can be done; say what to do elsewhere."""
    if found := find_chromium():
        print(f"浏览器已有 Chromium is there: {found}")
        return 0
    if shutil.which("apt-get") is None:
        stop("请自行安装 Chromium 或 Chrome。Please install Chromium or Chrome by hand.")
    if hasattr(os, "geteuid") and os.geteuid() != 0:
        stop("请运行 Please run: sudo apt-get install chromium")
    quiet = {**environment(), "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-qq"], env=quiet)
    return subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], env=quiet).returncode


def bench(arguments: list[str]) -> int:
    """Measure, side by side in one run."""
    prepare(development=True)
    return run("-m", "bench", *arguments)


def pictures(arguments: list[str]) -> int:
    """Draw every document of every documented competition into docs/pictures, in a data folder of its own."""
    prepare(development=True)
    with tempfile.TemporaryDirectory(prefix="paisai-pictures-", ignore_cleanup_errors=True) as folder:
        return run("docs/make_pictures.py", *arguments, DATA_DIR=folder, BROKER_URL="memory://")


def mutants(arguments: list[str]) -> int:
    """Change the rules one thing at a time and count what the tests notice."""
    prepare(development=True)
    with tempfile.TemporaryDirectory(prefix="paisai-mutants-", ignore_cleanup_errors=True) as folder:
        return run("-m", "tests.mutation", *arguments, DATA_DIR=folder, BROKER_URL="memory://")


def rehearse(arguments: list[str]) -> int:
    """Practise an evening with faults, on a tournament of its own."""
    prepare()
    return run("manage.py", "first_run") or hand_over("manage.py", "rehearse", *arguments)


def manage(arguments: list[str]) -> int:
    """Any management command."""
    prepare()
    return hand_over("manage.py", *arguments)


def passed_on(command: str) -> Callable[[list[str]], int]:
    """A command that is manage.py's own."""
    return lambda arguments: manage([command, *arguments])


COMMANDS = {
    "serve": serve,
    "test": test,
    "browser": browser,
    "bench": bench,
    "pictures": pictures,
    "mutants": mutants,
    "rehearse": rehearse,
    "manage": manage,
    "backup": passed_on("backup"),
    "restore": passed_on("restore"),
    "password": passed_on("password"),
}


def main() -> int:
    """Look the command up and run it; without one, serve."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    arguments = sys.argv[1:]
    if not arguments or (arguments[0].startswith("--") and arguments[0] != "--help"):
        arguments = ["serve", *arguments]
    if arguments[0] not in COMMANDS:
        wanted_help = arguments[0] in {"-h", "--help", "help"}
        print(USAGE, file=sys.stdout if wanted_help else sys.stderr)
        return 0 if wanted_help else 2
    return COMMANDS[arguments[0]](arguments[1:])


if __name__ == "__main__":
    raise SystemExit(main())
