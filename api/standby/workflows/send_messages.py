"""Send the messages that are due, to recipients who may be written to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from urllib.parse import quote

from django.db import transaction
from django.db.models import OuterRef

from standby.accounts.services import recover_account
from standby.company.selectors import company, staff_mail
from standby.core.jobs import GiveUp, JobHandler, Postpone
from standby.core.models import Job
from standby.core.provider_calls import IN_A_ROW, Breaker, ProviderDown
from standby.core.words import _, in_language, say
from standby.messaging.kinds import FROM_STAFF, KINDS
from standby.messaging.kinds.streams import IfSuppressed, kinds_that
from standby.messaging.models import Message
from standby.messaging.providers.mail import Mail, MailDown, Mailer, MailRefused
from standby.messaging.providers.texts import (
    SmsMessage,
    Texter,
    TextRefused,
    TextsDown,
    TextsUnanswered,
    TextUnwanted,
)
from standby.messaging.rendering import (
    ACCOUNT_LINK,
    MY_BOOKING,
    MY_DOCUMENTS,
    MY_PHOTOS,
    OFFICE_MAIL,
    READER_MAIL,
    SITE,
    UNSUBSCRIBE,
    TemplateText,
    email_html,
)
from standby.messaging.rules import WHY_NOT_SENT, Outcome, earliest_send_time, to_gsm
from standby.messaging.services import consents, outbox
from standby.messaging.services.consents import is_refused, unsubscribe_token
from standby.messaging.services.templates import WordsFault, active_templates, render
from standby.orders.models import Order
from standby.orders.rules.calendar_file import folded
from standby.orders.selectors import orders as order_selectors
from standby.orders.services.access_links import create_access_token
from standby.payments.selectors import is_paid_for
from standby.tasks.services import add_call_about
from standby.workflows.resend_message import RESEND_PREFIX
from standby.workflows.still_so import why_not_so

MESSAGE_KINDS: Final = (Job.Kind.EMAIL, Job.Kind.SMS)
# A text that responds to an action of the customer ignores quiet hours for this long.
ANSWERS_RING_FOR: Final = timedelta(minutes=10)
# A text has no id by which a phone could drop a duplicate, so at most one duplicate is risked.
_MOST_UNANSWERED_TEXTS: Final = 2
# Ends the one text to a number that nobody has texted us from.
YES_QUESTION: Final = _("Reply YES for our next texts; without it this is the only one.")
# Characters of an email address that need no escaping in a calendar line
_IN_AN_ADDRESS: Final = "@!#$&'*+/=?^_`{|}~"
_GETS_NOTHING: Final = frozenset(
    {Message.Skipped.OPTED_OUT, Message.Skipped.PAUSED, Message.Skipped.UNCONFIRMED}
)
_MAKE_A_TASK: Final = kinds_that(IfSuppressed.TASK)
_BY: Final = {Message.Channel.EMAIL: "by email", Message.Channel.SMS: "by text"}
_OTHER_TITLES: Final = {
    FROM_STAFF: "What we wrote to them",
    "custom_quote": "The custom quote",
    "diagnostic_booked": "The diagnostic visit is booked",
    "diagnostic_cancelled": "The diagnostic visit is canceled",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SendContext:
    """Channels that messages leave by, and what their links are made with."""

    mail: Mailer
    texts: Texter
    site_url: str
    secret_keys: Sequence[str]
    breakers: Mapping[Job.Kind, Breaker] = field(
        default_factory=lambda: {kind: Breaker(window_s=IN_A_ROW) for kind in MESSAGE_KINDS}
    )


def message_handlers(context: SendContext) -> list[JobHandler]:
    """Return the handlers of emails and of texts."""
    return [
        JobHandler(
            kind=kind,
            run=partial(_send_message, context),
            on_dead=_mark_dead,
            is_paused=partial(_is_paused, context.breakers[kind]),
        )
        for kind in MESSAGE_KINDS
    ]


def _is_paused(breaker: Breaker, now: datetime) -> bool:
    # Messages that wait for a provider to recover use up no try.
    return breaker.is_open(now.timestamp()) or outbox.outbox_hold() is not None


def _mark_dead(job: Job, reason: str, now: datetime) -> None:
    message = Message.objects.filter(dedupe_key=job.key, unanswered=0).first()
    if message is not None:
        consents.give_place_back(message)
    outbox.mark_dead(job.key, reason=reason, attempts=job.attempts, now=now)


def _send_message(context: SendContext, job: Job, now: datetime) -> None:
    message = Message.objects.filter(dedupe_key=job.key, status=Message.Status.QUEUED).first()
    if message is None:
        return
    try:
        # Checked now, not when it was queued: much can change in between.
        if because := _skipped_because(message, now=now):
            suppress_message(message, because=because, attempts=job.attempts, now=now)
            return
        send_at = _not_before(message, now=now)
        if send_at > now:
            raise Postpone(send_at)
        render(message, in_force=_templates_for(message, now=now))
        asks, because = _admitted(message, context=context, now=now)
        if because:
            suppress_message(message, because=because, attempts=job.attempts, now=now)
            return
        if not outbox.store_words(message):
            return
        provider_ref = _send(message, context=context, asks=asks, now=now)
    except Postpone:
        raise
    except TextUnwanted as refused:
        with transaction.atomic():
            consents.suppress(
                message.channel, recipient=message.recipient, reason=str(refused), now=now
            )
            suppress_message(
                message, because=Message.Skipped.OPTED_OUT, attempts=job.attempts, now=now
            )
    except (MailRefused, TextRefused, WordsFault) as refused:
        raise GiveUp(str(refused)) from refused
    except Exception as error:
        reason = str(error) if isinstance(error, ProviderDown) else type(error).__name__
        outbox.note_failure(message, reason=reason, attempts=job.attempts)
        raise
    else:
        # Not in the try block: a message that was sent but could not be marked is no failure of
        # its provider.
        provider = context.mail if message.channel == Message.Channel.EMAIL else context.texts
        outbox.mark_sent(
            message,
            provider_ref=provider_ref,
            is_stored=not provider.sends,
            attempts=job.attempts,
            now=now,
        )


def _templates_for(message: Message, *, now: datetime) -> Mapping[str, TemplateText]:
    if not message.waits_for_words:
        return {}
    in_force = active_templates([message.kind], language=message.language, now=now)
    return in_force.get(message.kind, {})


def _skipped_because(message: Message, *, now: datetime) -> Message.Skipped:
    # What is no longer so first: nobody is called about it.
    is_stale = message.stale_at is not None and message.stale_at <= now
    link = message.link_ref
    if is_stale or (
        link is not None and not recover_account.may_be_mailed(link, to=message.recipient)
    ):
        return Message.Skipped.OUT_OF_DATE
    if because := why_not_so(message):
        return because
    if is_refused(message.channel, recipient=message.recipient, kind=message.kind):
        return Message.Skipped.UNSUBSCRIBED
    return Message.Skipped(consents.refusal(message.channel, recipient=message.recipient))


def _admitted(
    message: Message, *, context: SendContext, now: datetime
) -> tuple[bool, Message.Skipped]:
    # Returns whether the text has to ask its number for a yes, or why nothing goes out. What is
    # kept on this server reaches nobody, and nobody could answer it.
    is_text = message.channel == Message.Channel.SMS
    provider = context.texts if is_text else context.mail
    if not provider.sends:
        return False, Message.Skipped.NOT
    admission = consents.admit(message, now=now) if is_text else "as_it_is"
    if admission == "refused":
        return False, Message.Skipped.UNCONFIRMED
    if _is_visitors(message) and not outbox.takes_from_budget(message, now=now):
        consents.give_place_back(message)
        return False, Message.Skipped.OVER_BUDGET
    return admission == "with_question", Message.Skipped.NOT


def _is_visitors(message: Message) -> bool:
    # Nobody has paid, so the address may be anybody's. Who holds a date may cancel it unpaid.
    if message.kind == "order_cancelled":
        orders = Order.objects.filter(public_id=str(message.order_ref))
        return not orders.filter(is_paid_for(OuterRef("public_id"))).exists()
    return message.kind in outbox.CAUSED_BY_VISITORS


def _not_before(message: Message, *, now: datetime) -> datetime:
    kind = KINDS.get(message.kind)
    # What staff sent again answers nothing that the customer just did.
    is_resent = f":{RESEND_PREFIX}" in message.dedupe_key
    is_answer = not is_resent and now - message.created_at <= ANSWERS_RING_FOR
    if message.channel != Message.Channel.SMS or (kind and kind.is_immediate and is_answer):
        return now
    return earliest_send_time(now)


def _send(message: Message, *, context: SendContext, asks: bool, now: datetime) -> str:
    # Returns the provider's reference.
    links = _links(message, context=context, now=now)
    breaker = context.breakers[Job.Kind(message.channel)]
    try:
        if message.channel == Message.Channel.SMS:
            provider_ref = _send_text(message, links=links, texts=context.texts, asks=asks)
        else:
            provider_ref = context.mail.send(_mail(message, links=links, context=context))
    except (MailDown, TextsDown):
        breaker.failed(now.timestamp())
        raise
    except (MailRefused, TextRefused):
        breaker.worked()
        raise
    breaker.worked()
    return provider_ref


def _send_text(message: Message, *, links: dict[str, str], texts: Texter, asks: bool) -> str:
    if message.unanswered >= _MOST_UNANSWERED_TEXTS:
        raise TextRefused("it may already have arrived twice")
    # Counted before the try, and taken back when the text certainly did not leave: a worker that
    # dies meanwhile leaves a try with an unknown result.
    outbox.count_unanswered(message, by=1)
    text = _with(links, message.text)
    if asks:
        with in_language(message.language):
            text = f"{text} {say(YES_QUESTION)}"
    try:
        return texts.send(
            SmsMessage(
                to=message.recipient,
                text=to_gsm(text),
                reference=message.dedupe_key,
            )
        )
    except TextsUnanswered:
        raise
    except (TextsDown, TextRefused):
        outbox.count_unanswered(message, by=-1)
        raise


def _mail(message: Message, *, links: dict[str, str], context: SendContext) -> Mail:
    parts, is_booked = message.email_parts, message.order_ref is not None
    html = ""
    if parts:
        with in_language(message.language):
            html = email_html(parts, is_booked=is_booked, is_refusable=UNSUBSCRIBE in links)
    # A calendar never holds the access link, because calendars are shared.
    in_calendar = {
        SITE: context.site_url,
        OFFICE_MAIL: staff_mail(),
        READER_MAIL: quote(message.recipient, safe=_IN_AN_ADDRESS),
    }
    return Mail(
        to=message.recipient,
        subject=message.subject,
        text=_with(links, message.text),
        html=_with(links, html),
        calendar=folded(_with(in_calendar, message.calendar)),  # folded once it is filled in
        reference=message.dedupe_key,
        reply_to=company().email,
        unsubscribe_url=links.get(UNSUBSCRIBE, ""),
    )


def _links(message: Message, *, context: SendContext, now: datetime) -> dict[str, str]:
    # The tokens exist only in the message that is sent; none is stored.
    links = {SITE: context.site_url}
    if message.link_ref is not None:
        address = recover_account.renew_link(message.link_ref, site_url=context.site_url, now=now)
        return links | {ACCOUNT_LINK: address}
    if token := unsubscribe_token(message):
        links[UNSUBSCRIBE] = f"{context.site_url}/unsubscribe/{token}"
    if message.order_ref is None or MY_BOOKING[:-2] not in message.text:
        return links
    order = Order.objects.get(public_id=message.order_ref)
    token = create_access_token(order, secret_keys=context.secret_keys, now=now)
    booking_url = f"{context.site_url}/b/{token}"
    return links | {
        MY_BOOKING: booking_url,
        MY_PHOTOS: f"{booking_url}?to=photos",
        MY_DOCUMENTS: f"{booking_url}?to=documents",
    }


def _with(links: dict[str, str], text: str) -> str:
    for placeholder, link in links.items():
        text = text.replace(placeholder, link)
    return text


def suppress_message(
    message: Message, *, because: Message.Skipped, attempts: int, now: datetime
) -> None:
    """Mark a waiting message as not sent; where nothing else reaches the customer, staff call."""
    with transaction.atomic():
        is_new = outbox.mark_suppressed(message, because=because, attempts=attempts, now=now)
        if is_new and because in _GETS_NOTHING:
            ask_to_call(message, because=because, now=now)


def ask_to_call(message: Message, *, because: Message.Skipped, now: datetime) -> None:
    """Add a task to call about a contract message that its recipient did not get.

    Not where another channel of it reaches them, nor for what a visitor asked of no order: the page
    said at once that it would not arrive. Call it in the transaction that notes the message's end.
    """
    is_visitors = message.order_ref is None and message.kind in outbox.CAUSED_BY_VISITORS
    if message.kind not in _MAKE_A_TASK or is_visitors:
        return
    order = None
    if message.order_ref is not None:
        order = Order.objects.get(public_id=message.order_ref)
        # Its other channel may be suppressed at this moment: the later of the two sees both.
        order_selectors.lock_order(order.pk)
    if outbox.reaches_by_another_channel(message):
        return
    add_call_about(message.pk, order=order, title=_call_title(message, because=because), now=now)


def _call_title(message: Message, *, because: Message.Skipped) -> str:
    kind = KINDS.get(message.kind)
    what = kind.title if kind else _OTHER_TITLES[message.kind]
    of = "" if message.order_ref else f", message {message.pk} of no order,"
    by, why = _BY[Message.Channel(message.channel)], WHY_NOT_SENT[Outcome(because)]
    return f"Call the customer: “{what}”{of} was not sent {by}: {why}"
