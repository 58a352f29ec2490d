"""Erasure of customers years after their last order event, as the privacy policy says."""

import logging
from collections.abc import Iterator
from datetime import datetime
from typing import Final
from uuid import UUID

from standby.core.errors import Conflict
from standby.orders.models import Customer, OrderLogEntry
from standby.orders.services.order_log import CLOCK
from standby.workflows.erase_customer import ErasureReason, erase_customer
from standby.workflows.personal_data_map import CustomerNotFound, data_subject_of
from standby.workflows.policy import ORDERS_KEPT

log = logging.getLogger(__name__)

_BATCH_SIZE: Final = 200


def erase_old_customers(*, now: datetime) -> int:
    """Erase customers past the retention period, and return how many.

    A customer with a live order or an open account stays, with a warning in the log.
    """
    erased = 0
    for public_id in list(_expired_customers(now=now)):
        try:
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


def _expired_customers(*, now: datetime) -> Iterator[UUID]:
    since = now - ORDERS_KEPT
    recent = OrderLogEntry.objects.filter(at__gte=since).values("order__customer")
    old = Customer.objects.filter(erased_at=None, created_at__lt=since).exclude(pk__in=recent)
    for public_id in old.order_by("pk").values_list("public_id", flat=True)[:_BATCH_SIZE]:
        person = data_subject_of(public_id)
        if not OrderLogEntry.objects.filter(order__in=person.orders, at__gte=since).exists():
            yield public_id
