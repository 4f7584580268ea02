"""Tests of the rules start cold: nothing remembered from another test."""

import pytest

from scoring.ruleset import load_preset, preset_names
from scoring.sheet.steps import remembered


@pytest.fixture(autouse=True)
def _nothing_remembered() -> None:
    """Forget settled hands and read tables, so that each test works them out itself."""
    remembered.cache_clear()
    for name in preset_names():
        load_preset(name)._compiled.clear()
