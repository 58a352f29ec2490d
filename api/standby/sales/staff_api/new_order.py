"""An order for a caller: what staff read to them, and the reservation (OPS-16.1)."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date, datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router, Schema
from pydantic import StrictBool

from standby.accounts.staff_auth import StaffBearer, staff_name
from standby.core.errors import DomainError
from standby.core.idempotency import IdempotencyKey, idempotent_request
from standby.core.roles import Permission
from standby.core.schema import (
    Address,
    BandName,
    Cents,
    Email,
    In,
    IsoDay,
    Line100,
    Lines,
    ModelNumber,
    Name,
    Phone,
)
from standby.core.words import say
from standby.messaging.services.ways import ways_that_leave
from standby.orders.models import Appointment
from standby.orders.rules.policy import CALLERS_CONSENT
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.services.orders import Contact, ReservationRequest
from standby.pricing.selectors.catalog import configuration, covered_zip_of
from standby.sales.rules.holds import Hold
from standby.sales.staff_api.lead_names import LeadNameIn, named_lead
from standby.workflows.place_order import new_callers_session, place_order

router = Router(tags=["staff"])
# The site's names of fields, in its errors, by those of the form here.
_FIELDS: Final[Mapping[str, str]] = {
    "formatted": "address",
    "selected_date": "day",
    "selected_time_window": "time_window",
    "model_number": "model_number",
    "coupon_code": "coupon_code",
}
_DAY_CODES: Final = frozenset({"day_full", "day_not_offered", "day_closed"})


class CallOut(Schema):
    """What staff read to a caller, and how long they may hold a date."""

    texts_consent: str
    holds: list[Hold]


class NewOrderIn(In):
    """`quoted_total_cents` is the price that the caller was told: no other is charged."""

    name: Name
    phone: Phone
    email: Email
    agrees_to_texts: StrictBool
    address: Address
    band: BandName
    generator_choice: Literal["buy_here", "provide_own"] = "buy_here"
    model_number: ModelNumber = ""
    coupon_code: Line100 = ""
    day: IsoDay
    time_window: TimeWindow
    hold: Hold = Hold.HOURS_4
    quoted_total_cents: Cents
    note: Annotated[str, Lines(2000)] = ""
    lead: LeadNameIn | None = None

    def to_reservation_request(self, *, staff: str, now: datetime) -> ReservationRequest:
        slot = Slot(self.day, self.time_window)
        session_id, secret_hash = new_callers_session()
        return ReservationRequest(
            session_id=session_id,
            secret_hash=secret_hash,
            band=self.band,
            address=self.address,
            claimed_zip_code="",
            generator_choice=self.generator_choice,
            model_number=self.model_number,
            coupon_code=self.coupon_code,
            slot=slot,
            contact=Contact(
                name=self.name,
                email=self.email,
                phone=self.phone,
                sms_updates=self.agrees_to_texts,
            ),
            origin=None,
            taken_by=staff,
            held_until=self.hold.until(
                now=now, begins_at=slot.start_at, shortest=configuration().scheduling.hold
            ),
        )


class NewOrderOut(Schema):
    """The visit is held until `hold_expires_at`.

    `notified_by`: the channels by which the caller gets the link to pay; may be empty.
    """

    order_id: UUID
    code: str
    total_cents: int
    day: date
    start_at: datetime
    end_at: datetime
    hold_expires_at: datetime
    notified_by: list[Literal["email", "sms"]]


@router.get(
    "/staff/new-order",
    response=CallOut,
    auth=StaffBearer(Permission.PLACE_ORDERS),
    operation_id="get_new_order",
)
def get_new_order(request: HttpRequest) -> dict[str, Any]:
    """What the screen of an order for a caller needs."""
    return {"texts_consent": say(CALLERS_CONSENT), "holds": list(Hold)}


@router.post(
    "/staff/new-order",
    response={201: NewOrderOut},
    auth=StaffBearer(Permission.PLACE_ORDERS),
    operation_id="place_order",
)
def post_order(
    request: HttpRequest, payload: NewOrderIn, idempotency_key: IdempotencyKey = None
) -> HttpResponse:
    """Reserve for a caller, who gets the link to read the terms and pay. Once per key."""
    moment, staff = now(), staff_name(request)
    once = idempotent_request(request, "staff/new-order", key=idempotency_key, owner=staff)

    lead = named_lead(payload.lead, now=moment)
    with named_as_in_the_form():
        wanted = payload.to_reservation_request(staff=staff, now=moment)
        zip_code, zip_city = covered_zip_of(wanted)

        def place() -> str:
            appointment, until = place_order(
                wanted,
                zip_code=zip_code,
                zip_city=zip_city,
                quoted_total_cents=payload.quoted_total_cents,
                note=payload.note,
                lead=lead,
                now=moment,
            )
            return placed(appointment, until=until).model_dump_json()

        return once.respond(place, status=201, now=moment)


def placed(appointment: Appointment, *, until: datetime) -> NewOrderOut:
    order = appointment.order
    return NewOrderOut(
        order_id=order.public_id,
        code=order.confirmation_code,
        total_cents=order.total_cents,
        day=appointment.day,
        start_at=appointment.start_at,
        end_at=appointment.end_at,
        hold_expires_at=until,
        notified_by=ways_that_leave(order.public_id, kind="pay_link", now=now()),
    )


@contextmanager
def named_as_in_the_form() -> Iterator[None]:
    """Name fields in errors as the form here does, and not as the site's."""
    try:
        yield
    except DomainError as error:
        last = (error.field or "").rpartition(".")[2]
        error.field = "day" if error.code in _DAY_CODES else _FIELDS.get(last, error.field)
        raise
