"""Shapes of a reservation, a coupon's check and the open days."""

import re
from dataclasses import asdict
from datetime import date, datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from ninja import Schema
from pydantic import BeforeValidator, Field, StrictBool
from pydantic_core import PydanticCustomError

from standby.core.schema import (
    Address,
    BandName,
    Email,
    In,
    IsoDay,
    Line,
    Line20,
    Line100,
    ModelNumber,
    Name,
    Phone,
)
from standby.core.words import say
from standby.orders.rules.scheduling import (
    ClosedReason,
    Slot,
    TimeWindow,
)
from standby.orders.services.orders import (
    ClientOrigin,
    Contact,
    ReservationRequest,
)
from standby.pricing.api.catalog import PricePartOut, ShownPriceOut
from standby.pricing.api.quoting_schemas import PriceSumsOut, ReceiptLinesOut
from standby.pricing.rules.wizard import WizardAnswers
from standby.pricing.selectors.catalog import Selection

_NUMBERS: Final = ("floor_sq_ft", "ac_systems", "ac_tons", "heating_kw")
_SESSION_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")


class OrderCustomerIn(In):
    name: Name
    email: Email
    phone: Phone


class OrderWizardIn(In):
    id: Line100 | None = None


class OrderAddressIn(In):
    formatted: Address


class OrderCoverageIn(In):
    zip_code: Line20 | None = None


class OrderDistanceIn(In):
    band: BandName


class OrderLocationIn(In):
    address: OrderAddressIn
    coverage: OrderCoverageIn = OrderCoverageIn()
    distance: OrderDistanceIn


class OrderProductIn(In):
    """`kw` is used of a customer's own generator alone: ours are as the catalog says."""

    model_number: ModelNumber | None = None
    kw: Annotated[int, Field(ge=1, le=500)] | None = None


class OrderGeneratorIn(In):
    choice: Literal["buy_here", "provide_own"] = "buy_here"
    product: OrderProductIn | None = None


class OrderWindowIn(In):
    id: TimeWindow


class OrderSchedulingIn(In):
    selected_date: IsoDay
    selected_time_window: OrderWindowIn


class OrderDiscountsIn(In):
    coupon_code: Line100 | None = None


class OrderPricingIn(In):
    discounts: OrderDiscountsIn | None = None


class OrderPreferencesIn(In):
    sms_updates: StrictBool = True
    email_updates: StrictBool = True


class OrderUpdatesIn(In):
    preferences: OrderPreferencesIn = OrderPreferencesIn()


def _require_numbers(answers: object) -> object:
    # A dataclass takes "4" and true for numbers.
    stay_on = answers.get("stay_on") if isinstance(answers, dict) else None
    if not isinstance(stay_on, dict):
        return answers
    loads = stay_on.get("loads")
    numbers = {name: stay_on.get(name, 0) for name in _NUMBERS}
    if isinstance(loads, dict):
        numbers |= {f"loads.{name}": va for name, va in loads.items()}
    for name, value in numbers.items():
        if type(value) not in (int, float):
            raise PydanticCustomError("number_wanted", say("%(name)s is not a number.", name=name))
    return answers


class WizardDataIn(In):
    """The part of the wizard's data that the server reads; other fields are ignored."""

    wizard: OrderWizardIn = OrderWizardIn()
    location: OrderLocationIn
    generator: OrderGeneratorIn = OrderGeneratorIn()
    scheduling: OrderSchedulingIn
    customer: OrderUpdatesIn = OrderUpdatesIn()
    pricing: OrderPricingIn | None = None
    answers: Annotated[WizardAnswers, BeforeValidator(_require_numbers)] = WizardAnswers()


class InstallationOrderIn(In):
    """`paymentData` is ignored: only the card provider's events mark a payment as paid."""

    customerData: OrderCustomerIn  # noqa: N815 - name given by the specification
    wizardData: WizardDataIn  # noqa: N815
    paymentData: Any = None  # noqa: N815

    @property
    def says_paid(self) -> bool:
        # The specification's client sends this claim; it is logged and never believed.
        fee = self.paymentData.get("scheduling_fee") if isinstance(self.paymentData, dict) else None
        return isinstance(fee, dict) and fee.get("status") == "paid"

    def to_reservation_request(
        self, *, secret_hash: str, origin: ClientOrigin | None, language: str
    ) -> ReservationRequest:
        customer, wizard = self.customerData, self.wizardData
        updates, session_id = wizard.customer.preferences, wizard.wizard.id
        selection = selection_from(wizard.location, wizard.generator)
        discounts = wizard.pricing.discounts if wizard.pricing else None
        product = wizard.generator.product
        return ReservationRequest(
            session_id=session_id if session_id and _SESSION_ID.fullmatch(session_id) else None,
            secret_hash=secret_hash,
            **asdict(selection),
            own_kw=product.kw if product else None,
            coupon_code=(discounts.coupon_code if discounts else None) or "",
            slot=Slot(wizard.scheduling.selected_date, wizard.scheduling.selected_time_window.id),
            contact=Contact(**customer.model_dump(), **updates.model_dump(), language=language),
            origin=origin,
            answers=wizard.answers,
        )


def selection_from(location: OrderLocationIn, generator: OrderGeneratorIn) -> Selection:
    product = generator.product
    return Selection(
        band=location.distance.band,
        address=location.address.formatted,
        claimed_zip_code=location.coverage.zip_code or "",
        generator_choice=generator.choice,
        model_number=(product.model_number if product else None) or "",
    )


class CouponCheckIn(In):
    """A coupon code and the wizard's data."""

    code: Annotated[str, Line(40, min_length=1)]
    location: OrderLocationIn
    generator: OrderGeneratorIn = OrderGeneratorIn()


class LinesOut(ReceiptLinesOut):
    pass


class InstallationOrderOut(Schema):
    orderId: UUID  # noqa: N815
    appointmentId: UUID  # noqa: N815
    holdExpiresAt: datetime | None  # noqa: N815
    totalCents: int  # noqa: N815
    schedulingFeeCents: int  # noqa: N815
    status: Literal["held", "confirmed"]
    nextPath: Literal["/finalize-installation", "/confirm-appointment"]  # noqa: N815
    lines: LinesOut


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


class CouponPriceOut(PriceSumsOut):
    """The price with the coupon, as a row of the price book."""

    before_tax_cents: int
    shown: ShownPriceOut
    milestones: list[PricePartOut]


class WindowOut(Schema):
    """A window that can be chosen. `ends_on` is the day on which the work ends: the same day after
    a morning arrival, a later morning after one in the afternoon.
    """

    id: TimeWindow
    label: str
    start_time: str
    end_time: str
    ends_on: date


class ClosedWindowOut(Schema):
    """A window that cannot be chosen on a day that has another, and because of which day: its own,
    or the later one on which the work would end.
    """

    id: TimeWindow
    label: str
    reason: ClosedReason
    because_of: date


class DayOut(Schema):
    date: date
    open: bool
    reason: ClosedReason | None
    windows: list[WindowOut]
    closed_windows: list[ClosedWindowOut]
    crews_left: int


class AvailabilityOut(Schema):
    min_date: date
    max_date: date
    today: date
    days: list[DayOut]
