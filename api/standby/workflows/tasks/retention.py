"""Delete data that the privacy policy no longer allows us to keep."""

from datetime import datetime

from standby.core.batches import erase, in_batches
from standby.core.idempotency import expired_responses
from standby.core.limits import expired_buckets
from standby.coverage.selectors.demand import old_searches, purge_addresses
from standby.pricing.services.quoting import abandon, silent_wizards, unfinished_wizards
from standby.workflows.erase_old_customers import erase_old_customers
from standby.workflows.purge_old_traces import purge_old_traces


def abandon_wizards(*, now: datetime) -> int:
    return in_batches(silent_wizards(now=now), abandon)


def erase_expired_customers(*, now: datetime) -> int:
    """Erase expired rows and customers; returns how many. Safe to repeat."""
    return (
        in_batches(unfinished_wizards(now=now), erase)
        + in_batches(old_searches(now=now), purge_addresses)
        + purge_old_traces(now=now)
        + erase_old_customers(now=now)
    )


def purge_idempotency_records(*, now: datetime) -> int:
    return in_batches(expired_responses(now=now), erase)


def purge_rate_buckets(*, now: datetime) -> int:
    return in_batches(expired_buckets(now=now), erase)
