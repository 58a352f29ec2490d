"""The list of technicians: one test per ending."""

from typing import Any

import pytest
from bookings import NOW, appointment_of, reserve

from standby.audit.models import AuditEvent
from standby.orders.models import Technician
from standby.orders.services.technicians import (
    TechnicianInactive,
    TechnicianInUse,
    TechnicianKnown,
    add_technician,
    correct_technician,
    set_technician,
)

pytestmark = pytest.mark.usefixtures("shop")


def enter(name: str = "Grace Hopper") -> Technician:
    return add_technician(name=name, phone="(281) 555-0107", staff="staff Jo", now=NOW)


def correct(technician: Technician, **changed: Any) -> Technician:
    return correct_technician(str(technician.public_id), **changed, staff="staff Jo", now=NOW)


def send(technician: Technician) -> None:
    appointment = appointment_of(reserve())
    set_technician(appointment, technician=technician, actor="staff Jo", now=NOW)


def test_one_is_entered_once_and_on_record_without_their_phone() -> None:
    assert enter() == enter()

    act = AuditEvent.objects.get(action="technician entered")
    assert Technician.objects.get().is_active
    assert act.before is None
    assert act.after is not None
    assert act.after["is_active"] is True
    assert act.after["phone"].startswith("hash:")


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

    with pytest.raises(TechnicianInUse, match="Grace Hopper leads jobs on Nov 20"):
        correct(technician, is_active=False)

    assert Technician.objects.get().is_active


def test_two_are_not_one() -> None:
    enter("Mary Jackson")

    with pytest.raises(TechnicianKnown):
        correct(enter(), name="Mary Jackson")
