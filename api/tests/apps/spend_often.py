"""One of several processes that spend from one bucket: prints how often it was allowed.

Run as: spend_often.py exact|naive TIMES; it says that it is ready and waits for a line.
"""

import sys
import time
from datetime import UTC, datetime, timedelta

import django

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)


def spend_exactly() -> bool:
    from standby.apps.limits.services import LimitReached, spend  # noqa: PLC0415 (after setup)
    from standby.domain.policy import Rule  # noqa: PLC0415

    try:
        spend(rule=Rule(name="race", most=50, per=timedelta(hours=1)), subject="one", now=NOW)
    except LimitReached:
        return False
    return True


def spend_naively() -> bool:
    """The control: read, decide, write. It looks away for a moment, as real code does."""
    from standby.apps.limits.models import RateBucket  # noqa: PLC0415

    bucket = RateBucket.objects.get(rule="naive")
    if bucket.used > 50:
        return False
    time.sleep(0.001)
    RateBucket.objects.filter(pk=bucket.pk).update(used=bucket.used + 1)
    return True


def make_naive_bucket() -> None:
    from standby.apps.limits.models import RateBucket  # noqa: PLC0415

    RateBucket.objects.get_or_create(
        rule="naive", subject="one", defaults={"window_started_s": 0, "used": 1}
    )


if __name__ == "__main__":
    django.setup()
    make_naive_bucket()
    once = spend_exactly if sys.argv[1] == "exact" else spend_naively
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    sys.stdout.write(str(sum(once() for _ in range(int(sys.argv[2])))))
