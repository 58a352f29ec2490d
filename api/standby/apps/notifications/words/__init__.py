"""What customers are told, in e-mails and texts: the words of every kind of message."""

from collections.abc import Mapping
from typing import Any, Final

from standby.apps.notifications.words import money, photos_and_price, visits
from standby.apps.notifications.words.facts import BookingContext
from standby.apps.notifications.words.letter import RenderedMessage
from standby.apps.notifications.words.wording import MessageDefinition, TemplateText, render

MESSAGE_DEFINITIONS: Final[Mapping[str, MessageDefinition]] = {
    "date_held": visits.DATE_HELD,
    "date_confirmed": visits.DATE_CONFIRMED,
    "date_lost": visits.DATE_LOST,
    "rescheduled": visits.RESCHEDULED,
    "technician_assigned": visits.TECHNICIAN_ASSIGNED,
    "reminder_week": visits.REMINDER_WEEK,
    "reminder_day": visits.REMINDER_DAY,
    "installation_done": visits.INSTALLATION_DONE,
    "order_cancelled": visits.ORDER_CANCELLED,
    "photo_link": photos_and_price.PHOTO_LINK,
    "photo_reminder": photos_and_price.PHOTO_REMINDER,
    "photos_received": photos_and_price.PHOTOS_RECEIVED,
    "retake_wanted": photos_and_price.RETAKE_WANTED,
    "price_locked": photos_and_price.PRICE_LOCKED,
    "price_change": photos_and_price.PRICE_CHANGE,
    "change_approved": photos_and_price.CHANGE_APPROVED,
    "change_declined": photos_and_price.CHANGE_DECLINED,
    "proposal_ready": photos_and_price.PROPOSAL_READY,
    "proposal_accepted": photos_and_price.PROPOSAL_ACCEPTED,
    "milestone_due": money.MILESTONE_DUE,
    "milestone_overdue": money.MILESTONE_OVERDUE,
    "payment_received": money.PAYMENT_RECEIVED,
    "refund_sent": money.REFUND_SENT,
    "refund_returned": money.REFUND_RETURNED,
    "fee_refunded": money.FEE_REFUNDED,
    "payment_returned": money.PAYMENT_RETURNED,
}
NOBODYS: Final[Mapping[str, TemplateText]] = {}


def render_builtin(
    kind: str,
    booking: BookingContext,
    *,
    in_force: Mapping[str, TemplateText] = NOBODYS,
    **facts: Any,
) -> RenderedMessage:
    """What is said by that kind of message; its own facts beside the booking's.

    `in_force` are the words of staff by channel; where there are none, ours are said. Raises
    KeyError where theirs hold a placeholder that is not known any more.
    """
    wording = MESSAGE_DEFINITIONS[kind]
    email = in_force.get("email", wording.email)
    sms = in_force["sms"].text if "sms" in in_force else wording.sms
    return render(email, sms, facts=wording.facts(booking, **facts))
