"""Deletion of old rows that belong to no order: requests, texts, messages, events and searches."""

from datetime import datetime

from django.db.models import Q

from standby.apps.accounts.services.forgetting import expired_sign_ins
from standby.apps.coverage.models import AddressSearch, NotifyRequest
from standby.apps.notifications.models import InboundText, Message
from standby.apps.payments.models import CardEvent
from standby.apps.quoting.models import ManualQuoteRequest
from standby.domain.policy import CARD_EVENTS_KEPT, ORDERS_KEPT
from standby.flows.privacy.holdings import GONE
from standby.flows.slice_by_slice import erase, in_batches

_ASKED_FOR = (NotifyRequest, ManualQuoteRequest, AddressSearch)


def purge_old_traces(*, now: datetime) -> int:
    """Delete or wipe the rows past their retention period, and return how many. Idempotent."""
    long_ago = now - ORDERS_KEPT
    forgotten = _card_events(now) + _messages(long_ago) + _texts(long_ago)
    for table in _ASKED_FOR:
        forgotten += in_batches(table.objects.filter(created_at__lt=long_ago), erase)
    for rows in expired_sign_ins(now=now):
        forgotten += in_batches(rows, erase)
    return forgotten


def _card_events(now: datetime) -> int:
    # The event stays on record; its payload repeats the customer's data and goes.
    old = CardEvent.objects.filter(processed_at__lt=now - CARD_EVENTS_KEPT).exclude(payload={})
    return in_batches(old, lambda events: events.update(payload={}))


def _messages(long_ago: datetime) -> int:
    # Messages of orders are erased with their customer.
    done = Q(sent_at__isnull=False) | Q(dead_at__isnull=False)
    old = Message.objects.filter(done, order_ref=None, created_at__lt=long_ago)
    return in_batches(
        old.exclude(recipient=GONE),
        lambda messages: messages.update(
            recipient=GONE, subject="", text="", html="", calendar="", last_error=""
        ),
    )


def _texts(long_ago: datetime) -> int:
    old = InboundText.objects.filter(received_at__lt=long_ago).exclude(sender=GONE)
    return in_batches(old, lambda texts: texts.update(sender=GONE, text=""))
