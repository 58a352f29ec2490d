"""Circuit breaker of message channels."""

from collections import Counter
from datetime import datetime, timedelta
from typing import Final

FAILURES_IN_A_ROW: Final = 5
RESTS: Final = timedelta(seconds=30)


class ChannelBreaker:
    """Pauses a channel for 30 seconds after five failures in a row.

    Then one message probes the channel for all. Messages that wait meanwhile use up no try.
    """

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
