"""Prints what Houston's day and windows are, for whoever runs it on a server of another place."""

import time
from datetime import UTC, date, datetime, timedelta

from standby.core.clock import local_date
from standby.orders.rules.calendar_file import CalendarEvent, calendar_file
from standby.orders.rules.cancelling import free_until
from standby.orders.rules.scheduling import Slot, TimeWindow

TRANSITIONS = ("2026-03-08", "2026-11-01", "2027-03-14", "2027-11-07")


def told() -> list[str]:
    lines = []
    for day in TRANSITIONS:
        midnight = datetime.fromisoformat(f"{day}T00:00:00+00:00")
        for hour in range(-6, 36):
            at = midnight + timedelta(hours=hour)
            lines.append(f"{at:%Y-%m-%dT%H} {local_date(at)}")
        for offset in range(-3, 4):
            lines += _of_slot(date.fromisoformat(day) + timedelta(days=offset))
    return lines


def _of_slot(day: date) -> list[str]:
    slot = Slot(day, TimeWindow.MORNING)
    event = CalendarEvent(
        uid="1",
        sequence=0,
        is_cancelled=False,
        start_at=slot.start_at,
        end_at=slot.end_at,
        title="",
        notes="",
        place="",
        organizer_name="Standby",
        organizer_mail="",
        written_at=datetime(2026, 1, 1, tzinfo=UTC),
        url="",
    )
    starts = [line for line in calendar_file(event).splitlines() if line.startswith("DTSTART;")]
    return [f"{day} {slot.start_at.isoformat()} {free_until(slot.start_at).isoformat()} {starts}"]


if __name__ == "__main__":
    print(time.localtime(0).tm_hour)
    print("\n".join(told()))
