"""Staff say who comes: one test per ending."""

from datetime import timedelta

import pytest
from bookings import NOW, appointment_of, reserve

from standby.apps.booking.models import Appointment, Order, Technician
from standby.apps.booking.services import appointments as booking
from standby.apps.notifications.models import Message
from standby.domain.lifecycle import StatusMoved
from standby.flows.assign_technician import Assignment, NobodyNeeded, assign_technician

pytestmark = [pytest.mark.usefixtures("shop"), pytest.mark.req("OPS-11")]
GRACE = Assignment(name="Grace Hopper", phone="(281) 555-0107", staff="staff Jo")
MARY = Assignment(name="Mary Jackson", phone="(281) 555-0108", staff="staff Jo")


def test_the_homeowner_is_told_once_who_comes() -> None:
    order = reserve()

    for _ in range(2):
        assign_technician(order.pk, assignment=GRACE, now=NOW)

    told = Message.objects.filter(kind="technician_assigned")
    [entry] = order.log.filter(subject="technician")
    assert appointment_of(order).assigned_to == Technician.objects.get(name="Grace Hopper")
    assert [message.channel for message in told] == ["email", "sms"]
    assert (entry.actor, entry.note) == ("staff Jo", "Grace Hopper")


def test_one_technician_comes_to_many_homes_and_may_be_replaced() -> None:
    one, other = reserve(), reserve()

    assign_technician(one.pk, assignment=GRACE, now=NOW)
    assign_technician(other.pk, assignment=GRACE, now=NOW)
    for minute, who in enumerate((MARY, GRACE)):
        assign_technician(one.pk, assignment=who, now=NOW + timedelta(minutes=minute + 1))

    assert Technician.objects.count() == 2
    emails = Message.objects.filter(kind="technician_assigned", channel="email")
    assert emails.filter(order_ref=one.public_id).count() == 3


@pytest.mark.parametrize("model", [Order, Appointment])
def test_nobody_comes_where_nobody_is_expected(model: type[Order] | type[Appointment]) -> None:
    order = reserve()
    model.objects.update(status="cancelled")

    with pytest.raises(NobodyNeeded):
        assign_technician(order.pk, assignment=GRACE, now=NOW)


def test_a4_assigning_meets_the_cancelling() -> None:
    as_seen = appointment_of(reserve())
    grace = Technician.objects.create(name="Grace", phone="1")
    Appointment.objects.update(status="cancelled")

    with pytest.raises(StatusMoved):
        booking.assign_technician(as_seen, technician=grace, actor="staff Jo", now=NOW)
