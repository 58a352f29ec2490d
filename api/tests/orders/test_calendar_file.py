"""The date in a customer's calendar: the file, and the invitations as programs read them."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from booking_helpers import DAY, NOW, OTHER_DAY, pay, reserve, settle, test_cards
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar
from outbox_helpers import a_post, send_all
from pytest_django import Settings
from smtp_peer import SmtpPeer, smtp_peer

from standby.messaging.models import Message
from standby.messaging.providers.mail import SmtpMail
from standby.orders.models import Customer, Order
from standby.orders.rules.calendar_file import (
    CalendarEvent,
    calendar_file,
    folded,
    unfolded_calendar,
)
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.workflows.cancel_order import CancellationRequest, cancel_order
from standby.workflows.move_appointment import reschedule_appointment

VISIT = Slot(date(2026, 3, 9), TimeWindow.MORNING)
EVENT = CalendarEvent(
    uid="5f0c@standby",
    sequence=2,
    is_cancelled=False,
    start_at=VISIT.start_at,
    end_at=VISIT.end_at,
    title="Standby: in-home generator appointment",
    notes="The crew arrives between 8:30 AM and 12:30 PM, Houston time.\nConfirmation number: 5f0c",
    place="24 Waterway Ave, The Woodlands, TX 77380; gate \\ 4",
    organizer_name="Standby",
    organizer_mail="hello@standby.example",
    written_at=datetime(2026, 2, 1, 12, 30, tzinfo=UTC),
    url="https://standby.example/my-booking",
    attendee_mail="o'hara+home@a-rather-long-name-for-a-domain.example.org",
)


def read(event: CalendarEvent) -> Any:
    return Calendar.from_ical(calendar_file(event)).events[0]


def test_a_calendar_reads_what_was_meant() -> None:
    found = read(EVENT)

    assert found.start.astimezone(UTC) == datetime(2026, 3, 9, 13, 30, tzinfo=UTC)
    assert found.end.astimezone(UTC) == datetime(2026, 3, 9, 17, 30, tzinfo=UTC)
    assert str(found.start.tzinfo) == "America/Chicago"
    assert (str(found["UID"]), found["SEQUENCE"]) == ("5f0c@standby", 2)
    assert found["STATUS"] == "CONFIRMED"
    assert str(found["SUMMARY"]) == EVENT.title
    assert str(found["DESCRIPTION"]) == EVENT.notes
    assert str(found["LOCATION"]) == EVENT.place
    assert found["DTSTAMP"].dt == EVENT.written_at
    assert str(found["URL"]) == EVENT.url


def test_it_invites_who_made_the_appointment_and_asks_for_no_answer() -> None:
    invited = Calendar.from_ical(calendar_file(EVENT))
    anybodys = Calendar.from_ical(calendar_file(replace(EVENT, attendee_mail="")))
    called_off = Calendar.from_ical(calendar_file(replace(EVENT, is_cancelled=True, sequence=3)))

    [event] = invited.events
    assert str(event["ORGANIZER"]) == f"mailto:{EVENT.organizer_mail}"
    assert str(event["ATTENDEE"]) == f"mailto:{EVENT.attendee_mail}"
    assert event["ATTENDEE"].params["RSVP"] == "FALSE"
    assert event["ATTENDEE"].params["PARTSTAT"] == "ACCEPTED"
    methods = [calendar["METHOD"] for calendar in (invited, anybodys, called_off)]
    assert methods == ["REQUEST", "PUBLISH", "CANCEL"]
    assert "ATTENDEE" not in anybodys.events[0]
    [gone] = called_off.events
    assert (gone["STATUS"], gone["SEQUENCE"]) == ("CANCELLED", 3)


def test_it_reminds_a_day_before_and_never_of_what_was_called_off() -> None:
    [alarm] = read(EVENT).walk("VALARM")
    assert alarm["ACTION"] == "DISPLAY"
    assert alarm["TRIGGER"].dt == timedelta(days=-1)
    assert read(replace(EVENT, is_cancelled=True)).walk("VALARM") == []


def test_placeholders_are_filled_before_lines_are_folded() -> None:
    """Folded first, a placeholder could be broken in two, and never be found again."""
    unfolded = unfolded_calendar(replace(EVENT, attendee_mail="[[reader]]"))
    filled = unfolded.replace("[[reader]]", EVENT.attendee_mail)
    assert folded(filled) == calendar_file(EVENT)
    assert max(len(line) for line in folded(filled).encode().split(b"\r\n")) <= 75


@pytest.mark.parametrize(
    "day", [date(2026, 3, 6), date(2026, 3, 9), date(2026, 10, 30), date(2026, 11, 2)]
)
def test_its_own_time_zone_knows_both_of_houstons_clocks(day: date) -> None:
    """The file must be right for a calendar that knows no time zones by name."""
    slot = Slot(day, TimeWindow.MORNING)
    calendar = Calendar.from_ical(
        calendar_file(replace(EVENT, start_at=slot.start_at, end_at=slot.end_at))
    )

    [zone] = calendar.timezones
    local = datetime(day.year, day.month, day.day, 8, 30)  # noqa: DTZ001 - as in the file
    offset = zone.to_tz(lookup_tzid=False).utcoffset(local)

    assert local - (offset or timedelta()) == slot.start_at.replace(tzinfo=None)


@given(
    title=st.text(max_size=200),
    notes=st.text(max_size=400),
    place=st.text("äß𝄞,;\\ x", max_size=90),
)
def test_no_line_is_longer_than_75_octets_and_no_text_breaks_out(
    title: str, notes: str, place: str
) -> None:
    text = calendar_file(replace(EVENT, title=title, notes=notes, place=place))
    lines = text.encode().split(b"\r\n")
    assert max(len(line) for line in lines) <= 75
    assert all(line.decode().isprintable() for line in lines)
    found = Calendar.from_ical(text).events
    assert len(found) == 1
    assert str(found[0].get("LOCATION", "")) == place


# Long enough that a line which names it has to be folded
SITE = "https://www.a-long-name-of-a-business-in-houston.example"
OFFICE_MAIL = "appointments-and-everything-else@a-long-name-of-a-business-in-houston.example"


@pytest.fixture
def peer(settings: Settings) -> Iterator[tuple[SmtpPeer, SmtpMail]]:
    settings.MAIL_FROM = OFFICE_MAIL
    settings.COMPANY = replace(settings.COMPANY, email="office@contractor.test")
    with smtp_peer() as one:
        yield one


def invitations(peer: tuple[SmtpPeer, SmtpMail]) -> list[Any]:
    """What arrived since, each with the METHOD of its part and of its file."""
    server, smtp = peer
    server.taken.clear()
    send_all(a_post(smtp, site_url=SITE))
    waiting = Message.objects.filter(channel="email").exclude(status="sent")
    assert set(waiting.values_list("kind", flat=True)) <= {"date_held"}
    assert {mail["Reply-To"] for mail in server.taken} == {"office@contractor.test"}
    return [
        part
        for mail in server.taken
        for part in mail.walk()
        if part.get_content_type() == "text/calendar"
    ]


def calendar_in(part: Any) -> Any:
    raw = part.get_payload(decode=True)
    assert max(len(line) for line in raw.split(b"\r\n")) <= 75
    assert b"[[" not in raw
    assert b"/b/" not in raw  # calendars are shared: no private link
    calendar = Calendar.from_ical(raw)
    assert part.get_param("method") == calendar["METHOD"]
    return calendar


@pytest.mark.usefixtures("shop")
def test_a_date_is_invited_moved_and_called_off_as_one_event_at_a_corrected_address(
    peer: tuple[SmtpPeer, SmtpMail], tmp_path: Path
) -> None:
    order, cards = reserve(), test_cards(tmp_path)
    settle(pay(order, cards=cards), cards=cards)
    corrected = "o'hara+home;RSVP=TRUE@example.org"
    Message.objects.filter(channel="email").update(recipient=corrected)
    Customer.objects.update(email=corrected)
    [invited] = map(calendar_in, invitations(peer))

    order = Order.objects.get(pk=order.pk)
    reschedule_appointment(order, slot=Slot(OTHER_DAY, TimeWindow.AFTERNOON), now=NOW)
    [moved] = map(calendar_in, invitations(peer))

    asked = CancellationRequest(reason="called us", actor="staff ada")
    cancel_order(Order.objects.get(pk=order.pk), asked, cards=cards, now=NOW)
    [gone] = map(calendar_in, invitations(peer))

    calendars = [invited, moved, gone]
    events = [calendar.events[0] for calendar in calendars]
    first = events[0]["SEQUENCE"]
    assert [calendar["METHOD"] for calendar in calendars] == ["REQUEST", "REQUEST", "CANCEL"]
    assert len({str(event["UID"]) for event in events}) == 1
    assert [event["SEQUENCE"] for event in events] == [first, first + 1, first + 2]
    assert [event.start.date() for event in events] == [DAY, OTHER_DAY, OTHER_DAY]
    for event in events:
        assert str(event["ORGANIZER"]) == f"mailto:{OFFICE_MAIL}"
        assert str(event["ATTENDEE"]) == "mailto:o'hara+home%3BRSVP=TRUE@example.org"
        assert event["ATTENDEE"].params["RSVP"] == "FALSE"
        assert str(event["URL"]) == f"{SITE}/my-booking?order={order.public_id}"
