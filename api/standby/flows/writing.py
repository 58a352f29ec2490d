"""How a flow writes: all of it or nothing, and in its turn."""

import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final

from django.db import OperationalError, connection, transaction

LONGEST_WAIT_S: Final = 9  # as long as settings let SQLite itself wait; then 503 (J5)
# SQLite has one writer; its busy handler is unfair and lets some wait for seconds. Inside one
# process writers wait for each other here instead, in turn (reliability.md A7).
_TURN: Final = threading.Lock()


@contextmanager
def writing() -> Iterator[None]:
    """One transaction. Nothing in it may wait for the network."""
    with turn_on(connection.vendor), transaction.atomic(durable=True):
        yield


def turn_on(vendor: str) -> AbstractContextManager[object]:
    return turn() if vendor == "sqlite" else nullcontext()


@contextmanager
def turn(longest_s: float = LONGEST_WAIT_S) -> Iterator[None]:
    """Raises OperationalError: whoever is before us waits too long itself."""
    if not _TURN.acquire(timeout=longest_s):
        raise OperationalError("database is locked")
    try:
        yield
    finally:
        _TURN.release()
