"""Technicians: entered, corrected, off, and let go."""

from datetime import date
from typing import Any

import pytest
from booking_helpers import (
    DAY,
    NOW,
    OTHER_DAY,
    appointment_of,
    reserve,
)

from standby.accounts.models import User
from standby.audit.models import AuditEvent
from standby.core.roles import Role
from standby.crews.models import Technician
from standby.crews.selectors import TechnicianNotFound
from standby.crews.services.days_off import TechnicianDaysOffWrong, remove_days_off
from standby.crews.services.technician_users import TechnicianUserTaken, TechnicianUserUnknown
from standby.crews.services.technicians import (
    TechnicianInactive,
    TechnicianKnown,
    add_technician,
)
from standby.orders.models import Order
from standby.orders.services.assignments import (
    choose_technician,
)
from standby.workflows.change_technician import (
    TechnicianInUse,
    TechnicianNeeded,
    add_days_off,
    correct_technician,
)

pytestmark = pytest.mark.usefixtures("shop")


def enter(name: str = "Grace Hopper") -> Technician:
    return add_technician(name=name, phone="(281) 555-0107", staff="staff Jo", now=NOW)


def correct(technician: Technician, **changed: Any) -> Technician:
    return correct_technician(str(technician.public_id), **changed, staff="staff Jo", now=NOW)


def assign(order: Order, technician: Technician | None) -> None:
    choose_technician(
        str(appointment_of(order).public_id),
        technician_id=str(technician.public_id) if technician else None,
        actor="staff Jo",
        now=NOW,
    )


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
    assign(reserve(), technician)
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


def test_days_off_on_which_jobs_are_assigned_are_refused_and_the_jobs_named() -> None:
    order = reserve()
    grace = enter()
    assign(order, grace)

    sentence = "Grace Hopper leads the jobs of Ada Lovelace in The Woodlands on Nov 20. Give them"
    with pytest.raises(TechnicianNeeded, match=sentence):
        take_off(grace, last=OTHER_DAY)
    assert not grace.days_off.exists()

    assign(order, None)
    take_off(grace, last=OTHER_DAY)
    assert grace.days_off.get().last_day == OTHER_DAY


def test_days_off_are_entered_lengthened_and_taken_back_on_record_once_each() -> None:
    technician = enter()
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
        take_off(enter(), first=OTHER_DAY, last=DAY)
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
