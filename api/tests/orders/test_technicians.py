"""Technicians: entered, corrected, and assigned to appointments."""

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

from standby.accounts.models import User
from standby.audit.models import AuditEvent
from standby.core.lifecycle import StatusMoved
from standby.core.roles import Role
from standby.messaging.models import Message
from standby.orders.models import Appointment, Order, Technician
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.services.crew_seats import release_expired
from standby.orders.services.days_off import TechnicianDaysOffWrong, add_days_off, remove_days_off
from standby.orders.services.order_log import ChangedMeanwhile, version_of
from standby.orders.services.technician_users import TechnicianUserTaken, TechnicianUserUnknown
from standby.orders.services.technicians import (
    NoDateYet,
    NoVisitExpected,
    TechnicianBusy,
    TechnicianInactive,
    TechnicianInUse,
    TechnicianKnown,
    TechnicianNeeded,
    TechnicianNotFound,
    TechnicianOff,
    add_technician,
    assign_technician,
    choose_technician,
    correct_technician,
    get_technician_by_name,
    set_technician,
)
from standby.payments.services.charges import SettlementOutcome

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


def enter(name: str = "Grace Hopper") -> Technician:
    return add_technician(name=name, phone="(281) 555-0107", staff="staff Jo", now=NOW)


def correct(technician: Technician, **changed: Any) -> Technician:
    return correct_technician(str(technician.public_id), **changed, staff="staff Jo", now=NOW)


def send(technician: Technician) -> None:
    appointment = appointment_of(reserve())
    set_technician(appointment, technician=technician, actor="staff Jo", now=NOW)


def test_one_is_entered_once_and_on_record_without_their_phone() -> None:
    assert enter() == enter()
    action = AuditEvent.objects.get(action="technician entered")
    assert Technician.objects.get().is_active
    assert action.before is None
    assert action.after is not None
    assert action.after["is_active"] is True
    assert action.after["phone"].startswith("hash:")


def test_what_is_not_said_stays_and_the_same_again_is_no_act() -> None:
    technician = enter()
    correct(technician, name="Grace Hopper", is_active=True)
    assert not AuditEvent.objects.filter(action="technician changed").exists()
    correct(technician, phone="(281) 555-0199")
    corrected = Technician.objects.get()
    assert (corrected.name, corrected.phone) == ("Grace Hopper", "(281) 555-0199")
    assert corrected.is_active


def test_one_may_be_let_go_and_called_back() -> None:
    technician = enter()
    correct(technician, is_active=False)
    with pytest.raises(TechnicianInactive):
        enter()
    correct(technician, is_active=True)
    assert enter() == technician
    assert AuditEvent.objects.filter(action="technician changed").count() == 2


def test_nobody_with_jobs_to_come_is_let_go() -> None:
    technician = enter()
    send(technician)
    with pytest.raises(TechnicianInUse, match="Grace Hopper has jobs on Nov 20"):
        correct(technician, is_active=False)
    assert Technician.objects.get().is_active


def test_two_are_not_one() -> None:
    enter("Mary Jackson")
    with pytest.raises(TechnicianKnown):
        correct(enter(), name="Mary Jackson")


def a_user(role: Role = Role.TECHNICIAN) -> User:
    name = f"{role}@example.org"
    return User.objects.create(username=name, email=name, is_staff=True, role=role)


def test_a_technician_gets_an_account_of_their_own_and_loses_it_again() -> None:
    technician, other, user = enter(), enter("Mary Jackson"), a_user()

    correct(technician, user_id=user.public_id)
    correct(technician, phone="2815550109")

    technician.refresh_from_db()
    assert (technician.user, technician.phone) == (user, "(281) 555-0109")
    with pytest.raises(TechnicianUserTaken):
        correct(other, user_id=user.public_id)
    with pytest.raises(TechnicianUserUnknown):
        correct(other, user_id=a_user(Role.DISPATCHER).public_id)
    correct(technician, user_id="")
    assert Technician.objects.get(pk=technician.pk).user is None


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
    take_off(enter("Mary Jackson"))
    with pytest.raises(TechnicianOff, match=r"^Mary Jackson is off on Nov 20\.$"):
        choose(order, Technician.objects.get(name="Mary Jackson"))

    assert appointment_of(order).assigned_to is None
    assert appointment_of(other).assigned_to == grace()


def test_days_off_on_which_jobs_are_assigned_are_refused_and_the_jobs_named() -> None:
    order = reserve()
    choose(order, grace())

    sentence = "Grace Hopper leads the jobs of Ada Lovelace in The Woodlands on Nov 20. Give them"
    with pytest.raises(TechnicianNeeded, match=sentence):
        take_off(grace(), last=OTHER_DAY)
    assert not grace().days_off.exists()

    choose(order, None)
    take_off(grace(), last=OTHER_DAY)
    assert grace().days_off.get().last_day == OTHER_DAY


def test_days_off_are_entered_lengthened_and_taken_back_on_record_once_each() -> None:
    technician = grace()
    for _ in range(2):
        take_off(technician)
    for _ in range(2):
        take_off(technician, last=OTHER_DAY)
    for _ in range(2):
        remove_days_off(str(technician.public_id), first_day=DAY, staff="staff Jo", now=NOW)

    actions = AuditEvent.objects.filter(action="technician's days off changed").order_by("pk")
    days = [
        (action.before and action.before["last_day"], action.after and action.after["last_day"])
        for action in actions
    ]
    assert days == [
        (None, "2025-11-20"),
        ("2025-11-20", "2025-11-24"),
        ("2025-11-24", None),
    ]
    assert not technician.days_off.exists()


def test_days_off_end_after_they_begin_and_are_of_somebody() -> None:
    with pytest.raises(TechnicianDaysOffWrong):
        take_off(grace(), first=OTHER_DAY, last=DAY)
    with pytest.raises(TechnicianNotFound):
        add_days_off("1", first_day=DAY, last_day=DAY, staff="staff Jo", now=NOW)
    with pytest.raises(TechnicianNotFound):
        remove_days_off("1", first_day=DAY, staff="staff Jo", now=NOW)


def test_a_license_number_is_entered_and_corrected() -> None:
    technician = add_technician(
        name="Grace Hopper",
        phone="(281) 555-0107",
        license_number="ME 4711",
        staff="staff Jo",
        now=NOW,
    )
    assert technician.license_number == "ME 4711"
    assert correct(technician, license_number="ME 4712").license_number == "ME 4712"
    assert correct(technician, license_number="").license_number == ""
