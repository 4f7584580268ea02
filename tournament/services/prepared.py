"""A query that is asked at every request, put into SQL once: only its values and its answer change.

Putting a query with several joins into SQL takes Django three times as long as the database takes to answer it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar, cast
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Field, Model, QuerySet
from django.db.models.query import get_related_populators  # type: ignore[attr-defined]
from django.db.transaction import TransactionManagementError

M = TypeVar("M", bound=Model)
Fields = Mapping[str, "Field[Any, Any]"]

# A value no row has, by what the field stores: it marks a place in the SQL's parameters.
_MARKS: Mapping[type, Callable[[int], Any]] = {
    int: lambda n: -(2**31) + 1 + n,
    str: lambda n: f"\u2426{n}\u2426",
    UUID: lambda n: UUID(int=n + 1),
    datetime: lambda n: datetime(9000 + n, 1, 1, tzinfo=UTC),
}


@dataclass(frozen=True, slots=True)
class _Sql:
    """The SQL, its parameters with the names of the values that go there, and how a row becomes an instance."""

    text: str
    params: Sequence[Any]
    places: Sequence[tuple[int, str]]
    converters: Sequence[tuple[int, tuple[Sequence[Any], Any]]]
    model: type[Model]
    columns: slice
    names: Sequence[str]
    related: Sequence[Any]
    annotations: Mapping[str, int]
    locks: bool


class Prepared(Generic[M]):
    """The one row that a query finds, with what it reads along, for values given by name; null where there is none.

    `rows` makes the query from the values; `values` says for each the field it is compared with and what type it has.
    The query must be the same whatever the values are.
    """

    def __init__(self, rows: Callable[..., QuerySet[M]], **values: "tuple[Field[Any, Any], type]") -> None:
        self._rows, self._values = rows, values
        self._made: dict[str, _Sql] = {}

    def one(self, **values: Any) -> M | None:
        """The row for these values; one query."""
        connection = connections[DEFAULT_DB_ALIAS]
        sql = self._made.get(connection.vendor) or self._made.setdefault(connection.vendor, self._make(connection))
        if sql.locks and not connection.in_atomic_block:
            raise TransactionManagementError("a row is locked in a transaction only")
        if not all(-(2**63) <= value < 2**63 for value in values.values() if isinstance(value, int)):
            return None  # no row has a number that no column can hold
        params = list(sql.params)
        for place, name in sql.places:
            params[place] = self._values[name][0].get_db_prep_value(values[name], connection)
        with connection.cursor() as cursor:
            cursor.execute(sql.text, params)
            row = cursor.fetchone()
        return None if row is None else cast(M, _instance(sql, list(row), connection))

    def _make(self, connection: Any) -> _Sql:
        marks = {name: _MARKS[kind](n) for n, (name, (_field, kind)) in enumerate(self._values.items())}
        query = self._rows(**marks).query
        compiler = query.get_compiler(connection=connection)
        text, params = compiler.as_sql()
        stored = {name: self._values[name][0].get_db_prep_value(mark, connection) for name, mark in marks.items()}
        places = [(n, name) for n, param in enumerate(params) for name, mark in stored.items() if param == mark]
        shape: Any = compiler.klass_info
        first, last = shape["select_fields"][0], shape["select_fields"][-1] + 1
        select: Any = compiler.select
        return _Sql(
            text=text,
            params=params,
            places=places,
            converters=list(compiler.get_converters([one[0] for one in select]).items()),
            model=shape["model"],
            columns=slice(first, last),
            names=[one[0].target.attname for one in select[first:last]],
            related=get_related_populators(shape, select, DEFAULT_DB_ALIAS),
            annotations=compiler.annotation_col_map or {},
            locks=query.select_for_update and connection.features.has_select_for_update,
        )


def _instance(sql: _Sql, row: list[Any], connection: Any) -> Model:
    """As Django's own iteration over a query makes it."""
    for place, (converters, expression) in sql.converters:
        for convert in converters:
            row[place] = convert(row[place], expression, connection)
    found = sql.model.from_db(DEFAULT_DB_ALIAS, sql.names, row[sql.columns])
    for one in sql.related:
        one.populate(row, found)
    for name, place in sql.annotations.items():
        setattr(found, name, row[place])
    return found
