"""Many plain rows at once: one prepared statement and no model instances, for draws of thousands of matches."""

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


def insert_rows(model: type[Model], columns: Sequence[str], rows: Iterable[Sequence[int | str | None]]) -> None:
    """Insert rows given by `columns` (attribute names of `model`, such as `stage_id`) as plain numbers and texts.

    All other columns get their defaults, those that must be unique a new one each.
    """
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    known = [field for name in columns for field in fields if field.attname == name]
    single = [field for field in fields if field not in known and field.unique]
    usual = [field for field in fields if field not in known and field not in single]
    same = [field.get_db_prep_save(field.get_default(), connection) for field in usual]
    quote = connection.ops.quote_name
    names = ", ".join(quote(str(field.column)) for field in (*known, *single, *usual))
    marks = ", ".join(["%s"] * len(fields))
    prepared = [
        [*row, *(field.get_db_prep_save(field.get_default(), connection) for field in single), *same] for row in rows
    ]
    if prepared:
        with connection.cursor() as cursor:
            cursor.executemany(
                f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({marks})",  # noqa: S608
                prepared,
            )
