"""Who opens a transaction is visible: workflows do, and what must run inside one says so."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import connection

P = ParamSpec("P")
R = TypeVar("R")


class OutsideTransaction(RuntimeError):
    """A function that changes several rows was called where a failure would leave half of them."""


def in_transaction(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function run only inside its caller's transaction.

    Else it raises OutsideTransaction, before anything is written.
    """

    @wraps(function)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if not connection.in_atomic_block:
            raise OutsideTransaction(f"{function.__qualname__} needs its caller's transaction")
        return function(*args, **kwargs)

    return guarded
