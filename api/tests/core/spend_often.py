"""Four processes that spend from one bucket, exactly and naively: prints how often they might.

Loaded once and then forked: each process has a connection of its own, and none begins before all
are there.
"""

import json
import multiprocessing
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from multiprocessing.synchronize import Barrier
from typing import Any

import django

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
PROCESSES, TIMES = 4, 60
Fork = multiprocessing.get_context("fork")


def spend_exactly() -> bool:
    from standby.core.limits import LimitReached, consume  # noqa: PLC0415 (after setup)
    from standby.core.policy import RateLimitRule  # noqa: PLC0415

    try:
        consume(
            rule=RateLimitRule(name="race", limit=50, window=timedelta(hours=1)),
            subject="one",
            now=NOW,
        )
    except LimitReached:
        return False
    return True


def spend_naively() -> bool:
    """The control: read, decide, write. It looks away for a moment, as real code does."""
    from standby.core.models import RateLimitBucket  # noqa: PLC0415

    bucket = RateLimitBucket.objects.get(rule="naive")
    if bucket.used > 50:
        return False
    time.sleep(0.001)
    RateLimitBucket.objects.filter(pk=bucket.pk).update(used=bucket.used + 1)
    return True


def make_naive_bucket() -> None:
    from standby.core.models import RateLimitBucket  # noqa: PLC0415

    RateLimitBucket.objects.create(rule="naive", subject="one", window_started_s=0, used=1)


def allowed(once: Callable[[], bool]) -> int:
    told: Any = Fork.SimpleQueue()
    gate = Fork.Barrier(PROCESSES)
    children = [Fork.Process(target=ask, args=(once, gate, told)) for _ in range(PROCESSES)]
    for child in children:
        child.start()
    for child in children:
        child.join()
    return sum(told.get() for _ in children)


def ask(once: Callable[[], bool], gate: Barrier, told: Any) -> None:
    gate.wait()
    told.put(sum(once() for _ in range(TIMES)))


if __name__ == "__main__":
    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", "core", verbosity=0)
    make_naive_bucket()
    connection.close()  # a fork would share it
    counted = {"exact": allowed(spend_exactly), "naive": allowed(spend_naively)}
    sys.stdout.write(json.dumps(counted))
