"""The days on offer, the price with a coupon, and reserving an appointment."""

import hashlib
import hmac
import re
from dataclasses import asdict
from datetime import date, datetime
from functools import lru_cache
from typing import Annotated, Any, Final, Literal
from uuid import UUID

import orjson
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Query, Router, Schema
from ninja.decorators import decorate_view
from pydantic import BeforeValidator, Field, StrictBool
from pydantic_core import PydanticCustomError

from standby.core import visitor_cookies
from standby.core.access import WIZARD_COOKIE, uses
from standby.core.clock import local_date
from standby.core.idempotency import IdempotencyKey, content_hash, ensure_key, idempotent_request
from standby.core.limits import client_of, spend_by_client
from standby.core.middleware import same_for_everybody
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
from standby.orders.models import Appointment
from standby.orders.rules.policy import COUPON_CHECKS_PER_CLIENT, RESERVE_PER_CLIENT
from standby.orders.rules.scheduling import (
    Calendar,
    ClosedReason,
    Slot,
    TimeWindow,
    ensure_short,
    hours_label,
)
from standby.orders.selectors.crew_calendar import WindowRoom, windows_on_calendar
from standby.orders.services.orders import (
    ClientOrigin,
    Contact,
    ReservationRequest,
    note_payment_claim,
)
from standby.pricing.api.catalog import PricePartOut, ShownPriceOut
from standby.pricing.api.quoting import PriceSumsOut, ReceiptLinesOut
from standby.pricing.rules.configuration import Hours
from standby.pricing.rules.wizard import WizardAnswers
from standby.pricing.selectors import catalog
from standby.pricing.selectors.catalog import Selection
from standby.pricing.services.quoting import check_coupon
from standby.workflows.reserve_appointment import reserve_appointment

router = Router(tags=["booking"])
coupon_router = Router(tags=["prices"])
availability_router = Router(tags=["booking"])

ENDPOINT: Final = "create-installation-order"
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
            raise PydanticCustomError("number_wanted", "{name} is not a number.", {"name": name})
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
        self, *, secret_hash: str, origin: ClientOrigin | None
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
            contact=Contact(**customer.model_dump(), **updates.model_dump()),
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


@router.post(
    "/create-installation-order",
    response={201: InstallationOrderOut},
    openapi_extra=uses(WIZARD_COOKIE),
    operation_id="create_installation_order",
)
def post_create_installation_order(
    request: HttpRequest, payload: InstallationOrderIn, idempotency_key: IdempotencyKey = None
) -> HttpResponse:
    """Hold a crew for the chosen day. Repeating the same key and body returns the same response."""
    key, moment = ensure_key(idempotency_key), now()
    cookie = HttpResponse()
    secret_hash = visitor_cookies.hash_or_new(
        request, cookie, seed=f"{key}:{content_hash(request)}".encode()
    )
    once = idempotent_request(request, ENDPOINT, key=key, owner=secret_hash)
    response = once.spend_or_replay(request, RESERVE_PER_CLIENT, status=201)
    if response is None:
        reservation_request = payload.to_reservation_request(
            secret_hash=secret_hash, origin=origin_of(request)
        )
        snapshot, zip_code, zip_city = catalog.catalog_for(reservation_request, now=moment)

        def reserve() -> str:
            appointment, hold_expires_at = reserve_appointment(
                reservation_request,
                zip_code=zip_code,
                zip_city=zip_city,
                snapshot=snapshot,
                now=moment,
            )
            if payload.says_paid:
                note_payment_claim(appointment.order, now=moment)
            return _serialize(appointment, hold_expires_at=hold_expires_at)

        response = once.respond_to_new(reserve, status=201, now=moment)
    visitor_cookies.put_own_order_first(request, response)
    response.cookies.update(cookie.cookies)
    return response


def origin_of(request: HttpRequest) -> ClientOrigin | None:
    """Return keyed hashes that tell clients apart without identifying them.

    None when rate limits are off, so that holds are not counted per client.
    """
    if not settings.ENVIRONMENT.rate_limits:
        return None
    client = client_of(request)
    return ClientOrigin(client=_keyed_hash(client.subject), network=_keyed_hash(client.wider))


def _keyed_hash(text: str) -> str:
    return hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).hexdigest()


def _serialize(appointment: Appointment, *, hold_expires_at: datetime | None) -> str:
    order = appointment.order
    out = {
        "orderId": order.public_id,
        "appointmentId": appointment.public_id,
        "holdExpiresAt": hold_expires_at,
        "totalCents": order.total_cents,
        "schedulingFeeCents": order.scheduling_fee_cents,
        "status": appointment.status,
        "nextPath": "/finalize-installation"
        if order.scheduling_fee_cents
        else "/confirm-appointment",
        "lines": LinesOut.from_orm(order.quote).model_dump(),
    }
    return orjson.dumps(out, option=orjson.OPT_UTC_Z).decode()


class CouponPriceOut(PriceSumsOut):
    """The price with the coupon, as a row of the price book."""

    before_tax_cents: int
    shown: ShownPriceOut
    milestones: list[PricePartOut]


@coupon_router.post(
    "/coupons/check",
    response=CouponPriceOut,
    operation_id="check_coupon",
)
def post_coupon_check(request: HttpRequest, payload: CouponCheckIn) -> dict[str, Any]:
    """Check a coupon code. It is used only when the order is reserved."""
    spend_by_client(request, COUPON_CHECKS_PER_CLIENT)
    price = check_coupon(
        payload.code, selection_from(payload.location, payload.generator), now=now()
    )
    percents = catalog.configuration().payment_terms.milestones
    return catalog.as_shown(price, percents=percents)


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


@availability_router.get(
    "/availability",
    response=AvailabilityOut,
    operation_id="get_availability",
)
@decorate_view(same_for_everybody())  # nginx keeps it only without a query
def get_availability(
    request: HttpRequest,
    first: Annotated[IsoDay | None, Query(alias="from")] = None,
    last: Annotated[IsoDay | None, Query(alias="to")] = None,
) -> HttpResponse:
    """The days from `from` to `to`; by default, the days that are offered."""
    moment = now()
    calendar = Calendar(local_date(moment), catalog.configuration().scheduling)
    hours = tuple(calendar.rules.windows.items())
    first_day = first or calendar.first_day
    last_day = last or max(calendar.last_day, first_day)
    ensure_short(first_day, last_day)
    days = windows_on_calendar(first_day, last_day, calendar=calendar, now=moment)
    out = {
        "min_date": calendar.first_day,
        "max_date": calendar.last_day,
        "today": calendar.today,
        "days": [_day(*day, hours) for day in days],
    }
    return HttpResponse(orjson.dumps(out), content_type="application/json")


@lru_cache(maxsize=1024)
def _day(
    day: date,
    reason: ClosedReason | None,
    rooms: tuple[WindowRoom, ...],
    hours: tuple[tuple[str, Hours], ...],
) -> orjson.Fragment:
    # DayOut as JSON, cached: made once per date and number of crews left, not once per visitor.
    hours_of = dict(hours)
    offered = [] if reason else rooms
    out = DayOut(
        date=day,
        open=reason is None,
        reason=reason,
        windows=[_window(room, hours_of[room.window]) for room in offered if room.reason is None],
        closed_windows=[
            ClosedWindowOut(
                id=room.window,
                label=hours_label(hours_of[room.window]),
                reason=room.reason,
                because_of=room.because_of,
            )
            for room in offered
            if room.reason is not None
        ],
        crews_left=max((room.crews_left for room in offered), default=0),
    )
    return orjson.Fragment(out.model_dump_json())


def _window(room: WindowRoom, hours: Hours) -> WindowOut:
    return WindowOut(
        id=room.window,
        label=hours_label(hours),
        start_time=f"{hours[0]:%H:%M}",
        end_time=f"{hours[1]:%H:%M}",
        ends_on=room.ends_on,
    )
