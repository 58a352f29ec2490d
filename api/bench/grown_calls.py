"""The calls and worker polls that growth.py measures, in one process with its own database."""

import gc
import io
import itertools
import json
import logging
import os
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from datetime import UTC, datetime, timedelta
from typing import Any

# ruff: noqa: E402 - Django is set up before its models are imported
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "standby.settings")
logging.disable(logging.INFO)  # else each undelivered message is logged

import django

django.setup()

from django.core.management import call_command
from django.db import connection
from grown import COUPON, SEATS, fill

from standby.backoffice.management.commands.work import ScheduledJob, jobs
from standby.core.periods import period_of
from standby.pricing.models.catalog import AppConfiguration
from standby.reports.staff_api.overview import overview_out
from standby.tracking.rules.next_actions import NextActionKey
from standby.tracking.selectors.find_orders import find_orders
from standby.wsgi import application

Call = Callable[[], object]
_COUNT = itertools.count()
_OPEN_DAYS: list[str] = []
_ADDRESS = "25+Grogans+Mill+Rd,+The+Woodlands,+TX+77380"
_LOCATION = {
    "address": {"formatted": "24 Waterway Ave, The Woodlands, TX 77380"},
    "coverage": {"zip_code": "77380"},
    "distance": {"band": "close", "max_distance_ft": 25},
}
_GENERATOR = {"choice": "buy_here", "product": {"model_number": "7043"}}
_POLLED_AT_MOST = timedelta(minutes=15)


def answer(rows: int) -> None:
    """Serve measurements over stdin: a line "TRIES NAME" returns the milliseconds of each try."""
    took_s = _prepared(rows)
    calls = _calls()
    _tell({"names": list(calls), "filled_s": round(took_s)})
    gc.freeze()
    for line in sys.stdin:
        tries, _, name = line.strip().partition(" ")
        _tell([_taken_ms(calls[name]) for _ in range(int(tries))])


def tell_plans(rows: int) -> None:
    print(f"filled in {_prepared(rows):.0f} s")
    told: set[str] = set()
    for name, call in _calls().items():
        call()
        with _statements() as ran:
            begun = time.perf_counter()
            call()
            took_ms = (time.perf_counter() - begun) * 1000
        print(f"{name}: {len(ran)} statements, {took_ms:.1f} ms", flush=True)
        for sql, params, ms in ran:
            if ms > 5 and sql not in told:
                told.add(sql)
                print(f"  {ms:.0f} ms {sql[:1500]} {str(params)[:300]}")
                print("\n".join(f"      {line}" for line in _plan(sql, params)), flush=True)


def _tell(what: object) -> None:
    print(json.dumps(what), flush=True)


def _prepared(rows: int) -> float:
    with redirect_stdout(io.StringIO()):
        call_command("migrate", verbosity=0)
        call_command("seed")
    AppConfiguration.objects.update_or_create(
        category="scheduling", key="crews_per_day", defaults={"value": SEATS, "is_active": True}
    )
    return fill(rows)


def _taken_ms(call: Call) -> float:
    begun = time.perf_counter()
    call()
    return (time.perf_counter() - begun) * 1000


def _calls() -> dict[str, Call]:
    own = _Visitor()
    own.reserve()
    for job in _polled():  # overdue work is done first, so that only an idle poll is measured
        while job.run(datetime.now(UTC)) and job.is_queue:
            pass
    return {
        **_polls(),
        "coverage": lambda: _Visitor().get(f"/api/coverage-check?address={_ADDRESS}"),
        "price book": lambda: own.get("/api/price-book"),
        "packages": lambda: own.get("/api/installation-packages"),
        "generators": lambda: own.get("/api/generators"),
        "availability": lambda: own.get("/api/availability"),
        "quote": lambda: _Visitor().quote(),
        "wizard saved": lambda: _Visitor().save(),
        "wizard event": lambda: _Visitor().tell_event(),
        "reserve": lambda: _Visitor().reserve(),
        "own order": lambda: own.get(f"/api/orders/{own.order_id}"),
        "own appointment": lambda: own.get(f"/api/appointments/latest?email={own.email}"),
        "my booking": lambda: own.get("/api/my-booking"),
        **_of_staff(),
    }


def _polls() -> dict[str, Call]:
    return {
        f"worker: {job.name}": lambda job=job: job.run(datetime.now(UTC))  # type: ignore[misc]
        for job in _polled()
    }


def _polled() -> list[ScheduledJob]:
    return [job for job in jobs() if job.every <= _POLLED_AT_MOST]


def _of_staff() -> dict[str, Call]:
    today = datetime.now(UTC).date()
    searches: dict[str, dict[str, Any]] = {
        "newest": {},
        "one status": {"status": "scheduled"},
        "what is to do": {"needs_staff": True},
        "photos to review": {"step": NextActionKey.REVIEW_PHOTOS},
        "a week of visits": {"first_day": today, "last_day": today + timedelta(days=6)},
        "a common name": {"text": "ada"},
        "an e-mail address": {"text": "c777@example.org"},
        "nobody": {"text": "xqxqxq"},
    }
    found: dict[str, Call] = {
        f"staff orders: {name}": lambda search=search: find_orders(**search, now=datetime.now(UTC))  # type: ignore[misc]
        for name, search in searches.items()
    }
    return found | {
        f"staff overview: {days} days": lambda days=days: overview_out(
            period_of(today - timedelta(days=days - 1), today, today=today), now=datetime.now(UTC)
        )
        for days in (7, 90)
    }


class _Visitor:
    """A visitor with an address, cookie secret and contact not shared with any other."""

    def __init__(self) -> None:
        self.number = next(_COUNT)
        self.email = f"visitor{self.number}@example.org"
        self.session_id, self.secret = str(uuid.uuid4()), uuid.uuid4().hex + "0123456789a"
        self.order_id = ""

    def get(self, path: str) -> bytes:
        return self._ask("GET", path)

    def save(self) -> None:
        body = {"current_step": 2, "completed_steps": [1], "max_distance_ft": 25}
        self._ask("PUT", f"/api/wizard-sessions/{self.session_id}", body)

    def tell_event(self) -> None:
        self.save()
        event = {"session_id": self.session_id, "event_type": "step_completed", "event_data": {}}
        self._ask("POST", "/api/wizard-interaction-events", event)

    def quote(self) -> None:
        wish = {"code": COUPON, "location": _LOCATION, "generator": _GENERATOR}
        self._ask("POST", "/api/coupons/check", wish)

    def reserve(self) -> None:
        if not _OPEN_DAYS:
            days = json.loads(self.get("/api/availability"))["days"]
            _OPEN_DAYS.extend(day["date"] for day in days if day["open"])
        day = _OPEN_DAYS[self.number % len(_OPEN_DAYS)]
        order = json.loads(self._ask("POST", "/api/create-installation-order", self._order(day)))
        self.order_id = order["orderId"]

    def _order(self, day: str) -> dict[str, object]:
        return {
            "customerData": {
                "name": "Ada Lovelace",
                "email": self.email,
                "phone": f"(281) {200 + self.number // 10_000}-{self.number % 10_000:04}",
            },
            "wizardData": {
                "version": "1.0",
                "wizard": {"id": self.session_id},
                "location": _LOCATION,
                "generator": _GENERATOR,
                "scheduling": {"selected_date": day, "selected_time_window": {"id": "morning"}},
            },
            "paymentData": {"scheduling_fee": {"amount_cents": 10000, "status": "pending"}},
        }

    def _ask(self, method: str, path: str, body: object = None) -> bytes:
        sent = b"" if body is None else json.dumps(body).encode()
        path, _, query = path.partition("?")
        answered: list[str] = []
        chunks = application(
            {
                "REQUEST_METHOD": method,
                "PATH_INFO": path,
                "QUERY_STRING": query,
                "CONTENT_TYPE": "application/json",
                "CONTENT_LENGTH": str(len(sent)),
                "SERVER_NAME": "127.0.0.1",
                "SERVER_PORT": "80",
                "SERVER_PROTOCOL": "HTTP/1.1",
                "REMOTE_ADDR": f"10.{self.number >> 8 & 255}.{self.number & 255}.1",
                "HTTP_HOST": "127.0.0.1",
                "HTTP_COOKIE": f"wz={self.secret}",
                "HTTP_IDEMPOTENCY_KEY": uuid.uuid4().hex,
                "wsgi.input": io.BytesIO(sent),
                "wsgi.errors": sys.stderr,
                "wsgi.url_scheme": "http",
                "wsgi.version": (1, 0),
                "wsgi.multithread": False,
                "wsgi.multiprocess": False,
                "wsgi.run_once": False,
            },
            lambda status, _headers, _problem=None: answered.append(status),  # type: ignore[arg-type]
        )
        answer = b"".join(chunks)
        if hasattr(chunks, "close"):
            chunks.close()
        if not answered[0].startswith("2"):
            raise SystemExit(f"{method} {path}: {answered[0]} {answer[:300]!r}")
        return answer


@contextmanager
def _statements() -> Iterator[list[tuple[str, Any, float]]]:
    ran: list[tuple[str, Any, float]] = []

    def run(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        begun = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            ran.append((sql, params, (time.perf_counter() - begun) * 1000))

    with connection.execute_wrapper(run):
        yield ran


def _plan(sql: str, params: Any) -> list[str]:
    if not sql.lstrip("( ").upper().startswith(("SELECT", "UPDATE", "DELETE", "WITH")):
        return []
    explain = "EXPLAIN QUERY PLAN " if connection.vendor == "sqlite" else "EXPLAIN ANALYZE "
    with connection.cursor() as cursor:
        cursor.execute(explain + sql, params)
        return [str(row[-1]) for row in cursor.fetchall()]
