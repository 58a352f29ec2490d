"""Manual quote requests for runs without a distance band."""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import transaction

from standby.coverage.rules.addresses import formatted_phone, phone_digits
from standby.messaging.services import outbox as notifications
from standby.pricing.models.quoting import ManualQuoteRequest
from standby.pricing.rules.distance import manual_quote_run_ft
from standby.pricing.rules.policy import MANUAL_QUOTE_ASKED_ONCE_IN


@dataclass(frozen=True, slots=True, kw_only=True)
class ManualQuoteInput:
    """A request for a manual quote; the run is given in feet or in steps."""

    name: str
    phone: str
    address: str
    run_ft: int | None
    steps: int | None
    email: str
    notes: str


def ask_for_manual_quote(request: ManualQuoteInput, *, now: datetime) -> ManualQuoteRequest:
    """Store a manual quote request and notify staff. Raises RunUntold and RunNotQuoted.

    Idempotent: the same phone and address count once an hour; a repeat sends no second message.
    """
    run_ft = manual_quote_run_ft(run_ft=request.run_ft, steps=request.steps)
    with transaction.atomic(durable=True):
        stored = _stored_request(request, run_ft=run_ft, now=now)
        notifications.queue_staff_email(
            "manual_quote",
            dedupe_key=f"manual_quote:{stored.pk}",
            now=now,
            name=stored.name,
            run=f"{stored.run_ft:,} ft",
            steps="" if stored.steps is None else f", {stored.steps} steps",
            address=stored.address,
            phone=stored.phone,
            email=stored.email or "not told",
            notes=stored.notes or "none",
            number=str(stored.pk),
            number_start=str(stored.pk)[:8],
        )
        return stored


def _stored_request(request: ManualQuoteInput, *, run_ft: int, now: datetime) -> ManualQuoteRequest:
    hour_ago = now - MANUAL_QUOTE_ASKED_ONCE_IN
    repeat_key = _repeat_key(request, at=now)
    earlier = ManualQuoteRequest.objects.filter(
        repeat_key__in=(repeat_key, _repeat_key(request, at=hour_ago)), created_at__gt=hour_ago
    ).first()
    if earlier is not None:
        return earlier
    stored, _ = ManualQuoteRequest.objects.get_or_create(
        repeat_key=repeat_key,
        defaults={
            "name": request.name,
            "phone": formatted_phone(request.phone),
            "email": request.email,
            "address": request.address,
            "run_ft": run_ft,
            "steps": request.steps,
            "notes": request.notes,
            "created_at": now,
        },
    )
    return stored


def _repeat_key(request: ManualQuoteInput, *, at: datetime) -> str:
    # Independent of how phone and address are written. The hour of the clock is part of it.
    phone = phone_digits(request.phone) or request.phone
    address = " ".join(request.address.replace(",", " ").lower().split())
    hour = f"{at.astimezone(UTC):%Y%m%d%H}"
    return hashlib.sha256("\n".join((phone, address, hour)).encode()).hexdigest()
