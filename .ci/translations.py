"""Exits 1, naming them, where a message of the English catalogue is missing, untranslated, fuzzy or not compiled."""

import gettext
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent

DOMAINS = {"django": ["-d", "django"], "djangojs": ["-d", "djangojs"]}


def entries(text: str) -> dict[str, tuple[str, bool]]:
    """Message id → (translation, fuzzy) of a .po text; obsolete entries are left out."""
    found: dict[str, tuple[str, bool]] = {}
    for block in text.split("\n\n"):
        lines = [line for line in block.splitlines() if not line.startswith("#~")]
        parts: dict[str, str] = {}
        key = ""
        for line in lines:
            if line.startswith(("msgctxt", "msgid", "msgstr")):
                key, _, line = line.partition(" ")
            if key and line.startswith('"'):
                parts[key] = parts.get(key, "") + line.strip()[1:-1]
        identity = parts.get("msgctxt", "") + parts.get("msgid", "")
        if identity:
            fuzzy = any(line.startswith("#,") and "fuzzy" in line for line in lines)
            translated = [value for name, value in parts.items() if name.startswith("msgstr")]
            found[identity] = ("" if "" in translated else translated[0], fuzzy)
    return found


def extract(domain: str) -> dict[str, tuple[str, bool]]:
    """The messages the sources hold now, by Django's own extraction into a throw-away copy."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "tree"
        tracked = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard"], cwd=HERE, capture_output=True, text=True
        )
        for name in tracked.stdout.splitlines():
            if name.endswith((".py", ".html", ".txt", ".js")) and not name.startswith(("tests/", "bench/", ".ci/")):
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                if (HERE / name).is_file():
                    shutil.copyfile(HERE / name, copy / name)
        (copy / "locale").mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "manage.py", "makemessages", "-l", "en", "--no-wrap", *DOMAINS[domain]]
        subprocess.run(command, cwd=copy, check=True, capture_output=True)
        made = copy / "locale/en/LC_MESSAGES" / f"{domain}.po"
        return entries(made.read_text(encoding="utf-8")) if made.exists() else {}


def problems(domain: str) -> list[str]:
    """What is wrong with the English catalogue of one domain."""
    wanted = extract(domain)
    po = HERE / "locale/en/LC_MESSAGES" / f"{domain}.po"
    have = entries(po.read_text(encoding="utf-8")) if po.exists() else {}
    found = [f"{domain}: not in the catalogue: {message}" for message in wanted if message not in have]
    found += [f"{domain}: not translated: {message}" for message, (text, _) in have.items() if not text]
    found += [f"{domain}: fuzzy: {message}" for message, (_, fuzzy) in have.items() if fuzzy]
    found += [f"{domain}: no longer in the sources: {message}" for message in have if message not in wanted]
    return found + ([] if not have else stale_mo(domain, po))


def stale_mo(domain: str, po: Path) -> list[str]:
    """The .mo must be what msgfmt makes of the .po."""
    mo = po.with_suffix(".mo")
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / "fresh.mo"
        subprocess.run(["msgfmt", "--check-format", "-o", fresh, po], check=True, capture_output=True)
        same = mo.exists() and catalogue(mo) == catalogue(fresh)
    return [] if same else [f"{domain}: {mo.name} is not compiled from {po.name}"]


def catalogue(mo: Path) -> dict[object, str]:
    """What a .mo holds, but for its header; the standard library has no public way to all of it."""
    with open(mo, "rb") as file:
        held = dict(gettext.GNUTranslations(file)._catalog)
    held.pop("", None)
    return held


if __name__ == "__main__":
    if shutil.which("xgettext") is None:
        sys.exit("xgettext is missing: apt-get install gettext")
    wrong = [line for domain in DOMAINS for line in problems(domain)]
    print("\n".join(wrong) or "translations complete")
    sys.exit(1 if wrong else 0)
