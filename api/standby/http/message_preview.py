"""Every kind of message as it will look: for whoever writes them, on their own machine only."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from html import escape
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from standby.apps.notifications import words
from standby.apps.notifications.words import letter, staff
from standby.apps.notifications.words.facts import Booking
from standby.domain.text_message import in_gsm, length_of, segments_of
from standby.http.not_found import not_found_page

_BOOKING: Final = Booking(
    name="Ada Lovelace",
    day=date(2026, 3, 12),
    hours="8:30 AM and 12:30 PM",
    address="24 Waterway Ave, The Woodlands, TX 77380",
    number="7d1f6a2e-5b1c-4f0e-9a4e-0c6f3f1f2b11",
    fee_cents=100_00,
)
# An example of each kind's own facts, as the flows give them
EXAMPLES: Final[Mapping[str, Mapping[str, Any]]] = {
    "date_held": {"until": datetime(2026, 2, 20, 15, 35, tzinfo=UTC)},
    "date_confirmed": {},
    "date_lost": {},
    "photo_link": {"least": 5},
    "photo_reminder": {"least": 5},
    "photos_received": {"count": 6},
    "retake_wanted": {"reason": "The photo of the gas meter is blurred; we need its number."},
    "price_locked": {
        "total_cents": 12_194_77,
        "was_cents": 12_694_77,
        "receipt_code": "HNX4-7K2M-9QPD",
    },
    "price_change": {
        "total_cents": 13_494_77,
        "was_cents": 12_694_77,
        "reason": "The run is 42 ft around the garage, which is the next band.",
    },
    "change_approved": {"total_cents": 13_494_77},
    "change_declined": {"is_refundable": True},
    "proposal_ready": {"total_cents": 12_194_77},
    "proposal_accepted": {"cancel_until": date(2026, 2, 26)},
    "milestone_due": {
        "milestone": "acceptance",
        "amount_cents": 3_048_69,
        "due_cents": 2_948_69,
    },
    "milestone_overdue": {
        "due_cents": 2_992_92,
        "late_fee_cents": 44_23,
    },
    "payment_received": {
        "amount_cents": 3_037_15,
        "what": "First payment, due on acceptance",
        "surcharge_cents": 88_46,
        "balance_cents": 0,
    },
    "refund_sent": {"amount_cents": 100_00},
    "rescheduled": {"old_day": date(2026, 3, 10)},
    "order_cancelled": {"refund_cents": 100_00, "kept_cents": 0},
    "technician_assigned": {
        "technician_name": "Maria Gonzalez",
        "technician_phone": "(713) 555-0177",
    },
    "reminder_week": {},
    "reminder_day": {},
    "installation_done": {},
}
# As long as a real one: its length is what a text costs.
_LINK: Final = f"/b/{'x' * 64}"
_LETTER_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"
_PAGE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'"


def message_preview_page(request: HttpRequest) -> HttpResponse:
    if not _is_shown():
        return not_found_page(request)
    kinds = [_shown(kind) for kind in EXAMPLES]
    page = render(request, "message_preview.html", {"kinds": kinds, "plain": _plain_ones()})
    page["Content-Security-Policy"] = _PAGE_POLICY
    return page


def message_preview_letter(request: HttpRequest, kind: str) -> HttpResponse:
    """The HTML of one kind, as a mail program gets it."""
    if not _is_shown() or kind not in EXAMPLES:
        return not_found_page(request)
    told = words.told(kind, _BOOKING, **EXAMPLES[kind])
    page = HttpResponse(_linked(letter.framed(letter.inside(told.letter))))
    page["Content-Security-Policy"] = _LETTER_POLICY
    page["X-Frame-Options"] = "SAMEORIGIN"
    return page


def sms_of(kind: str) -> str:
    """The text of a kind with a link as long as a real one."""
    return in_gsm(_linked(words.told(kind, _BOOKING, **EXAMPLES[kind]).text))


def _is_shown() -> bool:
    return settings.ENVIRONMENT.env == "local"


def _shown(kind: str) -> dict[str, object]:
    told, text = words.told(kind, _BOOKING, **EXAMPLES[kind]), sms_of(kind)
    return {
        "kind": kind,
        "subject": told.letter.subject,
        "glance": told.letter.glance,
        "plain": _linked(letter.plain(told.letter)),
        "text": text,
        "length": length_of(text),
        "segments": segments_of(text),
    }


def _plain_ones() -> list[dict[str, object]]:
    """Those without an order."""
    opened = staff.zip_opened(
        zip_code="77833", city="Brenham", link=f"{settings.SITE_URL}/installation-wizard"
    )
    needed = staff.staff_needed(what="paid, but its date is gone", order=_BOOKING.number)
    received = staff.text_received(
        sender="+12815550100", text=escape("Gate code is 4321"), order=_BOOKING.number
    )
    return [
        {"kind": "zip_opened", "subject": "", "plain": opened.text},
        {"kind": "staff_needed", "subject": needed.subject, "plain": needed.text},
        {"kind": "text_received", "subject": received.subject, "plain": received.text},
    ]


def _linked(said: str) -> str:
    opened = f"{settings.SITE_URL}{_LINK}"
    return (
        said.replace(letter.MY_PHOTOS, f"{opened}?to=photos")
        .replace(letter.MY_BOOKING, opened)
        .replace(letter.SITE, settings.SITE_URL)
    )
