"""The queue of messages: written with what they tell of, sent afterwards, never lost."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import F, Q, QuerySet

from standby.apps.notifications.models import Message
from standby.apps.rows import insert_all

MOST_TRIES: Final = 8
_LEASE: Final = timedelta(seconds=60)
_FIRST_WAIT_S: Final = 10
_LONGEST_WAIT_S: Final = 6 * 60 * 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What a message says. A text message has neither subject nor HTML; few have a calendar."""

    subject: str
    text: str
    html: str = ""
    calendar: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Addressee:
    channel: Message.Channel
    recipient: str


def queue_message(
    words: Words,
    *,
    to: Addressee,
    kind: str,
    dedupe_key: str,
    order_ref: UUID | None,
    now: datetime,
) -> None:
    """In the caller's transaction. Safe to repeat: one key is one message."""
    said = {to: words}
    queue_messages(said, kind=kind, dedupe_key=dedupe_key, order_ref=order_ref, now=now)


def queue_messages(
    said: Mapping[Addressee, Words],
    *,
    kind: str,
    dedupe_key: str,
    order_ref: UUID | None,
    now: datetime,
) -> None:
    """The same news by several ways, in each way's own words."""
    insert_all(
        [
            Message(
                kind=kind,
                channel=to.channel,
                recipient=to.recipient,
                subject=words.subject,
                text=words.text,
                html=words.html,
                calendar=words.calendar,
                order_ref=order_ref,
                dedupe_key=f"{dedupe_key}:{to.channel}",
                created_at=now,
                due_at=now,
            )
            for to, words in said.items()
        ],
        ending="ON CONFLICT (dedupe_key) DO NOTHING",
    )


def claim_next_message(*, now: datetime) -> Message | None:
    """The next message due, leased with one try spent; None when none is, or another was first.

    Spent before sending: a worker that dies half-way may send twice, but never loses a message.
    """
    waiting = Message.objects.filter(
        Q(lease_until=None) | Q(lease_until__lt=now), sent_at=None, dead_at=None, due_at__lte=now
    )
    message = waiting.order_by("due_at", "pk").first()
    if message is None:
        return None
    unclaimed = waiting.filter(pk=message.pk, attempts=message.attempts)
    if not unclaimed.update(attempts=F("attempts") + 1, lease_until=now + _LEASE):
        return None
    message.attempts += 1
    return message


def mark_sent(message: Message, *, now: datetime) -> None:
    _unfinished(message).update(sent_at=now, lease_until=None, last_error="")


def mark_refused(message: Message, *, reason: str, now: datetime) -> None:
    """For good: another try would be refused as well."""
    _unfinished(message).update(dead_at=now, lease_until=None, last_error=reason[:200])


def mark_failed(
    message: Message, *, reason: str, jitter: Callable[[float], float], now: datetime
) -> None:
    """Later again, after up to 10 s, 20 s, 40 s … 6 h; dead after eight tries.

    `jitter` picks from 0 to the longest wait, so that what failed together is not retried together.
    """
    if message.attempts >= MOST_TRIES:
        mark_refused(message, reason=reason, now=now)
        return
    longest_s = min(_FIRST_WAIT_S * 2 ** (message.attempts - 1), _LONGEST_WAIT_S)
    _unfinished(message).update(
        due_at=now + timedelta(seconds=jitter(longest_s)),
        lease_until=None,
        last_error=reason[:200],
    )


def _unfinished(message: Message) -> QuerySet[Message]:
    return Message.objects.filter(pk=message.pk, sent_at=None, dead_at=None)
