"""Sample data for every kind of message, for previews and validation."""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any, Final

from standby.messaging import kinds
from standby.messaging.kinds import email as letter
from standby.messaging.kinds.definition import TemplateText
from standby.messaging.kinds.facts import BookingContext

# As long as a real link, since the price of a text depends on its length.
_LINK: Final = f"/b/{'x' * 44}"
BOOKING: Final = BookingContext(
    name="Ada Lovelace",
    day=date(2026, 3, 12),
    hours="8:30 AM and 12:30 PM",
    address="24 Waterway Ave, The Woodlands, TX 77380",
    number="7d1f6a2e-5b1c-4f0e-9a4e-0c6f3f1f2b11",
    fee_cents=100_00,
)
# The facts of each kind, as the flows pass them.
SAMPLES: Final[Mapping[str, Mapping[str, Any]]] = {
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
    "refund_returned": {"amount_cents": 100_00},
    "fee_refunded": {"amount_cents": 100_00},
    "payment_returned": {
        "amount_cents": 3_073_69,
        "due_cents": 3_073_69,
        "is_paid_online": True,
    },
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


def render_sample(
    kind: str, *, in_force: Mapping[str, TemplateText] = kinds.NO_TEMPLATES
) -> letter.RenderedMessage:
    """Render a message with sample data.

    Raises KeyError for an unknown placeholder in a template.
    """
    return kinds.render_builtin(kind, BOOKING, in_force=in_force, **SAMPLES[kind])


def with_sample_link(text: str, *, site_url: str) -> str:
    booking_url = f"{site_url}{_LINK}"
    return (
        text.replace(letter.MY_PHOTOS, f"{booking_url}?to=photos")
        .replace(letter.MY_BOOKING, booking_url)
        .replace(letter.SITE, site_url)
    )
