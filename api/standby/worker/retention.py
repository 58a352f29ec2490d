"""Keeps the privacy policy's word: what is no longer needed is erased in time."""

from datetime import datetime

from standby.apps.booking.services.answers import old_answers
from standby.apps.coverage.demand import forget_addresses, searched_long_ago
from standby.apps.limits.services import old_buckets
from standby.apps.quoting.unfinished import abandon, silent_wizards, unfinished_wizards
from standby.flows.privacy.erase_old_customers import erase_old_customers
from standby.flows.privacy.forget_old_traces import forget_old_traces
from standby.flows.slice_by_slice import erase, slice_by_slice


def abandon_wizards(*, now: datetime) -> int:
    return slice_by_slice(silent_wizards(now=now), abandon)


def erase_what_is_old(*, now: datetime) -> int:
    """Safe to repeat. How many rows and customers were erased or wiped."""
    return (
        slice_by_slice(unfinished_wizards(now=now), erase)
        + slice_by_slice(searched_long_ago(now=now), forget_addresses)
        + forget_old_traces(now=now)
        + erase_old_customers(now=now)
    )


def forget_old_answers(*, now: datetime) -> int:
    """How many were forgotten. Safe to repeat."""
    return slice_by_slice(old_answers(now=now), erase)


def forget_old_buckets(*, now: datetime) -> int:
    """How many buckets, untouched for long, were removed. Safe to repeat."""
    return slice_by_slice(old_buckets(now=now), erase)
