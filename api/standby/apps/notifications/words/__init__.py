"""What customers are told, in e-mails and texts: the words of every kind of message."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from standby.apps.notifications.words import money, photos_and_price, visits
from standby.apps.notifications.words.facts import Booking
from standby.apps.notifications.words.letter import Told

WORDS: Final[Mapping[str, Callable[..., Told]]] = {
    tells.__name__: tells
    for tells in (
        visits.date_held,
        visits.date_confirmed,
        visits.date_lost,
        visits.rescheduled,
        visits.technician_assigned,
        visits.reminder_week,
        visits.reminder_day,
        visits.installation_done,
        visits.order_cancelled,
        photos_and_price.photo_link,
        photos_and_price.photo_reminder,
        photos_and_price.photos_received,
        photos_and_price.retake_wanted,
        photos_and_price.price_locked,
        photos_and_price.price_change,
        photos_and_price.change_approved,
        photos_and_price.change_declined,
        photos_and_price.proposal_ready,
        photos_and_price.proposal_accepted,
        money.milestone_due,
        money.milestone_overdue,
        money.payment_received,
        money.refund_sent,
    )
}


def told(kind: str, booking: Booking, **facts: Any) -> Told:
    """What is said by that kind of message; its own facts beside the booking's."""
    return WORDS[kind](booking, **facts)
