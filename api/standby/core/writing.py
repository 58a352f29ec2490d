"""Write transactions for flows, with a fair queue for SQLite's single writer."""

import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final

from django.db import OperationalError, connection, transaction

LONGEST_WAIT_S: Final = 9  # the busy timeout in the settings; after it the response is 503
# SQLite has one writer, and its busy handler is unfair: some connections would wait for seconds.
# Writers of one process queue on this lock instead.
_WRITE_LOCK: Final = threading.Lock()


@contextmanager
def write_transaction() -> Iterator[None]:
    """Open one durable transaction around the block.

    Never wait for the network inside it. Raises OperationalError after 9 s in SQLite's write queue.
    """
    with enable_write_turns(connection.vendor), transaction.atomic(durable=True):
        yield


def enable_write_turns(vendor: str) -> AbstractContextManager[object]:
    return write_turn() if vendor == "sqlite" else nullcontext()


@contextmanager
def write_turn(longest_s: float = LONGEST_WAIT_S) -> Iterator[None]:
    # The time spent in this queue is taken off SQLite's own busy timeout, so that no request waits
    # for both in full. OperationalError is what SQLite itself would raise.
    started_s = time.monotonic()
    if not _WRITE_LOCK.acquire(timeout=longest_s):
        raise OperationalError("database is locked")
    try:
        waited_s = time.monotonic() - started_s
        with (
            _shorter_busy_timeout(longest_s - waited_s)
            if waited_s > longest_s / 9
            else nullcontext()
        ):
            yield
    finally:
        _WRITE_LOCK.release()


@contextmanager
def _shorter_busy_timeout(remaining_s: float) -> Iterator[None]:
    _set_busy_timeout(max(remaining_s, 0))
    try:
        yield
    finally:
        _set_busy_timeout(LONGEST_WAIT_S)


def _set_busy_timeout(seconds: float) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")
