"""New rows, written by a statement that is composed once for each table.

Django composes it anew each time, which takes longer than to run it. The calls that many visitors
make at once write their rows by this; everything else may use the models' managers.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

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

_PLAIN: Final = (BooleanField, CharField, ForeignKey, IntegerField, TextField)
_AS_THEY_ARE: Final = frozenset((bool, int, str, type(None)))


def insert(row: Model) -> None:
    """As `row.save()` does for a new row, without signals: the row knows its number afterwards."""
    row.pk = insert_all([row], ending="RETURNING id")[0]
    row._state.adding = False


def insert_all(rows: Sequence[Model], *, ending: str = "") -> tuple[Any, ...]:
    """Rows of one table. What the ending returns for the first row; () when it returns nothing."""
    if not rows:
        return ()
    table, connection = type(rows[0]), connections[DEFAULT_DB_ALIAS]
    values = [
        value
        if is_plain and type(value := getattr(row, name)) in _AS_THEY_ARE
        else field.get_db_prep_save(getattr(row, name), connection)
        for row in rows
        for name, field, is_plain in _columns(table)
    ]
    with connection.cursor() as cursor:
        cursor.execute(f"{_statement(table, len(rows))} {ending}", values)
        found = cursor.fetchone() if "RETURNING" in ending else None
    return tuple(found or ())


@cache
def _columns(table: type[Model]) -> "list[tuple[str, Field[Any, Any], bool]]":
    """Attribute, field, and whether every database takes its Python values as they are."""
    return [
        (field.attname, field, isinstance(field, _PLAIN))
        for field in table._meta.concrete_fields
        if not field.primary_key
    ]


@cache
def _statement(table: type[Model], rows: int) -> str:
    named = ", ".join(f'"{field.column}"' for _, field, _ in _columns(table))
    places = ", ".join(["%s"] * len(_columns(table)))
    many = ", ".join([f"({places})"] * rows)
    return f'INSERT INTO "{table._meta.db_table}" ({named}) VALUES {many}'  # noqa: S608 - our own names
