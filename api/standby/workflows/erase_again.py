"""Erasures that a restore from an older snapshot must repeat (RUN-05.5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from standby.audit.services import add_known_erasures
from standby.orders.models import Order
from standby.orders.services.order_log import CLOCK
from standby.workflows.erase_customer import OVER, ErasureReason, erase_customer
from standby.workflows.personal_data_map import CustomerNotFound, data_subject_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasedAgain:
    customers: int
    # Open in the snapshot. Their customers can no longer be contacted, so staff close them.
    open_orders: tuple[UUID, ...]


def erase_again(erased_at: Mapping[UUID, datetime], *, now: datetime) -> ErasedAgain:
    """Erase these customers again, by public id, where the database still has them. Idempotent."""
    # All are recorded first: a snapshot restored later may contain customers that this one lacks.
    with transaction.atomic(durable=True):
        add_known_erasures(erased_at)
    count, open_orders = 0, list[UUID]()
    for customer in erased_at:
        try:
            person = data_subject_of(customer)
        except CustomerNotFound:
            continue
        orders = Order.objects.filter(pk__in=person.orders).exclude(status__in=OVER)
        open_orders += orders.order_by("pk").values_list("public_id", flat=True)
        erase_customer(customer, reason=ErasureReason.RESTORED, actor=CLOCK, now=now)
        count += 1
    return ErasedAgain(customers=count, open_orders=tuple(open_orders))
