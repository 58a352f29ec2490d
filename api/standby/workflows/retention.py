"""Deletion of data that the privacy policy no longer allows us to keep."""

import logging
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from django.db.models import Q, QuerySet

from standby.accounts.services.sessions import expired_sign_ins
from standby.core.errors import Conflict
from standby.core.idempotency import expired_responses
from standby.core.limits import expired_buckets
from standby.core.models import Job
from standby.core.sweeps import ALL_AT_ONCE, Steps, erase
from standby.coverage.models import AddressSearch, NotifyRequest
from standby.coverage.selectors import old_searches, purge_addresses
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.selectors import unpaid_diagnostics
from standby.inbox.models import Item, ReceivedFile
from standby.messaging.models import InboundMessage, Message
from standby.orders.models import Customer, OrderLogEntry, UndoableAction
from standby.orders.services.order_log import CLOCK
from standby.payments.models import PaymentEvent
from standby.photos.services.photos import delete_file
from standby.pricing.models.quoting import ManualQuoteRequest
from standby.pricing.services.quoting import abandon, silent_wizards, unfinished_wizards
from standby.pricing.services.saved_quotes import expired_quotes
from standby.sales.services.leads import expired_custom_quotes, expired_leads
from standby.tasks.models import StaffTask
from standby.workflows.data_subjects import CustomerNotFound, data_subject_of
from standby.workflows.erase_customer import ErasureReason, erase_customer
from standby.workflows.personal_data_map import ERASED_DIAGNOSTIC, GONE

log = logging.getLogger(__name__)

# Privacy policy, "How long we keep it"
ORDER_RETENTION: Final = timedelta(
    days=5 * 365
)  # after the last entry; then the customer is erased
UNDO_RECORDS_KEPT: Final = timedelta(days=1)
UNPLACED_RETENTION: Final = timedelta(days=90)  # of mails that became part of nothing
PAYMENT_EVENT_RETENTION: Final = timedelta(days=90)  # as long as questions about a webhook come up


def abandon_wizards(*, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    return steps.batches("wizards", silent_wizards(now=now), abandon)


def erase_expired_customers(*, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    """Erase expired rows and customers; returns how many. Safe to repeat."""
    return (
        steps.batches("unfinished wizards", unfinished_wizards(now=now), erase)
        + steps.batches("saved quotes", expired_quotes(now=now), erase)
        + steps.batches("custom quotes", expired_custom_quotes(now=now), erase)
        + steps.batches("leads", expired_leads(now=now), erase)
        + steps.batches("diagnostics", unpaid_diagnostics(now=now), erase)
        + steps.batches("searches", old_searches(now=now), purge_addresses)
        + purge_old_traces(now=now, steps=steps)
        + erase_old_customers(now=now, steps=steps)
    )


def purge_idempotency_records(*, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    return steps.batches("answers", expired_responses(now=now), erase)


def purge_rate_buckets(*, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    return steps.batches("buckets", expired_buckets(now=now), erase)


def erase_old_customers(*, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    # A customer with a live order or an open account stays, with a warning in the log.
    since = now - ORDER_RETENTION
    recent = OrderLogEntry.objects.filter(at__gte=since).values("order__customer")
    old = Customer.objects.filter(erased_at=None, created_at__lt=since).exclude(pk__in=recent)

    def erase_old(customer: Customer) -> int:
        try:
            person = data_subject_of(customer.public_id)
            if OrderLogEntry.objects.filter(order__in=person.orders, at__gte=since).exists():
                return 0
            erase_customer(customer.public_id, reason=ErasureReason.YEARS, actor=CLOCK, now=now)
        except CustomerNotFound:
            return 0  # another row of a customer who was erased just before
        except Conflict as error:
            log.warning(
                "customer %s is past the retention period but was not erased: %s",
                customer.public_id,
                error.code,
            )
            return 0
        return 1

    return steps.each("customers", old, erase_old)


def purge_old_traces(*, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    # Requests, texts, messages, events and searches past their retention period.
    cutoff = now - ORDER_RETENTION
    # A payment event stays on record; its payload repeats the customer's data and goes.
    events = PaymentEvent.objects.filter(processed_at__lt=now - PAYMENT_EVENT_RETENTION)
    count = steps.batches(
        "card events", events.exclude(payload={}), lambda rows: rows.update(payload={})
    )
    # Messages of orders are erased with their customer.
    finished = Q(sent_at__isnull=False) | Q(dead_at__isnull=False)
    old = Message.objects.filter(finished, order_ref=None, created_at__lt=cutoff)
    count += steps.batches(
        "messages",
        old.exclude(recipient=GONE),
        lambda messages: messages.update(
            recipient=GONE,
            facts={},
            subject="",
            text="",
            email_parts={},
            calendar="",
            last_error="",
        ),
    )
    visits = Diagnostic.objects.filter(created_at__lt=cutoff).exclude(name=GONE)
    count += steps.batches("visits", visits, lambda rows: rows.update(**ERASED_DIAGNOSTIC))
    received = InboundMessage.objects.filter(received_at__lt=cutoff).exclude(sender=GONE)
    count += steps.batches(
        "replies", received, lambda rows: rows.update(sender=GONE, subject="", text="")
    )
    came_with = ReceivedFile.objects.filter(message__received_at__lt=cutoff)
    count += steps.batches(
        "received files", came_with, partial(_erase_with_files, column="key", now=now)
    )
    count += steps.batches(
        "inbox items",
        _old_items(now=now),
        partial(_erase_with_files, column="raw_key", now=now),
    )
    # What could be undone is in the order's log; how to undo it is of no use any more.
    undoable = UndoableAction.objects.filter(expires_at__lt=now - UNDO_RECORDS_KEPT)
    # Tasks of an order are erased with its customer. One of no order may name somebody as well: it
    # goes whether it was done or not.
    undone = Q(done_at=None, created_at__lt=cutoff)
    tasks = StaffTask.objects.filter(Q(done_at__lt=cutoff) | undone, order=None)
    gone = [Job.objects.filter(dead_at__lt=cutoff), undoable]
    gone += [
        table.objects.filter(created_at__lt=cutoff)
        for table in (NotifyRequest, ManualQuoteRequest, AddressSearch)
    ]
    gone += [tasks, *expired_sign_ins(now=now)]
    for rows in gone:
        count += steps.batches(f"old {rows.model._meta.db_table}", rows, erase)
    return count


def _old_items(*, now: datetime) -> QuerySet[Item]:
    # Most of what belongs to nobody is advertising; what was set aside had its time on the list,
    # and of the report of a mail that came back the mail itself keeps what counts.
    unplaced = Q(message=None, received_at__lt=now - UNPLACED_RETENTION)
    return Item.objects.filter(unplaced | Q(received_at__lt=now - ORDER_RETENTION))


def _erase_with_files(rows: QuerySet[Any], *, column: str, now: datetime) -> int:
    for key in rows.exclude(**{column: ""}).values_list(column, flat=True):
        delete_file(key, now=now)
    return erase(rows)
