"""The iCalendar event of an appointment."""

from datetime import datetime

from django.conf import settings

from standby.orders.models import Appointment
from standby.orders.rules.calendar_file import CalendarEvent
from standby.orders.rules.scheduling import TimeWindow


def calendar_event(
    appointment: Appointment,
    *,
    organizer_mail: str,
    site_url: str,
    attendee_mail: str = "",
    now: datetime,
) -> CalendarEvent:
    # A cancellation needs a higher sequence than the event that the calendar already has. The URL
    # carries no access token, because a calendar may be shared.
    order = appointment.order
    is_cancelled = appointment.status == Appointment.Status.CANCELLED
    window = TimeWindow(appointment.time_window).label
    return CalendarEvent(
        uid=f"{appointment.public_id}@standby",
        sequence=appointment.sequence + int(is_cancelled),
        is_cancelled=is_cancelled,
        start_at=appointment.start_at,
        end_at=appointment.end_at,
        title=f"{settings.COMPANY.name}: in-home generator appointment",
        notes=f"The crew arrives between {' and '.join(window.split(' - '))}, Houston time.\n"
        f"Confirmation number: {appointment.public_id}",
        place=order.order_location.formatted_address,
        organizer_name=settings.COMPANY.name,
        organizer_mail=organizer_mail,
        written_at=now,
        url=f"{site_url}/my-booking",
        attendee_mail=attendee_mail,
    )
