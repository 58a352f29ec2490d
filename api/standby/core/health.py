"""Liveness and readiness endpoints, and the check of the database's durability (decision 8)."""

import logging
import time
from collections.abc import Callable
from datetime import datetime
from typing import Final

from django.db import DatabaseError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpRequest, JsonResponse
from django.utils.timezone import now

from standby.core.models import RateLimitBucket

log = logging.getLogger(__name__)
_SUCCESS_CACHED_S: Final = 5.0  # limits writes to the disk, however often /readyz is called


class WriteProbe:
    """Check that a row can be written, caching a success for a few seconds."""

    def __init__(self, write: Callable[[], None], *, clock: Callable[[], float]) -> None:
        self.write = write
        self.clock = clock
        self.good_until = clock()

    def can_write(self) -> bool:
        # A failure is not cached, so that a repaired disk is noticed at once.
        if self.clock() < self.good_until:
            return True
        try:
            self.write()
        except DatabaseError as error:
            log.error("the database cannot be written to: %s: %s", type(error).__name__, error)
            return False
        self.good_until = self.clock() + _SUCCESS_CACHED_S
        return True


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


probe: Final = WriteProbe(lambda: write_row(now=now()), clock=time.monotonic)


def get_healthz(request: HttpRequest) -> JsonResponse:
    return JsonResponse({"status": "ok"})


def get_readyz(request: HttpRequest) -> JsonResponse:
    """Report ready when the database answers, its tables have data and a row can be written."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT COUNT(*) FROM installation_packages WHERE is_active")
            packages = cursor.fetchone()[0]
    except DatabaseError:
        return JsonResponse({"status": "no database"}, status=503)
    if not packages:
        return JsonResponse({"status": "no starting data"}, status=503)
    if not probe.can_write():
        return JsonResponse({"status": "database cannot be written to"}, status=503)
    return JsonResponse({"status": "ok"})


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
        for question, allowed in _PROMISED[connection.vendor].items():
            cursor.execute(question)
            answer = str(cursor.fetchone()[0])
            if answer not in allowed:
                weak.append(f"{question} is {answer!r}; allowed: {', '.join(allowed)}")
    if getattr(connection, "transaction_mode", "IMMEDIATE") != "IMMEDIATE":
        weak.append("transaction_mode is not IMMEDIATE: contended writers would fail at once")
    if weak:
        raise DurabilityNotGuaranteed("; ".join(weak))
