"""Appointments as iCalendar files, one by one or as a feed (RFC 5545)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from standby.core.policy import DAYLIGHT_SAVING, MARKET_ZONE

_LONGEST_LINE: Final = 75  # octets, without the line end
_ATTENDEE: Final = "ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE"
_LOCAL: Final = "%Y%m%dT%H%M%S"
_BEGIN: Final = ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Standby//Booking 1//EN")
_TIME_ZONE: Final = (
    "BEGIN:VTIMEZONE",
    f"TZID:{MARKET_ZONE.key}",
    *DAYLIGHT_SAVING,
    "END:VTIMEZONE",
)
_END: Final = "END:VCALENDAR"
_ESCAPED: Final = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarEvent:
    """An event with the same `uid` and a higher `sequence` replaces the one in the calendar.

    With `attendee_mail` it is an invitation to that address; without, a file for any calendar. It
    must hold no secret, because calendars are shared.
    """

    uid: str
    sequence: int
    is_cancelled: bool
    start_at: datetime
    end_at: datetime
    title: str
    notes: str
    place: str
    organizer_name: str
    organizer_mail: str
    written_at: datetime
    url: str
    attendee_mail: str = ""
    has_alarm: bool = True


def calendar_file(event: CalendarEvent) -> str:
    return folded(unfolded_calendar(event))


def unfolded_calendar(event: CalendarEvent) -> str:
    # A text with placeholders is folded only after they are filled.
    return "".join(f"{line}\r\n" for line in _lines(event))


def folded(text: str) -> str:
    return "".join(f"{_folded(line)}\r\n" for line in text.split("\r\n") if line)


def calendar_feed(events: Iterable[CalendarEvent], *, name: str) -> str:
    """Return a calendar that programs subscribe to; what is no longer in it goes away there."""
    lines = [
        *_BEGIN,
        "METHOD:PUBLISH",
        f"NAME:{_escaped(name)}",
        f"X-WR-CALNAME:{_escaped(name)}",
        # How often to ask again, for two families of programs.
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        "X-PUBLISHED-TTL:PT1H",
        *_TIME_ZONE,
    ]
    for event in events:
        lines += _event_lines(event)
    return folded("\r\n".join([*lines, _END]))


def _lines(event: CalendarEvent) -> Iterator[str]:
    yield from _BEGIN
    invitation = "REQUEST" if event.attendee_mail else "PUBLISH"
    yield f"METHOD:{'CANCEL' if event.is_cancelled else invitation}"
    yield from _TIME_ZONE
    yield from _event_lines(event)
    yield _END


def _event_lines(event: CalendarEvent) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{event.uid}"
    yield f"SEQUENCE:{event.sequence}"
    yield f"STATUS:{'CANCELLED' if event.is_cancelled else 'CONFIRMED'}"
    yield f"DTSTAMP:{event.written_at.astimezone(UTC):{_LOCAL}}Z"
    yield f"DTSTART;TZID={MARKET_ZONE.key}:{event.start_at.astimezone(MARKET_ZONE):{_LOCAL}}"
    yield f"DTEND;TZID={MARKET_ZONE.key}:{event.end_at.astimezone(MARKET_ZONE):{_LOCAL}}"
    yield f"SUMMARY:{_escaped(event.title)}"
    yield f"DESCRIPTION:{_escaped(event.notes)}"
    yield f"LOCATION:{_escaped(event.place)}"
    yield f"URL:{event.url}"
    # A parameter's value: no double quotes in it, and in quotes with one of : ; , (RFC 5545, 3.2).
    name = event.organizer_name.replace('"', "'")
    quoted = f'"{name}"' if set(name) & set(":;,") else name
    yield f"ORGANIZER;CN={quoted}:mailto:{event.organizer_mail}"
    if event.attendee_mail:
        # The customer made the appointment: it is already accepted, and no reply is expected.
        yield f"{_ATTENDEE}:mailto:{event.attendee_mail}"
    if event.has_alarm and not event.is_cancelled:
        # One day before, like our own reminders.
        yield "BEGIN:VALARM"
        yield "ACTION:DISPLAY"
        yield "TRIGGER:-P1D"
        yield f"DESCRIPTION:{_escaped(event.title)}"
        yield "END:VALARM"
    yield "END:VEVENT"


def _escaped(text: str) -> str:
    shown = "".join(sign for sign in text if sign == "\n" or sign.isprintable())
    return shown.translate(_ESCAPED)


def _folded(line: str) -> str:
    # Folded between characters, never inside one; a continuation line begins with a space.
    pieces, piece, octets = [], "", 0
    for sign in line:
        size = len(sign.encode())
        if octets + size > _LONGEST_LINE:
            pieces.append(piece)
            piece, octets = " ", 1
        piece, octets = piece + sign, octets + size
    return "\r\n".join([*pieces, piece])
