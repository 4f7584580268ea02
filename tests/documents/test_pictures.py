"""The pictures in docs/pictures: every document of every documented competition is there, none is blank."""

from pathlib import Path

import pytest
from django.conf import settings
from PIL import Image

from tournament.documents.catalogue import DOCUMENTS
from tournament.services.kinds import TABLES
from tournament.services.presets import preset_keys, preset_of

FOLDER = Path(settings.BASE_DIR) / "docs" / "pictures"
MOST_BYTES = 8_000_000


def expected(key: str) -> set[str]:
    """The documents a competition played to its end has: all but those its format or notice gives no reason for."""
    preset = preset_of(key)
    kinds = {stage.kind for stage in preset.stages}
    without = {"bracket-a4"}  # none of them has a tree that takes A3
    without |= set() if kinds & set(TABLES) else {"cross-table"}
    without |= set() if preset.details.participation else {"certificates-part"}
    return DOCUMENTS.keys() - without


@pytest.mark.parametrize("key", preset_keys())
def test_there_is_a_picture_of_every_document(key: str) -> None:
    found = {file.stem for file in (FOLDER / key).glob("*.png")}
    assert found == expected(key), "python3 start.py pictures"


@pytest.mark.parametrize("key", preset_keys())
def test_no_picture_is_blank(key: str) -> None:
    for file in (FOLDER / key).glob("*.png"):
        with Image.open(file) as picture:
            grey = picture.convert("L")
            dark = sum(grey.histogram()[:100]) / (grey.width * grey.height)
            assert min(grey.size) > 500, file
            assert 0.002 < dark < 0.5, (file, dark)


def test_the_pictures_stay_small() -> None:
    assert sum(file.stat().st_size for file in FOLDER.rglob("*.png")) < MOST_BYTES
