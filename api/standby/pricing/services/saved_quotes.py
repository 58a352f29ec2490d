"""Quotes that visitors save before they reserve: a signed price under a link, without a name."""

import secrets
from datetime import UTC, datetime
from typing import Final
from uuid import uuid4

from django.db import transaction
from django.db.models import QuerySet

from standby.accounts.rules import hash_of
from standby.company.selectors import company
from standby.core.errors import NotFound, _
from standby.core.market import PLACE
from standby.core.policy import MARKET_ZONE
from standby.core.providers.crypto import Signer
from standby.core.words import dollars, full_date, in_language, say
from standby.messaging.models import Message
from standby.messaging.rendering import (
    SITE,
    RenderedMessage,
    TemplateContext,
    builtin_templates,
    email_parts,
    email_text,
    render,
)
from standby.messaging.services import consents, outbox
from standby.pricing.models.quoting import SavedQuote
from standby.pricing.rules.policy import (
    QUOTE_TEXT_CONSENT,
    SAVED_QUOTE_RETENTION,
    SAVED_QUOTE_VALID,
)
from standby.pricing.rules.pricing import PriceBreakdown
from standby.pricing.selectors.catalog import (
    BandNotSold,
    BandUnknown,
    GeneratorNotSold,
    Selection,
    catalog_snapshot,
)

_TOKEN_BYTES: Final = 16
PAGE: Final = "/quote"


class SavedQuoteNotFound(NotFound):
    code = "saved_quote_not_found"
    message = _("There is no quote under this link. It may have expired some time ago.")


def save_quote(
    selection: Selection, *, zip_code: str, zip_city: str, signer: Signer, now: datetime
) -> tuple[str, SavedQuote]:
    """Price a selection and store it; returns the link's token, of which only a hash is stored.

    The street is not stored: whoever gets the link sees the city.
    Raises BandUnknown, BandNotSold and GeneratorNotSold.
    """
    offer = catalog_snapshot(now=now).offer_for(selection, zip_code=zip_code, zip_city=zip_city)
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    saved = SavedQuote(
        token_hash=hash_of(token),
        generator_choice=selection.generator_choice,
        model_number=offer.generator.model_number or "" if offer.generator else "",
        city=offer.city,
        zip_code=zip_code,
        lines=offer.price.as_dict(),
        **offer.band.as_quoted,
        created_at=now.replace(microsecond=0),
        valid_until=now.replace(microsecond=0) + SAVED_QUOTE_VALID,
    )
    saved.signature = signer.sign(signed_text(saved))
    saved.save(force_insert=True)
    return token, saved


def saved_quote_by(token: str) -> SavedQuote:
    saved = SavedQuote.objects.filter(token_hash=hash_of(token)).first()
    if saved is None:
        raise SavedQuoteNotFound
    return saved


def signed_text(saved: SavedQuote) -> str:
    # Built from the row each time, so a row that was changed no longer matches its signature.
    fields: dict[str, object] = {
        "standby saved quote": 1,
        "saved": _instant(saved.created_at),
        "valid until": _instant(saved.valid_until),
        "city": saved.city,
        "zip": saved.zip_code,
        "distance_band": saved.band,
        "generator": saved.model_number or "-",
        **dict(sorted(saved.lines.items())),
    }
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def price_today(saved: SavedQuote, *, now: datetime) -> PriceBreakdown | None:
    """Return what the same selection costs today; None when it is no longer for sale."""
    selection = Selection(
        band=saved.band,
        address=f"{saved.city}, {PLACE.state_code} {saved.zip_code}",
        claimed_zip_code=saved.zip_code,
        generator_choice="buy_here" if saved.model_number else "provide_own",
        model_number=saved.model_number,
    )
    try:
        offer = catalog_snapshot(now=now).offer_for(
            selection, zip_code=saved.zip_code, zip_city=saved.city
        )
    except (BandUnknown, BandNotSold, GeneratorNotSold):
        return None
    return offer.price


def mail_quote(saved: SavedQuote, email: str, *, token: str, language: str, now: datetime) -> None:
    """Email the quote to an address that the visitor typed."""
    with in_language(language):
        rendered = _rendered(saved, token=token)
        message = Message(
            kind="quote_saved",
            channel=Message.Channel.EMAIL,
            recipient=email,
            language=language,
            subject=rendered.subject,
            text=email_text(rendered),
            email_parts=email_parts(rendered),
        )
    with transaction.atomic(durable=True):
        SavedQuote.objects.filter(pk=saved.pk).update(email=email)
        _queue(message, now=now)


def text_quote(saved: SavedQuote, phone: str, *, token: str, language: str, now: datetime) -> None:
    """Text the quote to a number that the visitor typed.

    Whether it is theirs is not known, so the number gets one text until it answers.
    """
    with in_language(language):
        rendered = _rendered(saved, token=token)
    with transaction.atomic(durable=True):
        consents.record_consent(
            Message.Channel.SMS,
            recipient=phone,
            agrees=True,
            purpose="transactional",
            wording=say(QUOTE_TEXT_CONSENT),
            page=PAGE,
            now=now,
        )
        SavedQuote.objects.filter(pk=saved.pk).update(phone=phone)
        text = Message(
            kind="quote_saved",
            channel=Message.Channel.SMS,
            recipient=phone,
            language=language,
            text=rendered.sms,
        )
        _queue(text, now=now)


def expired_quotes(*, now: datetime) -> QuerySet[SavedQuote]:
    return SavedQuote.objects.filter(valid_until__lt=now - SAVED_QUOTE_RETENTION)


def _queue(message: Message, *, now: datetime) -> None:
    # Each request of the visitor is a message of its own; the rate limits say how many.
    message.dedupe_key = f"quote_saved:{uuid4()}"
    outbox.queue_messages(message, now=now)


def _rendered(saved: SavedQuote, *, token: str) -> RenderedMessage:
    link = f"{SITE}{PAGE}/{token}"
    until = saved.valid_until.astimezone(MARKET_ZONE)
    values = {
        "brand": company().name,
        "phone": company().phone,
        "total": dollars(saved.lines["total_cents"]),
        "city": saved.city,
        "until": full_date(until),
        "link": link,
    }
    context = TemplateContext(values=values, button=(say("See your quote"), link))
    return render(builtin_templates("quote_saved"), context, is_booked=False)


def _instant(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"
