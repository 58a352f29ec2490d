"""Manual quote requests for runs without a distance band."""

import hashlib
from datetime import UTC, datetime
from typing import Final

from django.db import transaction

from standby.company.selectors import company
from standby.core.contacts import format_phone
from standby.core.policy import MARKET_ZONE
from standby.coverage.rules.addresses import phone_digits
from standby.messaging.kinds.definition import short_day
from standby.messaging.models import Message
from standby.messaging.rendering import (
    SITE,
    TemplateContext,
    builtin_templates,
    email_parts,
    email_text,
    render,
    sanitize_input,
)
from standby.messaging.services import consents
from standby.messaging.services import outbox as notifications
from standby.pricing.models.quoting import ManualQuoteRequest
from standby.pricing.rules.distance import manual_quote_run_ft
from standby.pricing.rules.policy import MANUAL_QUOTE_REPEATS_WITHIN, REQUEST_TEXT_CONSENT

PAGE: Final = "/order"


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
    """Keep a request, tell staff of it, and the customer its reference and by when we call.

    The run is given in feet or in steps. Idempotent: the same words count once an hour, and a
    repeat sends no second message.
    """
    run_ft = manual_quote_run_ft(run_ft=run_ft, steps=steps)
    told = (address, str(run_ft), name, email, notes)
    hour_ago = now - MANUAL_QUOTE_REPEATS_WITHIN
    repeat_key = _repeat_key(phone, *told, at=now)
    repeat_keys = (repeat_key, _repeat_key(phone, *told, at=hour_ago))
    with transaction.atomic(durable=True):
        earlier = ManualQuoteRequest.objects.filter(
            repeat_key__in=repeat_keys, created_at__gt=hour_ago
        )
        stored, is_new = earlier.first(), False
        if stored is None:
            stored, is_new = ManualQuoteRequest.objects.get_or_create(
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
        if is_new:
            _tell_staff(stored, now=now)
            _tell_customer(stored, now=now)
        return stored


def _tell_staff(request: ManualQuoteRequest, *, now: datetime) -> None:
    notifications.queue_staff_email(
        "manual_quote",
        dedupe_key=f"manual_quote:{request.pk}",
        now=now,
        name=request.name,
        by=_in_words(request.call_by),
        run=_run_of(request),
        steps="" if request.steps is None else f", {request.steps} steps",
        address=request.address,
        phone=request.phone,
        email=request.email or "not told",
        notes=request.notes or "none",
        reference=request.reference,
    )


def _tell_customer(request: ManualQuoteRequest, *, now: datetime) -> None:
    """Text the number, whose owner asked for a call, and mail where an address was given."""
    consents.record_consent(
        Message.Channel.SMS,
        recipient=request.phone,
        agrees=True,
        purpose="transactional",
        wording=REQUEST_TEXT_CONSENT,
        page=PAGE,
        now=now,
    )
    values = {
        "brand": company().name,
        "phone": company().phone,
        "phone_given": request.phone,
        "reference": request.reference,
        "run": _run_of(request),
        "by": _in_words(request.call_by),
    }
    details = (
        ("Reference", request.reference),
        ("Run", f"about {_run_of(request)}"),
        ("Home", sanitize_input(request.address)),
        ("We call", f"{request.phone}, by {values['by']}"),
    )
    context = TemplateContext(
        values=values,
        name=sanitize_input(request.name),
        button=("Go to our site", SITE),
        details=details,
    )
    rendered = render(builtin_templates("quote_requested"), context, is_booked=False)
    key = f"quote_requested:{request.pk}"
    text = Message(
        kind="quote_requested",
        channel=Message.Channel.SMS,
        recipient=request.phone,
        dedupe_key=key,
        text=rendered.sms,
    )
    email = Message(
        kind="quote_requested",
        channel=Message.Channel.EMAIL,
        recipient=request.email,
        dedupe_key=key,
        subject=rendered.subject,
        text=email_text(rendered),
        email_parts=email_parts(rendered),
    )
    notifications.queue_messages(text, *([email] if request.email else []), now=now)


def _run_of(request: ManualQuoteRequest) -> str:
    return f"{request.run_ft:,} ft"


def _in_words(at: datetime) -> str:
    """Return "6 PM on Friday, November 27" of a promise, on the market's clock."""
    local = at.astimezone(MARKET_ZONE)
    clock = f"{local:%I:%M %p}".lstrip("0").replace(":00 ", " ")
    return f"{clock} on {short_day(local.date())}"


def _repeat_key(phone: str, *told: str, at: datetime) -> str:
    # Independent of how phone and words are written. The hour of the clock is part of it.
    digits = phone_digits(phone) or phone
    words = (" ".join(each.replace(",", " ").lower().split()) for each in told)
    hour = f"{at.astimezone(UTC):%Y%m%d%H}"
    return hashlib.sha256("\n".join((digits, *words, hour)).encode()).hexdigest()
