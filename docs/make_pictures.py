"""Pictures of every printed document for each documented competition, played to its end: `python3 start.py pictures`.

One picture a document, docs/pictures/<competition>/<document>.png: its first page, of a longer one the second beside
it, in a few greys so that the folder stays small. The clock is held, so the same data give the same pictures.
"""

import math
import os
import sys
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

HERE = Path(__file__).resolve().parent
FOLDER = HERE / "pictures"
DPI, GREYS, PAGES, GAP = 72, 8, 2, 6
NOW = datetime(2026, 5, 8, 9, 0, tzinfo=ZoneInfo("Asia/Shanghai"))
ADDRESS = "http://192.168.1.20:8000/"


def main() -> int:
    """Play each competition in a database of its own and draw what its catalogue gives."""
    sys.path.insert(0, str(HERE.parent))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    import time_machine

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    with time_machine.travel(NOW, tick=False):
        from tournament.services.presets import preset_keys

        for key in preset_keys():
            print(key, draw_all(key), flush=True)
    return 0


def draw_all(key: str) -> int:
    """The competition's pictures, those of documents it has not taken away; how many there are."""
    from tournament.documents.catalogue import DOCUMENTS
    from tournament.services.shown import Shown

    cup = played(key)
    folder = FOLDER / key
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.png"):
        old.unlink()
    for document in DOCUMENTS.values():
        if document.is_ready(cup):
            draw(document.pdf(cup, Shown(), ADDRESS), folder / f"{document.key}.png")
    return len(list(folder.glob("*.png")))


def played(key: str) -> "object":
    """The competition drawn, played to the champion and verified."""
    from tournament.models import Account, Match
    from tournament.services.actor import Actor
    from tournament.services.demo import create_demo, play_demo
    from tournament.services.sheet import verify_result

    program = Actor.program("演示")
    cup = create_demo(key, actor=program)
    play_demo(cup, seed=1, actor=program)
    chief, _made = Account.objects.get_or_create(username="裁判长", defaults={"is_chief": True})
    for match in Match.objects.filter(stage__tournament=cup):
        verify_result(match.pk, Actor.of(chief))
    return cup


def draw(pdf: bytes, path: Path) -> None:
    """The first pages side by side, in few greys."""
    import pypdfium2
    from PIL import Image

    document = pypdfium2.PdfDocument(pdf)
    shown = [
        document[index].render(scale=DPI / 72, grayscale=True).to_pil().convert("L")
        for index in range(min(PAGES, len(document)))
    ]
    wide = sum(page.width for page in shown) + GAP * (len(shown) - 1)
    sheet = Image.new("L", (wide, max(page.height for page in shown)), 128)
    left = 0
    for page in shown:
        sheet.paste(page, (left, 0))
        left += page.width + GAP
    step = 256 / GREYS
    levels = [min(255, round(math.floor(value / step) * 255 / (GREYS - 1))) for value in range(256)]
    sheet.point(levels).quantize(GREYS, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    raise SystemExit(main())
