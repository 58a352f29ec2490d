"""From the wizard to a price: progress, coverage, manual quotes and price receipts."""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Path, Query, Router, Schema, Status
from pydantic import AfterValidator, Field, StrictBool, StringConstraints

from standby.core import visitor_cookies
from standby.core.access import WIZARD_COOKIE, uses
from standby.core.limits import spend, spend_by_client
from standby.core.policy import RateLimitRule
from standby.core.providers import wiring as core_providers
from standby.core.schema import (
    Address,
    Cents,
    In,
    IsoDay,
    Line,
    Line20,
    Line500,
    Lines,
    Name,
    OptionalEmail,
    Phone,
    PlainObject,
)
from standby.core.words import say
from standby.coverage.api.places import places, spend_on_places
from standby.coverage.rules.addresses import extract_zip, township_of
from standby.coverage.services import coverage
from standby.pricing.models.quoting import (
    GeneratorChoice,
    ManualQuoteRequest,
    PriceReceipt,
    WizardInteractionEvent,
    WizardSession,
)
from standby.pricing.rules.line_items import LineItem, LineKind
from standby.pricing.rules.policy import (
    EVENTS_PER_WIZARD,
    MANUAL_QUOTES_PER_CLIENT,
    NEW_WIZARDS_PER_CLIENT,
    RECEIPTS_PER_CLIENT,
    SAVES_PER_WIZARD,
)
from standby.pricing.rules.wizard import STEPS
from standby.pricing.selectors import catalog
from standby.pricing.services import quoting
from standby.pricing.services.manual_quotes import QuoteRequest, ask_for_manual_quote
from standby.pricing.services.receipts import chain_of, receipt_by_code, signed_text
from standby.workflows.reminders import agree_to_reminder, take_back_reminder

wizard_router = Router(tags=["wizard"])
coverage_router = Router(tags=["coverage"])
quote_router = Router(tags=["quoting"])
receipt_router = Router(tags=["quoting"])

SessionId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$")]


def _require_in_order(steps: list[int]) -> list[int]:
    if steps != list(range(1, len(steps) + 1)):
        raise ValueError(say("steps are completed in order: [1], [1, 2], [1, 2, 3]"))
    return steps


WizardStatus = Literal["in_progress", "completed", "abandoned"]
Step = Annotated[int, Field(strict=True, ge=1, le=len(STEPS))]
CompletedSteps = Annotated[
    list[Step], Field(max_length=len(STEPS)), AfterValidator(_require_in_order)
]


class WizardProgressIn(In):
    """The wizard's data so far. A field that is left out is not changed."""

    current_step: Step
    completed_steps: CompletedSteps
    installation_cost_cents: Cents | None = None
    max_distance_ft: Annotated[int, Field(strict=True, ge=0, le=1000)] | None = None
    generator_choice: GeneratorChoice | None = None
    selected_generator_id: Annotated[int, Field(strict=True, ge=1, le=2**63 - 1)] | None = None
    generator_price_cents: Cents | None = None
    subtotal_cents: Cents | None = None
    selected_installation_date: IsoDay | None = None
    selected_time_window: Literal["morning", "afternoon"] | None = None
    full_name: Annotated[str, Line(100)] | None = None
    mobile_number: Annotated[str, Line(40)] | None = None
    email: Annotated[str, Line(254)] | None = None
    tax_cents: Cents | None = None
    total_cents: Cents | None = None
    status: WizardStatus | None = None
    recovery_consent: StrictBool | None = None  # None: the question was not shown


class WizardProgressOut(Schema):
    session_id: str
    current_step: int
    completed_steps: list[int]
    status: WizardStatus
    updated_at: datetime


class WizardEventIn(In):
    session_id: SessionId
    event_type: WizardInteractionEvent.Kind
    event_data: PlainObject = Field(default_factory=dict)


class WizardEventOut(Schema):
    """Empty: the event is recorded."""


@wizard_router.put(
    "/wizard-sessions/{session_id}",
    response=WizardProgressOut,
    openapi_extra=uses(WIZARD_COOKIE),
    operation_id="save_wizard_session",
)
def put_wizard_session(
    request: HttpRequest,
    response: HttpResponse,
    session_id: Path[SessionId],
    progress: WizardProgressIn,
) -> WizardSession:
    """Save the wizard's progress.

    Returns 404 for a session that another visitor started, and 409 (`wizard_completed`) for one
    with an order: nothing of it is stored then but a withdrawn consent.
    """
    secret_hash = _owner(request, response, SAVES_PER_WIZARD)
    values = progress.model_dump(exclude_unset=True, exclude={"recovery_consent"})
    wizard = quoting.save_progress(
        session_id=session_id, secret_hash=secret_hash, progress=values, now=now()
    )
    is_completed = wizard.status == WizardSession.Status.COMPLETED
    if progress.recovery_consent is False:
        take_back_reminder(wizard, now=now())
    elif progress.recovery_consent and not is_completed:
        agree_to_reminder(wizard, now=now())
    if is_completed:
        raise quoting.WizardCompleted
    return wizard


@wizard_router.post(
    "/wizard-interaction-events",
    response={202: WizardEventOut},
    openapi_extra=uses(WIZARD_COOKIE),
    operation_id="record_wizard_event",
)
def post_wizard_event(
    request: HttpRequest, response: HttpResponse, event: WizardEventIn
) -> Status[dict[str, Any]]:
    """Record one thing that the visitor did."""
    secret_hash = _owner(request, response, EVENTS_PER_WIZARD)
    wizard = quoting.wizard_for(session_id=event.session_id, secret_hash=secret_hash, now=now())
    wizard.events.create(event_type=event.event_type, event_data=event.event_data, created_at=now())
    return Status(202, {})


def _owner(request: HttpRequest, response: HttpResponse, rule: RateLimitRule) -> str:
    # Anybody can make up a secret for each call, so a secret counts as a limit's subject only once
    # it has a wizard session; until then the client is counted.
    secret_hash = visitor_cookies.hash_or_new(request, response)
    if quoting.has_wizard(secret_hash):
        spend(rule=rule, subject=secret_hash)
    else:
        spend_by_client(request, NEW_WIZARDS_PER_CLIENT)
    return secret_hash


class CoverageQuery(In):
    address: Line500


class NearestTownOut(Schema):
    """`miles` are whole, between the centers of the two ZIP codes."""

    city: str
    zip_code: str
    miles: int


class CoverageOut(Schema):
    """`nearest` is the nearest covered town of a ZIP code that is not covered, None if unknown.

    `street_problem` asks for the street where a crew could not find a home by the address.
    """

    is_covered: bool
    zip_code: str | None
    city: str | None
    township: str
    formatted_address: str
    reason: Literal["no_zip", "not_covered", "lookup_failed"] | None
    nearest: NearestTownOut | None
    street_problem: str | None


@coverage_router.get(
    "/coverage-check",
    response=CoverageOut,
    operation_id="check_coverage",
)
def get_coverage_check(request: HttpRequest, params: Query[CoverageQuery]) -> CoverageOut:
    """Whether we install at an address, and which township's permit fee applies.

    A ZIP code in the address decides, even while the provider is down. A failed lookup counts as
    not covered.
    """
    if extract_zip(params.address) is None:
        spend_on_places(request)
    result = coverage.check_coverage(address=params.address, places=places(), now=now())
    township = township_of(
        address=result.formatted_address,
        zip_city=result.city,
        configured=catalog.configuration().permit_fees.city_specific,
    )
    problem = catalog.street_problem(result.formatted_address)
    return CoverageOut(
        **asdict(result),
        is_covered=result.is_covered,
        township=township,
        street_problem=say(problem.message) if problem else None,
    )


Whole = Annotated[int, Field(strict=True)]
# Stored as entered, even beyond the rule's most steps, but within a believable count.
Steps = Annotated[int, Field(strict=True, le=10_000)]


class ManualQuoteRequestIn(In):
    """The run, longer than the farthest band, in feet (to 2,000) or in steps (to 80), not both; or
    in `loads` what should stay on, where it is more than the largest generator carries.
    """

    name: Name
    phone: Phone
    address: Address
    run_ft: Whole | None = None
    steps: Steps | None = None
    loads: Line500 = ""
    email: OptionalEmail = ""
    notes: Annotated[str, Lines(1000)] = ""


class ManualQuoteRequestOut(Schema):
    """`reference` is for the phone; by `call_by` we call `phone` with a price for `run_ft` feet, or
    for the loads where that is null.
    """

    id: UUID
    reference: str
    call_by: datetime
    phone: str
    run_ft: int | None


@quote_router.post(
    "/manual-quote-requests",
    response={201: ManualQuoteRequestOut},
    operation_id="ask_for_manual_quote",
)
def post_manual_quote_request(
    request: HttpRequest, payload: ManualQuoteRequestIn
) -> Status[ManualQuoteRequest]:
    """Request a price for a run beyond the bands, or for more than we sell. A repeat returns the
    same request.
    """
    spend_by_client(request, MANUAL_QUOTES_PER_CLIENT)
    return Status(201, ask_for_manual_quote(QuoteRequest(**payload.model_dump()), now=now()))


class LineItemIn(In):
    """Tax and discount are no lines of a draft: they follow from it."""

    kind: Literal["installation", "generator", "permit", "extra", "module"]
    description: Annotated[str, Line(120, min_length=1)]
    quantity: Annotated[int, Field(strict=True, ge=1, le=10_000)] = 1
    unit: Line20 = ""
    unit_cents: Annotated[Cents, Field(le=10**9)]
    taxable: StrictBool = False

    def to_line(self) -> LineItem:
        return LineItem(**{**self.model_dump(), "kind": LineKind(self.kind)})


class LineItemOut(Schema):
    kind: LineKind
    description: str
    quantity: int
    unit: str
    unit_cents: int
    taxable: bool
    amount_cents: int


class PriceSumsOut(Schema):
    """The sums by kind."""

    installation_cents: int
    generator_cents: int
    permit_cents: int
    extras_cents: int = 0
    sales_tax_cents: int
    discount_cents: int
    total_cents: int


class ReceiptLinesOut(PriceSumsOut):
    """With the lines of a stored quote; empty of one that was stored without them."""

    line_items: list[LineItemOut] = []


class ReceiptVersionOut(Schema):
    """One version of the promised price, the first one first."""

    code: str
    version: int = Field(validation_alias="quote.version")
    issued_at: datetime
    total_cents: int = Field(validation_alias="quote.total_cents")
    reason: str
    is_locked: bool
    lines: ReceiptLinesOut = Field(validation_alias="quote")

    @staticmethod
    def resolve_is_locked(receipt: PriceReceipt) -> bool:
        return receipt.quote.locked_at is not None


class ReceiptAcceptedOut(Schema):
    """When the proposal of this price was signed, and the fingerprint of the clauses signed."""

    at: datetime = Field(validation_alias="accepted_at")
    clauses_sha256: str = Field(validation_alias="accepted_clauses_sha256")


class PriceReceiptOut(Schema):
    """Without name or street, since codes may be shared.

    `signed_text` is the exact signed text; `signature` and `public_key` are base64 Ed25519 (RFC
    8032), so that anybody can verify it.
    """

    code: str
    is_valid: bool
    issued_at: datetime
    city: str
    zip_code: str
    band: str
    band_from_ft: int
    band_max_ft: int
    confirmed_run_ft: int | None
    quoted_run_ft: int | None
    lines: ReceiptLinesOut
    version: int
    reason: str
    is_locked: bool
    is_latest: bool
    is_canceled: bool
    accepted: ReceiptAcceptedOut | None
    chain: list[ReceiptVersionOut]
    algorithm: Literal["Ed25519"]
    public_key: str
    signature: str
    signed_text: str


@receipt_router.get(
    "/price-receipts/{code}",
    response=PriceReceiptOut,
    operation_id="get_price_receipt",
)
def get_price_receipt(request: HttpRequest, code: str) -> dict[str, Any]:
    """The price promised under this code, however it is typed, with its other versions."""
    spend_by_client(request, RECEIPTS_PER_CLIENT)
    receipt = receipt_by_code(code)
    chain, quote = chain_of(receipt), receipt.quote
    signer, text = core_providers.signer(), signed_text(receipt)
    key = signer.key_that_signed(text, signature=receipt.signature)
    return {
        "code": receipt.code,
        "is_valid": key is not None,
        "issued_at": receipt.issued_at,
        "city": quote.city,
        "zip_code": quote.zip_code,
        **quote.quoted_band.as_quoted,
        "confirmed_run_ft": quote.confirmed_run_ft,
        "quoted_run_ft": quote.quoted_run_ft,
        "lines": quote,
        "version": quote.version,
        "reason": receipt.reason,
        "is_locked": quote.locked_at is not None,
        "is_latest": chain[-1] == receipt,
        "is_canceled": any(each.canceled_orders for each in chain),
        "accepted": quote.proposals.filter(status="accepted").first(),
        "chain": chain,
        "algorithm": "Ed25519",
        "public_key": key or signer.public_key,
        "signature": receipt.signature,
        "signed_text": text,
    }
