"""One order for the visitor who reserved it, by its id, by email and by its checkout page."""

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Query, Router, Schema
from pydantic import Field

from standby.core import visitor_cookies
from standby.core.access import VISITOR_COOKIES, WIZARD_COOKIE, needs, uses
from standby.core.limits import spend
from standby.core.policy import ANSWERS_PER_ORDER
from standby.core.schema import Line
from standby.crews.models import Technician
from standby.documents.api import FileWithUrl
from standby.documents.models import OrderFile
from standby.documents.selectors import documents_of
from standby.orders.api import booking_access
from standby.orders.api.order_schemas import (
    CustomerOut,
    LinesOut,
    OrderGeneratorOut,
    OrderLocationOut,
    OrderPackageOut,
)
from standby.orders.models import Appointment, Order
from standby.orders.rules.scheduling import TimeWindow
from standby.orders.selectors import orders
from standby.orders.selectors.orders import OrderNotFound
from standby.orders.selectors.stay_on import missing_modules_words
from standby.orders.services.access_links import create_access_token
from standby.payments import selectors as payments
from standby.payments.models import CheckoutSession, Payment
from standby.payments.providers import wiring as payments_providers
from standby.payments.selectors import PageState
from standby.payments.services import cancellations, ledger
from standby.payments.services.charges import scheduling_fee_of
from standby.payments.services.checkouts import bind_to_browser, bind_to_owner
from standby.workflows.look_up_payment import refresh_payment_best_effort
from standby.workflows.reserve_appointment import confirm_order

router = Router(tags=["booking"])
appointment_router = Router(tags=["booking"])
paid_router = Router(tags=["payment"])

EmailQuery = Annotated[str, Line(254)]
FeeStatus = Literal["due", "paid", "refunded", "returned", "none"]


class FeeOut(Schema):
    amount_cents: int
    status: FeeStatus
    refundable: bool
    paid_at: datetime | None
    payment_method: str | None
    transaction_id: UUID | None


class OrderAppointmentOut(Schema):
    id: UUID = Field(validation_alias="public_id")
    status: Appointment.Status
    start_at: datetime
    end_at: datetime
    day: date
    ends_on: date
    time_window: TimeWindow


class AgreementsOut(Schema):
    accepted_at: datetime | None


class OrderOut(Schema):
    """`missing_modules`: of load management modules that the price has not; empty where none is."""

    id: UUID
    status: Order.Status
    total_cents: int
    lines: LinesOut
    missing_modules: str
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


class AppointmentCustomerOut(Schema):
    name: str
    email: str
    phone: str


class AppointmentLocationOut(Schema):
    formatted_address: str


class AppointmentOrderOut(Schema):
    id: UUID = Field(validation_alias="public_id")
    customer: AppointmentCustomerOut
    order_location: AppointmentLocationOut


class TechnicianOut(Schema):
    name: str
    phone: str


class AppointmentOut(Schema):
    id: UUID = Field(validation_alias="public_id")
    status: Appointment.Status
    start_at: datetime
    end_at: datetime
    ends_on: date
    assigned_to: UUID | None
    time_window: TimeWindow
    order_id: UUID = Field(validation_alias="order.public_id")
    code: str = Field(validation_alias="order.confirmation_code")
    order: AppointmentOrderOut
    technician: TechnicianOut | None

    @staticmethod
    def resolve_assigned_to(appointment: Appointment) -> UUID | None:
        return appointment.assigned_to.public_id if appointment.assigned_to else None

    @staticmethod
    def resolve_technician(appointment: Appointment) -> Technician | None:
        return appointment.assigned_to


class PaidFileOut(FileWithUrl):
    type: OrderFile.Type
    url: str
    title: str


class OrderFileOut(Schema):
    """A file by the names of the specification."""

    id: UUID = Field(validation_alias="public_id")
    file_url: str
    file_name: str = Field(validation_alias="title")
    file_type: OrderFile.Type = Field(validation_alias="type")

    @staticmethod
    def resolve_file_url(file: OrderFile) -> str:
        return FileWithUrl.resolve_url(file)


class PaidOrderOut(Schema):
    """`status` is what became of the payment on this checkout page, whatever else was paid for the
    order: `paid` is money that we have by it, `processing` what the card provider has not told yet.

    `payment_cents` is what was to pay on this page. `total_cents` is the order's price,
    `total_paid_cents` what was paid in all: `paid_cents` of the price and `surcharge_cents` for
    paying by credit card. `order_files` are the `files` by the
    specification's names.
    `appointment` is the newest of this order, whatever else its visitor has reserved.
    """

    id: UUID
    code: str
    appointment: AppointmentOut | None
    customer: CustomerOut
    generator: OrderGeneratorOut | None
    package: OrderPackageOut
    order_location: OrderLocationOut
    total_cents: int
    payment_cents: int
    total_paid_cents: int
    paid_cents: int
    surcharge_cents: int
    files: list[PaidFileOut]
    order_files: list[OrderFileOut]
    status: PageState
    order_status: Order.Status


@router.get(
    "/orders/{order_id}",
    response=OrderOut,
    openapi_extra=needs(VISITOR_COOKIES),
    operation_id="get_order",
)
def get_order(request: HttpRequest, order_id: str) -> OrderOut:
    """One order, for the browser that made it or that opened its link."""
    order = booking_access.order_by_id(request, order_id)
    appointment, hold_expires_at = orders.newest_appointment_and_hold(order)
    # The event of a payment may be late: the fee is not said to be due before it is looked up.
    if appointment.status != Appointment.Status.CONFIRMED and refresh_payment_best_effort(
        order, cards=payments_providers.cards(), now=now()
    ):
        order = booking_access.order_by_id(request, order_id)
        appointment, hold_expires_at = orders.newest_appointment_and_hold(order)
    fee = scheduling_fee_of(order)
    return OrderOut.model_validate(
        {
            "id": order.public_id,
            "status": order.status,
            "total_cents": order.total_cents,
            "lines": order.quote,
            "missing_modules": missing_modules_words(order),
            "scheduling_fee": {
                "amount_cents": order.scheduling_fee_cents,
                "status": fee.status if fee else "none",
                "refundable": order.scheduling_fee_refundable,
                **_payment_of(fee),
            },
            "customer": order.customer,
            "order_location": order.order_location,
            "package": order.package,
            "generator": order.generator,
            "appointment": appointment,
            "hold_expires_at": hold_expires_at,
            "test_mode": not payments_providers.cards().is_live,
            "agreements": {"accepted_at": order.agreements_accepted_at},
        }
    )


def _payment_of(fee: Payment | None) -> dict[str, Any]:
    # The card provider's word; before it there is no payment to name.
    paid = fee if fee is not None and fee.paid_at is not None else None
    return {
        "paid_at": paid.paid_at if paid else None,
        "payment_method": paid.method if paid else None,
        "transaction_id": paid.public_id if paid else None,
    }


@router.post(
    "/orders/{order_id}/confirm",
    response=ConfirmedOut,
    openapi_extra=needs(VISITOR_COOKIES),
    operation_id="confirm_order",
)
def post_confirm_order(request: HttpRequest, order_id: str) -> ConfirmedOut:
    """Confirm the appointment of an order that has nothing due."""
    order = booking_access.order_by_id(request, order_id)
    spend(rule=ANSWERS_PER_ORDER, subject=str(order.public_id))
    appointment = confirm_order(order, now=now())
    return ConfirmedOut(appointmentId=appointment.public_id, status="confirmed")


@appointment_router.get(
    "/appointments/latest",
    response=AppointmentOut,
    openapi_extra=needs(WIZARD_COOKIE),
    operation_id="get_latest_appointment",
)
def get_latest_appointment(
    request: HttpRequest, email: Annotated[EmailQuery, Query()]
) -> Appointment:
    """The newest appointment for this email address that this visitor reserved, or that staff
    reserved for them and whose link they opened.
    """
    appointment = _latest_appointment(request, email)
    if appointment.status != Appointment.Status.CONFIRMED and refresh_payment_best_effort(
        appointment.order, cards=payments_providers.cards(), now=now()
    ):
        appointment = _latest_appointment(request, email)
    return appointment


def _latest_appointment(request: HttpRequest, email: str) -> Appointment:
    secret_hash = visitor_cookies.read_cookie_hash(request)
    try:
        return orders.latest_appointment(email=email, secret_hash=secret_hash)
    except orders.AppointmentNotFound as missing:
        try:
            order = booking_access.visitor_order(request)
        except orders.OrderNotFound:
            raise missing from None
        return orders.appointment_of_caller(order, email=email)


@paid_router.get(
    "/checkout-sessions/{stripe_session_id}/order",
    response=PaidOrderOut,
    openapi_extra=uses(VISITOR_COOKIES),
    operation_id="get_paid_order",
)
def get_paid_order(
    request: HttpRequest, response: HttpResponse, stripe_session_id: str
) -> PaidOrderOut:
    """The order of a checkout, for its owner. A browser without the cookie gets it once, within an
    hour of paying and before its owner has looked, and has access from then on.
    """
    moment = now()
    page, is_looked_up = _page(stripe_session_id), False
    if refresh_payment_best_effort(
        page.payment.order, page=page, cards=payments_providers.cards(), now=moment
    ):
        page, is_looked_up = _page(stripe_session_id), True
    order = page.payment.order
    _ensure_access(request, response, page, moment=moment)
    files = documents_of(order)
    total_paid_cents = cancellations.left_of(cancellations.payments_towards(order))
    surcharge_cents = ledger.surcharged_cents(order)
    return PaidOrderOut.model_validate(
        {
            "id": order.public_id,
            "code": order.confirmation_code,
            "appointment": orders.visit_to_show(order),
            "customer": order.customer,
            "generator": order.generator,
            "package": order.package,
            "order_location": order.order_location,
            "payment_cents": page.payment.amount_cents,
            "total_paid_cents": total_paid_cents,
            "paid_cents": total_paid_cents - surcharge_cents,
            "surcharge_cents": surcharge_cents,
            "files": files,
            "order_files": files,
            "total_cents": order.total_cents,
            "status": payments.state_of_page(page, is_looked_up=is_looked_up),
            "order_status": order.status,
        }
    )


def _ensure_access(
    request: HttpRequest, response: HttpResponse, page: CheckoutSession, *, moment: datetime
) -> None:
    # The owner's own look uses up the first one too: nobody else needs it any more.
    order = page.payment.order
    try:
        booking_access.order_by_id(request, str(order.public_id))
    except OrderNotFound:
        bind_to_browser(page, now=moment)
        token = create_access_token(order, secret_keys=booking_access.secret_keys(), now=moment)
        visitor_cookies.open_link(request, response, token)
    else:
        if page.bound_at is None:
            bind_to_owner(page, now=moment)


def _page(session_id: str) -> CheckoutSession:
    page = payments.page_shown_after_paying(session_id)
    if page is None:
        raise OrderNotFound
    return page
