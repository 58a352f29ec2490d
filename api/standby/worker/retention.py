"""Keeps the privacy policy's word: what is no longer needed is erased in time."""

from datetime import datetime

from standby.apps.coverage.demand import forget_searched_addresses
from standby.apps.quoting.unfinished import abandon_silent_wizards, erase_unfinished_wizards
from standby.flows.writing import writing


def abandon_wizards(*, now: datetime) -> int:
    with writing():
        return abandon_silent_wizards(now=now)


def erase_what_is_old(*, now: datetime) -> int:
    """Safe to repeat. How many wizards and searched addresses were erased."""
    with writing():
        erased = erase_unfinished_wizards(now=now)
    return erased + _forget_addresses(now=now)


def _forget_addresses(*, now: datetime) -> int:
    """A transaction for each batch: who reserves meanwhile waits for none of them long."""
    forgotten = 0
    while True:
        with writing():
            some = forget_searched_addresses(now=now)
        if some == 0:
            return forgotten
        forgotten += some
