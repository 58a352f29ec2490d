"""Circuit breaker: do not call a provider that keeps failing, so that no visitor waits for it."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

from standby.core.provider_errors import ProviderDown

MOST_FAILURES: Final = 5  # within WINDOW_S
WINDOW_S: Final = 30.0
RESTS_S: Final = 30.0


class Unreachable(Exception):
    """Counted by the breaker: no response, half a response, or one that makes no sense."""


class Breaker:
    """After five failures in 30 seconds it stays open for 30 seconds, then lets one try through."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures: deque[float] = deque(maxlen=MOST_FAILURES)
        self._rests_until: float | None = None
        self._lock = Lock()

    @contextmanager
    def watch(self, *, down: ProviderDown) -> Iterator[None]:
        """Raise `down` while the breaker is open, and in place of Unreachable."""
        if not self._lets_through():
            raise down
        try:
            yield
        except Unreachable as failure:
            self._failed()
            raise down from failure
        self._worked()

    def _lets_through(self) -> bool:
        # No call while open; afterwards one try per RESTS_S, until one succeeds.
        with self._lock:
            if self._rests_until is None:
                return True
            if self._clock() < self._rests_until:
                return False
            self._rests_until = self._clock() + RESTS_S
            return True

    def _failed(self) -> None:
        with self._lock:
            now = self._clock()
            self._failures.append(now)
            if len(self._failures) == MOST_FAILURES and now - self._failures[0] <= WINDOW_S:
                self._rests_until = now + RESTS_S

    def _worked(self) -> None:
        with self._lock:
            self._failures.clear()
            self._rests_until = None
