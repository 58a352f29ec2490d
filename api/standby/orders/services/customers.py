"""The customer's contact data, as staff correct and find it, and their consent to messages."""

from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q

from standby.core.contacts import phone_key
from standby.core.transactions import in_transaction
from standby.core.words import _, active_language, in_language, say
from standby.messaging.models import Consent, Message
from standby.messaging.rules import OptOut
from standby.messaging.services import consents, outbox
from standby.orders.models import Customer, Order, OrderLocation
from standby.orders.rules.policy import CALLERS_CONSENT, TEXTS_CONSENT
from standby.orders.rules.search_words import search_text
from standby.orders.selectors import orders
from standby.orders.services.access_links import revoke_access_links
from standby.orders.services.order_log import ensure_version, log_change

_MOST_SEARCHED: Final = 900  # characters
_WIZARD_PAGE: Final = "/installation-date"
_CALL_PAGE: Final = "/staff/new-order"
_WORDINGS: Final = {
    (Message.Channel.SMS, True): _("Text me about this appointment. Reply STOP to end it."),
    (Message.Channel.SMS, False): _("Do not text me anymore."),
    (Message.Channel.EMAIL, True): _("Email me about this appointment."),
    (Message.Channel.EMAIL, False): _("Do not email me anymore."),
}


def correct_contact(
    order: Order,
    *,
    name: str,
    email: str,
    phone: str,
    agrees_to_texts: bool,
    actor: str,
    if_version: int | None,
    now: datetime,
) -> Order:
    """Correct a customer's contact data and revoke the access links sent to the old address.

    An empty field is left unchanged. Without consent to texts (`agrees_to_texts`), which they gave
    to staff, a new number gets none. Idempotent. Raises ChangedMeanwhile.
    """
    with transaction.atomic(durable=True):
        orders.lock_order(order.pk)
        customer = order.customer
        customer.refresh_from_db()
        values = {"name": name, "email": email, "phone": phone}
        old_values = {
            field: getattr(customer, field)
            for field, value in values.items()
            if value and value != getattr(customer, field)
        }
        if not old_values:
            return order
        ensure_version(order, if_version, now=now)
        for field in old_values:
            setattr(customer, field, values[field])
        customer.email_key, customer.phone_key = customer.email.lower(), phone_key(customer.phone)
        if "phone" in old_values:
            customer.sms_updates = agrees_to_texts
        customer.save()
        if "phone" in old_values and agrees_to_texts:
            _record_texts_consent(order, page="told to staff", now=now)
        place = order.order_location
        words = search_words(
            customer, address=place.formatted_address, city=place.city, zip_code=place.zip_code
        )
        OrderLocation.objects.filter(order=order).update(search_words=words)
        if "email" in old_values or "phone" in old_values:
            revoke_access_links(order, now=now)
        for field, channel in (("email", Message.Channel.EMAIL), ("phone", Message.Channel.SMS)):
            if field in old_values:
                outbox.change_recipient(
                    order.public_id, channel=channel, before=old_values[field], after=values[field]
                )
        # The log names the corrected fields only, because their values are personal data.
        log_change(
            order,
            subject="contact",
            change=("", "corrected"),
            actor=actor,
            now=now,
            note=", ".join(old_values),
        )
        return order


def search_words(customer: Customer, *, address: str, city: str, zip_code: str) -> str:
    """Return the words by which staff find an order."""
    words = search_text(
        name=customer.name,
        email=customer.email,
        phone=customer.phone,
        places=(address, city, zip_code),
    )
    return words[:_MOST_SEARCHED]


def change_consent(order: Order, *, channel: Message.Channel, agrees: bool, now: datetime) -> None:
    """Record a consent or its withdrawal for one channel.

    It applies to every later message and to those already queued.
    """
    customer = order.customer
    recipient = customer.phone if channel == Message.Channel.SMS else customer.email
    with transaction.atomic(durable=True):
        consents.record_consent(
            channel,
            recipient=recipient,
            agrees=agrees,
            purpose="transactional",
            wording=say(_WORDINGS[channel, agrees]),
            page=consents.OWN_PAGE,
            order_ref=order.public_id,
            now=now,
        )
        if not agrees:
            consents.suppress(channel, recipient=recipient, reason=OptOut.ON_PAGE, now=now)
            return
        consents.remove_suppression(channel, recipient=recipient, actor="visitor", now=now)
        preference = {"sms_updates" if channel == Message.Channel.SMS else "email_updates": True}
        Customer.objects.filter(pk=order.customer_id).update(**preference)


@in_transaction
def record_callers_consent(order: Order, *, taken_by: str, now: datetime) -> None:
    """Record the consent to texts that a caller gave to this member of staff, and its words."""
    page = f"{_CALL_PAGE}, {taken_by}"
    _record_texts_consent(
        order, page=page, wording=say(CALLERS_CONSENT), language=active_language(), now=now
    )


def record_first_consent(order: Order) -> None:
    # Runs on confirmation rather than on reservation, which has to
    # stay short. It does not undo an earlier STOP.
    customer = order.customer
    if not customer.sms_updates or consents.is_suppressed(
        Message.Channel.SMS, recipient=customer.phone
    ):
        return
    earlier = Consent.objects.filter(
        Q(page=_WIZARD_PAGE) | Q(page__startswith=_CALL_PAGE),
        order_ref=order.public_id,
        channel=Message.Channel.SMS,
    )
    if not earlier.exists():
        _record_texts_consent(order, page=_WIZARD_PAGE, now=order.created_at)


def _record_texts_consent(
    order: Order,
    *,
    page: str,
    wording: str = TEXTS_CONSENT,
    language: str = settings.LANGUAGE_CODE,
    now: datetime,
) -> None:
    with in_language(language):  # of the words
        consents.record_consent(
            Message.Channel.SMS,
            recipient=order.customer.phone,
            agrees=True,
            purpose="transactional",
            wording=wording,
            page=page,
            order_ref=order.public_id,
            now=now,
        )
