"""Deletion of old rows that belong to no order: requests, texts, messages, events and searches."""

from datetime import datetime

from django.db.models import Q

from standby.accounts.services.retention import expired_sign_ins
from standby.core.batches import erase, in_batches
from standby.core.models import Job
from standby.coverage.models import AddressSearch, NotifyRequest
from standby.messaging.models import InboundText, Message
from standby.payments.models import PaymentEvent
from standby.pricing.models.quoting import ManualQuoteRequest
from standby.workflows.personal_data_map import GONE
from standby.workflows.policy import CARD_EVENTS_KEPT, ORDERS_KEPT

_TABLES = (NotifyRequest, ManualQuoteRequest, AddressSearch)


def purge_old_traces(*, now: datetime) -> int:
    """Delete or wipe the rows past their retention period, and return how many. Idempotent."""
    cutoff = now - ORDERS_KEPT
    count = _purge_card_events(now) + _purge_messages(cutoff) + _purge_texts(cutoff)
    count += in_batches(Job.objects.filter(dead_at__lt=cutoff), erase)
    for table in _TABLES:
        count += in_batches(table.objects.filter(created_at__lt=cutoff), erase)
    for rows in expired_sign_ins(now=now):
        count += in_batches(rows, erase)
    return count


def _purge_card_events(now: datetime) -> int:
    # The event stays on record; its payload repeats the customer's data and goes.
    old = PaymentEvent.objects.filter(processed_at__lt=now - CARD_EVENTS_KEPT).exclude(payload={})
    return in_batches(old, lambda events: events.update(payload={}))


def _purge_messages(cutoff: datetime) -> int:
    # Messages of orders are erased with their customer.
    finished = Q(sent_at__isnull=False) | Q(dead_at__isnull=False)
    old = Message.objects.filter(finished, order_ref=None, created_at__lt=cutoff)
    return in_batches(
        old.exclude(recipient=GONE),
        lambda messages: messages.update(
            recipient=GONE, subject="", text="", html="", calendar="", last_error=""
        ),
    )


def _purge_texts(cutoff: datetime) -> int:
    old = InboundText.objects.filter(received_at__lt=cutoff).exclude(sender=GONE)
    return in_batches(old, lambda texts: texts.update(sender=GONE, text=""))
