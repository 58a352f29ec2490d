"""Calls to providers: their failures, the circuit breaker, and OpenTelemetry spans.

Spans are no-ops until server/traces.py sets up tracing.
"""

import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import ClassVar, Final

from opentelemetry import trace
from opentelemetry.trace import SpanKind, StatusCode

MOST_FAILURES: Final = 5  # within WINDOW_S
WINDOW_S: Final = 30.0
RESTS_S: Final = 30.0
IN_A_ROW: Final = math.inf  # as a window: however far apart


class ProviderDown(Exception):
    """The provider did not respond, or not sensibly. Nothing happened there; retrying is safe."""

    code: ClassVar[str] = "provider_down"


class Unreachable(Exception):
    """Counted by the breaker: no response, half a response, or one that makes no sense."""


class Breaker:
    """After five failures within the window it is open for 30 seconds, then lets one try through.

    Calls that visitors wait for go through `watch`. A queue, which tries one job at a time by its
    own clock, asks `is_open` and reports with `failed` and `worked`.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, *, window_s: float = WINDOW_S
    ) -> None:
        self._clock = clock
        self._window_s = window_s
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
            self.failed(self._clock())
            raise down from failure
        self.worked()

    def is_open(self, now_s: float) -> bool:
        return self._rests_until is not None and now_s < self._rests_until

    def failed(self, now_s: float) -> None:
        with self._lock:
            self._failures.append(now_s)
            is_full = len(self._failures) == MOST_FAILURES
            if is_full and now_s - self._failures[0] <= self._window_s:
                self._rests_until = now_s + RESTS_S

    def worked(self) -> None:
        with self._lock:
            self._failures.clear()
            self._rests_until = None

    def _lets_through(self) -> bool:
        # No call while open; afterwards one try per RESTS_S, until one succeeds.
        with self._lock:
            now_s = self._clock()
            if self.is_open(now_s):
                return False
            if self._rests_until is not None:
                self._rests_until = now_s + RESTS_S
            return True


@contextmanager
def outgoing(service: str) -> Iterator[None]:
    """Trace one request to another service, without its address or any value."""
    tracer = trace.get_tracer("standby")
    span = tracer.start_span(service, kind=SpanKind.CLIENT, attributes={"peer.service": service})
    try:
        yield
    except Exception as error:
        # The message may quote what was sent, so only the class is recorded.
        span.set_status(StatusCode.ERROR)
        span.set_attribute("error.type", type(error).__name__)
        raise
    finally:
        span.end()
