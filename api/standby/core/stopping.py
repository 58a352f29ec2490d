"""Whether this process was asked to stop: what takes long looks at it between two steps."""

import threading

_asked = threading.Event()


class Stopped(Exception):
    """Raised by work that ends in its middle because the process stops; it is done again later."""


def ask() -> None:
    _asked.set()


def is_asked() -> bool:
    return _asked.is_set()


def wait(timeout_s: float | None = None) -> None:
    """Wait until the process is asked to stop, or for this many seconds."""
    _asked.wait(timeout_s)


def ensure_not_asked() -> None:
    """Raise Stopped once the process was asked to stop."""
    if is_asked():
        raise Stopped
