"""The message queue: messages are written with the change they report and sent afterwards."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Count, Exists, F, Min, Q, QuerySet

from standby.core.errors import Conflict, _
from standby.messaging.models import Message, OutboxHold
from standby.messaging.rules.retrying import is_given_up, next_try_at

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
    """The content of a message. A text has neither subject nor HTML; `calendar` is an ICS file."""

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
    """Kind, order and deduplication key of a message, and when it becomes too old to send.

    `link_ref` is the one-time link in account mail, whose token is made when the message is sent.
    """

    kind: str
    dedupe_key: str
    order_ref: UUID | None = None
    link_ref: int | None = None
    stale_at: datetime | None = None


def queue_message(
    words: MessageContent, *, to: Recipient, header: MessageHeader, now: datetime
) -> None:
    """Queue a message in the caller's transaction. Safe to repeat: each key is queued once."""
    queue_messages({to: words}, header=header, now=now)


def queue_messages(
    contents: Mapping[Recipient, MessageContent], *, header: MessageHeader, now: datetime
) -> None:
    """Queue one message per recipient and channel, each with its own content.

    Call it in the transaction of the change it reports. Safe to repeat.
    """
    Message.objects.bulk_create(
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
                dedupe_key=_channel_key(to.channel, key=header.dedupe_key),
                created_at=now,
                due_at=now,
                first_due_at=now,
            )
            for to, words in contents.items()
        ],
        ignore_conflicts=True,
    )


def queued_keys(keys: Iterable[str]) -> set[str]:
    """Return which of these deduplication keys were queued by any channel."""
    originals = {_channel_key(channel, key=key): key for key in keys for channel in Message.Channel}
    queued = Message.objects.filter(dedupe_key__in=originals).values_list("dedupe_key", flat=True)
    return {originals[each] for each in queued}


def _channel_key(channel: Message.Channel, *, key: str) -> str:
    return f"{key}:{channel}"


def claim_next_message(*, now: datetime, except_by: Collection[str] = ()) -> Message | None:
    """Lease the next due message to the caller and count one try.

    Returns None when no message is due, another worker was faster, or the outbox is held. A try
    that a dead worker left behind counts as one with an unknown result.
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
    # The try is counted before sending: a worker that dies may cause a second send, but no message
    # is lost.
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
        # Its last try took the worker down, and so would the next one; that must not go on forever.
        mark_refused(message, reason="the worker died while sending it", now=now)
        return claim_next_message(now=now, except_by=except_by)
    return message


def mark_sent(message: Message, *, provider_ref: str, now: datetime) -> None:
    # Without `_claimed`: a message that was sent counts as sent, even after its lease expired.
    Message.objects.filter(pk=message.pk, status=Message.Status.QUEUED).update(
        status=Message.Status.SENT,
        sent_at=now,
        lease_until=None,
        provider_ref=provider_ref[:255],
        last_error="",
    )


def mark_refused(message: Message, *, reason: str, now: datetime) -> None:
    """Mark a message as dead; another try would be refused as well."""
    _claimed(message).update(
        status=Message.Status.DEAD, dead_at=now, lease_until=None, last_error=reason[:200]
    )


def mark_suppressed(message: Message, *, reason: str, now: datetime) -> None:
    """Mark a message as suppressed: it must not be sent, or need not be any more."""
    _claimed(message).update(
        status=Message.Status.SUPPRESSED, dead_at=now, lease_until=None, last_error=reason[:200]
    )


def mark_failed(
    message: Message, *, reason: str, jitter: Callable[[float], float], now: datetime
) -> bool:
    """Schedule the next try, or give the message up after a day of failures.

    Returns True when it is given up.
    """
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
    # Postponed without a failure, so the try counted for it is given back.
    _claimed(message).update(
        due_at=until, first_due_at=until, attempts=F("attempts") - 1, lease_until=None
    )


def record_delivery(
    provider_ref: str, *, delivery: Message.Delivery, reason: str
) -> Message | None:
    """Store a delivery report of the provider, with the reason when delivery failed.

    The message's own status stays sent. Returns None when the message is unknown or already has a
    final delivery.
    """
    message = Message.objects.filter(provider_ref=provider_ref).exclude(provider_ref="").first()
    if message is None:
        return None
    unsettled = Message.objects.filter(pk=message.pk).exclude(delivery__in=_SETTLED)
    return message if unsettled.update(delivery=delivery, last_error=reason[:200]) else None


def replay_message(message: Message, *, now: datetime) -> None:
    """Queue a dead message again at the request of staff. Raises MessageNotDead."""
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
    """Redirect an order's queued messages to a corrected address."""
    Message.objects.filter(
        order_ref=order_ref, channel=channel, recipient=before, status=Message.Status.QUEUED
    ).update(recipient=after)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    kind: str
    channel: str
    count: int
    oldest_at: datetime


def hold_outbox(*, restored_from: datetime, now: datetime) -> None:
    OutboxHold.objects.create(restored_from=restored_from, held_at=now)


def outbox_hold() -> OutboxHold | None:
    """Return the newest hold in force; None while messages are sent."""
    return OutboxHold.objects.filter(released_at=None).order_by("-pk").first()


def waiting_messages() -> list[Waiting]:
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
    """Release the outbox and return how many messages were dropped.

    Messages queued until `drop_until` are never sent. Call it in a transaction, so that no worker
    sends a message that is about to be dropped.
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
    # Only while the lease is still ours: a worker that was too slow must not overwrite the next
    # one's result.
    return Message.objects.filter(
        pk=message.pk, status=Message.Status.QUEUED, attempts=message.attempts
    )
