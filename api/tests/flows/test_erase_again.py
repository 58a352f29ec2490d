"""Whoever was erased after a snapshot is erased again when it comes back (RUN-05, OPS-13)."""

from datetime import timedelta
from uuid import uuid4

import pytest
from bookings import ADA, NOW, a_wish, reserve

from standby.apps.booking.models import Customer, Order, OrderLocation
from standby.apps.trail.models import Erasure, StaffAct
from standby.flows.privacy.erase_again import ErasedAgain, erase_again
from standby.flows.privacy.erase_customer import Reason, erase_customer

pytestmark = pytest.mark.usefixtures("shop")
THEN = NOW + timedelta(days=40)
LATER = NOW + timedelta(days=41)


def test_an_erasure_is_noted_by_the_public_id_and_the_moment_alone() -> None:
    customer = reserve().customer

    erase_customer(customer.public_id, reason=Reason.YEARS, actor="clock", now=THEN)

    [noted] = Erasure.objects.values()
    assert noted == {"id": noted["id"], "customer": customer.public_id, "erased_at": THEN}


@pytest.mark.req("RUN-05.5")
def test_an_order_that_the_snapshot_has_open_keeps_nobody_from_being_erased() -> None:
    order = reserve()
    assert "Waterway" in str(list(OrderLocation.objects.values()))

    erased = erase_again({order.customer.public_id: THEN}, now=LATER)

    assert erased == ErasedAgain(customers=1, open_orders=(order.public_id,))
    assert Customer.objects.get().name == "erased"
    assert "Waterway" not in str(list(OrderLocation.objects.values()))
    assert Order.objects.get().status == "reserved"  # staff close it
    [act] = StaffAct.objects.filter(action="customer_erased")
    assert (act.after or {})["reason"] == "restored"


@pytest.mark.req("RUN-05.5")
def test_to_erase_again_twice_erases_once_and_keeps_the_first_moment() -> None:
    known = {reserve().customer.public_id: THEN}
    erase_again(known, now=LATER)

    assert erase_again(known, now=LATER + timedelta(days=1)).customers == 0
    assert [each.erased_at for each in Erasure.objects.all()] == [THEN]


def test_one_whom_this_snapshot_does_not_know_is_remembered_for_a_later_one() -> None:
    unknown = uuid4()

    assert erase_again({unknown: THEN}, now=LATER).customers == 0
    assert Erasure.objects.get().customer == unknown


def test_nobody_else_is_erased() -> None:
    ada = reserve().customer
    reserve(a_wish(contact=ADA.__class__(name="Bill King", email="b@example.org", phone=ADA.phone)))

    erase_again({ada.public_id: THEN}, now=LATER)

    assert sorted(Customer.objects.values_list("name", flat=True)) == ["Bill King", "erased"]
