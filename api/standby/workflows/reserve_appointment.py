"""Reservation of an appointment: order, crew seat, scheduling fee and messages."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID, uuid4

from standby.core.clock import today_in_houston
from standby.core.errors import Conflict, _
from standby.core.office import MessageContext
from standby.orders.models import Appointment, Order
from standby.orders.rules.scheduling import DAY_FIELD, DayNotOffered, Slot
from standby.orders.selectors import orders as bookings
from standby.orders.selectors.calendar import calendar_from
from standby.orders.services import appointments as booking
from standby.orders.services import orders as ordering
from standby.orders.services.notify import notify_held
from standby.orders.services.order_log import VISITOR, Subject, log_creation
from standby.orders.services.seats import DayCapacity, day_capacity
from standby.payments.models import Payment
from standby.payments.services import charges as payments
from standby.pricing.models.quoting import Quote, WizardSession
from standby.pricing.rules.configuration import Configuration
from standby.pricing.selectors import catalog
from standby.pricing.services import coupons, quoting
from standby.pricing.services.resolve_selection import Selection
from standby.workflows.after_confirmation import after_confirmation

_UNKNOWN_GENERATOR_KW: Final = 18  # when the model is not in the catalog
_OWN_MODEL_UNKNOWN: Final = "own generator of an unknown model"


class AlreadyReserved(Conflict):
    code = "already_reserved"
    message = _("Your appointment is confirmed already.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReservationRequest(Selection):
    session_id: str | None
    secret_hash: str
    coupon_code: str
    slot: Slot
    contact: ordering.Contact
    origin: ordering.ClientOrigin | None  # None: the hold limits do not apply


@dataclass(frozen=True, slots=True, kw_only=True)
class Reservation:
    order: Order
    appointment: Appointment
    hold_expires_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _ReservationContext:
    request: ReservationRequest
    terms: ordering.OrderTerms
    crews: DayCapacity
    hold_until: datetime
    message_context: MessageContext
    now: datetime


def reserve_appointment(
    request: ReservationRequest,
    *,
    pricing_input: catalog.PricingInput,
    message_context: MessageContext,
    now: datetime,
) -> Reservation:
    """Create or change the wizard's order and hold a seat for it.

    Call it in a transaction: the one that claims the request's idempotency key, so that order and
    response are stored together. `pricing_input` is the resolved selection, read before that
    transaction takes SQLite's write lock.
    """
    snapshot = catalog.catalog_snapshot(now=now)
    crews = _crews(request.slot, rules=snapshot.rules, now=now)
    order_id = uuid4()
    wizard = _completed_wizard(request, order_id=order_id, now=now)
    earlier = _earlier_order(wizard, order_id=order_id)
    if earlier is None:
        crews.ensure_room()
    if request.origin is not None:
        ordering.ensure_hold_limit(
            request.contact, origin=request.origin, except_order=earlier, now=now
        )
    coupon = _coupon(request, now=now)
    offer = snapshot.offer_for(pricing_input)
    if coupon is not None:
        offer = offer.cheaper_by(coupon.discount)
    quote = quoting.make_quote(wizard=wizard, offer=offer, now=now)
    context = _ReservationContext(
        request=request,
        terms=_terms(request, quote=quote, snapshot=snapshot),
        crews=crews,
        hold_until=now + snapshot.rules.scheduling.hold,
        message_context=message_context,
        now=now,
    )
    if earlier is None:
        reservation = _first_reservation(context, order_id=order_id)
    else:
        coupons.release_coupon(earlier.public_id, now=now)
        reservation = _change_reservation(earlier, context=context)
    # The coupon's row is locked last, so that requests that wait for it hold their seats already.
    if coupon is not None:
        coupons.use_coupon(coupon.pk, order_ref=reservation.order.public_id, now=now)
    return reservation


def _coupon(request: ReservationRequest, *, now: datetime) -> coupons.UsableCoupon | None:
    if not request.coupon_code:
        return None
    return coupons.get_coupon(request.coupon_code, today=today_in_houston(now))


def _crews(slot: Slot, *, rules: Configuration, now: datetime) -> DayCapacity:
    calendar_from(rules, now=now).ensure_offered(slot.day)
    capacity = day_capacity(slot.day, usual=rules.scheduling.crews_per_day, now=now)
    if capacity.crews == 0:
        raise DayNotOffered("We do not work on that day. Please choose another.", field=DAY_FIELD)
    return capacity


def _completed_wizard(
    request: ReservationRequest, *, order_id: UUID, now: datetime
) -> WizardSession:
    # A session id that belongs to another visitor is left alone, and this visitor gets one of their
    # own.
    own_id = _own_session_id(request)
    try:
        return quoting.complete_wizard(
            session_id=request.session_id or own_id,
            secret_hash=request.secret_hash,
            order_id=str(order_id),
            now=now,
        )
    except quoting.WizardNotFound:
        return quoting.complete_wizard(
            session_id=own_id, secret_hash=request.secret_hash, order_id=str(order_id), now=now
        )


def _own_session_id(request: ReservationRequest) -> str:
    # Derived from the visitor's secret: stable for one visitor and id, and different for every
    # other visitor.
    digest = hashlib.sha256(f"{request.secret_hash}:{request.session_id or ''}".encode())
    return str(UUID(digest.hexdigest()[:32]))


def _earlier_order(wizard: WizardSession, *, order_id: UUID) -> Order | None:
    # A wizard session that this request completed first had no order before.
    if wizard.order_id == str(order_id):
        return None
    earlier = bookings.lock_active_order(wizard)
    if earlier is not None and earlier.status != Order.Status.RESERVED:
        raise AlreadyReserved
    return earlier


def _terms(
    request: ReservationRequest, *, quote: Quote, snapshot: catalog.CatalogSnapshot
) -> ordering.OrderTerms:
    known_kw = snapshot.kw_of(request.model_number)
    brings_own = request.generator_choice == "provide_own"
    fee = snapshot.rules.scheduling_fee
    return ordering.OrderTerms(
        quote=quote,
        own_model_number=request.model_number if brings_own else "",
        own_generator_kw=(known_kw or _UNKNOWN_GENERATOR_KW) if brings_own else None,
        review_reason=_OWN_MODEL_UNKNOWN if brings_own and known_kw is None else "",
        fee_cents=fee.amount_cents,
        fee_refundable=fee.refundable,
    )


def _first_reservation(context: _ReservationContext, *, order_id: UUID) -> Reservation:
    request, now = context.request, context.now
    order = ordering.create_order(
        context.terms,
        public_id=order_id,
        contact=request.contact,
        place=_installation_address(context),
        origin=request.origin or ordering.ClientOrigin(),
        now=now,
    )
    fee = payments.create_first_fee(order, now=now)
    appointment = booking.hold_first_appointment(
        order, slot=request.slot, on=context.crews, until=context.hold_until, now=now
    )
    initial_statuses: dict[Subject, str] = {"order": order.status}
    if fee is not None:
        initial_statuses["payment"] = fee.status
    initial_statuses["appointment"] = appointment.status
    log_creation(order, begun=initial_statuses, actor=VISITOR, now=now)
    return _held_reservation(appointment, context=context)


def _change_reservation(order: Order, *, context: _ReservationContext) -> Reservation:
    # A wizard session has one order: reserving again changes that order.
    request, now = context.request, context.now
    ordering.change_order(
        order, terms=context.terms, contact=request.contact, place=_installation_address(context)
    )
    fee = payments.create_scheduling_fee(order, now=now)
    if fee is not None and fee.status == Payment.Status.PAID:
        return _reseat(order, context=context)
    appointment = booking.hold_appointment(
        order, slot=request.slot, on=context.crews, until=context.hold_until, now=now
    )
    return _held_reservation(appointment, context=context)


def _installation_address(context: _ReservationContext) -> ordering.InstallationAddress:
    quote = context.terms.quote
    return ordering.InstallationAddress(
        formatted_address=context.request.address,
        city=quote.city,
        state="TX",
        zip_code=quote.zip_code,
    )


def _held_reservation(appointment: Appointment, *, context: _ReservationContext) -> Reservation:
    until = context.hold_until
    notify_held(appointment, until=until, message_context=context.message_context, now=context.now)
    return Reservation(order=appointment.order, appointment=appointment, hold_expires_at=until)


def _reseat(order: Order, *, context: _ReservationContext) -> Reservation:
    # The fee is paid and the date was lost, so the new date is confirmed at once.
    appointment = booking.reseat_appointment(
        bookings.newest_appointment_of(order),
        slot=context.request.slot,
        on=context.crews,
        now=context.now,
    )
    ordering.schedule_order(order, actor=VISITOR, now=context.now)
    after_confirmation(appointment, message_context=context.message_context, now=context.now)
    return Reservation(order=order, appointment=appointment, hold_expires_at=None)
