"""What the tests of the office share."""

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client

from tournament.models import Account, Team, Tournament
from tournament.services import formats
from tournament.services.actor import Actor
from tournament.services.formats import Format
from tournament.services.registration import enter_team
from tournament.services.tournaments import create_tournament

STARTS_AT = datetime(2026, 5, 9, 18, 37, tzinfo=ZoneInfo("Asia/Shanghai"))


@pytest.fixture
def staff(office: Account) -> Client:
    """A browser in which the office has signed in."""
    client = Client()
    client.force_login(office)
    return client


@pytest.fixture
def me(office: Account) -> Actor:
    """The office as the author of a write."""
    return Actor.of(office)


@pytest.fixture
def cup(me: Actor) -> Tournament:
    """A tournament without teams: four groups, then the cross knockout, five tables."""
    return make(me)


@pytest.fixture
def entered(me: Actor) -> Callable[..., list[Team]]:
    """Enter `count` teams, one a department."""

    def enter(tournament: Tournament, count: int) -> list[Team]:
        return [enter_team(tournament, f"第{n}分会", [f"甲{n}", f"乙{n}"], me) for n in range(1, count + 1)]

    return enter


@pytest.fixture
def knockout(me: Actor, entered: Callable[..., list[Team]]) -> Tournament:
    """Single elimination with five teams: three byes."""
    cup = make(me, Format(shape=formats.KNOCKOUT))
    entered(cup, 5)
    return cup


def make(me: Actor, chosen: Format | None = None, **facts: object) -> Tournament:
    """A tournament of the chosen format."""
    defaults: dict[str, object] = {
        "name": "职工扑克赛",
        "starts_at": STARTS_AT,
        "ruleset": "anhui-chaodipi",
        "tables": 5,
    }
    return create_tournament(stages=formats.plans(chosen or Format()), actor=me, **{**defaults, **facts})
