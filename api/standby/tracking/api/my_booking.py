"""The homeowner's booking page: status, rescheduling, messages sent to them and consents."""

from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router

from standby.company.selectors import staff_mail
from standby.core import visitor_cookies
from standby.core.access import VISITOR_COOKIES, needs
from standby.core.idempotency import IdempotencyKey, idempotent_request
from standby.core.limits import site_url, spend
from standby.core.policy import ANSWERS_PER_ORDER, MOST_PHOTOS, RateLimitRule
from standby.documents.models import OrderFile
from standby.documents.services.documents import expect_document
from standby.messaging import selectors as messaging
from standby.messaging.models import Consent, Message
from standby.messaging.services.templates import with_words
from standby.messaging.services.ways import texts_number, waits_for_yes
from standby.orders.api.booking_access import (
    BookingAccess,
    own_booking,
    secret_keys,
    visitor_orders,
)
from standby.orders.models import Appointment, Order
from standby.orders.rules.calendar_file import calendar_file
from standby.orders.rules.cancelling import free_until
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.selectors import orders as order_selectors
from standby.orders.selectors.stay_on import stay_on_of
from standby.orders.services.access_links import create_access_token
from standby.orders.services.customers import change_consent
from standby.orders.services.notify import calendar_event
from standby.payments.providers import wiring as payments_providers
from standby.tracking.api.my_booking_schemas import (
    AccessLinkIn,
    AccessLinkOut,
    BookedAppointmentOut,
    BookedTechnicianOut,
    BookingSummaryOut,
    ConsentChangedOut,
    ConsentIn,
    ConsentOut,
    MessageOut,
    MyBookingOut,
    RescheduledOut,
    RescheduleIn,
)
from standby.tracking.rules.progress import NextStepKey
from standby.tracking.selectors.booking import BookingView, booking_view
from standby.workflows.look_up_payment import refresh_payment_best_effort
from standby.workflows.move_appointment import reschedule_appointment

RESCHEDULES_PER_ORDER: Final = RateLimitRule(
    name="reschedules_order", limit=10, window=timedelta(hours=1)
)
router = Router(tags=["my booking"], auth=BookingAccess())
messages_router = Router(tags=["my booking"], auth=BookingAccess())


@router.get(
    "/my-booking",
    response=MyBookingOut,
    operation_id="get_my_booking",
)
def get_my_booking(request: HttpRequest) -> MyBookingOut:
    """The booking that this browser has access to."""
    return booking_out(_settled_view(own_booking(request), now=now()))


@router.get(
    "/my-bookings",
    response=list[BookingSummaryOut],
    auth=None,
    openapi_extra=needs(VISITOR_COOKIES),
    operation_id="list_my_bookings",
)
def get_my_bookings(request: HttpRequest, response: HttpResponse) -> list[dict[str, Any]]:
    """The bookings that this browser has access to, newest first; empty for a stranger."""
    orders, moment = visitor_orders(request), now()
    if not orders:
        visitor_cookies.forget_hint(response)
    return [_summary(_settled_view(order, now=moment), now=moment) for order in orders]


def _settled_view(order: Order, *, now: datetime) -> BookingView:
    # The event of a payment may be late: a day is not said to be unpaid before it is looked up.
    view = booking_view(order, now=now)
    if view.is_proposal_outdated:
        # Nothing else may have noticed: the days of a credit end by themselves.
        expect_document(order, OrderFile.Type.GENERAL_PROPOSAL, now=now)
    if view.next_step != NextStepKey.PAY_FEE:
        return view
    settled = refresh_payment_best_effort(order, cards=payments_providers.cards(), now=now)
    if settled is None:
        return view
    return booking_view(order_selectors.get_order(str(order.public_id)), now=now)


def _summary(view: BookingView, *, now: datetime) -> dict[str, Any]:
    order, visit = view.order, view.appointment
    is_held = visit is not None and visit.status == Appointment.Status.HELD
    held_until = view.held_until if is_held else None
    return {
        "id": order.public_id,
        "code": order.confirmation_code,
        "status": order.status,
        "address": order.order_location.formatted_address,
        "total_cents": order.total_cents,
        "visit_status": visit and visit.status,
        "day": visit and visit.day,
        "time_window": visit and visit.time_window,
        "start_at": visit and visit.start_at,
        "end_at": visit and visit.end_at,
        "held_until": held_until if held_until and held_until > now else None,
        "next_step": view.next_step,
        "reserved_at": order.created_at,
    }


@router.post(
    "/my-booking/reschedule",
    response=RescheduledOut,
    operation_id="reschedule_appointment",
)
def post_reschedule(
    request: HttpRequest, payload: RescheduleIn, idempotency_key: IdempotencyKey = None
) -> HttpResponse:
    """Move the visit, free until 48 hours before. The same key returns the same response."""
    order, moment = own_booking(request), now()
    once = idempotent_request(
        request, "my-booking/reschedule", key=idempotency_key, owner=order.public_id
    )
    spend(rule=RESCHEDULES_PER_ORDER, subject=str(order.public_id))

    def reschedule() -> str:
        moved = reschedule_appointment(
            order, slot=Slot(payload.day, payload.time_window), now=moment
        )
        out = _appointment_out(
            moved, held_until=None, can_reschedule=moment <= free_until(moved.start_at)
        )
        return RescheduledOut(appointment=out).model_dump_json()

    return once.respond(reschedule, now=moment)


@router.post(
    "/my-booking/access-link",
    response=AccessLinkOut,
    operation_id="create_access_link",
)
def post_access_link(request: HttpRequest, payload: AccessLinkIn) -> AccessLinkOut:
    """The link that opens this booking on another device, as in the messages about it."""
    order = own_booking(request)
    spend(rule=ANSWERS_PER_ORDER, subject=str(order.public_id))
    token = create_access_token(order, secret_keys=secret_keys(), now=now())
    query = "?to=photos" if payload.page == "photos" else ""
    return AccessLinkOut(url=f"{site_url(request)}/b/{token}{query}")


@router.get(
    "/my-booking/appointment.ics",
    response={200: None},
    operation_id="get_appointment_file",
)
def get_appointment_file(request: HttpRequest) -> HttpResponse:
    """The appointment as a calendar file."""
    appointment = order_selectors.newest_appointment_of(own_booking(request))
    event = calendar_event(
        appointment, organizer_mail=staff_mail(), site_url=site_url(request), now=now()
    )
    return HttpResponse(
        calendar_file(event),
        content_type="text/calendar; charset=utf-8; component=vevent",
        headers={
            "Content-Disposition": 'attachment; filename="installation.ics"',
            "Cache-Control": "no-store",
        },
    )


@messages_router.get(
    "/my-booking/messages",
    response=list[MessageOut],
    operation_id="messages_of_my_booking",
)
def get_messages(request: HttpRequest) -> list[Message]:
    """Messages sent to the customer, newest first, without the links in them."""
    order = own_booking(request)
    return with_words(messaging.messages_to_homeowner(order.public_id), now=now())


@messages_router.get(
    "/my-booking/consents",
    response=list[ConsentOut],
    operation_id="consents_of_my_booking",
)
def get_consents(request: HttpRequest) -> list[Consent]:
    """Consents given and withdrawn, newest first."""
    customer = own_booking(request).customer
    return messaging.consents_of(email=customer.email, phone=customer.phone)


@messages_router.post(
    "/my-booking/consents",
    response=ConsentChangedOut,
    operation_id="change_consent",
)
def post_consent(request: HttpRequest, body: ConsentIn) -> ConsentChangedOut:
    """Give or withdraw consent. Applies at once, also to messages already queued."""
    order = own_booking(request)
    channel = Message.Channel(body.channel)
    change_consent(order, channel=channel, agrees=body.is_granted, now=now())
    return ConsentChangedOut(channel=body.channel, is_granted=body.is_granted)


def booking_out(view: BookingView) -> MyBookingOut:
    """Return a booking as its homeowner sees it: once it is installed, without the technician."""
    out = MyBookingOut(**booking_fields(view))
    if out.appointment and view.order.status == Order.Status.COMPLETED:
        out.appointment.technician = None
    return out


def booking_fields(view: BookingView) -> dict[str, Any]:
    order, appointment, review = view.order, view.appointment, view.review
    stay_on = stay_on_of(order)
    return {
        "id": order.public_id,
        "code": order.confirmation_code,
        "status": order.status,
        "customer": order.customer,
        "texts_wait_for_yes": order.customer.sms_updates
        and waits_for_yes(order.customer.phone, kind=""),
        "texts_number": texts_number(),
        "address": order.order_location.formatted_address,
        "appointment": _appointment_out(
            appointment, held_until=view.held_until, can_reschedule=view.can_be_moved
        )
        if appointment
        else None,
        "timeline": view.timeline,
        "next_step": {
            "key": view.next_step,
            "by": view.next_step_by,
            "title": view.status.title,
            "lines": view.status.lines,
            "action": view.status.action,
        },
        "preparations": view.steps,
        "photos": review
        and {
            "status": review.status,
            "least": review.least_photos,
            "most": MOST_PHOTOS,
            "count": view.photo_count,
            "requested_count": view.requested_photo_count,
            "retake_reason": review.retake_reason,
        },
        "price": _price(view),
        "proposal": view.proposal,
        "package": order.package,
        "generator": order.generator,
        "machine": view.machine and asdict(view.machine),
        "stay_on": stay_on and asdict(stay_on),
    }


def _appointment_out(
    appointment: Appointment, *, held_until: datetime | None, can_reschedule: bool
) -> BookedAppointmentOut:
    technician = appointment.assigned_to
    is_confirmed = appointment.status == Appointment.Status.CONFIRMED
    return BookedAppointmentOut(
        id=appointment.public_id,
        status=Appointment.Status(appointment.status),
        day=appointment.day,
        ends_on=appointment.ends_on,
        time_window=TimeWindow(appointment.time_window),
        start_at=appointment.start_at,
        end_at=appointment.end_at,
        hold_expires_at=held_until,
        technician=BookedTechnicianOut.from_orm(technician) if technician else None,
        can_reschedule=can_reschedule,
        free_until=free_until(appointment.start_at) if is_confirmed else None,
    )


def _price(view: BookingView) -> dict[str, Any]:
    quote = view.order.quote
    status = "locked" if quote.locked_at else "promised"
    return {
        "status": "change_proposed" if view.change else status,
        "lines": quote,
        **quote.quoted_band.as_quoted,
        "confirmed_run_ft": quote.confirmed_run_ft,
        "quoted_run_ft": quote.quoted_run_ft,
        "version": quote.version,
        "locked_at": quote.locked_at,
        "receipt_code": view.receipt.code if view.receipt else None,
        "change": view.change,
    }
