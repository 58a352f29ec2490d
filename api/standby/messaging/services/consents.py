"""Consent and suppression of messages (MSG-02.3), and refusing a stream of mail (MSG-04.2).

Consents are an append-only record. Suppressions are checked before each message is sent.

What somebody types or ticks about a phone number does not show who holds it. A text from that
number does. Until one has come, the number gets a single text, which asks for it (MSG-06).
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final, Literal
from uuid import UUID

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import Model, Q, QuerySet

from standby.audit.services import origin
from standby.core.contacts import phone_key, senders_with
from standby.core.errors import NotFound, _
from standby.core.guards import ERASED
from standby.core.words import active_language
from standby.messaging.kinds import FROM_STAFF
from standby.messaging.kinds.streams import STREAM_OF, Stream, is_refusable
from standby.messaging.models import Consent, InboundMessage, Message, Suppression, TextedNumber
from standby.messaging.rules import OptOut, ReplyIntent
from standby.messaging.selectors import recipient_key, reminded_by_mail

Purpose = Literal["transactional", "recovery", "opening", "reminder", "marketing"]
OWN_PAGE: Final = "/my-booking"  # where a customer turns a channel on and off
State = Literal["new", "asked", "confirmed"]
Admission = Literal["as_it_is", "with_question", "refused"]
_SMS: Final = Message.Channel.SMS
_SIGNER: Final = Signer(salt="standby.notifications.forgotten")
# A token names the message it was sent in and grants nothing else. It is signed when the message is
# sent and not stored.
_UNSUBSCRIBE_SIGNER: Final = Signer(salt="standby.notifications.unsubscribe", sep=".")
_EMAIL: Final = Message.Channel.EMAIL
# Sent on the reader's request alone, which has to stand
_ASKED_FOR: Final = "wizard_recovery"


class UnsubscribeLinkUnknown(NotFound):
    code = "unsubscribe_link_unknown"
    message = _("This link does not unsubscribe from any of our emails.")


def record_consent(
    channel: str,
    *,
    recipient: str,
    agrees: bool,
    purpose: Purpose,
    wording: str,
    page: str,
    order_ref: UUID | None = None,
    now: datetime,
) -> None:
    """Record that a recipient agreed, or not any more, to the wording shown on a page.

    It was shown in the active language, in which they are written to where nothing else says it.
    """
    Consent.objects.create(
        channel=channel,
        recipient=recipient_key(channel, recipient=recipient),
        is_granted=agrees,
        purpose=purpose,
        wording=wording[:500],
        language=active_language(),
        page=page[:200],
        order_ref=order_ref,
        at=now,
    )


def language_of_texts(sender: str) -> str:
    """Return the language in which a number's holder last agreed to texts, else ours."""
    key = recipient_key(_SMS, recipient=sender)
    agreed = Consent.objects.filter(channel=_SMS, recipient=key, is_proven=False)
    newest = agreed.order_by("-at", "-pk").first()
    return newest.language if newest else settings.LANGUAGE_CODE


def record_texted_consent(
    received: InboundMessage, *, agrees: bool, page: str = "a text message", now: datetime
) -> None:
    """Record what a text from the number itself agreed to or ended."""
    Consent.objects.create(
        channel=_SMS,
        recipient=recipient_key(_SMS, recipient=received.sender),
        is_granted=agrees,
        is_proven=True,
        purpose="transactional",
        wording=received.text[:500],
        page=page[:200],
        at=now,
    )


def has_replied(channel: str, *, recipient: str) -> bool:
    """Whether a recipient ever agreed to messages by this channel, or refused them."""
    key = recipient_key(channel, recipient=recipient)
    return Consent.objects.filter(channel=channel, recipient=key, purpose="transactional").exists()


def suppress(
    channel: str,
    *,
    recipient: str,
    reason: str,
    cause: InboundMessage | None = None,
    now: datetime,
) -> bool:
    """Suppress messages to this recipient by this channel. Returns False if they already were.

    A pause becomes an opt-out. `cause` is the text that asked for it.
    """
    facts = {"reason": reason[:100], "since": now, "is_pause": False, "cause": cause}
    if _live(channel, recipient=recipient).filter(is_pause=True).update(**facts):
        return True
    return _suppress_once(channel, recipient=recipient, facts=facts)


def pause(channel: str, *, recipient: str, cause: InboundMessage, now: datetime) -> bool:
    """Pause messages to this recipient until staff decide about `cause`.

    Returns False if they were suppressed or paused already.
    """
    facts = {"reason": OptOut.MAYBE, "since": now, "is_pause": True, "cause": cause}
    return _suppress_once(channel, recipient=recipient, facts=facts)


def _suppress_once(channel: str, *, recipient: str, facts: dict[str, Any]) -> bool:
    key = recipient_key(channel, recipient=recipient)
    if not key:
        return False  # such as that of a message whose customer was erased
    _, is_new = Suppression.objects.get_or_create(
        channel=channel, recipient=key, lifted_at=None, defaults=facts
    )
    return is_new


def end_pause(channel: str, *, recipient: str, actor: str, now: datetime) -> None:
    """Send messages to this recipient again. An opt-out stays."""
    paused = _live(channel, recipient=recipient).filter(is_pause=True)
    paused.update(**_lifted(by=actor, now=now))


def was_ever_paused(channel: str, *, recipient: str) -> bool:
    key = recipient_key(channel, recipient=recipient)
    paused = Suppression.objects.filter(channel=channel, recipient=key, cause__isnull=False)
    return paused.exists()


def remove_suppression(channel: str, *, recipient: str, actor: str, now: datetime) -> bool:
    """Allow messages to this recipient again. Returns False if they were not suppressed."""
    return _live(channel, recipient=recipient).update(**_lifted(by=actor, now=now)) > 0


def lift_suppression(number: int, *, actor: str, now: datetime) -> bool:
    """Lift one suppression; it gives no consent. Returns False if it was lifted before."""
    live = Suppression.objects.filter(pk=number, lifted_at=None)
    return live.update(**_lifted(by=actor, now=now)) > 0


def _lifted(*, by: str, now: datetime) -> dict[str, Any]:
    return {
        "lifted_at": now,
        "lifted_by": by[:40],
        "lifted_credential": origin().credential,
        "lifted_role": origin().role,
    }


def refusal(channel: str, *, recipient: str) -> Literal["", "opted_out", "paused"]:
    """Return why nothing may be sent to this recipient by this channel; "" where it may."""
    pauses = _live(channel, recipient=recipient).values_list("is_pause", flat=True)
    is_pause = pauses.first()
    if is_pause is None:
        return ""
    return "paused" if is_pause else "opted_out"


def is_suppressed(channel: str, *, recipient: str) -> bool:
    return refusal(channel, recipient=recipient) != ""


def suppressed_channels(*, email: str, phone: str) -> dict[str, Literal["opted_out", "paused"]]:
    """Return the channels by which nothing may be sent to a customer, and why."""
    by_mail = _live(Message.Channel.EMAIL, recipient=email)
    by_text = _live(Message.Channel.SMS, recipient=phone)
    rows = (by_mail | by_text).values_list("channel", "is_pause")
    return {channel: "paused" if is_pause else "opted_out" for channel, is_pause in rows}


def suppressed_among(recipients: Collection[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return those of these channels and recipients that have opted out; one query."""
    keys = {(channel, to): recipient_key(channel, recipient=to) for channel, to in recipients}
    live = Suppression.objects.filter(recipient__in=set(keys.values()), lifted_at=None)
    suppressed = set(live.values_list("channel", "recipient"))
    return {(channel, to) for (channel, to), key in keys.items() if (channel, key) in suppressed}


def _live(channel: str, *, recipient: str) -> QuerySet[Suppression]:
    # Erased recipients are stored as keyed hashes, which still have to match.
    key = recipient_key(channel, recipient=recipient)
    names = [key, *recipient_hashes(key)] if key else []
    return Suppression.objects.filter(channel=channel, recipient__in=names, lifted_at=None)


def recipient_hashes(key: str) -> list[str]:
    # The site's secret key is rotated now and then, so older keys may have been used.
    keys = [_SIGNER.key, *_SIGNER.fallback_keys]
    return [f"{ERASED}{_SIGNER.signature(key, key=each)}" for each in keys]


def anonymize_recipients(table: type[Model], numbers: Collection[int]) -> None:
    rows = table._default_manager.filter(pk__in=numbers)
    for number, recipient in rows.values_list("pk", "recipient"):
        mark = recipient_hashes(recipient)[0]
        table._default_manager.filter(pk=number).update(recipient=mark)


def number_state(phone: str) -> State:
    """Return "new" before anything went to the number, "asked" once it got its one text."""
    row = _of(phone).values_list("requested_at", "confirmed_at").first()
    if row is None:
        return "new"
    requested_at, confirmed_at = row
    if confirmed_at is not None:
        return "confirmed"
    return "asked" if requested_at is not None else "new"


def admits(phone: str, *, kind: str) -> bool:
    """Whether a text of this kind may still go to the number, the one that asks included."""
    return number_state(phone) != "asked" or _answers_its_text(phone, kind=kind)


def admit(message: Message, *, now: datetime) -> Admission:
    """Say how a text may go to its number now. One that asks takes the number's only place.

    Of two at the same time one gets it. A repeated try of the same text keeps it.
    """
    phone = message.recipient
    if number_state(phone) == "confirmed" or _answers_its_text(phone, kind=message.kind):
        return "as_it_is"
    _ensure(phone)
    free = _of(phone).filter(Q(requested_at=None) | Q(requested_by=message.pk), confirmed_at=None)
    is_taken = free.update(requested_at=now, requested_by=message.pk) > 0
    return "with_question" if is_taken else "refused"


def give_place_back(message: Message) -> None:
    """Let another text ask, because this one certainly reached nobody."""
    if message.channel == _SMS:
        mine = _of(message.recipient).filter(requested_by=message.pk)
        mine.update(requested_at=None, requested_by=None)


def confirm_number(phone: str, *, now: datetime) -> None:
    """Note that a text from this number agreed to ours. Safe to repeat."""
    _ensure(phone)
    _of(phone).update(confirmed_at=now)


def unconfirm_number(phone: str, *, now: datetime) -> None:
    """Note that a text from this number ended ours: only another one from it turns them on."""
    _ensure(phone)
    _of(phone).update(requested_at=now, requested_by=None, confirmed_at=None)


def _answers_its_text(phone: str, *, kind: str) -> bool:
    # Who wrote to us first gets an answer in staff's own words.
    if kind != FROM_STAFF:
        return False
    senders = senders_with(phone_key(phone))
    from_it = InboundMessage.objects.filter(channel=_SMS, sender__in=senders)
    return from_it.filter(meaning=ReplyIntent.WORDS).exists()


def _ensure(phone: str) -> None:
    key = recipient_key(_SMS, recipient=phone)
    if key and not _of(phone).exists():
        TextedNumber.objects.get_or_create(recipient=key)


def _of(phone: str) -> QuerySet[TextedNumber]:
    # After an erasure the number is a keyed hash, which still has to match.
    key = recipient_key(_SMS, recipient=phone)
    names = [key, *recipient_hashes(key)] if key else []
    return TextedNumber.objects.filter(recipient__in=names)


def unsubscribe_token(message: Message) -> str:
    """Return what refuses the stream of this mail; "" where it cannot be refused by mail."""
    if message.channel != _EMAIL or not is_refusable(message.kind):
        return ""
    return _UNSUBSCRIBE_SIGNER.sign(str(message.pk))


def unsubscribe(token: str, *, now: datetime) -> None:
    """Refuse the stream of the mail that the token came in; all other mail still comes.

    Idempotent. Raises UnsubscribeLinkUnknown, also for a mail whose stream cannot be refused.
    """
    try:
        number = _UNSUBSCRIBE_SIGNER.unsign(token)
    except BadSignature as error:
        raise UnsubscribeLinkUnknown from error
    message = Message.objects.filter(pk=int(number)).first()
    if message is None:  # erased since
        return
    if not unsubscribe_token(message):
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
        Q(purpose=stream, is_granted=False)
        | Q(purpose="transactional", is_granted=True, page=OWN_PAGE),
        channel=_EMAIL,
        recipient__in=[key, *recipient_hashes(key)],
    )
    return decided.order_by("-pk").values_list("is_granted", flat=True).first() is False


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
