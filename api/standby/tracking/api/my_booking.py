"""The homeowner's booking page: status of the installation, and rescheduling."""

from datetime import date, datetime
from typing import Any, Literal
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router, Schema

from standby.core.idempotency_key import (
    IdempotencyKey,
    content_hash,
    idempotent_request,
    idempotent_response,
    json_answer,
)
from standby.core.limits import spend
from standby.core.message_context import message_context
from standby.core.policy import MOST_PHOTOS
from standby.core.schema import In, IsoDay, ProblemOut
from standby.documents.models import Proposal
from standby.orders.api.booking_access import visitor_order
from standby.orders.api.orders import CustomerOut, LinesOut, OrderGeneratorOut, OrderPackageOut
from standby.orders.models import Appointment, ChangeOrder, Order
from standby.orders.rules.calendar_file import calendar_file
from standby.orders.rules.cancelling import full_refund_until
from standby.orders.rules.rescheduling import free_until
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.selectors import orders as bookings
from standby.orders.services.calendar_event import calendar_event
from standby.payments.providers import wiring as payments_providers
from standby.photos.models import PhotoReview
from standby.pricing.models.quoting import Quote
from standby.pricing.rules.distance import DistanceBand
from standby.pricing.rules.firm_price import is_refundable_change, percent_of_change
from standby.tracking.rules.policy import RESCHEDULES_PER_ORDER
from standby.tracking.rules.progress import NextStepKey, StageState, TimelineKey
from standby.tracking.selectors.booking import BookingView, booking_view
from standby.workflows.look_up_payment import refresh_payment_best_effort
from standby.workflows.reschedule_appointment import reschedule_appointment

router = Router(tags=["my booking"])

ENDPOINT = "my-booking/reschedule"


class BookedTechnicianOut(Schema):
    name: str
    phone: str


class BookedAppointmentOut(Schema):
    id: UUID
    status: Appointment.Status
    day: date
    time_window: TimeWindow
    start_at: datetime
    end_at: datetime
    hold_expires_at: datetime | None
    technician: BookedTechnicianOut | None
    can_reschedule: bool
    free_until: datetime | None


class TimelineStageOut(Schema):
    key: TimelineKey
    state: StageState
    at: datetime | None
    day: date | None


class NextStepOut(Schema):
    key: NextStepKey
    by: datetime | None


class BookedPhotosOut(Schema):
    status: PhotoReview.Status
    least: int
    most: int
    count: int
    retake_reason: str


class PriceChangeOut(Schema):
    id: UUID
    reason: str
    proposed_at: datetime
    percent: float
    is_refundable: bool
    old_lines: LinesOut
    new_lines: LinesOut


class BookedPriceOut(Schema):
    status: Literal["promised", "change_proposed", "locked"]
    lines: LinesOut
    band: DistanceBand
    confirmed_run_ft: int | None
    version: int
    locked_at: datetime | None
    receipt_code: str | None
    change: PriceChangeOut | None


class BookedFileOut(Schema):
    id: UUID
    title: str
    size_bytes: int
    url: str


class BookedProposalOut(Schema):
    id: UUID
    version: int
    status: Proposal.Status
    file: BookedFileOut
    total_cents: int
    accepted_at: datetime | None
    accepted_name: str
    cancel_until: datetime | None
    sha256: str


class MyBookingOut(Schema):
    id: UUID
    number: UUID | None
    status: Order.Status
    customer: CustomerOut
    address: str
    appointment: BookedAppointmentOut | None
    timeline: list[TimelineStageOut]
    next_step: NextStepOut
    photos: BookedPhotosOut | None
    price: BookedPriceOut
    proposal: BookedProposalOut | None
    package: OrderPackageOut
    generator: OrderGeneratorOut | None


class RescheduleIn(In):
    day: IsoDay
    time_window: TimeWindow


class RescheduledOut(Schema):
    appointment: BookedAppointmentOut


@router.get(
    "/my-booking",
    response={200: MyBookingOut, 404: ProblemOut, 429: ProblemOut, 503: ProblemOut},
    operation_id="get_my_booking",
)
def get_my_booking(request: HttpRequest) -> MyBookingOut:
    """All that is known of the booking that this browser may see."""
    moment = now()
    view = booking_view(visitor_order(request), now=moment)
    if view.next_step.key != NextStepKey.PAY_FEE:
        return booking_out(view)
    settled = refresh_payment_best_effort(
        view.order,
        cards=payments_providers.cards(),
        message_context=message_context(request),
        now=moment,
    )
    if settled is None:
        return booking_out(view)
    return booking_out(booking_view(visitor_order(request), now=moment))


@router.post(
    "/my-booking/reschedule",
    response={
        200: RescheduledOut,
        400: ProblemOut,
        404: ProblemOut,
        409: ProblemOut,
        422: ProblemOut,
        429: ProblemOut,
        503: ProblemOut,
    },
    operation_id="reschedule_appointment",
)
def post_reschedule(
    request: HttpRequest, payload: RescheduleIn, idempotency_key: IdempotencyKey = None
) -> HttpResponse:
    """Another day or window, free until 48 hours before. The same key gets the same answer."""
    order, moment = visitor_order(request), now()
    attempt = idempotent_request(
        content_hash(request),
        endpoint=ENDPOINT,
        key=idempotency_key,
        whose=str(order.public_id),
    )
    spend(rule=RESCHEDULES_PER_ORDER, subject=str(order.public_id))
    response = reschedule_appointment(
        order,
        slot=Slot(payload.day, payload.time_window),
        attempt=attempt,
        serialize=lambda moved: _rescheduled_out(moved).model_dump_json(),
        message_context=message_context(request),
        now=moment,
    )
    return idempotent_response(json_answer(), response.body, is_replayed=response.is_replayed)


@router.get(
    "/my-booking/appointment.ics",
    response={200: None, 404: ProblemOut, 429: ProblemOut, 503: ProblemOut},
    operation_id="get_appointment_file",
)
def get_appointment_file(request: HttpRequest) -> HttpResponse:
    """The appointment for the homeowner's calendar."""
    appointment = bookings.newest_appointment_of(visitor_order(request))
    context = message_context(request)
    event = calendar_event(
        appointment,
        organizer_mail=context.staff_mail,
        site_url=context.site_url,
        now=now(),
    )
    return HttpResponse(
        calendar_file(event),
        content_type="text/calendar; charset=utf-8; component=vevent",
        headers={
            "Content-Disposition": 'attachment; filename="installation.ics"',
            "Cache-Control": "no-store",
        },
    )


def booking_out(view: BookingView) -> MyBookingOut:
    return MyBookingOut(**booking_fields(view))


def booking_fields(view: BookingView) -> dict[str, Any]:
    order, appointment = view.order, view.appointment
    return {
        "id": order.public_id,
        "number": appointment.public_id if appointment else None,
        "status": Order.Status(order.status),
        "customer": CustomerOut.from_orm(order.customer),
        "address": order.order_location.formatted_address,
        "appointment": _appointment(appointment, view=view) if appointment else None,
        "timeline": [TimelineStageOut.from_orm(stage) for stage in view.timeline],
        "next_step": NextStepOut.from_orm(view.next_step),
        "photos": _photos(view.review, count=view.photo_count) if view.review else None,
        "price": _price(order.quote, view=view),
        "proposal": _proposal(view.proposal) if view.proposal else None,
        "package": OrderPackageOut.from_orm(order.package),
        "generator": OrderGeneratorOut.from_orm(order.generator) if order.generator else None,
    }


def _appointment(appointment: Appointment, *, view: BookingView) -> BookedAppointmentOut:
    return _appointment_out(
        appointment, held_until=view.held_until, can_reschedule=view.can_be_moved
    )


def _rescheduled_out(moved: Appointment) -> RescheduledOut:
    can_reschedule = now() <= free_until(moved.start_at)
    return RescheduledOut(
        appointment=_appointment_out(moved, held_until=None, can_reschedule=can_reschedule)
    )


def _appointment_out(
    appointment: Appointment, *, held_until: datetime | None, can_reschedule: bool
) -> BookedAppointmentOut:
    technician = appointment.assigned_to
    is_confirmed = appointment.status == Appointment.Status.CONFIRMED
    return BookedAppointmentOut(
        id=appointment.public_id,
        status=Appointment.Status(appointment.status),
        day=appointment.day,
        time_window=TimeWindow(appointment.time_window),
        start_at=appointment.start_at,
        end_at=appointment.end_at,
        hold_expires_at=held_until,
        technician=BookedTechnicianOut.from_orm(technician) if technician else None,
        can_reschedule=can_reschedule,
        free_until=free_until(appointment.start_at) if is_confirmed else None,
    )


def _photos(review: PhotoReview, *, count: int) -> BookedPhotosOut:
    return BookedPhotosOut(
        status=PhotoReview.Status(review.status),
        least=review.least_photos,
        most=MOST_PHOTOS,
        count=count,
        retake_reason=review.retake_reason,
    )


def _price(quote: Quote, *, view: BookingView) -> BookedPriceOut:
    locked: Literal["locked", "promised"] = "locked" if quote.locked_at else "promised"
    return BookedPriceOut(
        status="change_proposed" if view.change else locked,
        lines=LinesOut.from_orm(quote),
        band=DistanceBand(quote.band),
        confirmed_run_ft=quote.confirmed_run_ft,
        version=quote.version,
        locked_at=quote.locked_at,
        receipt_code=view.receipt.code if view.receipt else None,
        change=_change(view.change) if view.change else None,
    )


def _change(change: ChangeOrder) -> PriceChangeOut:
    old, new = change.from_quote, change.to_quote
    return PriceChangeOut(
        id=change.public_id,
        reason=change.reason,
        proposed_at=change.proposed_at,
        percent=percent_of_change(old.total_cents, new.total_cents),
        is_refundable=is_refundable_change(old.total_cents, new.total_cents),
        old_lines=LinesOut.from_orm(old),
        new_lines=LinesOut.from_orm(new),
    )


def _proposal(proposal: Proposal) -> BookedProposalOut:
    file, accepted_at = proposal.file, proposal.accepted_at
    return BookedProposalOut(
        id=proposal.public_id,
        version=proposal.version,
        status=Proposal.Status(proposal.status),
        file=BookedFileOut(
            id=file.public_id,
            title=file.title,
            size_bytes=file.size_bytes,
            url=f"/api/my-booking/documents/{file.public_id}",
        ),
        total_cents=proposal.quote.total_cents,
        accepted_at=accepted_at,
        accepted_name=proposal.accepted_name,
        cancel_until=full_refund_until(accepted_at) if accepted_at else None,
        sha256=file.sha256,
    )
