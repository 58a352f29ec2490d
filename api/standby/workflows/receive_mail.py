"""Emails of customers: replies to ours, reports that ours did not arrive, and opting out."""

import logging
from datetime import datetime
from hashlib import sha256

from django.db import transaction
from mailparser_reply import EmailReplyParser

from standby.messaging.kinds import FOR_STAFF
from standby.messaging.models import InboundMessage, InboxPosition, Message
from standby.messaging.providers.inbox import Inbox, InboxDown, ReceivedMail
from standby.messaging.providers.mail import masked
from standby.messaging.rules import ReplyIntent
from standby.messaging.services import consents
from standby.messaging.services import outbox as notifications
from standby.orders.models import Order
from standby.orders.services.notify import notify_staff

log = logging.getLogger(__name__)


def read_inbox(*, inbox: Inbox, mailbox: str, now: datetime) -> int:
    """Receive what arrived since the last time, and return how many mails were read.

    A mailbox that does not answer is read the next time; the connections screen says so.
    """
    position, _is_new = InboxPosition.objects.get_or_create(mailbox=mailbox)
    try:
        new = inbox.read_after(position.uid_validity, position.last_uid)
    except InboxDown as error:
        log.warning("the mailbox of replies was not read: %s", error)
        position.failed_at, position.last_error = now, str(error)[:200]
        position.save()
        return 0
    for mail in new.mails:
        receive_mail(mail, now=now)
    position.uid_validity, position.last_uid = new.uid_validity, new.last_uid
    position.read_at, position.last_error = now, ""
    position.save()
    return len(new.mails)


def receive_mail(mail: ReceivedMail, *, now: datetime) -> None:
    """Store a customer's email with the order that it is about. Idempotent by its Message-ID.

    Mail of nobody we know stays in the mailbox alone, and so do the notes that programs write.
    """
    with transaction.atomic(durable=True):
        if mail.bounced:
            _record_bounce(mail.bounced, now=now)
        elif _asks_to_stop(mail):
            consents.suppress(
                Message.Channel.EMAIL, recipient=mail.sender, reason="answered an email", now=now
            )
        elif not mail.is_automatic:
            _store(mail, now=now)


def _record_bounce(message_id: str, *, now: datetime) -> None:
    message = notifications.record_delivery(
        message_id, delivery=Message.Delivery.UNDELIVERED, reason="came back to our mailbox"
    )
    if message is not None and message.order_ref is not None:
        topic = f"an email to {masked(message.recipient)} came back, please call or correct it"
        notify_staff(Order.objects.get(public_id=message.order_ref), topic=topic, now=now)


def _asks_to_stop(mail: ReceivedMail) -> bool:
    # What the List-Unsubscribe header of our mail makes a mail program write.
    return mail.subject.strip().lower() == "unsubscribe" and not mail.answers


def _store(mail: ReceivedMail, *, now: datetime) -> None:
    answered = Message.objects.filter(provider_ref__in=mail.answers, order_ref__isnull=False)
    message = answered.exclude(kind__in=FOR_STAFF).order_by("-pk").first()
    is_known = Order.objects.filter(customer__email_key=mail.sender.lower()).exists()
    if message is None and not is_known:
        return
    # Without a Message-ID, the same sender's same words are the same mail.
    own = sha256(f"{mail.sender}\n{mail.subject}\n{mail.text}".encode()).hexdigest()
    InboundMessage.objects.get_or_create(
        provider_ref=mail.message_id[:255] or own,
        defaults={
            "channel": Message.Channel.EMAIL,
            "sender": mail.sender[:254],
            "subject": mail.subject[:200],
            "text": _words_of(mail.text)[:4000],
            "order_ref": message.order_ref if message else None,
            "meaning": ReplyIntent.WORDS,
            "received_at": now,
        },
    )


def _words_of(text: str) -> str:
    """Return what the sender wrote, without the mail that is quoted below it."""
    return EmailReplyParser(languages=["en"]).read(text).latest_reply or text.strip()
