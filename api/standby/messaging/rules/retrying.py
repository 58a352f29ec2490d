"""Retry schedule of messages that could not be sent."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from standby.core.policy import MESSAGE_FIRST_PAUSE_S, MESSAGE_LONGEST_PAUSE_S, MESSAGE_TRIED_FOR

_GROWS_BY: Final = 4
# Beyond this the longest pause applies anyway; the cap keeps the power small.
_LARGEST_EXPONENT: Final = 20


def next_try_at(
    *, failing_since: datetime, attempts: int, jitter: Callable[[float], float], now: datetime
) -> datetime | None:
    """Return when to try next, or None once the message has failed long enough to be given up.

    `attempts` includes the try that just failed. `jitter(s)` returns a random number of seconds
    from 0 to `s`, so that messages that failed together are not retried together.
    """
    if is_given_up(failing_since=failing_since, now=now):
        return None
    exponent = min(max(attempts, 1) - 1, _LARGEST_EXPONENT)
    longest_s = min(MESSAGE_FIRST_PAUSE_S * _GROWS_BY**exponent, MESSAGE_LONGEST_PAUSE_S)
    # The fixed half bounds the number of tries in a day.
    return now + timedelta(seconds=longest_s / 2 + jitter(longest_s / 2))


def is_given_up(*, failing_since: datetime, now: datetime) -> bool:
    return now - failing_since >= MESSAGE_TRIED_FOR
