"""Audit events for requests by staff, with the order each is about."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from standby.audit.services import keyed_hash, record_event
from standby.messaging.models import Message
from standby.orders.models import Appointment, Order
from standby.payments.models import Payment, Refund
from standby.photos.models import Photo, PhotoReview

# Parameters that hold no personal data; the values of all others are recorded as keyed hashes.
_PLAIN_PARAMS: Final = frozenset(
    {"page", "from", "to", "day", "days", "status", "rule", "costs_cents", "figure", "action"}
)
_ORDER_OF_PARAM: Final[Mapping[str, Callable[[str], UUID | None]]] = {
    "order_id": lambda key: (
        Order.objects.filter(public_id=UUID(key)).values_list("public_id", flat=True).first()
    ),
    "appointment_id": lambda key: (
        Appointment.objects.filter(public_id=UUID(key))
        .values_list("order__public_id", flat=True)
        .first()
    ),
    "payment_id": lambda key: (
        Payment.objects.filter(public_id=UUID(key))
        .values_list("order__public_id", flat=True)
        .first()
    ),
    "refund_id": lambda key: (
        Refund.objects.filter(reference=UUID(key))
        .values_list("payment__order__public_id", flat=True)
        .first()
    ),
    "review_id": lambda key: (
        PhotoReview.objects.filter(public_id=UUID(key))
        .values_list("order__public_id", flat=True)
        .first()
    ),
    "photo_id": lambda key: (
        Photo.objects.filter(public_id=UUID(key))
        .values_list("review__order__public_id", flat=True)
        .first()
    ),
    "message_id": lambda key: (
        Message.objects.filter(pk=int(key)).values_list("order_ref", flat=True).first()
    ),
}


def record_request(
    actor: str,
    *,
    operation: str,
    path: str,
    status: int,
    path_params: Mapping[str, str],
    params: Mapping[str, str],
    now: datetime,
) -> None:
    order_ref = None
    for name, key in path_params.items():
        if name in _ORDER_OF_PARAM:
            # An unreadable key was refused by the endpoint already.
            with suppress(ValueError):
                order_ref = _ORDER_OF_PARAM[name](key)
            break
    masked = {
        name: value if name in _PLAIN_PARAMS else f"hash:{keyed_hash(value)}"
        for name, value in params.items()
    }
    with transaction.atomic(durable=True):
        record_event(
            actor,
            action=operation,
            object=path,
            order_ref=order_ref,
            status=status,
            after=masked or None,
            now=now,
        )
