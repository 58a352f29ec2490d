"""Not asking a provider that has just failed again and again: a visitor should not wait for it."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

from standby.providers.errors import ProviderDown

MOST_FAILURES: Final = 5  # in WINDOW_S (reliability.md J1)
WINDOW_S: Final = 30.0
RESTS_S: Final = 30.0


class Unreachable(Exception):
    """What the breaker counts: no answer, half an answer, or one that makes no sense."""


class Breaker:
    """Five failures in half a minute: it rests for half a minute, then lets one try through."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures: deque[float] = deque(maxlen=MOST_FAILURES)
        self._rests_until: float | None = None
        self._lock = Lock()

    @contextmanager
    def watch(self, *, down: ProviderDown) -> Iterator[None]:
        """Raises `down` while it rests, and in place of Unreachable."""
        if not self._lets_through():
            raise down
        try:
            yield
        except Unreachable as failure:
            self._failed()
            raise down from failure
        self._worked()

    def _lets_through(self) -> bool:
        """While resting nobody; afterwards one at a time, each trying for all."""
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
