"""When the hall was last heard of: what a pause for all tables is backdated to."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from referee.models import Device
from referee.services.power import pause_all, standstill_of
from referee.services.silence import common_silence
from tests.referee.conftest import HAND, START, Desk
from tests.referee.phones import Phone, phone
from tournament.models import Match
from tournament.services.actor import Actor

NOW = timezone.now()
Span = tuple[float, float] | None


def ago(minutes: float) -> timezone.datetime:
    return NOW - timedelta(minutes=minutes)


def device(seen: float, silence: Span = None, joined: float = 90) -> Device:
    """A device by minutes ago: last heard, its last silence, when it joined."""
    began, ended = silence or (None, None)
    times = {"silent_from": ago(began) if began else None, "silent_until": ago(ended) if ended else None}
    return Device(seen_at=ago(seen), joined_at=ago(joined), **times)


@pytest.mark.parametrize(
    ("devices", "began"),
    [
        pytest.param([], None, id="nobody joined"),
        pytest.param([device(0.1), device(0.2)], None, id="all are there"),
        pytest.param([device(20), device(19)], 19, id="all are silent now: since the last one was heard"),
        pytest.param([device(20), device(0.1)], None, id="one is asleep, the other was there all along"),
        pytest.param([device(0.1, (20, 5)), device(0.1, (19, 4))], 19, id="all came back"),
        pytest.param([device(0.1, (20, 5)), device(19)], 19, id="one came back, one is still gone"),
        pytest.param([device(0.1, (20, 5)), device(0.1, joined=3)], 20, id="one joined after it"),
        pytest.param([device(0.1, (20, 5)), device(0.1)], None, id="one was there all along"),
        pytest.param([device(0.1, (20, 15)), device(0.1, (10, 5))], None, id="silent one after the other"),
        pytest.param([device(0.1, (10, 9.2))], None, id="shorter than a minute is no silence"),
        pytest.param([device(0.1, (80, 40))], None, id="long ago"),
    ],
)
def test_the_hall_fell_silent(devices: list[Device], began: float | None) -> None:
    assert common_silence(devices, NOW) == (None if began is None else ago(began))


@pytest.fixture
def two(match: Match) -> list[Phone]:
    """Two tables being played, each with its phone."""
    other = Match.objects.get(stage=match.stage, group="B", round=1)
    found = [phone(match), phone(other)]
    for one in found:
        assert one.write(START).status_code == 201
    return found


def test_a_heartbeat_is_heard_though_nothing_is_written(two: list[Phone], match: Match) -> None:
    later = timezone.now() + timedelta(seconds=40)
    with time_machine.travel(later, tick=False):
        two[0].state()
        assert standstill_of(match.stage.tournament).last_heard == later


def test_after_a_power_cut_the_last_sign_of_life_before_it_is_offered_until_somebody_has_paused(
    two: list[Phone], match: Match, actor: Actor
) -> None:
    cut, tournament = timezone.now() + timedelta(minutes=5), match.stage.tournament
    with time_machine.travel(cut - timedelta(seconds=20), tick=False):
        two[0].state()
    with time_machine.travel(cut, tick=False):
        two[1].state()
    with time_machine.travel(cut + timedelta(minutes=12), tick=False):
        assert standstill_of(tournament).last_heard == cut
        for one in two:
            one.state()
    two[0].last = str(match.entries.get().pk)
    with time_machine.travel(cut + timedelta(minutes=13), tick=False):
        assert two[0].write(HAND).status_code == 201  # what waited on the phone says nothing of the cut either
        assert standstill_of(tournament).last_heard == cut
        assert standstill_of(tournament).heard_text == f"{timezone.localtime(cut):%Y-%m-%d %H:%M:%S}"
        assert pause_all(tournament, cut, actor, two[0].device.pk) == 2
        assert standstill_of(tournament).last_heard == timezone.now()


def test_without_a_device_the_last_line_written_is_what_was_heard(playing: Desk) -> None:
    written = playing.match.entries.get().server_at
    assert standstill_of(playing.match.stage.tournament).last_heard == written
