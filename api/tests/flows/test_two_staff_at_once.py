"""Two members of staff at one order: nobody overwrites what they have not seen (OPS-11)."""

from dataclasses import replace
from datetime import timedelta

import pytest
from bookings import NOW, OTHER_DAY, appointment_of, reserve

from standby.apps.booking.models import Order
from standby.apps.booking.services.order_log import (
    ChangedMeanwhile,
    ensure_seen,
    log_change,
    version_of,
)
from standby.apps.booking.services.progress import cancel_visits, move_order
from standby.flows.office.assign_technician import Assignment, assign_technician

pytestmark = pytest.mark.usefixtures("shop")
LATER = NOW + timedelta(minutes=1)


def test_who_saw_the_newest_goes_on_and_so_does_who_does_not_say() -> None:
    order = reserve()
    without_a_log = Order(pk=order.pk + 1)

    ensure_seen(order, version_of(order), now=NOW)
    ensure_seen(order, None, now=NOW)
    ensure_seen(without_a_log, 0, now=NOW)

    assert version_of(without_a_log) == 0


def test_what_happened_since_is_told_with_who_and_when() -> None:
    order = reserve()
    seen = version_of(order)
    log_change(
        order,
        subject="appointment",
        change=("confirmed", "confirmed"),
        actor="staff Jo",
        now=NOW,
        note=f"from 2025-11-20 morning to {OTHER_DAY} morning",
    )

    with pytest.raises(ChangedMeanwhile) as refused:
        ensure_seen(order, seen, now=LATER)

    assert refused.value.detail == (
        "Jo moved this appointment to Nov 21 a minute ago. Look again before you go on."
    )


def test_an_act_of_many_rows_is_told_by_its_first() -> None:
    order = reserve()
    seen = version_of(order)
    move_order(order, to=Order.Status.CANCELLED, actor="staff Jo", now=NOW)
    cancel_visits(order, actor="staff Jo", now=NOW)

    with pytest.raises(ChangedMeanwhile, match=r"^Jo cancelled the order a minute ago\."):
        ensure_seen(order, seen, now=LATER)


def test_of_two_who_saw_the_same_the_second_is_stopped() -> None:
    order = reserve()
    grace = Assignment(
        name="Grace", phone="(281) 555-0107", staff="staff Jo", seen_version=version_of(order)
    )
    assign_technician(order.pk, assignment=grace, now=NOW)

    with pytest.raises(ChangedMeanwhile, match=r"^Jo said who comes \(Grace\)"):
        assign_technician(order.pk, assignment=replace(grace, name="Mary"), now=LATER)

    technician = appointment_of(order).assigned_to
    assert technician is not None
    assert technician.name == "Grace"
