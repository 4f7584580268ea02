"""The check of the English catalogue finds what is missing, untranslated, fuzzy, left over or not compiled."""

import importlib.util
import shutil
import subprocess
from pathlib import Path
from types import ModuleType

import pytest
from django.conf import settings

PO = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"

#: a.py:1
msgid "桌"
msgstr "table"

msgid ""
"很长的"
"一句"
msgstr ""
"a long "
"sentence"

#, fuzzy
msgid "副"
msgstr "hand"

msgid "级"
msgstr ""

#~ msgid "旧"
#~ msgstr "old"
"""


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, on a tree that holds this catalogue."""
    spec = importlib.util.spec_from_file_location("translations", Path(settings.BASE_DIR) / ".ci/translations.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "HERE", tmp_path)
    (tmp_path / "locale/en/LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "locale/en/LC_MESSAGES/django.po").write_text(PO, encoding="utf-8")
    return module


def test_a_catalogue_is_read_message_by_message(check: ModuleType) -> None:
    assert check.entries(PO) == {
        "桌": ("table", False),
        "很长的一句": ("a long sentence", False),
        "副": ("hand", True),
        "级": ("", False),
    }


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="needs gettext's msgfmt")
def test_every_fault_is_named(check: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = dict.fromkeys(("桌", "副", "级", "新"), ("", False))
    monkeypatch.setattr(check, "extract", lambda domain: sources)
    assert check.problems("django") == [
        "django: not in the catalogue: 新",
        "django: not translated：级",
        "django: fuzzy：副",
        "django: no longer in the sources：很长的一句",
        "django: django.mo is not compiled from django.po",
    ]


@pytest.mark.skipif(shutil.which("msgfmt") is None, reason="needs gettext's msgfmt")
def test_a_compiled_catalogue_passes_until_the_source_changes(check: ModuleType) -> None:
    po = check.HERE / "locale/en/LC_MESSAGES/django.po"
    subprocess.run(["msgfmt", "-o", po.with_suffix(".mo"), po], check=True)
    assert check.stale_mo("django", po) == []
    po.write_text(PO.replace('"table"', '"desk"'), encoding="utf-8")
    assert check.stale_mo("django", po) == ["django: django.mo is not compiled from django.po"]
