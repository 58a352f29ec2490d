"""Built-in templates of every kind of message to customers."""

from collections.abc import Mapping
from typing import Any, Final

from standby.messaging.kinds import money, photos_and_price, visits
from standby.messaging.kinds.definition import MessageDefinition, TemplateText, render
from standby.messaging.kinds.email import RenderedMessage
from standby.messaging.kinds.facts import BookingContext

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
NO_TEMPLATES: Final[Mapping[str, TemplateText]] = {}


def render_builtin(
    kind: str,
    booking: BookingContext,
    *,
    in_force: Mapping[str, TemplateText] = NO_TEMPLATES,
    **facts: Any,
) -> RenderedMessage:
    """Render a message of this kind; `facts` are its own values besides the booking's.

    `in_force` holds staff's templates by channel; other channels use the built-in one. Raises
    KeyError for an unknown placeholder in them.
    """
    wording = MESSAGE_DEFINITIONS[kind]
    email = in_force.get("email", wording.email)
    sms = in_force["sms"].text if "sms" in in_force else wording.sms
    return render(email, sms, facts=wording.facts(booking, **facts))
