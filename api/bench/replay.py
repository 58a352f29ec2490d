"""Replay a call's recorded statements (bench/recorded.py) on a connection without Django.

Uses the database of DATABASE_URL, or the SQLite file of STANDBY_DATA with the product's pragmas.
"""

import json
import os
import secrets
import sqlite3
import threading
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import psycopg

DATABASE_URL: Final = os.environ.get("DATABASE_URL", "")
PRAGMAS: Final = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "cache_size=-16000",
    "mmap_size=134217728",
    "temp_store=MEMORY",
)
_thread = threading.local()


class Replay:
    """The statements of one call, with new values for what differs on each call."""

    def __init__(self, statements: list[dict[str, Any]], *, asks: bool = True) -> None:
        # Without `asks`, only the writing transaction is replayed, without any SELECT but those of
        # a row's id.
        ids = {each for one in statements for what in one["new"].values() for each in _ids(what)}
        self.statements = [
            (
                one["sql"] if DATABASE_URL else one["sql"].replace("%s", "?"),
                one["parameters"],
                {int(place): what for place, what in one["new"].items()},
            )
            if asks or number in ids or not one["sql"].lstrip().startswith("SELECT")
            else None
            for number, one in enumerate(statements)
        ]
        if not asks:  # statements before the transaction are reads
            begins = next(n for n, one in enumerate(self.statements) if one and "BEGIN" in one[0])
            self.statements[:begins] = [None] * begins

    def run(self, database: Any) -> None:
        made_up: dict[object, str] = {}
        rows: list[int | None] = []
        for statement in self.statements:
            if statement is None:
                rows.append(None)
                continue
            sql, recorded, new = statement
            values = list(recorded)
            for place, what in new.items():
                values[place] = _new(recorded[place], what, rows=rows, made_up=made_up)
            rows.append(_row(database.execute(sql, values)))


def _ids(what: Any) -> Iterator[int]:
    for each in what if isinstance(what, list) else [what]:
        if isinstance(each, int):
            yield each


def _new(recorded: Any, what: Any, *, rows: list[int | None], made_up: dict[object, str]) -> Any:
    if isinstance(what, list):
        pairs = zip(recorded, what, strict=True)
        return [_new(*pair, rows=rows, made_up=made_up) for pair in pairs]
    if what is None:
        return recorded
    if isinstance(what, int):
        return rows[what]
    return made_up.setdefault(recorded, _like(recorded, what))


def _row(cursor: Any) -> int | None:
    # The id of the inserted row, if any.
    found = cursor.fetchall() if cursor.description else []
    return found[0][0] if found else getattr(cursor, "lastrowid", None)


def _like(recorded: str, what: str) -> str:
    if what == "uuid":
        return uuid.uuid4().hex if "-" not in recorded else str(uuid.uuid4())
    return secrets.token_hex(len(recorded) // 2 + 1)[: len(recorded)]


def database() -> Any:
    """Return this thread's connection, in autocommit mode."""
    if not hasattr(_thread, "database"):
        _thread.database = _postgresql() if DATABASE_URL else _sqlite()
    return _thread.database


def _postgresql() -> Any:
    return psycopg.connect(DATABASE_URL, autocommit=True)


def _sqlite() -> sqlite3.Connection:
    file = Path(os.environ["STANDBY_DATA"]) / "standby.sqlite3"
    opened = sqlite3.connect(file, timeout=20, isolation_level=None)
    for pragma in PRAGMAS:
        opened.execute(f"PRAGMA {pragma}")
    return opened


def recorded() -> Mapping[str, dict[str, Any]]:
    """Return the recorded calls by path."""
    found: dict[str, dict[str, Any]] = json.loads(Path(os.environ["BENCH_RECORDED"]).read_text())
    return found
