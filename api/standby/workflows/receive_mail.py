"""Emails of customers: replies to ours, and reports that ours did not arrive."""

from datetime import datetime
from hashlib import sha256
from typing import Final
from uuid import UUID

from django.conf import settings

from standby.company.selectors import mail_from
from standby.inbox.models import Item
from standby.inbox.rules.authentication import vouched
from standby.inbox.rules.mail import ReceivedMail, read_mail
from standby.inbox.services.items import POSTED_MAILS, Judgment
from standby.inbox.services.received_files import note_files_of_mail
from standby.messaging.kinds import FOR_STAFF
from standby.messaging.models import InboundMessage, Message
from standby.messaging.providers.mail import id_of_token, masked
from standby.messaging.reply_address import tokens_in
from standby.messaging.rules import ReplyIntent
from standby.messaging.services import outbox
from standby.orders.models import Order
from standby.orders.selectors.orders import is_erased, orders_by_contact
from standby.orders.services.notify import notify_staff

Verdict, Proof = Item.Verdict, Item.Proof
_BY_A_PROGRAM: Final = "written by a program"
_DISOWNED: Final = "the domain of its sender says that it did not send it"


def judge_mail(item: Item, raw: bytes, now: datetime) -> Judgment:
    """Take a mail into the conversation of the order that it is about, or say why not.

    Nothing that it says changes what anybody receives: only the report of a mail that came back
    is believed, if it names an id that nobody but the mail's reader knows.
    """
    mail = read_mail(raw)
    if mail.is_return and (mail.returned or _own_ids(mail)):
        return _judge_report(mail, now=now)
    if mail.is_automatic:
        return Judgment(verdict=Verdict.IGNORED, reason=_BY_A_PROGRAM)
    original = _message_answered(mail)
    is_known = orders_by_contact(emails=[mail.sender.lower()]).exists()
    # A posted mail has only headers that anybody can write: no server of ours vouches for it.
    is_posted = item.source.name == POSTED_MAILS
    server = "" if is_posted else settings.ENVIRONMENT.imap_authserv_id
    proof, is_forged = _proof(mail, is_answer=original is not None, server=server)
    if original is None and not is_known:
        return Judgment(verdict=Verdict.NOBODY, reason="of no order that we know", proof=proof)
    if is_forged:
        return Judgment(verdict=Verdict.FORGED, reason=_DISOWNED, proof=proof)
    order_ref = original.order_ref if original else None
    message = store_mail(mail, order_ref=order_ref, received_at=item.received_at)
    note_files_of_mail(mail, item=item, message=message, now=now)
    return Judgment(verdict=Verdict.TAKEN, proof=proof, order_ref=order_ref, message=message)


def _proof(mail: ReceivedMail, *, is_answer: bool, server: str) -> tuple[Item.Proof, bool]:
    # With whether its sender's domain disowns it. What names an id of ours needs no other proof:
    # mailing lists and forwarding break the proofs of domains.
    if is_answer:
        return Proof.TOKEN, False
    verdict = vouched(mail.results, by=server, sender=mail.sender) if mail.has_one_sender else ""
    return (Proof.ALIGNED if verdict == "passed" else Proof.CLAIMED), verdict == "failed"


def store_mail(
    mail: ReceivedMail, *, order_ref: UUID | None, received_at: datetime
) -> InboundMessage:
    """Store a mail whole among the messages, once by its Message-ID, words and files."""
    # Without a Message-ID, the same sender's same words with the same files are the same mail.
    files = "\n".join(sha256(each.content).hexdigest() for each in mail.files)
    named = mail.message_id if files else ""
    words = f"{mail.sender}\n{mail.subject}\n{mail.text}\n{named}\n{files}"
    own = sha256(words.encode()).hexdigest()
    taken = InboundMessage.objects.filter(provider_ref=mail.message_id).first()
    # Some programs, and whoever wants to hide a mail, give two mails the same id.
    is_other = taken is not None and (taken.sender, taken.text) != (mail.sender, mail.text)
    message, _is_new = InboundMessage.objects.get_or_create(
        provider_ref=own if files or is_other or not mail.message_id else mail.message_id,
        defaults={
            "channel": Message.Channel.EMAIL,
            "sender": mail.sender,
            "subject": mail.subject,
            "text": mail.text,
            "order_ref": order_ref,
            "meaning": ReplyIntent.WORDS,
            "received_at": received_at,
        },
    )
    return message


def _judge_report(mail: ReceivedMail, *, now: datetime) -> Judgment:
    named = (*_own_ids(mail), *mail.returned)
    message = next(filter(None, (_undelivered(each) for each in named)), None)
    if message is None:
        return Judgment(verdict=Verdict.IGNORED, reason="a report about no mail of ours")
    if message.order_ref is not None and _is_erased(message.order_ref):
        return Judgment(verdict=Verdict.IGNORED, reason="a report about an erased customer")
    if message.order_ref is not None:
        topic = f"an email to {masked(message.recipient)} came back, please call or correct it"
        notify_staff(Order.objects.get(public_id=message.order_ref), topic=topic, now=now)
    return Judgment(
        verdict=Verdict.TAKEN,
        reason="an email of ours came back",
        proof=Proof.TOKEN,
        order_ref=message.order_ref,
    )


def _undelivered(message_id: str) -> Message | None:
    return outbox.record_delivery(
        message_id, delivery=Message.Delivery.UNDELIVERED, reason="came back to our mailbox"
    )


def _message_answered(mail: ReceivedMail) -> Message | None:
    named = [*mail.answers, *_own_ids(mail)]
    ours = Message.objects.filter(provider_ref__in=named, order_ref__isnull=False)
    message = ours.exclude(kind__in=FOR_STAFF).order_by("-pk").first()
    is_taken = message and message.order_ref and not _is_erased(message.order_ref)
    return message if is_taken else None


def _is_erased(order_ref: UUID) -> bool:
    # An erasure locks the order as well: it is over, or it finds what is stored here.
    order = Order.objects.select_for_update().filter(public_id=order_ref).first()
    return order is not None and is_erased(order)


def _own_ids(mail: ReceivedMail) -> list[str]:
    # The Message-IDs of ours that the addresses to which it was sent stand for.
    tokens = tokens_in(mail.recipients, pattern=settings.ENVIRONMENT.reply_address)
    return [id_of_token(token, sender=mail_from()) for token in tokens]
