"""A limit counts in windows of the clock: what is counted in one must not end in the next."""

import time
from datetime import timedelta
from typing import Final

_ENOUGH_S: Final = 20


def in_one_window(per: timedelta = timedelta(minutes=5)) -> None:
    """Waits for the next window where this one is nearly over.

    Every window of ours ends with five minutes (policy.py), but for those of one minute.
    """
    window_s = per.total_seconds()
    left_s = window_s - time.time() % window_s
    if left_s < _ENOUGH_S:
        time.sleep(left_s + 0.1)
