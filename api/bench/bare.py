"""The limit on this machine: the product's own SQL by hand, without framework, rules or checks.

It repeats, statement for statement, what bench/recorded.py heard the product say, and answers a
constant. Runs on the same server as the product, in the same run, so that `make bench` can set both
side by side. It is nobody's example: nothing here is validated, priced or guarded.
"""

import json
import os
import secrets
import sqlite3
import threading
import uuid
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from wsgiref.types import StartResponse, WSGIEnvironment

DATA = Path(os.environ["STANDBY_DATA"])
PAGE = (Path(__file__).parents[2] / "web" / "dist" / "index.html").read_bytes()
PRICES = json.dumps([{"band": "close", "total_cents": 1_269_477, "line": n} for n in range(90)])
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "foreign_keys=ON",
    "cache_size=-16000",
    "mmap_size=134217728",
)
_thread = threading.local()


class Replay:
    """One call's statements, ready to run with what is new for each call."""

    def __init__(self, statements: list[dict[str, Any]]) -> None:
        self.statements = [
            (
                one["sql"].replace("%s", "?"),
                one["parameters"],
                {int(place): what for place, what in one["new"].items()},
            )
            for one in statements
        ]
        self.writes = any(sql.startswith("BEGIN") for sql, _, _ in self.statements)

    def run(self, database: sqlite3.Connection) -> None:
        made_up: dict[object, str] = {}
        rows: list[int | None] = []
        for sql, recorded, new in self.statements:
            values = list(recorded)
            for place, what in new.items():
                values[place] = (
                    rows[what]
                    if isinstance(what, int)
                    else made_up.setdefault(recorded[place], _like(recorded[place], what))
                )
            cursor = database.execute(sql, values)
            cursor.fetchall()
            rows.append(cursor.lastrowid)
        if self.writes:
            database.execute("COMMIT")


def _like(recorded: str, what: str) -> str:
    if what == "uuid":
        return uuid.uuid4().hex if "-" not in recorded else str(uuid.uuid4())
    return secrets.token_hex(len(recorded) // 2 + 1)[: len(recorded)]


def database() -> sqlite3.Connection:
    if not hasattr(_thread, "database"):
        _thread.database = sqlite3.connect(
            DATA / "standby.sqlite3", timeout=20, isolation_level=None
        )
        for pragma in PRAGMAS:
            _thread.database.execute(f"PRAGMA {pragma}")
    found: sqlite3.Connection = _thread.database
    return found


RECORDED = json.loads(Path(os.environ["BENCH_RECORDED"]).read_text())
REPLAYS = {
    "/api/coverage-check": Replay(RECORDED["coverage check"]),
    "/api/availability": Replay(RECORDED["availability"]),
    "/api/create-installation-order": Replay(RECORDED["reserve"]),
}
CONSTANT = {"/": PAGE, "/api/price-book": PRICES.encode(), "/readyz": b"{}"}


def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    path = environ["PATH_INFO"]
    body = CONSTANT.get(path, b'{"status":"held"}')
    if path in REPLAYS:
        if environ["REQUEST_METHOD"] == "POST":
            json.loads(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))
        REPLAYS[path].run(database())
    start_response(
        "200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
    )
    return [body]
