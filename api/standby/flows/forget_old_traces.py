"""What was left beside orders goes after its time: requests, texts, letters, events, searches."""

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final

from django.db.models import Q, QuerySet

from standby.apps.accounts.services.forgetting import forget_old_sign_ins
from standby.apps.coverage.models import AddressSearch, NotifyRequest
from standby.apps.notifications.models import InboundText, Message
from standby.apps.payments.models import CardEvent
from standby.apps.quoting.models import ManualQuoteRequest
from standby.domain.policy import CARD_EVENTS_KEPT, ORDERS_KEPT
from standby.flows.holdings import GONE
from standby.flows.writing import writing

_AT_A_TIME: Final = 500


def forget_old_traces(*, now: datetime) -> int:
    """How many rows were deleted or wiped: a batch of each kind. Safe to repeat."""
    with writing():
        return sum(forget(now) for forget in _FORGETTING) + forget_old_sign_ins(now=now)


def _card_events(now: datetime) -> int:
    """What happened stays; the provider's letter about it, which repeats the customer, does not."""
    old = CardEvent.objects.filter(processed_at__lt=now - CARD_EVENTS_KEPT).exclude(payload={})
    return _some(old).update(payload={})


def _messages(now: datetime) -> int:
    """Those of orders go with their customer."""
    done = Q(sent_at__isnull=False) | Q(dead_at__isnull=False)
    old = Message.objects.filter(done, order_ref=None, created_at__lt=now - ORDERS_KEPT)
    return _some(old.exclude(recipient=GONE)).update(
        recipient=GONE, subject="", text="", html="", calendar="", last_error=""
    )


def _texts(now: datetime) -> int:
    old = InboundText.objects.filter(received_at__lt=now - ORDERS_KEPT).exclude(sender=GONE)
    return _some(old).update(sender=GONE, text="")


def _asked_for(table: Any) -> Callable[[datetime], int]:
    def forget(now: datetime) -> int:
        old = table.objects.filter(created_at__lt=now - ORDERS_KEPT)
        return int(_some(old).delete()[0])

    return forget


def _some(rows: QuerySet[Any]) -> QuerySet[Any]:
    """So many at a time that nobody who reserves meanwhile waits long."""
    numbers = list(rows.order_by("pk").values_list("pk", flat=True)[:_AT_A_TIME])
    return rows.order_by().filter(pk__in=numbers)


_FORGETTING: Final[tuple[Callable[[datetime], int], ...]] = (
    _card_events,
    _messages,
    _texts,
    _asked_for(NotifyRequest),
    _asked_for(ManualQuoteRequest),
    _asked_for(AddressSearch),
)
