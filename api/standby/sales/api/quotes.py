"""A custom quote for the customer who has its link: read, accepted or declined."""

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router, Schema
from pydantic import Field

from standby.company.selectors import company
from standby.core import visitor_cookies
from standby.core.idempotency import IdempotencyKey, idempotent_request
from standby.core.limits import spend, spend_by_client
from standby.core.schema import In, IsoDay, Line500, Name
from standby.documents.api import render_quote
from standby.orders.api import booking_access
from standby.orders.models import Order
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.services.access_links import create_access_token
from standby.payments.api.checkout import Ticked
from standby.pricing.api.quoting_schemas import LineItemOut
from standby.pricing.rules.line_items import stored_lines
from standby.pricing.selectors.catalog import covered_zip_at
from standby.sales.models import CustomQuote
from standby.sales.rules.policy import ANSWERS_PER_QUOTE, QUOTE_GUESSES_PER_CLIENT
from standby.sales.services import quotes
from standby.workflows.accept_quote import accept_custom_quote

router = Router(tags=["prices"])


class CustomQuoteForCustomerOut(Schema):
    """`is_open`: whether it can be accepted now."""

    status: Literal["sent", "opened", "accepted", "declined"]
    version: int
    name: str
    address: str
    run_ft: int
    line_items: list[LineItemOut]
    total_cents: int
    message: str
    valid_until: datetime
    is_open: bool
    license: str
    legal_name: str


class AcceptQuoteIn(In):
    """`version` is the one that was read; `typed_name` is the signature."""

    version: int = Field(strict=True, ge=1, le=32767)
    typed_name: Name
    terms_accepted: Ticked = False
    privacy_policy_accepted: Ticked = False
    day: IsoDay
    time_window: TimeWindow


class QuoteAcceptedOut(Schema):
    order_id: UUID
    hold_expires_at: datetime | None


class DeclineQuoteIn(In):
    version: int = Field(strict=True, ge=1, le=32767)
    reason: Line500 = ""


@router.get(
    "/custom-quotes/{token}",
    response=CustomQuoteForCustomerOut,
    operation_id="get_custom_quote",
)
def get_quote(request: HttpRequest, response: HttpResponse, token: str) -> dict[str, Any]:
    """The newest version of the quote under this link."""
    spend_by_client(request, QUOTE_GUESSES_PER_CLIENT)
    response["Cache-Control"] = "no-store"
    return _to_out(quotes.open_quote(token, now=now()))


@router.get(
    "/custom-quotes/{token}/pdf",
    response={200: None},
    operation_id="get_custom_quote_pdf",
)
def get_quote_pdf(request: HttpRequest, token: str) -> HttpResponse:
    """The newest version of the quote under this link, as a PDF."""
    spend_by_client(request, QUOTE_GUESSES_PER_CLIENT)
    quote = quotes.quote_by_token(token)
    return render_quote(quotes.pdf_facts(quote), made_at=quote.sent_at or quote.updated_at)


@router.post(
    "/custom-quotes/{token}/accept",
    response={201: QuoteAcceptedOut},
    operation_id="accept_custom_quote",
)
def post_accept(
    request: HttpRequest,
    token: str,
    payload: AcceptQuoteIn,
    idempotency_key: IdempotencyKey = None,
) -> HttpResponse:
    """Accept the quote and hold the chosen day: an order at its price, whose fee is paid next."""
    quote, moment = quotes.quote_by_token(token), now()
    once = idempotent_request(
        request, "custom-quotes/accept", key=idempotency_key, owner=quote.public_id
    )
    spend(rule=ANSWERS_PER_QUOTE, subject=str(quote.public_id))
    zip_code, zip_city = covered_zip_at(quote.address, claimed="", field="address")

    def accept() -> str:
        appointment, until = accept_custom_quote(
            quotes.quote_by_token(token),
            version=payload.version,
            typed_name=payload.typed_name,
            slot=Slot(payload.day, payload.time_window),
            zip_code=zip_code,
            zip_city=zip_city,
            now=moment,
        )
        return QuoteAcceptedOut(
            order_id=appointment.order.public_id, hold_expires_at=until
        ).model_dump_json()

    response = once.respond(accept, status=201, now=moment)
    # From here on this browser opens the booking, as after the link in a message.
    order = Order.objects.get(custom_quote=quote)
    access = create_access_token(order, secret_keys=booking_access.secret_keys(), now=moment)
    visitor_cookies.open_link(request, response, access)
    return response


@router.post(
    "/custom-quotes/{token}/decline",
    response=CustomQuoteForCustomerOut,
    operation_id="decline_custom_quote",
)
def post_decline(request: HttpRequest, token: str, payload: DeclineQuoteIn) -> dict[str, Any]:
    """Tell us that the quote is not for them."""
    quote = quotes.quote_by_token(token)
    spend(rule=ANSWERS_PER_QUOTE, subject=str(quote.public_id))
    quotes.decline_quote(quote, version=payload.version, reason=payload.reason, now=now())
    return _to_out(quote)


def _to_out(quote: CustomQuote) -> dict[str, Any]:
    custom = quotes.price_of(quote)
    return {
        "status": quote.status,
        "version": quote.version,
        "name": quote.name,
        "address": quote.address,
        "run_ft": quote.run_ft,
        "line_items": stored_lines(custom.lines, custom.price),
        "total_cents": quote.total_cents,
        "message": quote.message,
        "valid_until": quote.valid_until,
        "is_open": quote.status in CustomQuote.WAITS and now() <= quote.valid_until,
        "license": company().licence,
        "legal_name": company().legal_name,
    }
