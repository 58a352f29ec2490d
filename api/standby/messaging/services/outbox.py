"""The message queue: messages are written with the change they report and sent afterwards."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db.models import Count, F, Min, Q

from standby.company.selectors import staff_mail
from standby.core import jobs
from standby.core.clock import local_date
from standby.core.errors import Conflict, _
from standby.core.limits import LimitReached, consume, has_room
from standby.core.models import Job
from standby.core.policy import RateLimitRule
from standby.core.transactions import in_transaction
from standby.core.words import in_english
from standby.messaging.models import Message, OutboxHold
from standby.messaging.rendering import render_plain

_FAILED: Final = (Message.Delivery.UNDELIVERED, Message.Delivery.FAILED)
_SETTLED: Final = (Message.Delivery.DELIVERED, *_FAILED)
_UNCONFIRMED_MATTERS_FOR: Final = timedelta(days=1)
# Each of these is sent to an address that a visitor typed, and nobody has paid for anything.
CAUSED_BY_VISITORS: Final = frozenset({
    "quote_saved", "quote_requested", "wizard_recovery", "date_held",
})  # fmt: skip
_IS_SPENT_FOR: Final = timedelta(hours=1)
_WAYS: Final = {Message.Channel.EMAIL: "emails", Message.Channel.SMS: "texts"}


class MessageNotDead(Conflict):
    code = "message_not_dead"
    message = _("This message is waiting, already sent or suppressed, so it cannot be sent again.")


def queue_messages(*messages: Message, now: datetime, wait: timedelta = timedelta(0)) -> None:
    """Queue new messages, one per recipient and channel, in the transaction of what they report.

    They leave after `wait`. Safe to repeat: each deduplication key is queued once by each channel.
    A text has neither subject nor HTML; `calendar` is an ICS file; `link_ref` is the one-time link
    in account mail.
    """
    for message in messages:
        message.dedupe_key = _channel_key(message.channel, key=message.dedupe_key)
        message.created_at = now
    Message.objects.bulk_create(messages, ignore_conflicts=True)
    # One that was queued before may get a second job, which finds nothing to send.
    jobs.enqueue(
        *((Job.Kind(each.channel), each.dedupe_key) for each in messages), due_at=now + wait
    )


def queue_staff_email(
    kind: str,
    /,
    *,
    dedupe_key: str,
    now: datetime,
    order_ref: UUID | None = None,
    template: str = "",
    **values: str,
) -> None:
    """Queue an email to staff in English, from the template of its kind or another one.

    In the values, which may be anybody's words, no placeholder becomes a link to a booking.
    """
    escaped = {name: value.replace("[[", "((") for name, value in values.items()}
    with in_english():
        words = render_plain(template or kind, **escaped)
    message = Message(
        kind=kind,
        channel=Message.Channel.EMAIL,
        recipient=staff_mail(),
        dedupe_key=dedupe_key[:110],
        order_ref=order_ref,
        **words,
    )
    queue_messages(message, now=now)


def queued_keys(keys: Iterable[str]) -> set[str]:
    originals = {_channel_key(channel, key=key): key for key in keys for channel in Message.Channel}
    queued = Message.objects.filter(dedupe_key__in=originals).values_list("dedupe_key", flat=True)
    return {originals[each] for each in queued}


def _channel_key(channel: str, *, key: str) -> str:
    return f"{key}:{channel}"


def mark_sent(
    message: Message, *, provider_ref: str, is_stored: bool, attempts: int, now: datetime
) -> None:
    """Note that the provider took a message; `is_stored`: into a file, so that nobody gets it."""
    Message.objects.filter(pk=message.pk, status=Message.Status.QUEUED).update(
        status=Message.Status.SENT,
        sent_at=now,
        provider_ref=provider_ref[:255],
        is_stored=is_stored,
        attempts=attempts,
        unanswered=0,
        last_error="",
    )


def store_words(message: Message) -> bool:
    """Store the words that a message is about to leave with, in place of its facts.

    Returns False where it is not to leave any more: its customer was erased, or it was dropped.
    """
    queued = Message.objects.filter(pk=message.pk, status=Message.Status.QUEUED)
    if not message.facts:
        return queued.exists()
    words = {name: getattr(message, name) for name in ("subject", "text", "email_parts")}
    return queued.exclude(facts={}).update(facts={}, **words) > 0


def count_unanswered(message: Message, *, by: int) -> None:
    """Count a try with an unknown result, or take one back that is known by now."""
    Message.objects.filter(pk=message.pk).update(unanswered=F("unanswered") + by)


def note_failure(message: Message, *, reason: str, attempts: int) -> None:
    Message.objects.filter(pk=message.pk, status=Message.Status.QUEUED).update(
        attempts=attempts, last_error=reason[:200]
    )


def mark_dead(dedupe_key: str, *, reason: str, attempts: int, now: datetime) -> None:
    Message.objects.filter(dedupe_key=dedupe_key, status=Message.Status.QUEUED).update(
        status=Message.Status.DEAD, dead_at=now, attempts=attempts, last_error=reason[:200]
    )


def mark_suppressed(
    message: Message, *, because: Message.Skipped, attempts: int, now: datetime
) -> bool:
    """Note why a message is not sent. Returns False when it waits no more."""
    waiting = Message.objects.filter(pk=message.pk, status=Message.Status.QUEUED)
    return bool(
        waiting.update(
            status=Message.Status.SUPPRESSED,
            dead_at=now,
            attempts=attempts,
            skipped_because=because,
            last_error="",
        )
    )


def reaches_by_another_channel(message: Message) -> bool:
    """Whether the same message by another channel arrived, as far as is known, or still waits."""
    channel = message.channel
    # The copy that is sent after a YES is of the message that the number did not get.
    key = message.dedupe_key.removesuffix(f":{channel}").removesuffix(f":{channel}:yes")
    others = [_channel_key(other, key=key) for other in Message.Channel if other != channel]
    arrived = Q(status=Message.Status.SENT, is_stored=False) & ~Q(delivery__in=_FAILED)
    same = Message.objects.filter(dedupe_key__in=others)
    return same.filter(Q(status=Message.Status.QUEUED) | arrived).exists()


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


@in_transaction
def replay_message(message: Message, *, now: datetime) -> None:
    """Queue a dead message again. Raises MessageNotDead."""
    revived = Message.objects.filter(pk=message.pk, status=Message.Status.DEAD).update(
        status=Message.Status.QUEUED,
        dead_at=None,
        stale_at=None,
        attempts=0,
        unanswered=0,
        last_error="",
    )
    if not revived:
        raise MessageNotDead
    jobs.requeue(Job.Kind(message.channel), message.dedupe_key, now=now)


@in_transaction
def queue_unconfirmed(order_refs: Collection[UUID], *, now: datetime) -> None:
    """Queue the texts once more that were left unsent until their number agreed.

    Each is judged anew when it is sent.
    """
    left = Message.objects.filter(
        order_ref__in=order_refs,
        skipped_because=Message.Skipped.UNCONFIRMED,
        dead_at__gte=now - _UNCONFIRMED_MATTERS_FOR,
    )
    copies = [
        Message(
            kind=message.kind,
            channel=message.channel,
            recipient=message.recipient,
            language=message.language,
            facts=message.facts,
            text=message.text,
            order_ref=message.order_ref,
            stale_at=message.stale_at,
            dedupe_key=f"{message.dedupe_key[:110]}:yes",
        )
        for message in left.order_by("pk")
    ]
    queue_messages(*copies, now=now)


def visitor_budget() -> RateLimitRule:
    """Return the rule for one channel's messages a day."""
    return RateLimitRule(
        name="visitor_messages",
        limit=settings.ENVIRONMENT.visitor_messages_a_day,
        window=timedelta(days=1),
    )


def takes_from_budget(message: Message, *, now: datetime) -> bool:
    """Count a message that a visitor caused. Returns False when the day's budget is spent.

    Staff are told once a day. A message that is tried again was counted at its first try.
    """
    if message.attempts:
        return True
    try:
        consume(rule=visitor_budget(), subject=message.channel, now=now)
    except LimitReached:
        _tell_staff(message.channel, now=now)
        return False
    return True


def is_over_budget(channel: str, *, kind: str, now: datetime) -> bool:
    """Whether a message of this kind would stay unsent now, because the budget is spent."""
    is_counted = kind in CAUSED_BY_VISITORS
    return is_counted and not has_room(rule=visitor_budget(), subject=channel, now=now)


def over_budget_lately(*, now: datetime) -> int:
    """Return how many messages were left unsent in the last hour because the budget was spent."""
    unsent = Message.objects.filter(skipped_because=Message.Skipped.OVER_BUDGET)
    return unsent.filter(dead_at__gte=now - _IS_SPENT_FOR).count()


def _tell_staff(channel: str, *, now: datetime) -> None:
    queue_staff_email(
        "staff_needed",
        template="visitor_budget",
        dedupe_key=f"visitor_budget:{channel}:{local_date(now)}",
        now=now,
        ways=_WAYS[Message.Channel(channel)],
        limit=str(visitor_budget().limit),
    )


@in_transaction
def withdraw_messages(keys: Collection[str], *, created_since: datetime) -> bool:
    """Delete queued messages that nobody has begun to send.

    Returns False when one was sent or is being sent. Those queued before `created_since`, for an
    earlier occasion of the same kind, are left alone.
    """
    ours = Message.objects.filter(dedupe_key__in=keys, created_at__gte=created_since)
    waiting = list(ours.filter(status=Message.Status.QUEUED).values_list("dedupe_key", flat=True))
    if len(waiting) < ours.count():
        return False
    # A worker claims a job before it sends, so that one which it has claimed is not deleted here.
    jobs_left, _ = Job.objects.filter(
        kind__in=Message.Channel, key__in=waiting, attempts=0, leased_until=None
    ).delete()
    if jobs_left < len(waiting):
        return False
    ours.delete()
    return True


def change_recipient(order_ref: UUID, *, channel: Message.Channel, before: str, after: str) -> None:
    """Redirect an order's queued messages to a corrected address."""
    Message.objects.filter(
        order_ref=order_ref, channel=channel, recipient=before, status=Message.Status.QUEUED
    ).update(recipient=after)


def hold_outbox(*, restored_from: datetime, now: datetime) -> None:
    OutboxHold.objects.create(restored_from=restored_from, held_at=now)


def outbox_hold() -> OutboxHold | None:
    return OutboxHold.objects.filter(released_at=None).order_by("-pk").first()


def waiting_messages() -> Sequence[Mapping[str, Any]]:
    queued = Message.objects.filter(status=Message.Status.QUEUED)
    groups = queued.values("kind", "channel").annotate(
        count=Count("pk"), oldest_at=Min("created_at")
    )
    return list(groups.order_by("kind", "channel"))


@in_transaction
def release_outbox(*, drop_until: datetime | None, now: datetime) -> int:
    """Release the outbox and return how many messages were dropped.

    Messages queued until `drop_until` are never sent. Call it in a transaction, so that no worker
    sends a message that is about to be dropped.
    """
    dropped = 0
    if drop_until is not None:
        old = Message.objects.filter(status=Message.Status.QUEUED, created_at__lte=drop_until)
        Job.objects.filter(kind__in=Message.Channel, key__in=old.values("dedupe_key")).delete()
        dropped = old.update(
            status=Message.Status.SUPPRESSED,
            dead_at=now,
            skipped_because=Message.Skipped.DROPPED,
            last_error="dropped when the outbox was released",
        )
    OutboxHold.objects.filter(released_at=None).update(released_at=now)
    return dropped
