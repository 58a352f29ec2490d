"""The limit on this machine: the same answers by hand-written SQL, without framework or checks.

Runs on the same server as the product, in the same run, so that `make bench` can set both side by
side. It is nobody's example: nothing here is validated, priced or guarded.
"""

import json
import os
import re
import sqlite3
import threading
import uuid
from collections.abc import Callable, Iterable
from pathlib import Path
from urllib.parse import parse_qs
from wsgiref.types import StartResponse, WSGIEnvironment

DATA = Path(os.environ["STANDBY_DATA"])
PAGE = (Path(__file__).parents[2] / "web" / "dist" / "index.html").read_bytes()
PRICES = json.dumps([{"band": "close", "total_cents": 1_269_477, "line": n} for n in range(90)])
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
TABLES = ("answers", "customers", "orders", "places", "appointments", "payments", "messages", "log")
_thread = threading.local()


def database() -> sqlite3.Connection:
    if not hasattr(_thread, "database"):
        _thread.database = sqlite3.connect(
            DATA / "standby.sqlite3", timeout=20, isolation_level=None
        )
        for pragma in PRAGMAS:
            _thread.database.execute(f"PRAGMA {pragma}")
        for table in TABLES:
            _thread.database.execute(
                f"CREATE TABLE IF NOT EXISTS bare_{table} (id INTEGER PRIMARY KEY, "
                "ref TEXT UNIQUE, a TEXT, b TEXT, c TEXT, d TEXT, e TEXT, f TEXT)"
            )
    found: sqlite3.Connection = _thread.database
    return found


def check_coverage(environ: WSGIEnvironment) -> bytes:
    address = parse_qs(environ["QUERY_STRING"])["address"][0]
    zip_code = re.findall(r"\b\d{5}\b", address)[-1]
    one = "SELECT zip_code, city, status, region FROM coverage_zipcode WHERE zip_code = ?"
    return json.dumps(database().execute(one, [zip_code]).fetchone()).encode()


def price_book(environ: WSGIEnvironment) -> bytes:
    return PRICES.encode()


def availability(environ: WSGIEnvironment) -> bytes:
    rules = database().execute("SELECT key, value FROM app_configuration").fetchall()
    crews = database().execute("SELECT day, crews FROM crew_days").fetchall()
    taken = database().execute(
        "SELECT day, COUNT(*) FROM crew_seats WHERE appointment_id IS NOT NULL GROUP BY day"
    )
    return json.dumps([rules, crews, taken.fetchall()]).encode()


def reserve(environ: WSGIEnvironment) -> bytes:
    asked = json.loads(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))
    name = asked["customerData"]["name"]
    one = database()
    one.execute("BEGIN IMMEDIATE")
    for table in TABLES:
        one.execute(
            f"INSERT INTO bare_{table} (ref, a, b, c, d, e, f) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [str(uuid.uuid4()), name, "a", "b", "c", "d", "e"],
        )
    one.execute("COMMIT")
    return b'{"status":"held"}'


def page(environ: WSGIEnvironment) -> bytes:
    return PAGE


ANSWERS: dict[str, Callable[[WSGIEnvironment], bytes]] = {
    "/": page,
    "/api/coverage-check": check_coverage,
    "/api/price-book": price_book,
    "/api/availability": availability,
    "/api/create-installation-order": reserve,
    "/readyz": price_book,
}


def application(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    body = ANSWERS[environ["PATH_INFO"]](environ)
    start_response(
        "200 OK", [("Content-Type", "application/json"), ("Content-Length", str(len(body)))]
    )
    return [body]
