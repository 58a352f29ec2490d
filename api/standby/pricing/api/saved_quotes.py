"""Save a quote before reserving, send its link, and show it."""

from datetime import datetime
from typing import Any, Literal

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router, Schema, Status

from standby.core.contacts import phone_key
from standby.core.limits import site_url, spend, spend_by_client
from standby.core.providers import wiring as core_providers
from standby.core.schema import Address, BandName, Email, In, Line20, ModelNumber, Phone, Yes
from standby.core.words import active_language
from standby.messaging.models import Message
from standby.messaging.rules import Outcome
from standby.messaging.services.ways import outcome_ahead
from standby.pricing.api.quoting_schemas import PriceSumsOut
from standby.pricing.models.quoting import GeneratorChoice, SavedQuote
from standby.pricing.rules.policy import (
    QUOTE_MESSAGES_PER_CLIENT,
    QUOTE_MESSAGES_PER_RECIPIENT,
    SAVED_QUOTES_PER_CLIENT,
)
from standby.pricing.selectors.catalog import Selection, catalog_snapshot, covered_zip_of
from standby.pricing.services import saved_quotes

router = Router(tags=["quoting"])


class SavedQuoteIn(In):
    """What the visitor chose. The server computes the price; of the address it keeps the city."""

    address: Address
    zip_code: Line20 | None = None
    band: BandName
    generator_choice: Literal["buy_here", "provide_own"]
    model_number: ModelNumber | None = None


class SavedQuoteLinkOut(Schema):
    token: str
    url: str
    valid_until: datetime


class QuoteEmailIn(In):
    email: Email


class QuoteTextIn(In):
    """`consent` is to the wording beside the field."""

    phone: Phone
    consent: Yes


class QuoteSentOut(Schema):
    """What becomes of the message, as far as it is known now."""

    outcome: Outcome


class SavedQuoteGeneratorOut(Schema):
    brand: str
    model: str
    kw: int
    model_number: str | None


class SavedQuoteOut(Schema):
    """`lines` as saved; `lines_today` differ after a change of prices, and are null when the same
    selection is no longer for sale. `is_valid` says that the signature fits and the time is not
    over.
    """

    city: str
    zip_code: str
    band: str
    band_from_ft: int
    band_max_ft: int
    generator_choice: GeneratorChoice
    generator: SavedQuoteGeneratorOut | None
    lines: PriceSumsOut
    lines_today: PriceSumsOut | None
    created_at: datetime
    valid_until: datetime
    is_valid: bool


@router.post("/saved-quotes", response={201: SavedQuoteLinkOut}, operation_id="save_quote")
def post_saved_quote(request: HttpRequest, payload: SavedQuoteIn) -> Status[dict[str, Any]]:
    """Save a priced selection under a link that can be passed on."""
    spend_by_client(request, SAVED_QUOTES_PER_CLIENT)
    selection = Selection(
        band=payload.band,
        address=payload.address,
        claimed_zip_code=payload.zip_code or "",
        generator_choice=payload.generator_choice,
        model_number=payload.model_number or "",
    )
    zip_code, zip_city = covered_zip_of(selection)
    token, saved = saved_quotes.save_quote(
        selection,
        zip_code=zip_code,
        zip_city=zip_city,
        signer=core_providers.signer(),
        now=now(),
    )
    url = f"{site_url(request)}{saved_quotes.PAGE}/{token}"
    return Status(201, {"token": token, "url": url, "valid_until": saved.valid_until})


@router.get(
    "/saved-quotes/{token}",
    response=SavedQuoteOut,
    operation_id="get_saved_quote",
)
def get_saved_quote(request: HttpRequest, response: HttpResponse, token: str) -> dict[str, Any]:
    """A saved quote, and what the same costs today."""
    saved, moment = saved_quotes.saved_quote_by(token), now()
    key = core_providers.signer().key_that_signed(
        saved_quotes.signed_text(saved), signature=saved.signature
    )
    response["Cache-Control"] = "no-store"
    return {
        "city": saved.city,
        "zip_code": saved.zip_code,
        "band": saved.band,
        "band_from_ft": saved.band_from_ft,
        "band_max_ft": saved.band_max_ft,
        "generator_choice": saved.generator_choice,
        "generator": catalog_snapshot(now=moment).generators.get(saved.model_number),
        "lines": saved.lines,
        "lines_today": saved_quotes.price_today(saved, now=moment),
        "created_at": saved.created_at,
        "valid_until": saved.valid_until,
        "is_valid": key is not None and moment <= saved.valid_until,
    }


@router.post(
    "/saved-quotes/{token}/email",
    response={202: QuoteSentOut},
    operation_id="email_saved_quote",
)
def post_quote_email(
    request: HttpRequest, token: str, payload: QuoteEmailIn
) -> Status[dict[str, Any]]:
    """Email the link."""
    saved = saved_quotes.saved_quote_by(token)
    _spend(request, payload.email.strip().lower())
    return _queued(saved, Message.Channel.EMAIL, payload.email, token=token)


@router.post(
    "/saved-quotes/{token}/text",
    response={202: QuoteSentOut},
    operation_id="text_saved_quote",
)
def post_quote_text(
    request: HttpRequest, token: str, payload: QuoteTextIn
) -> Status[dict[str, Any]]:
    """Text the link to a phone."""
    saved = saved_quotes.saved_quote_by(token)
    _spend(request, phone_key(payload.phone))
    return _queued(saved, Message.Channel.SMS, payload.phone, token=token)


def _queued(
    saved: SavedQuote, channel: Message.Channel, recipient: str, *, token: str
) -> Status[dict[str, Any]]:
    moment = now()
    outcome = outcome_ahead(channel, recipient=recipient, kind="quote_saved", now=moment)
    queue = saved_quotes.mail_quote if channel == Message.Channel.EMAIL else saved_quotes.text_quote
    queue(saved, recipient, token=token, language=active_language(), now=moment)
    return Status(202, {"outcome": outcome})


def _spend(request: HttpRequest, recipient: str) -> None:
    spend_by_client(request, QUOTE_MESSAGES_PER_CLIENT)
    spend(rule=QUOTE_MESSAGES_PER_RECIPIENT, subject=recipient)
