"""Whether this process was asked to stop: what takes long looks at it between two steps."""

import threading

_requested = threading.Event()


class Stopped(Exception):
    """Raised by work that ends in its middle because the process stops; it is done again later."""


def ask() -> None:
    _requested.set()


def is_requested() -> bool:
    return _requested.is_set()


def wait(timeout_s: float | None = None) -> None:
    """Wait until the process is asked to stop, or for this many seconds."""
    _requested.wait(timeout_s)


def ensure_not_requested() -> None:
    """Raise Stopped once the process was asked to stop."""
    if is_requested():
        raise Stopped
