"""Fast inserts for requests that many visitors make at once.

Django evaluates every field of a new row and composes each INSERT anew, which takes longer than
running it. Here a row starts as a copy of a blank one, and the statement is composed once per
table. Other code may use the models' managers.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import (
    BooleanField,
    CharField,
    Field,
    ForeignKey,
    IntegerField,
    Model,
    TextField,
)
from django.db.models.base import ModelState

_PLAIN: Final = (BooleanField, CharField, ForeignKey, IntegerField, TextField)
_UNCONVERTED: Final = frozenset((bool, int, str))


@dataclass(frozen=True, slots=True)
class _Blank:
    """A blank row: constant defaults, defaults computed per row, and foreign keys."""

    names: frozenset[str]
    constants: dict[str, Any]
    factories: "tuple[tuple[str, Callable[[], Any]], ...]"
    references: "dict[str, ForeignKey[Any, Any]]"


class FastInsertModel(Model):
    """Base class of models whose new rows are created and inserted by this module."""

    class Meta:
        abstract = True

    if not TYPE_CHECKING:  # type checkers see Django's own constructor

        def __init__(self, *columns: Any, **values: Any) -> None:
            blank = _blank(type(self))
            # Positional values come from reading the table; an unknown name is a mistake Django
            # reports.
            if columns or not values.keys() <= blank.names:
                super().__init__(*columns, **values)
                return
            self._state = ModelState()
            own = self.__dict__
            own.update(blank.constants)
            for name, make in blank.factories:
                if name not in values:
                    own[name] = make()
            for name, value in values.items():
                if name in blank.references:
                    _refer(self, blank.references[name], value)
                else:
                    own[name] = value


def insert(row: Model) -> None:
    """Insert one new row and set its primary key, like `row.save()` but without signals."""
    row.pk = insert_all([row], ending="RETURNING id")[0]
    row._state.adding = False


def insert_all(rows: Sequence[Model], *, ending: str = "") -> tuple[Any, ...]:
    """Insert rows of one table.

    Returns the RETURNING values of the first row if `ending` has that clause, else ().
    """
    if not rows:
        return ()
    table, connection = type(rows[0]), connections[DEFAULT_DB_ALIAS]
    values = [
        value
        if (value := getattr(row, name)) is None or (is_plain and type(value) in _UNCONVERTED)
        else _to_column(value, field, connection)
        for row in rows
        for name, field, is_plain in _columns(table)
    ]
    with connection.cursor() as cursor:
        cursor.execute(f"{_statement(table, len(rows))} {ending}", values)
        returned = cursor.fetchone() if "RETURNING" in ending else None
    return tuple(returned or ())


def _refer(row: Model, field: "ForeignKey[Any, Any]", to: Model | None) -> None:
    # As Django does: a one-to-one relation is cached on both sides.
    row.__dict__[field.attname] = None if to is None else to.pk
    field.set_cached_value(row, to)
    if to is not None and not field.remote_field.multiple:
        field.remote_field.set_cached_value(to, row)


def _to_column(value: Any, field: "Field[Any, Any]", connection: Any) -> Any:
    if type(value) is datetime:
        return _moment(value)
    if type(value) is UUID and not connection.features.has_native_uuid_field:
        return value.hex
    return field.get_db_prep_save(value, connection)


@lru_cache(maxsize=64)  # most rows that a request writes share one timestamp
def _moment(at: datetime) -> Any:
    return connections[DEFAULT_DB_ALIAS].ops.adapt_datetimefield_value(at)


@cache
def _blank(table: type[Model]) -> _Blank:
    fields = table._meta.concrete_fields
    defaults = {field.attname: field.default for field in fields if _has_factory(field)}
    references = {field.name: field for field in fields if isinstance(field, ForeignKey)}
    return _Blank(
        names=frozenset((*(field.attname for field in fields), *references)),
        constants={
            field.attname: field.get_default() for field in fields if field.attname not in defaults
        },
        factories=tuple(defaults.items()),
        references=references,
    )


def _has_factory(field: "Field[Any, Any]") -> bool:
    return field.has_default() and callable(field.default)


@cache
def _columns(table: type[Model]) -> "list[tuple[str, Field[Any, Any], bool]]":
    # Attribute, field, and whether every database takes its Python value unconverted.
    return [
        (field.attname, field, isinstance(field, _PLAIN) and not hasattr(field, "from_db_value"))
        for field in table._meta.concrete_fields
        if not field.primary_key
    ]


@cache
def _statement(table: type[Model], rows: int) -> str:
    column_list = ", ".join(f'"{field.column}"' for _, field, _ in _columns(table))
    placeholders = ", ".join(["%s"] * len(_columns(table)))
    value_lists = ", ".join([f"({placeholders})"] * rows)
    return f'INSERT INTO "{table._meta.db_table}" ({column_list}) VALUES {value_lists}'  # noqa: S608 - our own names
