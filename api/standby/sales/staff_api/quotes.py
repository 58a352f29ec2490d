"""Custom quotes: made, changed and sent by staff (OPS-16.2)."""

from datetime import datetime
from typing import Annotated, Any, Final, Literal, cast
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router, Schema
from pydantic import Field, StrictBool

from standby.accounts.staff_auth import StaffBearer, staff_name
from standby.audit.selectors import name_of_actor
from standby.core.idempotency import IdempotencyKey, idempotent_request
from standby.core.policy import LONGEST_QUOTED_RUN_FT
from standby.core.roles import Permission
from standby.core.schema import Address, Email, In, IsoDay, Lines, ModelNumber, Name, Phone
from standby.documents.api import render_quote
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.pricing.api.quoting_schemas import LineItemIn, LineItemOut
from standby.pricing.rules.line_items import MOST_LINES, stored_lines
from standby.pricing.selectors.catalog import configuration, covered_zip_at
from standby.sales.models import CustomQuote
from standby.sales.rules.holds import Hold
from standby.sales.services import quotes
from standby.sales.services.leads import mark_answered
from standby.sales.services.quotes import QuoteContent
from standby.sales.staff_api.lead_names import LeadNameIn, named_lead
from standby.sales.staff_api.new_order import NewOrderOut, named_as_in_the_form, placed
from standby.workflows.accept_quote import HeardBy, accept_custom_quote

router = Router(tags=["staff"])
_MOST_SHOWN: Final = 200
IfVersion = Annotated[int, Field(strict=True, ge=1, le=32767)]


class CustomQuoteIn(In):
    name: Name
    phone: Phone
    email: Email
    agrees_to_texts: StrictBool = False
    address: Address
    run_ft: Annotated[int, Field(strict=True, ge=1, le=LONGEST_QUOTED_RUN_FT)]
    generator_choice: Literal["buy_here", "provide_own"] = "buy_here"
    model_number: ModelNumber = ""
    line_items: Annotated[list[LineItemIn], Field(min_length=1, max_length=MOST_LINES)]
    message: Annotated[str, Lines(2000)] = ""

    def to_content(self) -> QuoteContent:
        # The ZIP code has to be covered: the quote may become an order at any time.
        covered_zip_at(self.address, claimed="", field="address")
        names = set(CustomQuoteIn.model_fields) - {"line_items"}
        values = self.model_dump(include=names)
        return QuoteContent(lines=[item.to_line() for item in self.line_items], **values)


class NewCustomQuoteIn(CustomQuoteIn):
    """A quote, and the lead that it is for."""

    lead: LeadNameIn | None = None


class ChangedCustomQuoteIn(CustomQuoteIn):
    if_version: IfVersion


class VersionIn(In):
    if_version: IfVersion


class AcceptedByPhoneIn(In):
    """The version that was read to the customer, and the day that they chose."""

    if_version: IfVersion
    day: IsoDay
    time_window: TimeWindow
    hold: Hold = Hold.HOURS_24


class SentVersionOut(Schema):
    version: int
    sent_at: datetime
    total_cents: int


class CustomQuoteRowOut(Schema):
    id: UUID = Field(validation_alias="public_id")
    status: CustomQuote.Status
    version: int
    name: str
    address: str
    run_ft: int
    total_cents: int
    valid_until: datetime
    updated_at: datetime
    made_by: str

    @staticmethod
    def resolve_made_by(quote: CustomQuote) -> str:
        return name_of_actor(quote.made_by)


class CustomQuoteOut(CustomQuoteRowOut):
    """`line_items` are those of staff; `sums` also have tax, as the customer sees them.

    Whoever has the link can accept, so only the customer's message holds it.
    """

    phone: str
    email: str
    agrees_to_texts: bool
    generator_choice: Literal["buy_here", "provide_own"]
    model_number: str
    line_items: list[LineItemOut]
    sums: list[LineItemOut]
    message: str
    versions: list[SentVersionOut]
    sent_at: datetime | None
    opened_at: datetime | None
    decided_at: datetime | None
    typed_name: str
    accepted_by: str
    decline_reason: str
    order_id: UUID | None

    @staticmethod
    def resolve_accepted_by(quote: CustomQuote) -> str:
        return quote.accepted_by and name_of_actor(quote.accepted_by)

    @staticmethod
    def resolve_sums(quote: CustomQuote) -> list[dict[str, Any]]:
        custom = quotes.price_of(quote)
        return stored_lines(custom.lines, custom.price)

    @staticmethod
    def resolve_order_id(quote: CustomQuote) -> UUID | None:
        return quote.order.public_id if quote.order else None


class CustomQuotesOut(Schema):
    quotes: list[CustomQuoteRowOut]


@router.get(
    "/staff/quotes",
    response=CustomQuotesOut,
    auth=StaffBearer(Permission.PLACE_ORDERS),
    operation_id="list_custom_quotes",
)
def get_quotes(request: HttpRequest) -> dict[str, Any]:
    """The newest custom quotes."""
    newest = CustomQuote.objects.order_by("-updated_at", "-pk")[:_MOST_SHOWN]
    return {"quotes": list(newest)}


@router.post(
    "/staff/quotes",
    response={201: CustomQuoteRowOut},
    auth=StaffBearer(Permission.PLACE_ORDERS),
    operation_id="create_custom_quote",
)
def post_quote(
    request: HttpRequest, payload: NewCustomQuoteIn, idempotency_key: IdempotencyKey = None
) -> HttpResponse:
    """Store a draft. Once per key."""
    moment, staff = now(), staff_name(request)
    once = idempotent_request(request, "staff/quotes", key=idempotency_key, owner=staff)
    lead = named_lead(payload.lead, now=moment)
    content = payload.to_content()

    def create() -> str:
        quote = quotes.create_quote(content, lead=lead, staff=staff, now=moment)
        return CustomQuoteRowOut.from_orm(quote).model_dump_json()

    return once.respond(create, status=201, now=moment)


@router.get(
    "/staff/quotes/{quote_id}",
    response=CustomQuoteOut,
    auth=StaffBearer(Permission.PLACE_ORDERS),
    operation_id="get_custom_quote_for_staff",
)
def get_quote(request: HttpRequest, quote_id: UUID) -> CustomQuote:
    """One custom quote with its lines, and what became of it."""
    return quotes.quote_by_id(quote_id)


@router.get(
    "/staff/quotes/{quote_id}/pdf",
    response={200: None},
    auth=StaffBearer(Permission.PLACE_ORDERS),
    operation_id="get_custom_quote_pdf_for_staff",
)
def get_quote_pdf(request: HttpRequest, quote_id: UUID) -> HttpResponse:
    """The quote as the customer gets it, as a PDF."""
    quote = quotes.quote_by_id(quote_id)
    return render_quote(quotes.pdf_facts(quote), made_at=quote.sent_at or quote.updated_at)


@router.put(
    "/staff/quotes/{quote_id}",
    response=CustomQuoteOut,
    auth=StaffBearer(Permission.PLACE_ORDERS),
    operation_id="change_custom_quote",
)
def put_quote(request: HttpRequest, quote_id: UUID, payload: ChangedCustomQuoteIn) -> CustomQuote:
    """Change a quote that is not answered; one that was sent is sent again as a new version."""
    return quotes.change_quote(
        quote_id,
        payload.to_content(),
        if_version=payload.if_version,
        staff=staff_name(request),
        now=now(),
    )


@router.post(
    "/staff/quotes/{quote_id}/send",
    response=CustomQuoteOut,
    auth=StaffBearer(Permission.PLACE_ORDERS),
    operation_id="send_custom_quote",
)
def post_send(request: HttpRequest, quote_id: UUID, payload: VersionIn) -> CustomQuote:
    """Send the customer the link to the quote."""
    quote = quotes.send_quote(
        quote_id, if_version=payload.if_version, staff=staff_name(request), now=now()
    )
    mark_answered(quote.lead_source, quote.lead_ref)
    return quote


@router.post(
    "/staff/quotes/{quote_id}/accept",
    response={201: NewOrderOut},
    auth=StaffBearer(Permission.PLACE_ORDERS),
    operation_id="accept_custom_quote_by_phone",
)
def post_accept(
    request: HttpRequest,
    quote_id: UUID,
    payload: AcceptedByPhoneIn,
    idempotency_key: IdempotencyKey = None,
) -> HttpResponse:
    """Note that the customer said yes on the phone: hold the day, and send the link to pay."""
    moment, staff, quote = now(), staff_name(request), quotes.quote_by_id(quote_id)
    slot = Slot(payload.day, payload.time_window)
    until = payload.hold.until(
        now=moment, begins_at=slot.start_at, shortest=configuration().scheduling.hold
    )
    once = idempotent_request(request, "staff/quotes/accept", key=idempotency_key, owner=staff)

    with named_as_in_the_form():
        zip_code, zip_city = covered_zip_at(quote.address, claimed="", field="address")

        def accept() -> str:
            appointment, held_until = accept_custom_quote(
                quotes.quote_by_id(quote_id),
                version=payload.if_version,
                typed_name=quote.name,
                slot=slot,
                zip_code=zip_code,
                zip_city=zip_city,
                heard_by=HeardBy(staff=staff, held_until=until),
                now=moment,
            )
            return placed(appointment, until=cast(datetime, held_until)).model_dump_json()

        return once.respond(accept, status=201, now=moment)
