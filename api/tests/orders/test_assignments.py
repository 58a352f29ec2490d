"""Technicians, as they are assigned to appointments."""

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from booking_helpers import (
    DAY,
    NOW,
    OTHER_DAY,
    a_request,
    all_of,
    appointment_of,
    pay,
    reserve,
    reserve_other_seats,
    settle,
    test_cards,
)

from standby.core.lifecycle import StatusMoved
from standby.crews.models import Technician
from standby.crews.selectors import TechnicianNotFound
from standby.crews.services.technicians import (
    TechnicianInactive,
    TechnicianOff,
    get_technician_by_name,
)
from standby.messaging.models import Message
from standby.orders.models import Appointment, Order
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.services.assignments import (
    NoDateYet,
    NoVisitExpected,
    TechnicianBusy,
    assign_technician,
    choose_technician,
    set_technician,
)
from standby.orders.services.crew_seats import release_expired
from standby.orders.services.order_log import ChangedMeanwhile, version_of
from standby.payments.services.charges import SettlementOutcome
from standby.workflows.change_technician import (
    add_days_off,
)

pytestmark = pytest.mark.usefixtures("shop")


GRACE: Any = {"name": "Grace Hopper", "phone": "(281) 555-0107", "actor": "staff Jo"}
MARY: Any = {"name": "Mary Jackson", "phone": "(281) 555-0108", "actor": "staff Jo"}


def grace() -> Technician:
    return get_technician_by_name(GRACE["name"], phone=GRACE["phone"])


def choose(order: Order, technician: Technician | None, *, seen: int | None = None) -> Appointment:
    return choose_technician(
        str(appointment_of(order).public_id),
        technician_id=str(technician.public_id) if technician else None,
        actor="staff Jo",
        if_version=seen,
        now=NOW,
    )


def test_the_homeowner_is_told_once_who_comes_and_the_second_of_two_staff_is_stopped() -> None:
    order = reserve()
    seen = version_of(order)

    for _ in range(2):
        assign_technician(order.pk, **GRACE, if_version=seen, now=NOW)
    with pytest.raises(ChangedMeanwhile, match=r"^Jo assigned a technician \(Grace Hopper\)"):
        assign_technician(order.pk, **MARY, if_version=seen, now=NOW)

    told = Message.objects.filter(kind="technician_assigned")
    [entry] = order.log.filter(subject="technician")
    assert appointment_of(order).assigned_to == Technician.objects.get(name="Grace Hopper")
    assert [message.channel for message in told] == ["email", "sms"]
    assert (entry.actor, entry.note) == ("staff Jo", "Grace Hopper")


def test_one_technician_comes_to_many_homes_on_as_many_days_and_may_be_replaced() -> None:
    one, other = reserve(), reserve(a_request(slot=Slot(OTHER_DAY, TimeWindow.MORNING)))
    assign_technician(one.pk, **GRACE, now=NOW)
    assign_technician(other.pk, **GRACE, now=NOW)
    for minute, who in enumerate((MARY, GRACE)):
        assign_technician(one.pk, **who, now=NOW + timedelta(minutes=minute + 1))
    assert Technician.objects.count() == 2
    emails = Message.objects.filter(kind="technician_assigned", channel="email")
    assert emails.filter(order_ref=one.public_id).count() == 3


@pytest.mark.parametrize("model", [Order, Appointment])
def test_nobody_comes_where_nobody_is_expected(model: type[Order] | type[Appointment]) -> None:
    order = reserve()
    model.objects.update(status="cancelled")
    with pytest.raises(NoVisitExpected):
        assign_technician(order.pk, **GRACE, now=NOW)
    with pytest.raises(NoVisitExpected):
        choose(order, grace())


@pytest.mark.parametrize("meanwhile", [{"status": "cancelled"}, all_of(OTHER_DAY)])
def test_a4_nobody_comes_to_what_was_cancelled_or_moved_meanwhile(
    meanwhile: dict[str, object],
) -> None:
    as_seen = appointment_of(reserve())
    Appointment.objects.update(**meanwhile)
    with pytest.raises(StatusMoved):
        set_technician(as_seen, technician=grace(), actor="staff Jo", now=NOW)


def test_one_of_the_list_is_chosen_and_the_homeowner_told_once_and_taken_off_again() -> None:
    order = reserve()
    seen = version_of(order)

    for _ in range(2):
        choose(order, grace(), seen=seen)

    assert appointment_of(order).assigned_to == grace()
    assert Message.objects.filter(kind="technician_assigned").count() == 2
    assert order.log.filter(subject="technician", after="assigned").count() == 1
    with pytest.raises(ChangedMeanwhile, match=r"^Jo assigned a technician \(Grace Hopper\)"):
        choose(order, None, seen=seen)
    for _ in range(2):
        choose(order, None)

    [entry] = order.log.filter(subject="technician", after="removed")
    assert appointment_of(order).assigned_to is None
    assert (entry.before, entry.actor, entry.note) == ("assigned", "staff Jo", "Grace Hopper")


def test_who_leads_another_job_that_day_is_busy_until_it_is_called_off() -> None:
    one, other = reserve_other_seats(2)
    choose(one, grace())

    sentence = "Grace Hopper is already assigned to Ada Lovelace's job in The Woodlands on Nov 20."
    with pytest.raises(TechnicianBusy, match=sentence):
        choose(other, grace())
    with pytest.raises(TechnicianBusy, match=sentence):
        assign_technician(other.pk, **GRACE, now=NOW)

    assert appointment_of(other).assigned_to is None
    Appointment.objects.filter(order=one).update(status="cancelled")
    choose(other, grace())
    assert appointment_of(other).assigned_to == grace()


def test_a_hold_that_ran_out_leaves_its_technician_to_others_for_good(tmp_path: Path) -> None:
    one, other = reserve_other_seats(2)
    choose(one, grace())
    cards, late = test_cards(tmp_path), NOW + timedelta(hours=1)
    paid = pay(one, cards=cards)
    release_expired(appointment_of(one).seat, now=late)
    choose(other, grace())

    assert settle(paid, cards=cards, now=late) == SettlementOutcome.CONFIRMED

    assert appointment_of(one).assigned_to is None
    assert appointment_of(other).assigned_to == grace()


def test_who_does_not_work_for_us_any_more_is_not_sent() -> None:
    order = reserve()
    Technician.objects.create(name=GRACE["name"], phone=GRACE["phone"], is_active=False)
    with pytest.raises(TechnicianInactive, match="Grace Hopper no longer works for us"):
        choose(order, grace())
    with pytest.raises(TechnicianInactive):
        assign_technician(order.pk, **GRACE, now=NOW)


@pytest.mark.parametrize("status", ["expired", "needs_new_date"])
def test_a_job_without_a_date_gets_one_first(status: str) -> None:
    order = reserve()
    Appointment.objects.update(status=status)
    with pytest.raises(NoDateYet):
        choose(order, grace())


@pytest.mark.parametrize("technician_id", ["1", "7c1d8d2e-0000-4000-8000-000000000009"])
def test_somebody_who_is_not_on_the_list(technician_id: str) -> None:
    appointment_id = str(appointment_of(reserve()).public_id)
    with pytest.raises(TechnicianNotFound):
        choose_technician(appointment_id, technician_id=technician_id, actor="staff Jo", now=NOW)


def take_off(technician: Technician, *, first: date = DAY, last: date = DAY) -> Technician:
    return add_days_off(
        str(technician.public_id), first_day=first, last_day=last, staff="staff Jo", now=NOW
    )


def test_who_is_off_on_the_day_of_a_job_cannot_be_assigned_to_it() -> None:
    order, other = reserve(), reserve(a_request(slot=Slot(OTHER_DAY, TimeWindow.MORNING)))
    take_off(grace(), first=DAY - timedelta(days=1))

    with pytest.raises(TechnicianOff, match=r"^Grace Hopper is off from Nov 19 to Nov 20\.$"):
        choose(order, grace())
    with pytest.raises(TechnicianOff):
        assign_technician(order.pk, **GRACE, now=NOW)
    choose(other, grace())
    take_off(mary := get_technician_by_name(MARY["name"], phone=MARY["phone"]))
    with pytest.raises(TechnicianOff, match=r"^Mary Jackson is off on Nov 20\.$"):
        choose(order, mary)

    assert appointment_of(order).assigned_to is None
    assert appointment_of(other).assigned_to == grace()
