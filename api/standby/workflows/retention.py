"""Deletion of data that the privacy policy no longer allows us to keep."""

import logging
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from standby.accounts.services.sessions import expired_sign_ins
from standby.core.errors import Conflict
from standby.core.idempotency import expired_responses
from standby.core.jobs import erase, in_batches
from standby.core.limits import expired_buckets
from standby.core.models import Job
from standby.coverage.models import AddressSearch, NotifyRequest
from standby.coverage.selectors import old_searches, purge_addresses
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.selectors import unpaid_diagnostics
from standby.messaging.models import InboundMessage, Message
from standby.orders.models import Customer, OrderLogEntry, StaffTask, UndoableAct
from standby.orders.services.order_log import CLOCK
from standby.payments.models import PaymentEvent
from standby.pricing.models.quoting import ManualQuoteRequest
from standby.pricing.services.quoting import abandon, silent_wizards, unfinished_wizards
from standby.pricing.services.saved_quotes import expired_quotes
from standby.sales.services.leads import expired_custom_quotes, expired_leads
from standby.workflows.erase_customer import ErasureReason, erase_customer
from standby.workflows.personal_data_map import (
    ERASED_DIAGNOSTIC,
    GONE,
    CustomerNotFound,
    data_subject_of,
)

log = logging.getLogger(__name__)

_BATCH_SIZE: Final = 200
# Privacy policy, "How long we keep it"
ORDER_RETENTION: Final = timedelta(
    days=5 * 365
)  # after the last entry; then the customer is erased
UNDO_RECORDS_KEPT: Final = timedelta(days=1)
PAYMENT_EVENT_RETENTION: Final = timedelta(days=90)  # as long as questions about a webhook come up


def abandon_wizards(*, now: datetime) -> int:
    return in_batches(silent_wizards(now=now), abandon)


def erase_expired_customers(*, now: datetime) -> int:
    """Erase expired rows and customers; returns how many. Safe to repeat."""
    return (
        in_batches(unfinished_wizards(now=now), erase)
        + in_batches(expired_quotes(now=now), erase)
        + in_batches(expired_custom_quotes(now=now), erase)
        + in_batches(expired_leads(now=now), erase)
        + in_batches(unpaid_diagnostics(now=now), erase)
        + in_batches(old_searches(now=now), purge_addresses)
        + purge_old_traces(now=now)
        + erase_old_customers(now=now)
    )


def purge_idempotency_records(*, now: datetime) -> int:
    return in_batches(expired_responses(now=now), erase)


def purge_rate_buckets(*, now: datetime) -> int:
    return in_batches(expired_buckets(now=now), erase)


def erase_old_customers(*, now: datetime) -> int:
    # A customer with a live order or an open account stays, with a warning in the log.
    erased, since = 0, now - ORDER_RETENTION
    recent = OrderLogEntry.objects.filter(at__gte=since).values("order__customer")
    old = Customer.objects.filter(erased_at=None, created_at__lt=since).exclude(pk__in=recent)
    for public_id in list(old.order_by("pk").values_list("public_id", flat=True)[:_BATCH_SIZE]):
        try:
            person = data_subject_of(public_id)
            if OrderLogEntry.objects.filter(order__in=person.orders, at__gte=since).exists():
                continue
            erase_customer(public_id, reason=ErasureReason.YEARS, actor=CLOCK, now=now)
        except CustomerNotFound:
            continue  # another row of a customer erased in this loop
        except Conflict as error:
            log.warning(
                "customer %s is past the retention period but was not erased: %s",
                public_id,
                error.code,
            )
            continue
        erased += 1
    return erased


def purge_old_traces(*, now: datetime) -> int:
    # Requests, texts, messages, events and searches past their retention period.
    cutoff = now - ORDER_RETENTION
    # A payment event stays on record; its payload repeats the customer's data and goes.
    events = PaymentEvent.objects.filter(processed_at__lt=now - PAYMENT_EVENT_RETENTION)
    count = in_batches(events.exclude(payload={}), lambda rows: rows.update(payload={}))
    # Messages of orders are erased with their customer.
    finished = Q(sent_at__isnull=False) | Q(dead_at__isnull=False)
    old = Message.objects.filter(finished, order_ref=None, created_at__lt=cutoff)
    count += in_batches(
        old.exclude(recipient=GONE),
        lambda messages: messages.update(
            recipient=GONE, subject="", text="", email_parts={}, calendar="", last_error=""
        ),
    )
    visits = Diagnostic.objects.filter(created_at__lt=cutoff).exclude(name=GONE)
    count += in_batches(visits, lambda rows: rows.update(**ERASED_DIAGNOSTIC))
    received = InboundMessage.objects.filter(received_at__lt=cutoff).exclude(sender=GONE)
    count += in_batches(received, lambda rows: rows.update(sender=GONE, subject="", text=""))
    count += in_batches(Job.objects.filter(dead_at__lt=cutoff), erase)
    # What could be undone is in the order's log; how to undo it is of no use any more.
    undoable = UndoableAct.objects.filter(expires_at__lt=now - UNDO_RECORDS_KEPT)
    count += in_batches(undoable, erase)
    for table in (NotifyRequest, ManualQuoteRequest, AddressSearch):
        count += in_batches(table.objects.filter(created_at__lt=cutoff), erase)
    # Tasks of an order are erased with its customer. One of no order may name somebody as well: it
    # goes whether it was done or not.
    undone = Q(done_at=None, created_at__lt=cutoff)
    tasks = StaffTask.objects.filter(Q(done_at__lt=cutoff) | undone, order=None)
    count += in_batches(tasks, erase)
    for rows in expired_sign_ins(now=now):
        count += in_batches(rows, erase)
    return count
