"""Schemathesis on the table interface: whatever the documentation allows or forbids, the answer is a documented one."""

from typing import Any

import pytest
from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import booleans

from referee.services.announcements import announce
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


@pytest.fixture(autouse=True)
def _on_sqlite(db: None) -> None:
    if connection.vendor != "sqlite":
        pytest.skip(
            "the fuzzer's requests close the connection that the test's transaction lives on; it runs on SQLite"
        )


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
        "announcement_id": said.pk,
        "pass_id": spare.device.table_pass_id,
        "device_id": str(spare.device.pk),
    }


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
        case.headers, case.cookies = None, None  # who asks is not what is tried here
        if known:
            case.path_parameters = {name: world[name] for name in case.path_parameters}
        seen.add(case.call_and_validate(headers=headers, cookies=cookies, checks=CHECKS).status_code)

    ask()
    assert seen - {403, 404}, seen
