"""Order log rows as sentences for staff: who did what, and how long ago."""

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Final

from standby.audit.selectors import name_of_actor
from standby.core.policy import MARKET_ZONE
from standby.core.words import dollars
from standby.orders.models import OrderLogEntry

_SLOT: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2}) (morning|afternoon)")
_DAY: Final = re.compile(r"(\d{4}-\d{2}-\d{2})\b")
_CENTS: Final = re.compile(r"(\d+) cents")
# Keyed by (subject, status after). The status before matters only where it changes the sentence.
_CHANGE_DESCRIPTIONS: Final[Mapping[tuple[str, str], str]] = {
    ("order", "reserved"): "reserved a date",
    ("order", "scheduled"): "confirmed the date",
    ("order", "accepted"): "accepted the proposal",
    ("order", "equipment_arrived"): "noted that the equipment arrived",
    ("order", "completed"): "noted that the installation is complete",
    ("order", "cancelled"): "canceled the order",
    ("appointment", "held"): "held a date",
    ("appointment", "confirmed"): "confirmed the appointment",
    ("appointment", "expired"): "released the held date",
    ("appointment", "cancelled"): "canceled the appointment",
    ("appointment", "needs_new_date"): "found the date taken: a new one is needed",
    ("technician", "assigned"): "assigned a technician",
    ("technician", "removed"): "unassigned the technician",
    ("payment", "due"): "requested a payment",
    ("payment", "paid"): "received a payment",
    ("payment", "cancelled"): "canceled a payment",
    ("payment", "refunded"): "refunded a payment in full",
    ("payment", "claimed"): "claimed to have paid, which was ignored",
    ("refund", "requested"): "requested a refund",
    ("refund", "sent"): "sent a refund",
    ("refund", "failed"): "could not send a refund",
    ("refund", "returned"): "got a refund back from the customer's bank",
    ("refund", "replaced"): "replaced a refund",
    ("payment", "returned"): "had a payment reversed by the customer's bank",
    ("visit", "kept"): "kept the visit",
    ("visit", "arrived"): "arrived at the home",
    ("visit", "signed"): "got the homeowner's signature",
    ("visit", "signature undone"): "took the homeowner's signature back",
    ("acceptance milestone", "due"): "accepted, so the first payment is due",
    ("equipment milestone", "due"): "made the second payment due",
    ("completion milestone", "due"): "made the last payment due",
    ("equipment milestone", "waiting"): "made the second payment no longer due",
    ("completion milestone", "waiting"): "made the last payment no longer due",
    ("acceptance milestone", "paid"): "settled the first payment",
    ("equipment milestone", "paid"): "settled the second payment",
    ("completion milestone", "paid"): "settled the last payment",
    ("acceptance milestone", "cancelled"): "canceled the first payment",
    ("equipment milestone", "cancelled"): "canceled the second payment",
    ("completion milestone", "cancelled"): "canceled the last payment",
    ("photo", "stored"): "added a photo",
    ("photo", "refused"): "rejected a photo",
    ("photo", "ready"): "checked a photo",
    ("photo", "removed"): "removed a photo",
    ("photo review", "awaiting_photos"): "requested photos",
    ("photo review", "submitted"): "sent the photos",
    ("photo review", "retake_requested"): "requested better photos",
    ("photo review", "decided"): "decided the photo review",
    ("photo review", "cancelled"): "canceled the photo review",
    ("change order", "proposed"): "proposed a higher price",
    ("change order", "approved"): "approved the higher price",
    ("change order", "declined"): "declined the higher price",
    ("change order", "withdrawn"): "withdrew the higher price",
    ("proposal", "ready"): "generated the proposal",
    ("proposal", "accepted"): "signed the proposal",
    ("proposal", "superseded"): "replaced the proposal with a newer one",
    ("document", "hoa_packet"): "created the HOA packet",
    ("message", "queued"): "sent a message again",
    ("message", "withdrawn"): "withdrew a message before it went out",
    ("power", "on"): "noted that the power is on",
    ("power", "off"): "took back “the power is on”",
    ("contact", "corrected"): "corrected the customer's contact details",
    ("contact", "erased"): "erased the customer's personal data",
    ("note", "written"): "wrote a note",
    ("step", "ask"): "marked a step as not clear yet",
    ("step", "not_needed"): "marked a step as not needed",
    ("step", "to_do"): "planned a step",
    ("step", "requested"): "requested or ordered what a step needs",
    ("step", "done"): "marked a step as done",
    ("step", "failed"): "marked a step as failed",
    ("review", "waiting"): "wrote a review",
    ("review", "published"): "published the review",
    ("review", "declined"): "declined to publish the review",
}


def describe_change(entry: OrderLogEntry) -> str:
    subject, after = entry.subject, entry.after
    if subject == "dispute":
        return f"reported a dispute: {after.replace('_', ' ')}"
    if subject == "milestone":
        subject = f"{entry.note} milestone"  # its kind
    if subject == "price":
        return f"set the price to {dollars(int(after))}"
    if subject == "file":
        verb, kind = ("removed", entry.before) if after == "removed" else ("added", after)
        return f"{verb} a file: {kind.replace('_', ' ').replace('hoa', 'HOA')}"
    if subject == "message" and not entry.before:
        return "sent a message"
    if subject == "appointment" and entry.before == after == "confirmed":
        slots = _SLOT.findall(entry.note)
        day = _short(date(*map(int, slots[-1][:3]))) if slots else "another day"
        return f"moved this appointment to {day}"
    description = _CHANGE_DESCRIPTIONS.get(
        (subject, after), f"changed the {subject} to “{after.replace('_', ' ')}”"
    )
    return f"{description} ({entry.note})" if subject == "technician" else description


def details(entry: OrderLogEntry) -> str:
    if entry.subject == "milestone":
        return ""
    days = _SLOT.sub(
        lambda slot: f"{_short(date(int(slot[1]), int(slot[2]), int(slot[3])))}, {slot[4]}",
        entry.note,
    )
    days = _DAY.sub(lambda day: _short(date.fromisoformat(day[1])), days)
    return _CENTS.sub(lambda match: dollars(int(match[1])), days)


def sentence(entry: OrderLogEntry) -> str:
    return f"{name_of_actor(entry.actor)} {describe_change(entry)}."


def ago(at: datetime, *, now: datetime) -> str:
    """Format how long ago something happened; after a day, its local date."""
    minutes = int((now - at).total_seconds() // 60)
    if minutes < 1:
        return "a moment ago"
    if minutes < 60:
        return "a minute ago" if minutes == 1 else f"{minutes} minutes ago"
    hours = minutes // 60
    if hours < 24:
        return "an hour ago" if hours == 1 else f"{hours} hours ago"
    return f"on {_short(at.astimezone(MARKET_ZONE).date())}"


def _short(day: date) -> str:
    return f"{day:%b} {day.day}"
