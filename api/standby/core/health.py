"""Liveness and readiness endpoints, and the check of the database's durability (decision 8)."""

import logging
from datetime import datetime
from typing import Final

from django.core.cache import cache
from django.db import DatabaseError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.http import HttpRequest, JsonResponse
from django.utils.timezone import now

from standby.core.models import RateLimitBucket

log = logging.getLogger(__name__)
_WRITABLE: Final = "database-writable"
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


def _can_write() -> bool:
    # Only a success is cached, in this process, so that a repaired disk is noticed at once.
    if cache.get(_WRITABLE):
        return True
    try:
        write_row(now=now())
    except DatabaseError as error:
        log.error("the database cannot be written to: %s: %s", type(error).__name__, error)
        return False
    cache.set(_WRITABLE, True, _SUCCESS_CACHED_S)
    return True


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
    if not _can_write():
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
