"""An appointment in the words of a calendar."""

import pytest
from bookings import NOW, appointment_of, reserve

from standby.apps.booking.models import Appointment, Order
from standby.domain.calendar_file import CalendarEvent
from standby.flows.booking.calendar_event import calendar_event

pytestmark = pytest.mark.usefixtures("shop")


def event(order: Order) -> CalendarEvent:
    return calendar_event(
        appointment_of(order), organizer_mail="o@site.test", site_url="https://site.test", now=NOW
    )


def test_a_cancelled_appointment_follows_the_one_before_it() -> None:
    order = reserve()
    kept = event(order)
    Appointment.objects.update(status="cancelled")

    gone = event(order)

    assert kept.uid == gone.uid
    assert (kept.is_cancelled, gone.is_cancelled) == (False, True)
    assert gone.sequence == kept.sequence + 1
    assert "between 8:30 AM and 12:30 PM, Houston time" in kept.notes
    assert kept.url == "https://site.test/my-booking"
    assert kept.place == "24 Waterway Ave, The Woodlands, TX 77380"
