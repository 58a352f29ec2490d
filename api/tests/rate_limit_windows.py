"""A limit counts in windows of the clock: what is counted in one must not end in the next."""

import time
from datetime import datetime, timedelta
from typing import Final

import pytest

from standby.core import limits as services
from standby.core.policy import RateLimitRule

_ENOUGH_S: Final = 20
_by_the_clock = services._window
_PATCH: Final = pytest.MonkeyPatch()
by_the_clock_again = _PATCH.undo


def in_one_window() -> None:
    """Until this test ends windows begin with this moment, not with the clock's minutes."""
    begin_s = int(time.time())

    def window(rule: RateLimitRule, *, now: datetime) -> tuple[int, int]:
        length_s, since_s = int(rule.window.total_seconds()), int(now.timestamp()) - begin_s
        if abs(since_s) > timedelta(days=2).total_seconds():  # a test's own time
            return _by_the_clock(rule, now=now)
        return length_s, begin_s + since_s - since_s % length_s

    _PATCH.setattr(services, "_window", window)


def wait_for_a_window(per: timedelta = timedelta(minutes=5)) -> None:
    """For servers of their own: until the next window where this one is nearly over.

    Every window of ours ends with five minutes (policy.py).
    """
    window_s = per.total_seconds()
    left_s = window_s - time.time() % window_s
    if left_s < _ENOUGH_S:
        time.sleep(left_s + 0.1)
