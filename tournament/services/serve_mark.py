"""The mark that a server runs on this data folder: a file lock, which the system itself drops with the process."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.conf import settings

if sys.platform == "win32":
    import msvcrt

    def _take(file: IO[bytes]) -> None:
        """Lock the first byte or raise OSError."""
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(file: IO[bytes]) -> None:
        """Lock the file or raise OSError."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _lock_file() -> Path:
    return Path(settings.DATA_DIR) / "serve.lock"


def _facts_file() -> Path:
    return Path(settings.DATA_DIR) / "serve.json"


@contextmanager
def serve_mark() -> Iterator[bool]:
    """Hold the mark while serving; gives False where another server of this data folder holds it."""
    with open(_lock_file(), "ab") as file:
        try:
            _take(file)
        except OSError:
            yield False
            return
        try:
            yield True
        finally:
            _facts_file().unlink(missing_ok=True)


def serving() -> bool:
    """True while a server runs on this data folder."""
    with open(_lock_file(), "ab") as file:
        try:
            _take(file)
        except OSError:
            return True
    return False


def note_facts(**facts: Any) -> None:
    """Write down what a second start wants to know (the address)."""
    part = _facts_file().with_suffix(".part")
    part.write_text(json.dumps({"pid": os.getpid(), **facts}, ensure_ascii=False), encoding="utf-8")
    os.replace(part, _facts_file())


def facts() -> dict[str, Any]:
    """What the running server wrote down; empty where there is nothing to read."""
    try:
        found = json.loads(_facts_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}
