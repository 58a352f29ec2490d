"""The calendar file, as a calendar reads it."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icalendar import Calendar

from standby.orders.rules.calendar_file import (
    CalendarEvent,
    calendar_file,
    folded,
    unfolded_calendar,
)
from standby.orders.rules.scheduling import Slot, TimeWindow

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
