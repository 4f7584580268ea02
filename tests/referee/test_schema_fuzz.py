"""Schemathesis on the table interface: whatever the documentation allows or forbids, the answer is a documented one."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import booleans

from referee.services.announcements import announce
from referee.services.practice import practice_token
from tests.referee.conftest import START
from tests.referee.phones import PROGRAM, a_pass, phone
from tests.referee.test_schema import OPERATIONS
from tournament.models import Account, Match, Tournament

schemathesis = pytest.importorskip("schemathesis")
checks = schemathesis.checks

EXAMPLES = 12
CSRF = "c" * 32
CHECKS = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]


@pytest.fixture
def world(anhui: Tournament) -> dict[str, Any]:
    """A phone that joined at all tables, the first match begun, an announcement: what addresses can name."""
    match = Match.objects.get(stage__tournament=anhui, group="A", round=1)
    one = phone(match, a_pass(anhui, 1, 2, 3, 4))
    one.write(START)
    said = announce(anhui, "请各桌换牌", PROGRAM)
    spare = phone(match, a_pass(anhui, 1))
    return {
        "phone": one,
        "match_id": match.pk,
        "slug": anhui.slug,
        "practice_token": practice_token(anhui),
        "announcement_id": said.pk,
        "pass_id": spare.device.table_pass_id,
        "device_id": str(spare.device.pk),
    }


@pytest.fixture(autouse=True)
def _one_connection(world: dict[str, Any]) -> Iterator[None]:
    """Requests leave the connection open on which the test's transaction lives; Django's client sees to that itself.

    After the world is made: that client connects again at each of its requests.
    """
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.mark.parametrize(("path", "method"), OPERATIONS, ids=lambda part: part)
def test_every_answer_is_a_documented_one(
    path: str, method: str, world: dict[str, Any], client: Client, chief: Account
) -> None:
    schema = schemathesis.openapi.from_wsgi("/api/schema/?format=json", get_wsgi_application())
    client.force_login(chief)
    by_chief = path.startswith(("/tournaments/", "/passes/", "/devices/"))
    headers = {"X-CSRFToken": CSRF} if by_chief else world["phone"].headers()
    cookies = {"sessionid": client.cookies["sessionid"].value, "csrftoken": CSRF} if by_chief else {}
    seen: set[int] = set()

    @given(case=schema[f"/api{path}"][method.upper()].as_strategy(), known=booleans())
    @settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    def ask(case: Any, known: bool) -> None:
        case.headers, case.cookies = {}, {}  # who asks is not what is tried here
        if known:
            case.path_parameters = {name: world[name] for name in case.path_parameters}
        seen.add(case.call_and_validate(headers=headers, cookies=cookies, checks=CHECKS).status_code)

    ask()
    assert seen - {403, 404}, seen
