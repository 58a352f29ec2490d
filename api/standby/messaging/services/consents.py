"""Consent and suppression of messages (MSG-02.3).

Consents are an append-only record. Suppressions are checked before each message is sent.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from django.db.models import QuerySet

from standby.messaging.models import Consent, Message, Suppression
from standby.messaging.selectors import recipient_key
from standby.messaging.services.erasure import recipient_hashes

Purpose = Literal["transactional", "recovery", "opening"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """A consent text, its purpose, and the page it was shown on."""

    purpose: Purpose
    wording: str
    page: str
    order_ref: UUID | None = None


def record_consent(
    channel: str, *, recipient: str, is_given: bool, agreement: Agreement, now: datetime
) -> None:
    Consent.objects.create(
        channel=channel,
        recipient=recipient_key(channel, recipient=recipient),
        is_given=is_given,
        purpose=agreement.purpose,
        wording=agreement.wording[:500],
        page=agreement.page[:200],
        order_ref=agreement.order_ref,
        at=now,
    )


def suppress(channel: str, *, recipient: str, reason: str, now: datetime) -> bool:
    """Suppress messages to this recipient by this channel. Returns False if they already were."""
    _, is_new = Suppression.objects.get_or_create(
        channel=channel,
        recipient=recipient_key(channel, recipient=recipient),
        lifted_at=None,
        defaults={"reason": reason[:100], "since": now},
    )
    return is_new


def remove_suppression(channel: str, *, recipient: str, now: datetime) -> bool:
    """Allow messages to this recipient again. Returns False if they were not suppressed."""
    return _live(channel, recipient=recipient).update(lifted_at=now) > 0


def is_suppressed(channel: str, *, recipient: str) -> bool:
    return _live(channel, recipient=recipient).exists()


def suppressed_channels(*, email: str, phone: str) -> set[str]:
    """Return the channels by which this customer may not be written to."""
    by_mail = _live(Message.Channel.EMAIL, recipient=email)
    by_text = _live(Message.Channel.SMS, recipient=phone)
    return set((by_mail | by_text).values_list("channel", flat=True))


def _live(channel: str, *, recipient: str) -> QuerySet[Suppression]:
    # Erased recipients are stored as keyed hashes, which still have to match.
    key = recipient_key(channel, recipient=recipient)
    return Suppression.objects.filter(
        channel=channel, recipient__in=[key, *recipient_hashes(key)], lifted_at=None
    )
