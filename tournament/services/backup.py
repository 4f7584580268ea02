"""Verified copies of the SQLite database: every five minutes, before each draw, by hand; and putting one back."""

import logging
import os
import re
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, connections

from .refusal import Refusal
from .serve_mark import serving

logger = logging.getLogger(__name__)
STEM = "paisai"
SUFFIX = ".sqlite3"


def database_file() -> Path | None:
    """The database's file, or None on PostgreSQL and in memory (where the server keeps its own copies)."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or ":memory:" in name or "mode=memory" in name:
        return None
    return Path(name)


def folder() -> Path:
    """Where the copies lie."""
    return Path(settings.DATA_DIR) / "backups"


def second_folder() -> Path | None:
    """The second folder (a USB stick) if one is named."""
    named = os.environ.get("BACKUP_DIR", "").strip()
    return Path(named) if named else None


def backup_now(reason: str) -> Path | None:
    """Copy the committed database, verify the copy, keep the newest of this reason; the copy's path.

    `reason` is a short code such as `draw`; it becomes part of the file's name. None where `database_file` is None.
    Raises Refusal if the copy cannot be written or does not verify.
    """
    source = database_file()
    if source is None or not source.exists():
        return None
    target = folder() / f"{STEM}-{datetime.now():%Y%m%d-%H%M%S-%f}-{_code(reason)}{SUFFIX}"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        copy_database(source, target)
    except (OSError, sqlite3.Error) as problem:
        raise Refusal(f"备份没有写成（{target.parent}）：{problem}。请检查磁盘空间和权限。", code="backup") from problem
    _thin(target.parent, _code(reason))
    _copy_second(target)
    return target


def copy_database(source: Path, target: Path) -> None:
    """A consistent copy of an SQLite file in one file, also while others write; sqlite3.Error unless it verifies."""
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    try:
        with closing(_open(source)) as origin, closing(sqlite3.connect(part)) as copy:
            origin.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            _check(copy)
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


def _open(file: Path) -> sqlite3.Connection:
    """A database to read only."""
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=20)


def _check(copy: sqlite3.Connection) -> None:
    """sqlite3.DatabaseError where a database is damaged."""
    answer = copy.execute("PRAGMA integrity_check").fetchone()[0]
    if answer != "ok":
        raise sqlite3.DatabaseError(str(answer))


def _code(reason: str) -> str:
    """A reason as part of a file name."""
    return re.sub(r"[^a-z0-9]+", "-", reason.lower()).strip("-") or "copy"


def _thin(place: Path, code: str) -> None:
    """Keep the newest copies of one reason (BACKUP_KEEP, 60 unless told)."""
    keep = max(1, int(os.environ.get("BACKUP_KEEP") or 60))
    for old in sorted(place.glob(f"{STEM}-????????-??????-??????-{code}{SUFFIX}"))[:-keep]:
        old.unlink(missing_ok=True)


def _copy_second(target: Path) -> bool:
    """Copy into the second folder; a missing stick is logged and stops nothing."""
    place = second_folder()
    if place is None:
        return True
    part = place / f"{target.name}.part"
    try:
        shutil.copyfile(target, part)
        os.replace(part, place / target.name)
        _thin(place, target.stem.split("-", 4)[4])
    except OSError as problem:
        logger.warning("备份没有复制到第二个文件夹 %s:%s", place, problem)
        return False
    return True


def job(arguments: dict[str, Any], report: Callable[[int, str], None]) -> str:
    """The backup as a background job; the copy's path."""
    report(10, "正在备份")
    return str(backup_now(str(arguments.get("reason", "timed"))) or "")


def examine(file: Path) -> None:
    """Refusal with a sentence unless the file is a sound database of this product."""
    if not file.is_file():
        raise Refusal(f"找不到备份文件：{file}。", code="restore", at="FILE")
    try:
        with closing(_open(file)) as database:
            _check(database)
            applied = {row[0] for row in database.execute("SELECT app FROM django_migrations")}
    except sqlite3.Error as problem:
        raise Refusal(f"{file} 不是完好的数据库备份（{problem}），没有恢复。", code="restore", at="FILE") from problem
    if "tournament" not in applied:
        raise Refusal(f"{file} 不是本系统的数据库，没有恢复。", code="restore", at="FILE")


def restore(file: Path) -> Path | None:
    """Put a verified copy in the database's place; the path where the present database is kept, None if there was none.

    Refuses on PostgreSQL, while the server runs, and where the file is not a sound database of this product.
    """
    present = database_file()
    if present is None:
        raise Refusal("只有 SQLite 数据库可以这样恢复；PostgreSQL 请用 pg_restore。", code="restore")
    if serving():
        raise Refusal("服务正在运行，请先停止（Ctrl-C）再恢复。", code="restore")
    examine(file)
    connections.close_all()
    incoming = present.with_name(present.name + ".incoming")
    copy_database(file, incoming)
    kept = _set_aside(present)
    os.replace(incoming, present)
    return kept


def _set_aside(present: Path) -> Path | None:
    """Keep the present database as a copy, or as it is where it is damaged; then clear its place."""
    if not present.exists():
        return None
    kept = folder() / f"{STEM}-{datetime.now():%Y%m%d-%H%M%S-%f}-before-restore{SUFFIX}"
    kept.parent.mkdir(parents=True, exist_ok=True)
    try:
        copy_database(present, kept)
    except sqlite3.Error:
        shutil.copyfile(present, kept)
    for end in ("-wal", "-shm"):
        present.with_name(present.name + end).unlink(missing_ok=True)
    return kept
