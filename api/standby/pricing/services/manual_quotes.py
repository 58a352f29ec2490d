"""Manual quote requests: for runs without a distance band, and for loads beyond our generators."""

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.conf import settings
from django.db import transaction

from standby.company.selectors import company
from standby.core.contacts import format_phone
from standby.core.policy import MARKET_ZONE
from standby.core.words import clock_time, in_english, in_language, say, weekday_date
from standby.coverage.rules.addresses import phone_digits
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
from standby.messaging.services import consents, outbox
from standby.pricing.models.quoting import ManualQuoteRequest
from standby.pricing.rules.distance import manual_quote_run_ft
from standby.pricing.rules.policy import MANUAL_QUOTE_REPEATS_WITHIN, REQUEST_TEXT_CONSENT
from standby.pricing.selectors.catalog import bands_in_force

PAGE: Final = "/order"


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteRequest:
    """Who asks for a price in which language, and for what.

    That is a run in feet or in steps, or the loads alone.
    """

    name: str
    phone: str
    address: str
    run_ft: int | None
    steps: int | None
    loads: str
    email: str
    notes: str
    language: str = settings.LANGUAGE_CODE


def ask_for_manual_quote(request: QuoteRequest, *, now: datetime) -> ManualQuoteRequest:
    """Keep a request, tell staff of it, and the customer its reference and by when we call.

    Idempotent: the same words count once an hour, and a repeat sends no second message. Raises
    RunMissing and RunNotQuoted.
    """
    run_ft, loads = None, request.loads
    if not loads or request.run_ft is not None or request.steps is not None:
        loads, bands = "", bands_in_force()
        run_ft = manual_quote_run_ft(run_ft=request.run_ft, steps=request.steps, bands=bands)
    details = (request.address, str(run_ft), loads, request.name, request.email, request.notes)
    hour_ago = now - MANUAL_QUOTE_REPEATS_WITHIN
    repeat_key = _repeat_key(request.phone, *details, at=now)
    repeat_keys = (repeat_key, _repeat_key(request.phone, *details, at=hour_ago))
    with transaction.atomic(durable=True):
        earlier = ManualQuoteRequest.objects.filter(
            repeat_key__in=repeat_keys, created_at__gt=hour_ago
        )
        stored, is_new = earlier.first(), False
        if stored is None:
            stored, is_new = ManualQuoteRequest.objects.get_or_create(
                repeat_key=repeat_key,
                defaults={
                    "name": request.name,
                    "phone": format_phone(request.phone),
                    "email": request.email,
                    "address": request.address,
                    "run_ft": run_ft,
                    "steps": request.steps,
                    "loads": loads,
                    "notes": request.notes,
                    "created_at": now,
                },
            )
        if is_new:
            with in_english():
                _tell_staff(stored, now=now)
            with in_language(request.language):
                _tell_customer(stored, language=request.language, now=now)
        return stored


def _tell_staff(request: ManualQuoteRequest, *, now: datetime) -> None:
    outbox.queue_staff_email(
        "manual_quote",
        dedupe_key=f"manual_quote:{request.pk}",
        now=now,
        name=request.name,
        by=_in_words(request.call_by),
        wanted=request.wanted,
        loads=f": {request.loads}" if request.loads else "",
        steps="" if request.steps is None else f", {request.steps} steps",
        address=request.address,
        phone=request.phone,
        email=request.email or "not told",
        notes=request.notes or "none",
        reference=request.reference,
    )


def _tell_customer(request: ManualQuoteRequest, *, language: str, now: datetime) -> None:
    """Text the number, whose owner asked for a call, and mail where an address was given."""
    consents.record_consent(
        Message.Channel.SMS,
        recipient=request.phone,
        agrees=True,
        purpose="transactional",
        wording=say(REQUEST_TEXT_CONSENT),
        page=PAGE,
        now=now,
    )
    values = {
        "brand": company().name,
        "phone": company().phone,
        "phone_given": request.phone,
        "reference": request.reference,
        "wanted": request.wanted,
        "by": _in_words(request.call_by),
    }
    details = (
        (say("Reference"), request.reference),
        (say("For"), request.wanted),
        (say("Home"), sanitize_input(request.address)),
        (say("We call"), say("%(phone)s, by %(moment)s", phone=request.phone, moment=values["by"])),
    )
    context = TemplateContext(
        values=values,
        name=sanitize_input(request.name),
        button=(say("Go to our site"), SITE),
        details=details,
    )
    rendered = render(builtin_templates("quote_requested"), context, is_booked=False)
    key = f"quote_requested:{request.pk}"
    text = Message(
        kind="quote_requested",
        channel=Message.Channel.SMS,
        recipient=request.phone,
        language=language,
        dedupe_key=key,
        text=rendered.sms,
    )
    email = Message(
        kind="quote_requested",
        channel=Message.Channel.EMAIL,
        recipient=request.email,
        language=language,
        dedupe_key=key,
        subject=rendered.subject,
        text=email_text(rendered),
        email_parts=email_parts(rendered),
    )
    outbox.queue_messages(text, *([email] if request.email else []), now=now)


def _in_words(at: datetime) -> str:
    """Return "6 PM on Friday, November 27" of a promise, on the market's clock."""
    local = at.astimezone(MARKET_ZONE)
    clock = clock_time(local).replace(":00 ", " ")
    return say("%(time)s on %(day)s", time=clock, day=weekday_date(local.date()))


def _repeat_key(phone: str, *details: str, at: datetime) -> str:
    # Independent of how phone and words are written. The hour of the clock is part of it.
    digits = phone_digits(phone) or phone
    words = (" ".join(each.replace(",", " ").lower().split()) for each in details)
    hour = f"{at.astimezone(UTC):%Y%m%d%H}"
    return hashlib.sha256("\n".join((digits, *words, hour)).encode()).hexdigest()
