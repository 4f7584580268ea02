"""The table interface is documented: every address, every answer, in a valid OpenAPI document."""

from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from referee.api.urls import urlpatterns

OPERATIONS = {
    ("/matches/{match_id}/", "get"): {"200", "304", "403", "404"},
    ("/matches/{match_id}/entries/", "post"): {"200", "201", "400", "403", "404", "409"},
    ("/matches/{match_id}/preview/", "post"): {"200", "400", "403", "404", "409"},
    ("/matches/{match_id}/confirm/", "post"): {"200", "400", "403", "404", "409"},
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
