"""Manual quote requests for runs without a distance band."""

import hashlib
from datetime import UTC, datetime

from django.db import transaction

from standby.core.contacts import format_phone
from standby.coverage.rules.addresses import phone_digits
from standby.messaging.services import outbox as notifications
from standby.pricing.models.quoting import ManualQuoteRequest
from standby.pricing.rules.distance import manual_quote_run_ft
from standby.pricing.rules.policy import MANUAL_QUOTE_REPEATS_WITHIN


def ask_for_manual_quote(
    *,
    name: str,
    phone: str,
    address: str,
    run_ft: int | None,
    steps: int | None,
    email: str,
    notes: str,
    now: datetime,
) -> ManualQuoteRequest:
    # The run is given in feet or in steps. Idempotent: the same phone and address count once an
    # hour; a repeat sends no second message.
    run_ft = manual_quote_run_ft(run_ft=run_ft, steps=steps)
    hour_ago = now - MANUAL_QUOTE_REPEATS_WITHIN
    repeat_key = _repeat_key(phone, address, at=now)
    repeat_keys = (repeat_key, _repeat_key(phone, address, at=hour_ago))
    with transaction.atomic(durable=True):
        earlier = ManualQuoteRequest.objects.filter(
            repeat_key__in=repeat_keys, created_at__gt=hour_ago
        )
        stored = earlier.first()
        if stored is None:
            stored, _ = ManualQuoteRequest.objects.get_or_create(
                repeat_key=repeat_key,
                defaults={
                    "name": name,
                    "phone": format_phone(phone),
                    "email": email,
                    "address": address,
                    "run_ft": run_ft,
                    "steps": steps,
                    "notes": notes,
                    "created_at": now,
                },
            )
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


def _repeat_key(phone: str, address: str, *, at: datetime) -> str:
    # Independent of how phone and address are written. The hour of the clock is part of it.
    digits = phone_digits(phone) or phone
    words = " ".join(address.replace(",", " ").lower().split())
    hour = f"{at.astimezone(UTC):%Y%m%d%H}"
    return hashlib.sha256("\n".join((digits, words, hour)).encode()).hexdigest()
