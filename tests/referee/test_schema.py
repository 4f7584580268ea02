"""The table interface is documented: every address, every answer, in a valid OpenAPI document."""

from django.test import Client
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from referee.api.urls import urlpatterns
from tests.referee.test_api import problem_of

OPERATIONS = {
    ("/matches/{match_id}/", "get"): {"200", "304", "401", "403", "404"},
    ("/matches/{match_id}/entries/", "post"): {"200", "201", "400", "401", "403", "404", "409"},
    ("/matches/{match_id}/preview/", "post"): {"200", "400", "401", "403", "404", "409"},
    ("/matches/{match_id}/confirm/", "post"): {"200", "400", "401", "403", "404", "409"},
    ("/matches/{match_id}/table/", "get"): {"200", "401", "403", "404"},
    ("/matches/{match_id}/check-in/", "get"): {"200", "401", "403", "404"},
    ("/matches/{match_id}/check-in/", "post"): {"200", "400", "401", "403", "404", "409"},
    ("/matches/{match_id}/take-over/", "post"): {"200", "400", "401", "403", "404", "429"},
    ("/matches/{match_id}/proposal/", "post"): {"200", "400", "401", "403", "404", "409"},
    ("/practice/{practice_token}/", "post"): {"200", "400", "403", "404"},
    ("/join/", "post"): {"201", "400", "403", "404", "410", "429"},
    ("/leave/", "post"): {"204", "400", "401", "403"},
    ("/tables/", "get"): {"200", "304", "401", "403"},
    ("/announcements/{announcement_id}/acknowledge/", "post"): {"200", "400", "401", "403", "404"},
    ("/tournaments/{slug}/session/", "get"): {"200", "403", "404"},
    ("/tournaments/{slug}/session/", "post"): {"201", "400", "403", "404", "409"},
    ("/tournaments/{slug}/session/", "delete"): {"200", "400", "403", "404", "409"},
    ("/tournaments/{slug}/session/pin/", "post"): {"200", "400", "403", "404", "409"},
    ("/tournaments/{slug}/passes/", "get"): {"200", "403", "404"},
    ("/tournaments/{slug}/passes/", "post"): {"201", "400", "403", "404", "409"},
    ("/passes/{pass_id}/revoke/", "post"): {"200", "400", "403", "404", "409"},
    ("/tournaments/{slug}/devices/", "get"): {"200", "403", "404"},
    ("/devices/{device_id}/revoke/", "post"): {"200", "400", "403", "404", "409"},
    ("/tournaments/{slug}/announcements/", "get"): {"200", "403", "404"},
    ("/tournaments/{slug}/announcements/", "post"): {"201", "400", "403", "404", "409"},
}


def test_every_operation_is_described_with_its_answers() -> None:
    with GENERATOR_STATS.silence():
        schema = SchemaGenerator(patterns=urlpatterns).get_schema(request=None, public=True)
    validate_schema(schema)
    found = {
        (path, method): set(operation["responses"])
        for path, operations in schema["paths"].items()
        for method, operation in operations.items()
    }
    assert found == OPERATIONS
    assert all(operation["summary"] for operations in schema["paths"].values() for operation in operations.values())


def test_an_address_nobody_answers_is_a_problem(client: Client, db: None) -> None:
    assert problem_of(client.get("/api/nowhere/"), 404)["code"] == "not-found"
    assert b"<!doctype html>" in client.get("/entry/nowhere/at/all/").content
