"""Order log rows as sentences for staff: who did what, and how long ago."""

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Final

from standby.audit.selectors import name_of_actor
from standby.core.policy import MARKET_ZONE
from standby.core.words import _, brief_date, dollars, say, say_count
from standby.orders.models import OrderLogEntry

_SLOT: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2}) (morning|afternoon)")
_HALVES: Final = {"morning": _("morning"), "afternoon": _("afternoon")}
_DAY: Final = re.compile(r"(\d{4}-\d{2}-\d{2})\b")
_CENTS: Final = re.compile(r"(\d+) cents")
# Keyed by (subject, status after). The status before matters only where it changes the sentence.
_CHANGE_DESCRIPTIONS: Final[Mapping[tuple[str, str], str]] = {
    ("order", "reserved"): _("reserved a date"),
    ("order", "scheduled"): _("confirmed the date"),
    ("order", "accepted"): _("accepted the proposal"),
    ("order", "equipment_arrived"): _("noted that the equipment arrived"),
    ("order", "completed"): _("noted that the installation is complete"),
    ("order", "cancelled"): _("canceled the order"),
    ("appointment", "held"): _("held a date"),
    ("appointment", "confirmed"): _("confirmed the appointment"),
    ("appointment", "expired"): _("released the held date"),
    ("appointment", "cancelled"): _("canceled the appointment"),
    ("appointment", "needs_new_date"): _("found the date taken: a new one is needed"),
    ("technician", "assigned"): _("assigned a technician"),
    ("technician", "removed"): _("unassigned the technician"),
    ("payment", "due"): _("requested a payment"),
    ("payment", "paid"): _("received a payment"),
    ("payment", "cancelled"): _("canceled a payment"),
    ("payment", "refunded"): _("refunded a payment in full"),
    ("payment", "claimed"): _("claimed to have paid, which was ignored"),
    ("refund", "requested"): _("requested a refund"),
    ("refund", "sent"): _("sent a refund"),
    ("refund", "failed"): _("could not send a refund"),
    ("refund", "returned"): _("got a refund back from the customer's bank"),
    ("refund", "replaced"): _("replaced a refund"),
    ("payment", "returned"): _("had a payment reversed by the customer's bank"),
    ("visit", "kept"): _("kept the visit"),
    ("visit", "arrived"): _("arrived at the home"),
    ("visit", "signed"): _("got the homeowner's signature"),
    ("visit", "signature undone"): _("took the homeowner's signature back"),
    ("acceptance milestone", "due"): _("accepted, so the first payment is due"),
    ("equipment milestone", "due"): _("made the second payment due"),
    ("completion milestone", "due"): _("made the last payment due"),
    ("equipment milestone", "waiting"): _("made the second payment no longer due"),
    ("completion milestone", "waiting"): _("made the last payment no longer due"),
    ("acceptance milestone", "paid"): _("settled the first payment"),
    ("equipment milestone", "paid"): _("settled the second payment"),
    ("completion milestone", "paid"): _("settled the last payment"),
    ("acceptance milestone", "cancelled"): _("canceled the first payment"),
    ("equipment milestone", "cancelled"): _("canceled the second payment"),
    ("completion milestone", "cancelled"): _("canceled the last payment"),
    ("photo", "stored"): _("added a photo"),
    ("photo", "refused"): _("rejected a photo"),
    ("photo", "ready"): _("checked a photo"),
    ("photo", "removed"): _("removed a photo"),
    ("photo review", "awaiting_photos"): _("requested photos"),
    ("photo review", "submitted"): _("sent the photos"),
    ("photo review", "retake_requested"): _("requested better photos"),
    ("photo review", "decided"): _("decided the photo review"),
    ("photo review", "cancelled"): _("canceled the photo review"),
    ("change order", "proposed"): _("proposed a higher price"),
    ("change order", "approved"): _("approved the higher price"),
    ("change order", "declined"): _("declined the higher price"),
    ("change order", "withdrawn"): _("withdrew the higher price"),
    ("proposal", "ready"): _("generated the proposal"),
    ("proposal", "accepted"): _("signed the proposal"),
    ("proposal", "superseded"): _("replaced the proposal with a newer one"),
    ("document", "hoa_packet"): _("created the HOA packet"),
    ("message", "queued"): _("sent a message again"),
    ("message", "withdrawn"): _("withdrew a message before it went out"),
    ("power", "on"): _("noted that the power is on"),
    ("power", "off"): _("took back “the power is on”"),
    ("contact", "corrected"): _("corrected the customer's contact details"),
    ("contact", "erased"): _("erased the customer's personal data"),
    ("note", "written"): _("wrote a note"),
    ("step", "ask"): _("marked a step as not clear yet"),
    ("step", "not_needed"): _("marked a step as not needed"),
    ("step", "to_do"): _("planned a step"),
    ("step", "requested"): _("requested or ordered what a step needs"),
    ("step", "done"): _("marked a step as done"),
    ("step", "failed"): _("marked a step as failed"),
    ("review", "waiting"): _("wrote a review"),
    ("review", "published"): _("published the review"),
    ("review", "declined"): _("declined to publish the review"),
}


def describe_change(entry: OrderLogEntry) -> str:
    subject, after = entry.subject, entry.after
    if subject == "dispute":
        return say("reported a dispute: %(status)s", status=after.replace("_", " "))
    if subject == "milestone":
        subject = f"{entry.note} milestone"  # its kind
    if subject == "price":
        return say("set the price to %(total)s", total=dollars(int(after)))
    if subject == "file":
        is_removed = after == "removed"
        kind = entry.before if is_removed else after
        did = _("removed a file: %(file)s") if is_removed else _("added a file: %(file)s")
        return say(did, file=kind.replace("_", " ").replace("hoa", "HOA"))
    if subject == "message" and not entry.before:
        return say("sent a message")
    if subject == "appointment" and entry.before == after == "confirmed":
        slots = _SLOT.findall(entry.note)
        day = brief_date(date(*map(int, slots[-1][:3]))) if slots else say("another day")
        return say("moved this appointment to %(day)s", day=day)
    known = _CHANGE_DESCRIPTIONS.get((subject, after), _("changed the %(subject)s to “%(to)s”"))
    description = say(known, subject=subject, to=after.replace("_", " "))
    return f"{description} ({entry.note})" if subject == "technician" else description


def details(entry: OrderLogEntry) -> str:
    if entry.subject == "milestone":
        return ""
    days = _SLOT.sub(
        lambda slot: (
            f"{brief_date(date(int(slot[1]), int(slot[2]), int(slot[3])))}, {say(_HALVES[slot[4]])}"
        ),
        entry.note,
    )
    days = _DAY.sub(lambda day: brief_date(date.fromisoformat(day[1])), days)
    return _CENTS.sub(lambda match: dollars(int(match[1])), days)


def sentence(entry: OrderLogEntry) -> str:
    return say("%(who)s %(did)s.", who=name_of_actor(entry.actor), did=describe_change(entry))


def ago(at: datetime, *, now: datetime) -> str:
    """Format how long ago something happened; after a day, its local date."""
    minutes = int((now - at).total_seconds() // 60)
    if minutes < 1:
        return say("a moment ago")
    if minutes < 60:
        return say_count("a minute ago", "%(number)s minutes ago", minutes)
    hours = minutes // 60
    if hours < 24:
        return say_count("an hour ago", "%(number)s hours ago", hours)
    return say("on %(day)s", day=brief_date(at.astimezone(MARKET_ZONE).date()))
