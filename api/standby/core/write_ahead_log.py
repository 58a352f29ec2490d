"""SQLite's write-ahead log, which holds pages as they were until it is emptied."""

import logging

from django.db import Error, connection

log = logging.getLogger(__name__)


def empty_write_ahead_log() -> bool:
    """Move what was written into the database file and cut the log; say whether it is empty.

    For after an erasure, outside a transaction. Where a reader holds it up, nothing happens here:
    the log is written over from its beginning once the reader is done. PostgreSQL needs none of it.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        return False
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            is_busy = cursor.fetchone()[0]
    except Error as error:
        log.info("the write-ahead log is emptied later: %s", error)
        return False
    return not is_busy
