"""The inbox of payment events: stored as they arrive, then processed by a job."""

from datetime import datetime
from typing import Any

from standby.core import jobs
from standby.core.models import Job
from standby.payments.models import PaymentEvent


def store_event(
    *, provider: str, event_id: str, kind: str, payload: dict[str, Any], now: datetime
) -> None:
    """Store a payment event and its job, without the secrets and links in it. Safe to repeat.

    Call it in a transaction.
    """
    PaymentEvent.objects.bulk_create(
        [
            PaymentEvent(
                provider=provider,
                event_id=event_id,
                type=kind[:80],
                payload=_without_secrets(payload),
                received_at=now,
            )
        ],
        ignore_conflicts=True,
    )
    jobs.enqueue((Job.Kind.PAYMENT_EVENT, f"{provider}:{event_id}"), due_at=now)


def unprocessed_event(key: str) -> PaymentEvent | None:
    """Return the event that a job is about, unless it was processed meanwhile."""
    provider, _, event_id = key.partition(":")
    return PaymentEvent.objects.filter(
        provider=provider, event_id=event_id, processed_at=None
    ).first()


def mark_processed(event: PaymentEvent, *, now: datetime, note: str = "") -> None:
    PaymentEvent.objects.filter(pk=event.pk).update(processed_at=now, error=note[:200])


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
