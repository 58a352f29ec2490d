"""Refusing a stream of mail by its link or in one click (RFC 8058): MSG-04.2.

Only reminders and marketing can be refused by mail. A refusal is a consent that was not given, with
the stream as its purpose.
"""

from datetime import datetime
from typing import Final, Literal

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Q

from standby.core.errors import NotFound, _
from standby.messaging.kinds.streams import STREAM_OF, Stream, is_refusable
from standby.messaging.models import Consent, Message
from standby.messaging.selectors import recipient_key, reminded_by_mail
from standby.messaging.services.consents import OWN_PAGE, recipient_hashes, record_consent

# A token names the message it was sent in and grants nothing else. It is signed when the message is
# sent and not stored.
_SIGNER: Final = Signer(salt="standby.notifications.unsubscribe", sep=".")
_EMAIL: Final = Message.Channel.EMAIL
# Sent on the reader's request alone, which has to stand
_ASKED_FOR: Final = "wizard_recovery"


class UnsubscribeLinkUnknown(NotFound):
    code = "unsubscribe_link_unknown"
    message = _("This link does not unsubscribe from any of our emails.")


def unsubscribe_token(message: Message) -> str:
    return _SIGNER.sign(str(message.pk))


def unsubscribe(token: str, *, now: datetime) -> None:
    """Refuse the stream of the mail that the token came in; all other mail still comes.

    Idempotent. Raises UnsubscribeLinkUnknown, also for a mail whose stream cannot be refused.
    """
    try:
        number = _SIGNER.unsign(token)
    except BadSignature as error:
        raise UnsubscribeLinkUnknown from error
    message = Message.objects.filter(pk=int(number)).first()
    if message is None:  # erased since
        return
    if not is_refusable(message.kind):
        raise UnsubscribeLinkUnknown
    is_reminder = STREAM_OF[message.kind] == Stream.REMINDER
    with transaction.atomic(durable=True):
        if not _has_refused(message.recipient, stream=STREAM_OF[message.kind]):
            purpose: Literal["reminder", "marketing"] = "reminder" if is_reminder else "marketing"
            _record(message, purpose=purpose, now=now)
        if is_reminder and reminded_by_mail([message.recipient]):
            _record(message, purpose="recovery", now=now)


def is_refused(channel: str, *, recipient: str, kind: str) -> bool:
    """Whether the reader refused mails of this kind; for one that has to be asked for, also whether
    nobody asks for it.
    """
    if channel != _EMAIL or not is_refusable(kind):
        return False
    if kind == _ASKED_FOR:
        return not reminded_by_mail([recipient])
    return _has_refused(recipient, stream=STREAM_OF[kind])


def _has_refused(address: str, *, stream: Stream) -> bool:
    # Who turns emails on again on their own page wants all of them.
    key = recipient_key(_EMAIL, recipient=address)
    decided = Consent.objects.filter(
        Q(purpose=stream, is_given=False)
        | Q(purpose="transactional", is_given=True, page=OWN_PAGE),
        channel=_EMAIL,
        recipient__in=[key, *recipient_hashes(key)],
    )
    return decided.order_by("-pk").values_list("is_given", flat=True).first() is False


def _record(
    message: Message, *, purpose: Literal["reminder", "marketing", "recovery"], now: datetime
) -> None:
    record_consent(
        _EMAIL,
        recipient=message.recipient,
        agrees=False,
        purpose=purpose,
        wording="Unsubscribe",
        page="/unsubscribe",
        now=now,
    )
