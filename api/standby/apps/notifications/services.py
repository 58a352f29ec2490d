"""The queue of messages: written with what they tell of, sent afterwards, never lost."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Count, Exists, F, Min, Q, QuerySet

from standby.apps.notifications.models import Message, OutboxHold
from standby.apps.rows import insert_all
from standby.domain.errors import Conflict, _
from standby.domain.retrying import is_given_up, next_try_at

_LEASE: Final = timedelta(seconds=60)
_SETTLED: Final = (
    Message.Delivery.DELIVERED,
    Message.Delivery.UNDELIVERED,
    Message.Delivery.FAILED,
)


class MessageNotDead(Conflict):
    code = "message_not_dead"
    message = _("This message is waiting, sent or not to be sent: there is nothing to send again.")


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageContent:
    """What a message says. A text message has neither subject nor HTML; few have a calendar."""

    subject: str
    text: str
    html: str = ""
    calendar: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipient:
    channel: Message.Channel
    recipient: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageHeader:
    """Of which kind, about which order, known by which key; said by nobody any more once stale.

    `link_ref` is the one-time link that account mail carries: its token is made when it is sent.
    """

    kind: str
    dedupe_key: str
    order_ref: UUID | None = None
    link_ref: int | None = None
    stale_at: datetime | None = None


def queue_message(
    words: MessageContent, *, to: Recipient, header: MessageHeader, now: datetime
) -> None:
    """In the caller's transaction. Safe to repeat: one key is one message."""
    queue_messages({to: words}, header=header, now=now)


def queue_messages(
    contents: Mapping[Recipient, MessageContent], *, header: MessageHeader, now: datetime
) -> None:
    """The same news by several ways, in each way's own words."""
    insert_all(
        [
            Message(
                kind=header.kind,
                channel=to.channel,
                recipient=to.recipient,
                subject=words.subject,
                text=words.text,
                html=words.html,
                calendar=words.calendar,
                order_ref=header.order_ref,
                link_ref=header.link_ref,
                stale_at=header.stale_at,
                dedupe_key=_by(to.channel, key=header.dedupe_key),
                created_at=now,
                due_at=now,
                first_due_at=now,
            )
            for to, words in contents.items()
        ],
        ending="ON CONFLICT (dedupe_key) DO NOTHING",
    )


def queued_keys(keys: Iterable[str]) -> set[str]:
    """Which news, by their keys, were queued by any way."""
    ways = {_by(way, key=key): key for key in keys for way in Message.Channel}
    queued = Message.objects.filter(dedupe_key__in=ways).values_list("dedupe_key", flat=True)
    return {ways[each] for each in queued}


def _by(way: Message.Channel, *, key: str) -> str:
    return f"{key}:{way}"


def claim_next_message(*, now: datetime, except_by: Collection[str] = ()) -> Message | None:
    """The next message due, leased with one try spent; None when none is, or another was first,
    or the outbox is held.

    Spent before sending: a worker that dies half-way may send twice, but never loses a message.
    What a dead worker left behind counts as a try whose result nobody knows.
    """
    waiting = Message.objects.filter(
        ~Exists(OutboxHold.objects.filter(released_at=None)),
        Q(lease_until=None) | Q(lease_until__lt=now),
        status=Message.Status.QUEUED,
        sent_at=None,
        dead_at=None,
        due_at__lte=now,
    )
    message = waiting.exclude(channel__in=except_by).order_by("due_at", "pk").first()
    if message is None:
        return None
    lost_try_at = message.lease_until - _LEASE if message.lease_until else None
    left_behind = int(lost_try_at is not None)
    failing_since = message.failing_since or lost_try_at
    available = waiting.filter(pk=message.pk, attempts=message.attempts)
    claimed = available.update(
        attempts=F("attempts") + 1,
        unanswered=F("unanswered") + left_behind,
        failing_since=failing_since,
        lease_until=now + _LEASE,
    )
    if not claimed:
        return None
    message.attempts += 1
    message.unanswered += left_behind
    message.failing_since = failing_since
    if lost_try_at and failing_since and is_given_up(failing_since=failing_since, now=lost_try_at):
        # Its last try took a worker down, and the next one would: a message may not do so for ever.
        mark_refused(message, reason="the worker died while sending it", now=now)
        return claim_next_message(now=now, except_by=except_by)
    return message


def mark_sent(message: Message, *, provider_ref: str, now: datetime) -> None:
    """However late: what went out went out."""
    Message.objects.filter(pk=message.pk, status=Message.Status.QUEUED).update(
        status=Message.Status.SENT,
        sent_at=now,
        lease_until=None,
        provider_ref=provider_ref[:255],
        last_error="",
    )


def mark_refused(message: Message, *, reason: str, now: datetime) -> None:
    """For good: another try would be refused as well."""
    _claimed(message).update(
        status=Message.Status.DEAD, dead_at=now, lease_until=None, last_error=reason[:200]
    )


def mark_suppressed(message: Message, *, reason: str, now: datetime) -> None:
    """It may not be sent, or need not any more."""
    _claimed(message).update(
        status=Message.Status.SUPPRESSED, dead_at=now, lease_until=None, last_error=reason[:200]
    )


def mark_failed(
    message: Message, *, reason: str, jitter: Callable[[float], float], now: datetime
) -> bool:
    """Later again, or dead once it has failed for a day (domain/retrying.py). True: given up."""
    failing_since = message.failing_since or now
    due_at = next_try_at(
        failing_since=failing_since, attempts=message.attempts, jitter=jitter, now=now
    )
    if due_at is None:
        mark_refused(message, reason=reason, now=now)
        return True
    _claimed(message).update(
        due_at=due_at,
        failing_since=failing_since,
        unanswered=message.unanswered,
        lease_until=None,
        last_error=reason[:200],
    )
    return False


def reschedule_message(message: Message, *, until: datetime) -> None:
    """Not now: the try that was spent on it is given back."""
    _claimed(message).update(
        due_at=until, first_due_at=until, attempts=F("attempts") - 1, lease_until=None
    )


def record_delivery(
    provider_ref: str, *, delivery: Message.Delivery, reason: str
) -> Message | None:
    """What the provider told us after it took the message, with the reason when it failed.

    The message's own status stays sent. None when it is not ours, or its delivery was settled.
    """
    message = Message.objects.filter(provider_ref=provider_ref).exclude(provider_ref="").first()
    if message is None:
        return None
    unsettled = Message.objects.filter(pk=message.pk).exclude(delivery__in=_SETTLED)
    return message if unsettled.update(delivery=delivery, last_error=reason[:200]) else None


def replay_message(message: Message, *, now: datetime) -> None:
    """A dead message is tried afresh because staff say so. Raises MessageNotDead."""
    revived = Message.objects.filter(pk=message.pk, status=Message.Status.DEAD).update(
        status=Message.Status.QUEUED,
        dead_at=None,
        due_at=now,
        first_due_at=now,
        stale_at=None,
        attempts=0,
        failing_since=None,
        unanswered=0,
        last_error="",
    )
    if not revived:
        raise MessageNotDead


def change_recipient(order_ref: UUID, *, channel: Message.Channel, before: str, after: str) -> None:
    """What waits to be sent about this order goes to the corrected address."""
    Message.objects.filter(
        order_ref=order_ref, channel=channel, recipient=before, status=Message.Status.QUEUED
    ).update(recipient=after)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """Messages of one kind and channel that wait to be sent."""

    kind: str
    channel: str
    count: int
    oldest_at: datetime


def hold_outbox(*, restored_from: datetime, now: datetime) -> None:
    """From now on nothing is sent, until `release_outbox`."""
    OutboxHold.objects.create(restored_from=restored_from, held_at=now)


def outbox_hold() -> OutboxHold | None:
    """The hold in force, the newest when there are several; None while messages are sent."""
    return OutboxHold.objects.filter(released_at=None).order_by("-pk").first()


def waiting_messages() -> list[Waiting]:
    """What waits to be sent, by kind and channel, without its words."""
    queued = Message.objects.filter(status=Message.Status.QUEUED)
    groups = queued.values("kind", "channel").annotate(number=Count("pk"), oldest=Min("created_at"))
    return [
        Waiting(
            kind=group["kind"],
            channel=group["channel"],
            count=group["number"],
            oldest_at=group["oldest"],
        )
        for group in groups.order_by("kind", "channel")
    ]


def release_outbox(*, drop_until: datetime | None, now: datetime) -> int:
    """Sending goes on. What was queued until `drop_until` is never sent; how many that were.

    In the caller's transaction: no worker sends a message that is about to be dropped.
    """
    dropped = 0
    if drop_until is not None:
        old = Message.objects.filter(status=Message.Status.QUEUED, created_at__lte=drop_until)
        dropped = old.update(
            status=Message.Status.SUPPRESSED,
            dead_at=now,
            lease_until=None,
            last_error="dropped when the outbox was released",
        )
    OutboxHold.objects.filter(released_at=None).update(released_at=now)
    return dropped


def _claimed(message: Message) -> QuerySet[Message]:
    """As long as it is ours: whoever was too slow leaves it to the next."""
    return Message.objects.filter(
        pk=message.pk, status=Message.Status.QUEUED, attempts=message.attempts
    )
