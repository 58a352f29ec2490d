"""Audit events for requests by staff, with the order each is about."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from typing import Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model

from standby.audit.services import keyed_hash, record_event
from standby.messaging.models import Message
from standby.orders.models import Appointment, Order
from standby.payments.models import Payment, Refund
from standby.photos.models import Photo, PhotoReview

# Parameters that hold no personal data; the values of all others are recorded as keyed hashes.
_PLAIN_PARAMS: Final = frozenset(
    {"page", "from", "to", "day", "days", "status", "rule", "costs_cents", "figure", "action"}
    | {"without_order", "group"}
)
# Of each parameter that names a row: its table, the column of the key, and the path to the order.
_ORDER_OF_PARAM: Final[Mapping[str, tuple[type[Model], str, str]]] = {
    "order_id": (Order, "public_id", "public_id"),
    "appointment_id": (Appointment, "public_id", "order__public_id"),
    "payment_id": (Payment, "public_id", "order__public_id"),
    "refund_id": (Refund, "reference", "payment__order__public_id"),
    "review_id": (PhotoReview, "public_id", "order__public_id"),
    "photo_id": (Photo, "public_id", "review__order__public_id"),
    "message_id": (Message, "pk", "order_ref"),
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
            table, column, path_to_order = _ORDER_OF_PARAM[name]
            # An unreadable key was refused by the endpoint already.
            with suppress(ValidationError, ValueError):
                rows = table._default_manager.filter(**{column: key})
                order_ref = rows.values_list(path_to_order, flat=True).first()
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
