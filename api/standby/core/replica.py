"""A copy of the database for reports (RUN-08), and the router that Django asks for it.

Only for counts over a period and for lists without amounts. Never for availability, prices, any
amount of money, what waits or is as of now, or one order.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.db.models import Max, Model
from django.dispatch import Signal
from django.utils.timezone import now

from standby.core.models import Heartbeat

log = logging.getLogger(__name__)
REPLICA: Final = "replica"
# What a process keeps for everybody once it was read: it must not keep what is late.
_KEPT_ONCE_READ: Final = {"company", "pricing", "coverage.CoveredZip"}
_read_from: ContextVar[str] = ContextVar("read_from", default=DEFAULT_DB_ALIAS)

# Sent when a report was read from the primary, because the replica was late or did not answer.
fell_back: Final = Signal()


class ReplicaRouter:
    """Reads go to the replica within `reading_from_replica`; all else to the primary."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str:
        needs_primary = {model._meta.app_label, model._meta.label} & _KEPT_ONCE_READ
        return DEFAULT_DB_ALIAS if needs_primary else _read_from.get()

    def db_for_write(self, model: type[Model], **hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, first: Model, second: Model, **hints: Any) -> bool:
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool:
        return db == DEFAULT_DB_ALIAS


@contextmanager
def reading_from_replica() -> Iterator[None]:
    """Read what is asked for within from the replica, if there is one and it is fresh."""
    with _reading_from(_fresh_database(now=now())):
        yield


def lines_from_replica(lines: Iterator[str]) -> Iterator[str]:
    """Read an export from one database to its end, while the server sends it line by line."""
    database = _fresh_database(now=now())
    while True:
        with _reading_from(database):
            line = next(lines, None)
        if line is None:
            return
        yield line


@contextmanager
def _reading_from(database: str) -> Iterator[None]:
    token = _read_from.set(database)
    try:
        yield
    finally:
        _read_from.reset(token)


def _fresh_database(*, now: datetime) -> str:
    # Workers write a heartbeat every twenty seconds (core/heartbeats.py): the newest that the
    # replica has says how old it is, also when it is cut off and knows nothing of that itself.
    if REPLICA not in connections.settings:
        return DEFAULT_DB_ALIAS
    most = timedelta(seconds=settings.ENVIRONMENT.database_replica_max_lag_seconds)
    try:
        newest = Heartbeat.objects.using(REPLICA).aggregate(at=Max("last_succeeded_at"))["at"]
    except Error as error:
        log.warning("the replica does not answer: %s", type(error).__name__)
        newest = None
    if newest is not None and now - newest <= most:
        return REPLICA
    fell_back.send(sender=ReplicaRouter)
    return DEFAULT_DB_ALIAS
