"""Many rows updated at once: one prepared statement, as fast for two thousand rows as a bulk insert."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection
from django.db.models import Model


def update_rows(model: type[Model], columns: Sequence[str], rows: Iterable[tuple[int, Sequence[Any]]]) -> None:
    """Set `columns` (field names of `model`) of each (id, values); the caller is in a transaction."""
    fields = [field for name in columns for field in model._meta.concrete_fields if field.name == name]
    quote = connection.ops.quote_name
    assigned = ", ".join(f"{quote(str(field.column))} = %s" for field in fields)
    statement = f"UPDATE {quote(model._meta.db_table)} SET {assigned} WHERE {quote('id')} = %s"  # noqa: S608
    prepared = [
        [*(field.get_db_prep_save(value, connection) for field, value in zip(fields, values, strict=True)), pk]
        for pk, values in rows
    ]
    if prepared:
        with connection.cursor() as cursor:
            cursor.executemany(statement, prepared)
