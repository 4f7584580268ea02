"""Copies of the database: verified, thinned, put back, refused where they are not sound."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.db import connection

from tournament.services import backup
from tournament.services.refusal import Refusal
from tournament.services.serve_mark import serve_mark


def make_database(file: Path, text: str, app: str = "tournament") -> Path:
    """A database such as ours, with one remark in it."""
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("CREATE TABLE django_migrations (app TEXT)")
        database.execute("INSERT INTO django_migrations VALUES (?)", [app])
        database.execute("CREATE TABLE remark (text TEXT)")
        database.execute("INSERT INTO remark VALUES (?)", [text])
        database.commit()
    return file


def remark(file: Path) -> str:
    with closing(sqlite3.connect(file)) as database:
        return str(database.execute("SELECT text FROM remark").fetchone()[0])


@pytest.fixture
def database(tmp_path, settings, monkeypatch):
    """A database file of its own in a data folder of its own."""
    settings.DATA_DIR = tmp_path
    monkeypatch.delenv("BACKUP_DIR", raising=False)
    file = make_database(tmp_path / "paisai.sqlite3", "今天")
    monkeypatch.setattr(backup, "database_file", lambda: file)
    return file


@pytest.mark.django_db
@pytest.mark.parametrize("name", [":memory:", "file:memorydb_default?mode=memory&cache=shared"])
def test_there_is_nothing_to_copy_in_memory_or_on_a_server(monkeypatch, name):
    monkeypatch.undo()  # the whole suite's own: here it is the file's place that is asked for
    monkeypatch.setitem(connection.settings_dict, "NAME", name)
    assert backup.database_file() is None
    assert backup.backup_now("before-draw") is None


def test_a_copy_is_one_sound_file_named_by_its_reason(database):
    made = backup.backup_now("Before draw!")
    assert made is not None
    assert made.name.endswith("-before-draw.sqlite3")
    assert remark(made) == "今天"
    assert sorted(p.name for p in made.parent.iterdir()) == [made.name]


def test_a_copy_holds_what_is_committed_while_somebody_writes(database):
    with closing(sqlite3.connect(database)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE remark SET text = '没有提交'")
        made = backup.backup_now("timed")
    assert made is not None
    assert remark(made) == "今天"


def test_only_the_newest_copies_of_a_reason_are_kept(database, monkeypatch):
    monkeypatch.setenv("BACKUP_KEEP", "2")
    drawn = backup.backup_now("draw")
    timed = [backup.backup_now("timed") for _ in range(4)]
    assert sorted(backup.folder().iterdir()) == sorted([drawn, *timed[-2:]])


def test_a_second_folder_gets_the_copy_too(database, tmp_path, monkeypatch):
    stick = tmp_path / "stick"
    stick.mkdir()
    monkeypatch.setenv("BACKUP_DIR", str(stick))
    made = backup.backup_now("draw")
    assert made is not None
    assert remark(stick / made.name) == "今天"


def test_a_missing_stick_stops_nothing_and_is_logged(database, tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("BACKUP_DIR", str(tmp_path / "gone"))
    assert backup.backup_now("draw") is not None
    assert "第二个文件夹" in caplog.text


def test_a_damaged_database_is_refused_and_leaves_no_copy(database):
    database.write_bytes(database.read_bytes()[:100] + b"\0" * 8000)
    with pytest.raises(Refusal, match="备份没有写成"):
        backup.backup_now("draw")
    assert list(backup.folder().iterdir()) == []


def test_restoring_brings_the_copy_back_and_keeps_the_present_one(database):
    made = backup.backup_now("draw")
    with closing(sqlite3.connect(database)) as later:
        later.execute("UPDATE remark SET text = '后来'")
        later.commit()
    kept = backup.restore(made)
    assert remark(database) == "今天"
    assert remark(kept) == "后来"


def test_restoring_replaces_even_a_damaged_database(database, tmp_path):
    copy = make_database(tmp_path / "copy.sqlite3", "昨天")
    database.write_bytes(b"not a database")
    kept = backup.restore(copy)
    assert remark(database) == "昨天"
    assert kept.read_bytes() == b"not a database"


def test_restoring_waits_for_the_server_to_stop(database, tmp_path):
    copy = make_database(tmp_path / "copy.sqlite3", "昨天")
    with serve_mark() as held:
        assert held
        with pytest.raises(Refusal, match="请先停止"):
            backup.restore(copy)
    assert remark(database) == "今天"


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda file: file.unlink(), "找不到备份文件"),
        (lambda file: file.write_bytes(b"hello"), "不是完好的数据库备份"),
        (lambda file: file.write_bytes(file.read_bytes()[:3000]), "不是完好的数据库备份"),
        (lambda file: (file.unlink(), make_database(file, "别的", app="shop")), "不是本系统的数据库"),
    ],
    ids=["missing", "no database", "cut off", "another program's"],
)
def test_what_is_not_a_sound_copy_is_refused_and_changes_nothing(database, tmp_path, spoil, sentence):
    copy = shutil.copyfile(backup.backup_now("draw"), tmp_path / "copy.sqlite3")
    spoil(copy)
    with pytest.raises(Refusal, match=sentence):
        backup.restore(copy)
    assert remark(database) == "今天"
