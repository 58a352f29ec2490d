"""Consent to messages, given with an order or changed on the booking page."""

from datetime import datetime
from typing import Final

from standby.core.writing import write_transaction
from standby.messaging.models import Consent, Message
from standby.messaging.services import consents
from standby.messaging.services.consents import Agreement
from standby.orders.models import Customer, Order
from standby.orders.rules.policy import TEXTS_CONSENT

_PAGE: Final = "/my-booking"
_WIZARD_PAGE: Final = "/installation-date"
_WORDINGS: Final = {
    (Message.Channel.SMS, True): "Text me about this appointment. Reply STOP to end it.",
    (Message.Channel.SMS, False): "Do not text me any more.",
    (Message.Channel.EMAIL, True): "E-mail me about this appointment.",
    (Message.Channel.EMAIL, False): "Do not e-mail me any more.",
}


def change_consent(
    order: Order, *, channel: Message.Channel, is_given: bool, now: datetime
) -> None:
    """Record a consent or its withdrawal for one channel.

    It applies to every later message and to those already queued.
    """
    recipient = _recipient(order.customer, channel)
    agreement = Agreement(
        purpose="transactional",
        wording=_WORDINGS[channel, is_given],
        page=_PAGE,
        order_ref=order.public_id,
    )
    with write_transaction():
        consents.record_consent(
            channel, recipient=recipient, is_given=is_given, agreement=agreement, now=now
        )
        if not is_given:
            consents.suppress(channel, recipient=recipient, reason="on their page", now=now)
            return
        consents.remove_suppression(channel, recipient=recipient, now=now)
        preference = {"sms_updates" if channel == Message.Channel.SMS else "email_updates": True}
        Customer.objects.filter(pk=order.customer_id).update(**preference)


def record_first_consent(order: Order) -> None:
    """Record the consent to texts given in the wizard when the order was placed. Idempotent.

    Runs in the caller's transaction, on confirmation rather than on reservation, which has to stay
    short. It does not undo an earlier STOP.
    """
    customer = order.customer
    if not customer.sms_updates or consents.is_suppressed(
        Message.Channel.SMS, recipient=customer.phone
    ):
        return
    earlier = Consent.objects.filter(
        order_ref=order.public_id, channel=Message.Channel.SMS, page=_WIZARD_PAGE
    )
    if earlier.exists():
        return
    consents.record_consent(
        Message.Channel.SMS,
        recipient=customer.phone,
        is_given=True,
        agreement=Agreement(
            purpose="transactional",
            wording=TEXTS_CONSENT,
            page=_WIZARD_PAGE,
            order_ref=order.public_id,
        ),
        now=order.created_at,
    )


def _recipient(customer: Customer, channel: Message.Channel) -> str:
    return customer.phone if channel == Message.Channel.SMS else customer.email
