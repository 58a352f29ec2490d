"""The database says no, and by which of its rules."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction


@contextmanager
def refused_by(rule: str) -> Iterator[None]:
    """By this constraint, this guard, or the uniqueness of this column (table_column)."""
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        yield
    assert _as_told(rule) in f"{refused.value}.".replace(".", "_")


def _as_told(rule: str) -> str:
    """Each database tells a rule by its name, but SQLite tells what is unique by its columns."""
    if connection.vendor == "sqlite":
        for model in apps.get_models():
            for one in model._meta.constraints:
                if one.name == rule and isinstance(one, models.UniqueConstraint):
                    fields = [f for f in model._meta.concrete_fields if f.name in one.fields]
                    fields.sort(key=lambda field: one.fields.index(field.name))
                    columns = [f"{model._meta.db_table}_{field.column}" for field in fields]
                    return f"UNIQUE constraint failed: {', '.join(columns)}_"
    return rule
