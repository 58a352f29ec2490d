"""Keeps the privacy policy's word: what is no longer needed is erased in time."""

from collections.abc import Callable
from datetime import datetime

from standby.apps.coverage.demand import forget_searched_addresses
from standby.apps.quoting.unfinished import abandon_silent_wizards, erase_unfinished_wizards
from standby.flows.erase_old_customers import erase_old_customers
from standby.flows.forget_old_traces import forget_old_traces
from standby.flows.writing import writing


def abandon_wizards(*, now: datetime) -> int:
    with writing():
        return abandon_silent_wizards(now=now)


def erase_what_is_old(*, now: datetime) -> int:
    """Safe to repeat. How many rows and customers were erased or wiped."""
    with writing():
        erased = erase_unfinished_wizards(now=now)
    erased += _until_none(forget_searched, now=now)
    erased += _until_none(forget_old_traces, now=now)
    return erased + erase_old_customers(now=now)


def forget_searched(*, now: datetime) -> int:
    with writing():
        return forget_searched_addresses(now=now)


def _until_none(forget: Callable[..., int], *, now: datetime) -> int:
    """A transaction for each batch: who reserves meanwhile waits for none of them long."""
    forgotten = 0
    while some := forget(now=now):
        forgotten += some
    return forgotten
