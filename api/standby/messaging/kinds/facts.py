"""Booking data for messages, and how days, times and dollars are written."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from standby.core.policy import HOUSTON

STOP: Final = "Reply STOP to opt out, HELP for help."


@dataclass(frozen=True, slots=True, kw_only=True)
class BookingContext:
    """The booking's values for messages; name and address as typed, on one line each."""

    name: str
    day: date
    hours: str
    address: str
    number: str
    fee_cents: int

    @property
    def visit(self) -> tuple[tuple[str, str], ...]:
        return (
            ("Day", long_day(self.day)),
            ("Arrival", f"between {self.hours}"),
            ("Address", self.address),
            ("Confirmation number", self.number),
        )


def dollars(cents: int) -> str:
    return f"${cents // 100:,}.{cents % 100:02d}"


def long_day(day: date) -> str:
    return f"{day:%A, %B} {day.day}, {day.year}"


def short_day(day: date) -> str:
    return f"{day:%A, %B} {day.day}"


def moment(at: datetime) -> str:
    local = at.astimezone(HOUSTON)
    return f"{local:%I:%M %p}".lstrip("0") + f" on {short_day(local.date())}"
