"""Fixtures for every part: accounts and a small drawn tournament."""

import pytest
from django.db import connection
from hypothesis import HealthCheck, settings
from pytest_django import Settings

from tests import factories
from tournament.models import Account, Tournament
from tournament.services.actor import Actor

# A busy machine is no failure: tests assert what is right, bench/ says how fast.
settings.register_profile("steady", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Races need row locks: SQLite has none."""
    if item.get_closest_marker("postgres") and connection.vendor != "postgresql":
        pytest.skip("row locks are PostgreSQL's; set DATABASE_URL to run this")


@pytest.fixture(autouse=True)
def _quick_passwords(settings: Settings) -> None:
    """Hash passwords cheaply: no test is about their strength."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture(autouse=True)
def _no_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests' database is not backed up before every draw: tests of the backup name a file of their own."""
    monkeypatch.setattr("tournament.services.backup.database_file", lambda: None)


@pytest.fixture
def office(db: None) -> Account:
    """Somebody of the union office."""
    return factories.account("office", staff=True)


@pytest.fixture
def chief(db: None) -> Account:
    """The chief referee."""
    return factories.account("chief", chief=True)


@pytest.fixture
def both(db: None) -> Account:
    """One person who is the office and the chief referee."""
    return factories.account("both", staff=True, chief=True)


@pytest.fixture
def actor(chief: Account) -> Actor:
    """The chief referee as the author of a write."""
    return Actor.of(chief)


@pytest.fixture
def anhui(db: None) -> Tournament:
    """Twelve teams in four groups of three with the cross knockout, drawn and not begun."""
    return factories.tournament()
