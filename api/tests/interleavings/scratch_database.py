"""A database of its own for a test: many connections see it, and its guards may be taken out."""

import sqlite3
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from booking_helpers import serve_the_woodlands
from django.conf import settings
from django.db import connection
from meeting import Scratch

from standby.pricing.services.catalog import load_catalog_seed


@pytest.fixture
def scratch(transactional_db: None, tmp_path: Path) -> Iterator[Scratch]:
    """A copy of the tests' own database, which is migrated, with the starting catalogue in it."""
    copied = _on_sqlite(tmp_path) if connection.vendor == "sqlite" else _on_postgresql()
    with copied as made, made.own_connection():
        load_catalog_seed(settings.MARKET)
        serve_the_woodlands()
        yield made


@contextmanager
def _on_sqlite(folder: Path) -> Iterator[Scratch]:
    """No power is cut here: it need not wait for the disk."""
    name = folder / "scratch.sqlite3"
    connection.ensure_connection()
    with closing(sqlite3.connect(name)) as copy:
        connection.connection.backup(copy)
    told = {**connection.settings_dict["OPTIONS"]}
    told["init_command"] = told["init_command"].replace("synchronous=FULL", "synchronous=OFF")
    yield Scratch({**connection.settings_dict, "NAME": name, "OPTIONS": told})


@contextmanager
def _on_postgresql() -> Iterator[Scratch]:
    name = f"scratch_{uuid.uuid4().hex[:12]}"
    copy = {**connection.settings_dict, "NAME": name}
    copied_from = connection.settings_dict["NAME"]
    connection.close()
    _execute(f'CREATE DATABASE "{name}" TEMPLATE "{copied_from}"')
    try:
        yield Scratch(copy)
    finally:
        _execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def _execute(statement: str) -> None:
    """From outside of both databases: a template may have no visitor."""
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement)
