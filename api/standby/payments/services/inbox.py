"""The inbox of payment events: stored as they arrive, then claimed by one worker at a time."""

from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import F

from standby.payments.models import PaymentEvent

_LEASE: Final = timedelta(seconds=60)
_LONGEST_WAIT: Final = timedelta(hours=6)
_FIRST_WAIT_S: Final = 2


def store_event(
    *, provider: str, event_id: str, kind: str, payload: dict[str, Any], now: datetime
) -> None:
    """Store a payment event, without the secrets and links in it. Safe to repeat."""
    PaymentEvent.objects.bulk_create(
        [
            PaymentEvent(
                provider=provider,
                event_id=event_id,
                type=kind[:80],
                payload=_without_secrets(payload),
                received_at=now,
                due_at=now,
            )
        ],
        ignore_conflicts=True,
    )


def claim_next_event(*, now: datetime) -> PaymentEvent | None:
    """Lease the next due event to the caller and count one try. Returns None when none is due."""
    due = PaymentEvent.objects.filter(processed_at=None, due_at__lte=now)
    event = due.order_by("due_at", "pk").first()
    if event is None:
        return None
    available = due.filter(pk=event.pk, attempts=event.attempts)
    if not available.update(attempts=F("attempts") + 1, due_at=now + _LEASE):
        return None
    event.attempts += 1
    return event


def mark_processed(event: PaymentEvent, *, now: datetime, note: str = "") -> None:
    PaymentEvent.objects.filter(pk=event.pk).update(processed_at=now, error=note[:200])


def release_event(event: PaymentEvent, *, now: datetime, reason: str) -> None:
    # Tried again later: the payment it refers to may not be stored yet.
    wait = min(timedelta(seconds=_FIRST_WAIT_S * 2 ** min(event.attempts, 20)), _LONGEST_WAIT)
    PaymentEvent.objects.filter(pk=event.pk).update(due_at=now + wait, error=reason[:200])


def _without_secrets(value: Any) -> Any:
    # Payment pages, receipt links and client secrets are never needed later, so they are not
    # stored.
    if isinstance(value, dict):
        return {
            name: _without_secrets(inner)
            for name, inner in value.items()
            if not name.endswith(("client_secret", "url"))
        }
    return [_without_secrets(inner) for inner in value] if isinstance(value, list) else value
