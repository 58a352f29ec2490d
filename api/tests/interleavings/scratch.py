"""A database of its own for a test: many connections see it, and its guards may be taken out."""

import sqlite3
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from bookings import serve_the_woodlands
from django.conf import settings
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import load_backend

from standby.apps.catalog.services import load_catalog_seed

ALIAS = "default"


class Scratch:
    """The database, and how another thread comes to it."""

    def __init__(self, told: dict[str, Any]) -> None:
        self._settings = told

    def new_connection(self) -> BaseDatabaseWrapper:
        wrapper: BaseDatabaseWrapper = load_backend(self._settings["ENGINE"]).DatabaseWrapper(
            self._settings, ALIAS
        )
        return wrapper

    @contextmanager
    def own_connection(self) -> Iterator[BaseDatabaseWrapper]:
        """This thread speaks to the database by a connection of its own."""
        before, mine = connections[ALIAS], self.new_connection()
        connections[ALIAS] = mine
        try:
            mine.ensure_connection()
            yield mine
        finally:
            mine.close()
            connections[ALIAS] = before


@contextmanager
def a_scratch(folder: Path) -> Iterator[Scratch]:
    """A copy of the tests' own database, which is migrated, with the starting catalogue in it."""
    copied = _on_sqlite(folder) if connection.vendor == "sqlite" else _on_postgresql()
    with copied as scratch, scratch.own_connection():
        load_catalog_seed(settings.SEEDS)
        serve_the_woodlands()
        yield scratch


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
