"""Who may be written to: what they agreed to, what they took back, and when (MSG-02).

The ledger is never changed; a suppression is what is looked at before each message is sent.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from django.db.models import QuerySet

from standby.apps.notifications.forgotten import recipient_hashes
from standby.apps.notifications.models import Consent, Message, Suppression
from standby.apps.rows import insert, insert_all
from standby.domain.contacts import phone_key

Purpose = Literal["transactional", "recovery", "opening"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """The words that were read, and where they stood."""

    purpose: Purpose
    wording: str
    page: str
    order_ref: UUID | None = None


def recipient_key(channel: str, *, recipient: str) -> str:
    """The same for all spellings of one address or number."""
    if channel == Message.Channel.SMS:
        return phone_key(recipient)
    return recipient.strip().lower()


def record_consent(
    channel: str, *, recipient: str, is_given: bool, agreement: Agreement, now: datetime
) -> None:
    insert(
        Consent(
            channel=channel,
            recipient=recipient_key(channel, recipient=recipient),
            is_given=is_given,
            purpose=agreement.purpose,
            wording=agreement.wording[:500],
            page=agreement.page[:200],
            order_ref=agreement.order_ref,
            at=now,
        )
    )


def suppress(channel: str, *, recipient: str, reason: str, now: datetime) -> bool:
    """From now on nothing is sent to them by this channel. False when that was so already."""
    made = insert_all(
        [
            Suppression(
                channel=channel,
                recipient=recipient_key(channel, recipient=recipient),
                reason=reason[:100],
                since=now,
            )
        ],
        ending="ON CONFLICT (channel, recipient) WHERE lifted_at IS NULL DO NOTHING RETURNING id",
    )
    return bool(made)


def remove_suppression(channel: str, *, recipient: str, now: datetime) -> bool:
    """They want messages again. False when nothing stood in the way."""
    return _live(channel, recipient=recipient).update(lifted_at=now) > 0


def is_suppressed(channel: str, *, recipient: str) -> bool:
    return _live(channel, recipient=recipient).exists()


def suppressed_channels(*, email: str, phone: str) -> set[str]:
    """By which ways the owner of both may not be written to, whoever asked for that."""
    by_mail = _live(Message.Channel.EMAIL, recipient=email)
    by_text = _live(Message.Channel.SMS, recipient=phone)
    return set((by_mail | by_text).values_list("channel", flat=True))


def _live(channel: str, *, recipient: str) -> QuerySet[Suppression]:
    """Also of somebody who was erased since."""
    key = recipient_key(channel, recipient=recipient)
    return Suppression.objects.filter(
        channel=channel, recipient__in=[key, *recipient_hashes(key)], lifted_at=None
    )
