"""After a restore: whoever was erased since the snapshot is erased again (RUN-05, OPS-13)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from standby.apps.booking.models import Order
from standby.apps.booking.services.order_log import CLOCK
from standby.apps.trail.services import add_known_erasures
from standby.flows.privacy.erase_customer import OVER, ErasureReason, erase_customer
from standby.flows.privacy.holdings import CustomerNotFound, data_subject_of
from standby.flows.writing import write_transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class ErasedAgain:
    """How many customers, and which of their orders the snapshot still has open: nobody can be
    called about those any more, so that staff close them.
    """

    customers: int
    open_orders: tuple[UUID, ...]


def erase_again(erased_at: Mapping[UUID, datetime], *, now: datetime) -> ErasedAgain:
    """Erase these customers, by public id, where the database still knows them. Safe to repeat."""
    # All are noted first: a snapshot that is restored later may know one whom this one does not.
    with write_transaction():
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
