"""The ways out: one that fails again and again rests, so that it holds up nobody else."""

from collections import Counter
from datetime import datetime, timedelta
from typing import Final

FAILURES_IN_A_ROW: Final = 5
RESTS: Final = timedelta(seconds=30)


class ChannelBreaker:
    """After five failures in a row nothing goes out by a channel for half a minute; then one
    message is tried for all. What waits meanwhile spends no try."""

    def __init__(self) -> None:
        self._failures: Counter[str] = Counter()
        self._rests_until: dict[str, datetime] = {}

    def open_channels(self, *, now: datetime) -> list[str]:
        return [channel for channel, until in self._rests_until.items() if now < until]

    def record_failure(self, channel: str, *, now: datetime) -> None:
        self._failures[channel] += 1
        if self._failures[channel] >= FAILURES_IN_A_ROW:
            self._rests_until[channel] = now + RESTS

    def record_success(self, channel: str) -> None:
        self._failures.pop(channel, None)
        self._rests_until.pop(channel, None)
