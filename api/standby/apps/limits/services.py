"""Counting how often a subject asks, exactly, whatever the number of processes."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from django.db import connection, transaction
from django.db.models import QuerySet

from standby.apps.limits.models import RateBucket
from standby.domain.errors import TooOften
from standby.domain.policy import Rule

_BUCKETS_KEPT: Final = timedelta(days=2)
# One statement reads, decides and writes: two processes can never both take the last one.
_SPEND = """
INSERT INTO rate_buckets (rule, subject, window_started_s, used)
VALUES (%(rule)s, %(subject)s, %(window_s)s, %(cost)s)
ON CONFLICT (rule, subject) DO UPDATE SET
    used = CASE WHEN rate_buckets.window_started_s < excluded.window_started_s
                THEN excluded.used ELSE rate_buckets.used + excluded.used END,
    window_started_s = CASE WHEN rate_buckets.window_started_s < excluded.window_started_s
                THEN excluded.window_started_s ELSE rate_buckets.window_started_s END
WHERE rate_buckets.window_started_s < excluded.window_started_s
   OR rate_buckets.used + excluded.used <= %(most)s
"""


class LimitReached(TooOften):
    """That was asked too often. Please wait a little and try again."""

    code = "limit_reached"


def spend(*, rule: Rule, subject: str, now: datetime, cost: int = 1) -> None:
    """Take `cost` from the subject's bucket of this rule.

    Raises LimitReached, with nothing taken, when the bucket has less than that left.
    """
    window_s = int(rule.per.total_seconds())
    now_s = int(now.timestamp())
    values: dict[str, str | int] = {
        "rule": rule.name,
        "subject": _subject_hash(subject),
        "window_s": now_s - now_s % window_s,
        "cost": cost,
        "most": rule.most,
    }
    if 0 < cost <= rule.most:
        with _without_waiting_for_the_disk(), connection.cursor() as cursor:
            cursor.execute(_SPEND, values)
            if cursor.rowcount:
                return
    raise LimitReached(retry_after_s=window_s - now_s % window_s)


def ensure_left(*, rule: Rule, subject: str, now: datetime) -> None:
    """For what costs only when it fails. Raises LimitReached when nothing is left."""
    window_s = int(rule.per.total_seconds())
    now_s = int(now.timestamp())
    spent = RateBucket.objects.filter(
        rule=rule.name,
        subject=_subject_hash(subject),
        window_started_s=now_s - now_s % window_s,
        used__gte=rule.most,
    )
    if spent.exists():
        raise LimitReached(retry_after_s=window_s - now_s % window_s)


def spend_each(*, spends: list[tuple[Rule, str]], now: datetime) -> None:
    """Take one from each bucket, or from none.

    Raises LimitReached when any of them is empty.
    """
    with _without_waiting_for_the_disk(), transaction.atomic():
        for rule, subject in spends:
            spend(rule=rule, subject=subject, now=now)


def old_buckets(*, now: datetime) -> QuerySet[RateBucket]:
    """Untouched for long: their windows are over."""
    oldest_s = int((now - _BUCKETS_KEPT).timestamp())
    return RateBucket.objects.filter(window_started_s__lt=oldest_s)


@contextmanager
def _without_waiting_for_the_disk() -> Iterator[None]:
    """SQLite has one writer, and whoever writes waits behind a count at every letter of an address.
    A count that a power cut takes back only lets somebody ask a few times more (decision 0053).
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    connection.ensure_connection()
    sqlite = connection.connection
    (before,) = sqlite.execute("PRAGMA synchronous").fetchone()
    sqlite.execute("PRAGMA synchronous = NORMAL")
    try:
        yield
    finally:
        sqlite.execute(f"PRAGMA synchronous = {before}")


def _subject_hash(subject: str) -> str:
    return hashlib.sha256(subject.encode(errors="replace")).hexdigest()
