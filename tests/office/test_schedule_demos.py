"""The schedule of every documented competition before the independent checker."""

import pytest

from tests.schedule_checker import meetings_of, problems
from tournament.models import Match
from tournament.services.actor import Actor
from tournament.services.demo import create_demo
from tournament.services.presets import preset_keys
from tournament.services.scheduling import clash_sentences


@pytest.mark.parametrize("key", preset_keys())
def test_a_documented_competition_s_schedule_can_be_played_whoever_wins(key: str, me: Actor) -> None:
    cup = create_demo(key, actor=me)
    assert Match.objects.filter(stage__tournament=cup).exclude(starts_at=None).exists()
    for seed in range(3):
        assert problems(meetings_of(cup), seed=seed) == []
    assert clash_sentences(cup) == []
