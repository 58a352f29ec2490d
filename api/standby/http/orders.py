"""Reserving an appointment, and the order it makes."""

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Header, Router, Schema

from standby.domain.distance import DistanceBand
from standby.domain.scheduling import TimeWindow
from standby.http.schema import In, Line100, Line500, ProblemOut, line

router = Router()


class CustomerIn(In):
    name: line(100, min_length=1)
    email: line(254, min_length=3)
    phone: line(40, min_length=1)


class WizardPartIn(In):
    id: Line100 | None = None


class OrderAddressIn(In):
    formatted: Line500 | None = None


class CoverageIn(In):
    zip_code: Line100 | None = None


class DistanceIn(In):
    band: DistanceBand


class LocationIn(In):
    address: OrderAddressIn = OrderAddressIn()
    city: Line100 | None = None
    coverage: CoverageIn = CoverageIn()
    distance: DistanceIn


class ProductIn(In):
    model_number: Line100 | None = None


class GeneratorIn(In):
    choice: Literal["buy_here", "provide_own"] = "buy_here"
    product: ProductIn | None = None


class WindowIn(In):
    id: TimeWindow


class SchedulingIn(In):
    selected_date: date
    selected_time_window: WindowIn


class DiscountsIn(In):
    coupon_code: Line100 | None = None


class PricingIn(In):
    discounts: DiscountsIn | None = None


class WizardDataIn(In):
    """What the server needs of the wizard's data; all else in it may be there and is not read."""

    wizard: WizardPartIn = WizardPartIn()
    location: LocationIn
    generator: GeneratorIn = GeneratorIn()
    scheduling: SchedulingIn
    pricing: PricingIn | None = None


class InstallationOrderIn(In):
    """`paymentData` is read by nobody: what is paid is the card provider's to say."""

    customerData: CustomerIn  # noqa: N815 - the specification's own name
    wizardData: WizardDataIn  # noqa: N815
    paymentData: Any = None  # noqa: N815


class LinesOut(Schema):
    installation_cents: int
    generator_cents: int
    permit_cents: int
    sales_tax_cents: int
    discount_cents: int
    total_cents: int


class InstallationOrderOut(Schema):
    orderId: UUID  # noqa: N815
    appointmentId: UUID  # noqa: N815
    holdExpiresAt: datetime | None  # noqa: N815
    totalCents: int  # noqa: N815
    schedulingFeeCents: int  # noqa: N815
    status: Literal["held", "confirmed"]
    nextPath: Literal["/finalize-installation", "/confirm-appointment"]  # noqa: N815
    lines: LinesOut


class FeeOut(Schema):
    amount_cents: int
    status: Literal["due", "paid", "refunded", "none"]
    refundable: bool


class CustomerOut(Schema):
    name: str
    email: str
    phone: str


class OrderLocationOut(Schema):
    formatted_address: str


class OrderPackageOut(Schema):
    name: str
    max_distance_feet: int


class OrderGeneratorOut(Schema):
    brand: str
    model: str
    kw: int


class OrderAppointmentOut(Schema):
    id: UUID
    status: Literal["held", "confirmed", "expired", "cancelled", "needs_new_date"]
    start_at: datetime
    end_at: datetime
    day: date
    time_window: TimeWindow


class AgreementsOut(Schema):
    accepted_at: datetime | None


class OrderOut(Schema):
    id: UUID
    status: Literal["reserved", "scheduled", "completed", "cancelled"]
    total_cents: int
    lines: LinesOut
    scheduling_fee: FeeOut
    customer: CustomerOut
    order_location: OrderLocationOut
    package: OrderPackageOut
    generator: OrderGeneratorOut | None
    appointment: OrderAppointmentOut
    hold_expires_at: datetime | None
    test_mode: bool
    agreements: AgreementsOut


class ConfirmedOut(Schema):
    appointmentId: UUID  # noqa: N815
    status: Literal["confirmed"]


@router.post(
    "/create-installation-order",
    response={
        201: InstallationOrderOut,
        400: ProblemOut,
        404: ProblemOut,
        409: ProblemOut,
        422: ProblemOut,
        429: ProblemOut,
        503: ProblemOut,
    },
    operation_id="create_installation_order",
)
def post_create_installation_order(
    request: HttpRequest,
    asked: InstallationOrderIn,
    idempotency_key: Annotated[str | None, Header(alias="Idempotency-Key")] = None,
) -> HttpResponse:
    """Hold a crew for the chosen day. The same key and body give the same answer, byte by byte."""
    raise NotImplementedError


@router.get(
    "/orders/{order_id}",
    response={200: OrderOut, 404: ProblemOut},
    operation_id="get_order",
)
def get_order(request: HttpRequest, order_id: str) -> OrderOut:
    """One order, to whoever carries the wizard's secret that made it."""
    raise NotImplementedError


@router.post(
    "/orders/{order_id}/confirm",
    response={200: ConfirmedOut, 404: ProblemOut, 409: ProblemOut, 503: ProblemOut},
    operation_id="confirm_order",
)
def post_confirm_order(request: HttpRequest, order_id: str) -> ConfirmedOut:
    """Confirm the appointment of an order on which nothing is due."""
    raise NotImplementedError
