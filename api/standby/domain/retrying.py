"""When a message that could not be sent is tried again, and when it is given up: by the clock."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from standby.domain.policy import (
    MESSAGE_FIRST_PAUSE_S,
    MESSAGE_LONGEST_PAUSE_S,
    MESSAGE_TRIED_FOR,
)

_GROWS_BY: Final = 4
_LARGEST_EXPONENT: Final = 20  # long past the longest pause; keeps the power small


def next_try_at(
    *, failing_since: datetime, attempts: int, jitter: Callable[[float], float], now: datetime
) -> datetime | None:
    """The moment of the next try; None when it has failed for so long that it is given up.

    `attempts` counts the tries so far, the one that just failed included. `jitter` picks from 0 to
    the number of seconds it is given, so that what failed together is not tried again together.
    """
    if is_given_up(failing_since=failing_since, now=now):
        return None
    exponent = min(max(attempts, 1) - 1, _LARGEST_EXPONENT)
    longest_s = min(MESSAGE_FIRST_PAUSE_S * _GROWS_BY**exponent, MESSAGE_LONGEST_PAUSE_S)
    # At least half of it is waited: the number of tries in a day has a bound.
    return now + timedelta(seconds=longest_s / 2 + jitter(longest_s / 2))


def is_given_up(*, failing_since: datetime, now: datetime) -> bool:
    """Whether a try that failed now was the last one."""
    return now - failing_since >= MESSAGE_TRIED_FOR
