"""Send the messages that are due, to recipients who may be written to."""

import logging
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final
from urllib.parse import quote

from standby.accounts.services import one_time_links
from standby.core.channel_breaker import ChannelBreaker
from standby.messaging.kinds import email as letter
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
from standby.messaging.rules.quiet_hours import earliest_send_time
from standby.messaging.rules.text_message import to_gsm
from standby.messaging.selectors import reminded_by_mail
from standby.messaging.services import consents
from standby.messaging.services import outbox as notifications
from standby.messaging.services.unsubscribe_links import unsubscribe_token
from standby.orders.models import Order
from standby.orders.rules.calendar_file import folded
from standby.orders.services.access_links import create_access_token
from standby.workflows.policy import ANSWERS_RING_FOR

log = logging.getLogger(__name__)

# A text has no id by which a phone could drop a duplicate, so at most one duplicate is risked.
_MOST_UNANSWERED_TEXTS: Final = 2
# Characters of an e-mail address that need no escaping in a calendar line
_IN_AN_ADDRESS: Final = "@!#$&'*+/=?^_`{|}~"
# Reminders about no order: sent on the reader's request, with an unsubscribe link
_OPT_IN_REMINDERS: Final = frozenset({"wizard_recovery"})
# Kinds that are pointless once the order is cancelled
_POINTLESS_WHEN_CANCELLED: Final = frozenset(
    {"date_held", "photo_link", "photo_reminder", "reminder_week", "reminder_day"}
)
# Responses to something the customer just did are sent at night too; all others wait for the
# morning
_IMMEDIATE_KINDS: Final = frozenset(
    {
        "date_held",
        "date_confirmed",
        "date_lost",
        "photo_link",
        "photos_received",
        "change_approved",
        "change_declined",
        "proposal_accepted",
        "payment_received",
        "rescheduled",
        "order_cancelled",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SendContext:
    """Channels that messages leave by, and what their links are made with."""

    mail: Mailer
    texts: Texter
    site_url: str
    staff_mail: str
    secret_keys: Sequence[str]
    reply_to: str = ""
    breaker: ChannelBreaker = field(default_factory=ChannelBreaker)


def send_next_message(context: SendContext, *, now: datetime) -> bool:
    """Send one message. Returns False when none is due.

    Any error, even an unforeseen one, is a failed try of this message only: it is tried again
    later, and the other messages of the lane go on.
    """
    message = notifications.claim_next_message(
        now=now, except_by=context.breaker.open_channels(now=now)
    )
    if message is None:
        return False
    try:
        provider_ref = _send_if_due(message, context=context, now=now)
    except (MailDown, TextsDown) as down:
        context.breaker.record_failure(message.channel, now=now)
        _handle_failure(message, down=down, now=now)
    except (MailRefused, TextRefused) as refused:
        context.breaker.record_success(message.channel)
        _handle_refusal(message, refused=refused, now=now)
    except Exception as error:
        log.exception("message %s failed in a way that no adapter foresaw", message.pk)
        _retry_later(message, reason=type(error).__name__, now=now)
    else:
        # Not in the try block: a message that was sent but could not be marked is not a failed try.
        # Its lease runs out, and it counts as a try with unknown result.
        if provider_ref is not None:
            context.breaker.record_success(message.channel)
            notifications.mark_sent(message, provider_ref=provider_ref, now=now)
    return True


def _send_if_due(message: Message, *, context: SendContext, now: datetime) -> str | None:
    # The provider's reference; None when the message may not be sent, or not yet.
    skip_reason = _skip_reason(message, now=now)
    if skip_reason:
        notifications.mark_suppressed(message, reason=skip_reason, now=now)
        return None
    send_at = _not_before(message, now=now)
    if send_at > now:
        notifications.reschedule_message(message, until=send_at)
        return None
    return _send(message, context=context, now=now)


def _skip_reason(message: Message, *, now: datetime) -> str:
    # Checked now, not when it was queued: much can change in between.
    if consents.is_suppressed(message.channel, recipient=message.recipient):
        return "opted out"
    if _is_stale(message, now=now):
        return "no longer so"
    if message.kind in _POINTLESS_WHEN_CANCELLED and _is_cancelled(message):
        return "order cancelled"
    if message.kind in _OPT_IN_REMINDERS and not reminded_by_mail([message.recipient]):
        return "unsubscribed"
    return ""


def _is_stale(message: Message, *, now: datetime) -> bool:
    if message.stale_at is not None and message.stale_at <= now:
        return True
    link = message.link_ref
    return link is not None and not one_time_links.may_be_mailed(link, to=message.recipient)


def _is_cancelled(message: Message) -> bool:
    cancelled = Order.objects.filter(status=Order.Status.CANCELLED)
    return message.order_ref is not None and cancelled.filter(public_id=message.order_ref).exists()


def _not_before(message: Message, *, now: datetime) -> datetime:
    is_immediate = message.kind in _IMMEDIATE_KINDS and now - message.created_at <= ANSWERS_RING_FOR
    if message.channel != Message.Channel.SMS or is_immediate:
        return now
    return earliest_send_time(now)


def _send(message: Message, *, context: SendContext, now: datetime) -> str:
    links = _links(message, context=context, now=now)
    text = _with(links, message.text)
    if message.channel == Message.Channel.SMS:
        if message.unanswered >= _MOST_UNANSWERED_TEXTS:
            raise TextRefused("it may have arrived twice already")
        return context.texts.send(
            SmsMessage(to=message.recipient, text=to_gsm(text), reference=message.dedupe_key)
        )
    return context.mail.send(
        Mail(
            to=message.recipient,
            subject=message.subject,
            text=text,
            html=_with(
                links, letter.render_html(message.html, is_booked=message.order_ref is not None)
            )
            if message.html
            else "",
            calendar=_calendar(message, context=context),
            reference=message.dedupe_key,
            reply_to=context.reply_to,
            unsubscribe_url=links.get(letter.UNSUBSCRIBE, ""),
        )
    )


def _calendar(message: Message, *, context: SendContext) -> str:
    # Folded only after the placeholders are filled. It never holds the access link: calendars are
    # shared.
    filled = {
        letter.SITE: context.site_url,
        letter.OFFICE_MAIL: context.staff_mail,
        letter.READER_MAIL: quote(message.recipient, safe=_IN_AN_ADDRESS),
    }
    return folded(_with(filled, message.calendar))


def _links(message: Message, *, context: SendContext, now: datetime) -> dict[str, str]:
    # The tokens exist only in the message that is sent; none is stored.
    links = {letter.SITE: context.site_url}
    if message.link_ref is not None:
        address = one_time_links.renew_link(message.link_ref, site_url=context.site_url, now=now)
        return links | {letter.ACCOUNT_LINK: address}
    if message.kind in _OPT_IN_REMINDERS:
        links[letter.UNSUBSCRIBE] = f"{context.site_url}/unsubscribe/{unsubscribe_token(message)}"
    if message.order_ref is None or letter.MY_BOOKING[:-2] not in message.text:
        return links
    order = Order.objects.get(public_id=message.order_ref)
    token = create_access_token(order, secret_keys=context.secret_keys, now=now)
    booking_url = f"{context.site_url}/b/{token}"
    return links | {letter.MY_BOOKING: booking_url, letter.MY_PHOTOS: f"{booking_url}?to=photos"}


def _with(links: dict[str, str], words: str) -> str:
    for placeholder, link in links.items():
        words = words.replace(placeholder, link)
    return words


def _handle_failure(message: Message, *, down: MailDown | TextsDown, now: datetime) -> None:
    log.warning("message %s not sent, will try again: %s", message.pk, type(down).__name__)
    if isinstance(down, TextsUnanswered):
        message.unanswered += 1
    _retry_later(message, reason=str(down), now=now)


def _handle_refusal(message: Message, *, refused: MailRefused | TextRefused, now: datetime) -> None:
    if isinstance(refused, TextUnwanted):
        consents.suppress(
            message.channel, recipient=message.recipient, reason=str(refused), now=now
        )
        notifications.mark_suppressed(message, reason="opted out", now=now)
        return
    log.error("message %s refused for good: %s", message.pk, refused)
    notifications.mark_refused(message, reason=str(refused), now=now)


def _retry_later(message: Message, *, reason: str, now: datetime) -> None:
    if notifications.mark_failed(message, reason=reason, jitter=_jitter, now=now):
        log.error("message %s given up after %s tries: %s", message.pk, message.attempts, reason)


def _jitter(longest_s: float) -> float:
    return random.uniform(0, longest_s)  # noqa: S311 - spreads retries, guards nothing
