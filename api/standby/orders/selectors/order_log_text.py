"""Order log rows as sentences for staff: who did what, and how long ago."""

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Final

from standby.audit.rules import actor_label
from standby.core.policy import HOUSTON
from standby.orders.models import OrderLogEntry

_SLOT: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2}) (morning|afternoon)")
_CENTS: Final = re.compile(r"(\d+) cents")
# Keyed by (subject, status after). The status before matters only where it changes the sentence.
_CHANGE_DESCRIPTIONS: Final[Mapping[tuple[str, str], str]] = {
    ("order", "reserved"): "reserved a date",
    ("order", "scheduled"): "made the date certain",
    ("order", "accepted"): "accepted the proposal",
    ("order", "equipment_arrived"): "noted that the equipment arrived",
    ("order", "completed"): "noted that the installation is complete",
    ("order", "cancelled"): "cancelled the order",
    ("appointment", "held"): "held a date",
    ("appointment", "confirmed"): "confirmed the appointment",
    ("appointment", "expired"): "gave the held date free again",
    ("appointment", "cancelled"): "cancelled the appointment",
    ("appointment", "needs_new_date"): "found the date gone: a new one is needed",
    ("technician", "assigned"): "said who comes",
    ("technician", "removed"): "took back who comes",
    ("payment", "due"): "asked for a payment",
    ("payment", "paid"): "took a payment",
    ("payment", "cancelled"): "gave up a payment",
    ("payment", "refunded"): "gave a payment back in full",
    ("payment", "claimed"): "claimed to have paid, which counts for nothing",
    ("refund", "requested"): "asked for a refund",
    ("refund", "sent"): "sent a refund",
    ("refund", "failed"): "could not send a refund",
    ("refund", "returned"): "got a refund back from the customer's bank",
    ("refund", "replaced"): "replaced a refund",
    ("payment", "returned"): "lost a payment to the customer's bank",
    ("visit", "kept"): "kept the visit",
    ("milestone", "waiting"): "planned a milestone",
    ("milestone", "due"): "made a milestone due",
    ("milestone", "paid"): "settled a milestone",
    ("milestone", "cancelled"): "ended a milestone",
    ("photo", "refused"): "refused a photo",
    ("photo", "ready"): "made a photo ready",
    ("photo review", "awaiting_photos"): "asked for photos",
    ("photo review", "submitted"): "sent the photos",
    ("photo review", "retake_requested"): "asked for better photos",
    ("photo review", "decided"): "decided the photo review",
    ("photo review", "cancelled"): "ended the photo review",
    ("change order", "proposed"): "put a higher price to the customer",
    ("change order", "approved"): "approved the higher price",
    ("change order", "declined"): "declined the higher price",
    ("change order", "withdrawn"): "took the higher price back",
    ("proposal", "ready"): "made the proposal",
    ("proposal", "accepted"): "signed the proposal",
    ("proposal", "superseded"): "replaced the proposal by a newer one",
    ("message", "queued"): "sent a message again",
    ("power", "on"): "noted that the power is on",
    ("contact", "corrected"): "corrected how to reach the customer",
    ("contact", "erased"): "erased who the customer was",
    ("note", "written"): "wrote a note",
}


def describe_change(entry: OrderLogEntry) -> str:
    subject, after = entry.subject, entry.after
    if subject == "dispute":
        return f"reported a dispute: {after.replace('_', ' ')}"
    if subject == "price":
        return f"set the price to {_dollars(after)}"
    if subject == "appointment" and entry.before == after == "confirmed":
        slots = _SLOT.findall(entry.note)
        day = _short(date(*map(int, slots[-1][:3]))) if slots else "another day"
        return f"moved this appointment to {day}"
    description = _CHANGE_DESCRIPTIONS.get(
        (subject, after), f"made a {subject}: {after.replace('_', ' ')}"
    )
    return f"{description} ({entry.note})" if subject == "technician" else description


def details(entry: OrderLogEntry) -> str:
    days = _SLOT.sub(
        lambda slot: f"{_short(date(int(slot[1]), int(slot[2]), int(slot[3])))}, {slot[4]}",
        entry.note,
    )
    return _CENTS.sub(lambda match: _dollars(match[1]), days)


def sentence(entry: OrderLogEntry) -> str:
    return f"{actor_label(entry.actor)} {describe_change(entry)}."


def ago(at: datetime, *, now: datetime) -> str:
    """Format how long ago something happened; after a day, its date in Houston."""
    minutes = int((now - at).total_seconds() // 60)
    if minutes < 1:
        return "a moment ago"
    if minutes < 60:
        return "a minute ago" if minutes == 1 else f"{minutes} minutes ago"
    hours = minutes // 60
    if hours < 24:
        return "an hour ago" if hours == 1 else f"{hours} hours ago"
    return f"on {_short(at.astimezone(HOUSTON).date())}"


def _short(day: date) -> str:
    return f"{day:%b} {day.day}"


def _dollars(cents: str) -> str:
    return f"${int(cents) / 100:,.2f}"
