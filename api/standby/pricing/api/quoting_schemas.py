"""Shapes of the wizard, coverage, quotes and receipts."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from ninja import Schema
from pydantic import AfterValidator, Field, StrictBool, StringConstraints

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
from standby.pricing.models.quoting import (
    GeneratorChoice,
    PriceReceipt,
    WizardInteractionEvent,
)
from standby.pricing.rules.line_items import LineItem, LineKind
from standby.pricing.rules.wizard import STEPS

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
