"""Liveness and readiness endpoints, and the check of the database's durability (decision 8)."""

import logging
import threading
import time
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.core.cache import cache
from django.db import Error, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.http import HttpRequest, JsonResponse
from django.utils.timezone import now

from standby.core.models import RateLimitBucket
from standby.core.unavailable import is_read_only, is_unavailable

log = logging.getLogger(__name__)
_WRITABLE: Final = "database-writable"
OK: Final = "ok"
READ_ONLY: Final = "database is read-only"  # as of a server that is no longer the primary
_ANSWERED_WITHIN_S: Final = 4
_MOVES_WITHIN_S: Final = 30  # at the worst, to another machine (docs/scaling.md)
_SUCCESS_CACHED_S: Final = 5  # limits writes to the disk, however often /readyz is called


def write_row(*, now: datetime) -> None:
    # Commit a change to a table that most visitor calls write to. Raises DatabaseError: the disk is
    # full, the database or its file is read-only, or another writer holds the lock beyond the
    # timeout.
    with transaction.atomic(durable=True):
        RateLimitBucket.objects.update_or_create(
            rule="readiness",
            subject="probe",
            defaults={"window_started_s": int(now.timestamp()), "used": now.microsecond + 1},
        )


class _Probe:
    # Reads and writes in a thread and on a connection of its own: a commit that waits for a second
    # node, or a network that lost our packets, must not keep who asks.
    def __init__(self) -> None:
        self.status = "database does not answer in time"
        self.thread = threading.Thread(target=self._run, daemon=True, name="readiness")
        self.thread.start()

    def _run(self) -> None:
        try:
            self.status = _read_status()
            if self.status == OK and not cache.get(_WRITABLE):
                self.status = "database does not confirm writes in time"
                self.status = _write_status()
        finally:
            connection.close()


class _LastProbe:
    probe: _Probe | None = None
    lock = threading.Lock()


def _read_status() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT COUNT(*) FROM installation_packages WHERE is_active")
            if not cursor.fetchone()[0]:
                return "no starting data"
            if connection.vendor == "postgresql":
                cursor.execute("SHOW transaction_read_only")
                return OK if cursor.fetchone()[0] == "off" else READ_ONLY
            return OK
    except Error as error:
        log.error("no database: %s: %s", type(error).__name__, error)
        return "no database"


def _write_status() -> str:
    try:
        write_row(now=now())
    except Error as error:
        log.error("the database cannot be written to: %s: %s", type(error).__name__, error)
        return READ_ONLY if is_read_only(error) else "database cannot be written to"
    # Only a success is kept, in this process, so that a repaired database is noticed at once.
    cache.set(_WRITABLE, True, _SUCCESS_CACHED_S)
    return OK


def get_healthz(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


def get_readyz(request: HttpRequest) -> JsonResponse:
    """Report ready when the database answers, its tables have data and a row can be written.

    Answers within five seconds.
    """
    status = _probed()
    return JsonResponse({"status": status}, status=200 if status == OK else 503)


def _probed() -> str:
    # One at a time: while the database says nothing, whoever asks again waits for the same answer.
    with _LastProbe.lock:
        probe = _LastProbe.probe
        if probe is None or not probe.thread.is_alive():
            probe = _LastProbe.probe = _Probe()
    probe.thread.join(_ANSWERED_WITHIN_S)
    return probe.status


def wait_until_answers(
    connection: BaseDatabaseWrapper, *, within_s: float = _MOVES_WITHIN_S
) -> None:
    """Wait for a database server that starts or moves. Raises what it says after that time."""
    give_up_at, is_logged = time.monotonic() + within_s, False
    while True:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            return
        except Error as error:
            is_a_file = connection.vendor == "sqlite"
            if is_a_file or not is_unavailable(error) or time.monotonic() > give_up_at:
                raise
            if not is_logged:
                log.warning("waiting up to %d s for the database: %s", within_s, error)
        is_logged = True
        connection.close()
        time.sleep(0.5)


_PROMISED: Final = {
    "sqlite": {"PRAGMA journal_mode": ("wal",), "PRAGMA synchronous": ("2", "3")},
    "postgresql": {
        "SHOW fsync": ("on",),
        "SHOW synchronous_commit": ("on", "remote_write", "remote_apply", "local"),
    },
}


class DurabilityNotGuaranteed(RuntimeError):
    pass


def require_durable(connection: BaseDatabaseWrapper) -> None:
    """Raise DurabilityNotGuaranteed naming each database setting that is too weak."""
    weak = []
    with connection.cursor() as cursor:
        for question, allowed in _promised(cursor, connection.vendor).items():
            cursor.execute(question)
            answer = str(cursor.fetchone()[0])
            if answer not in allowed:
                weak.append(f"{question} is {answer!r}; allowed: {', '.join(allowed)}")
    if getattr(connection, "transaction_mode", "IMMEDIATE") != "IMMEDIATE":
        weak.append("transaction_mode is not IMMEDIATE: contended writers would fail at once")
    if weak:
        raise DurabilityNotGuaranteed("; ".join(weak))


def _promised(cursor: CursorWrapper, vendor: str) -> Mapping[str, tuple[str, ...]]:
    promised = _PROMISED[vendor]
    if vendor == "postgresql":
        cursor.execute("SHOW synchronous_standby_names")
        # With a second node in the configuration, a commit has to wait for it.
        if cursor.fetchone()[0]:
            return promised | {"SHOW synchronous_commit": ("on", "remote_write", "remote_apply")}
    return promised
