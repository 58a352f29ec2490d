"""How a flow writes: all of it or nothing, and in its turn."""

import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final

from django.db import OperationalError, connection, transaction

LONGEST_WAIT_S: Final = 9  # as long as settings let SQLite itself wait; then 503 (J5)
# SQLite has one writer; its busy handler is unfair and lets some wait for seconds. Inside one
# process writers wait for each other here instead, in turn (reliability.md A7).
_TURN: Final = threading.Lock()


@contextmanager
def write_transaction() -> Iterator[None]:
    """One transaction. Nothing in it may wait for the network."""
    with enable_write_turns(connection.vendor), transaction.atomic(durable=True):
        yield


def enable_write_turns(vendor: str) -> AbstractContextManager[object]:
    return write_turn() if vendor == "sqlite" else nullcontext()


@contextmanager
def write_turn(longest_s: float = LONGEST_WAIT_S) -> Iterator[None]:
    """Who came late waits for SQLite only as long as is left, so that nobody waits twice.

    Raises OperationalError: whoever is before us waits too long itself.
    """
    began = time.monotonic()
    if not _TURN.acquire(timeout=longest_s):
        raise OperationalError("database is locked")
    try:
        waited_s = time.monotonic() - began
        with _less_patient(longest_s - waited_s) if waited_s > longest_s / 9 else nullcontext():
            yield
    finally:
        _TURN.release()


@contextmanager
def _less_patient(left_s: float) -> Iterator[None]:
    _be_patient_for(max(left_s, 0))
    try:
        yield
    finally:
        _be_patient_for(LONGEST_WAIT_S)


def _be_patient_for(seconds: float) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")
