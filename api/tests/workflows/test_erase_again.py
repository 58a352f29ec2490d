"""Whoever was erased after a snapshot is erased again when it comes back (RUN-05, OPS-13)."""

from datetime import timedelta
from uuid import uuid4

import pytest
from bookings import NOW, reserve

from standby.audit.models import AuditEvent, Erasure
from standby.orders.models import Customer, Order, OrderLocation
from standby.workflows.erase_customer import ErasureReason, erase_again, erase_customer

pytestmark = pytest.mark.usefixtures("shop")
THEN = NOW + timedelta(days=40)
LATER = NOW + timedelta(days=41)


def test_an_erasure_is_noted_by_the_public_id_and_the_moment_alone() -> None:
    customer = reserve().customer

    erase_customer(customer.public_id, reason=ErasureReason.YEARS, actor="clock", now=THEN)

    [noted] = Erasure.objects.values()
    assert noted == {"id": noted["id"], "customer": customer.public_id, "erased_at": THEN}


@pytest.mark.req("RUN-05.5")
def test_an_order_that_the_snapshot_has_open_keeps_nobody_from_being_erased() -> None:
    order = reserve()
    assert "Waterway" in str(list(OrderLocation.objects.values()))

    erased = erase_again({order.customer.public_id: THEN}, now=LATER)

    assert erased == (1, [order.public_id])
    assert Customer.objects.get().name == "erased"
    assert "Waterway" not in str(list(OrderLocation.objects.values()))
    assert Order.objects.get().status == "reserved"  # staff close it
    [act] = AuditEvent.objects.filter(action="customer_erased")
    assert (act.after or {})["reason"] == "restored"


@pytest.mark.req("RUN-05.5")
def test_to_erase_again_twice_erases_once_and_who_is_not_in_this_snapshot_is_remembered() -> None:
    known = {reserve().customer.public_id: THEN, uuid4(): THEN}

    erased = [erase_again(known, now=LATER + timedelta(days=day))[0] for day in (0, 1)]

    assert erased == [1, 0]
    assert {each.customer: each.erased_at for each in Erasure.objects.all()} == known
