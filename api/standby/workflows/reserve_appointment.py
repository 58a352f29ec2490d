"""Reservation of an appointment: order, crew seat, scheduling fee and messages."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID, uuid4

from standby.core.clock import today_in_houston
from standby.core.errors import Conflict, _
from standby.orders.models import Appointment, Order
from standby.orders.rules.scheduling import DAY_FIELD, DayNotOffered, Slot
from standby.orders.selectors import orders as bookings
from standby.orders.services import appointments as booking
from standby.orders.services import orders as ordering
from standby.orders.services.order_log import VISITOR, Subject, log_creation
from standby.payments.models import Payment
from standby.payments.services import charges as payments
from standby.photos.services.reviews import open_review
from standby.pricing.models.quoting import WizardSession
from standby.pricing.selectors import catalog
from standby.pricing.services import coupons, quoting

_UNKNOWN_GENERATOR_KW: Final = 18  # when the model is not in the catalog
_OWN_MODEL_UNKNOWN: Final = "own generator of an unknown model"


class AlreadyReserved(Conflict):
    code = "already_reserved"
    message = _("Your appointment is confirmed already.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReservationRequest(catalog.Selection):
    session_id: str | None
    secret_hash: str
    coupon_code: str
    slot: Slot
    contact: ordering.Contact
    origin: ordering.ClientOrigin | None  # None: the hold limits do not apply


def reserve_appointment(
    request: ReservationRequest,
    *,
    pricing_input: catalog.PricingInput,
    now: datetime,
) -> tuple[Appointment, datetime | None]:
    """Create or change the wizard's order, hold a seat for it, and return it and until when.

    Call it in a transaction: the one that claims the request's idempotency key, so that order and
    response are stored together. `pricing_input` is the resolved selection, read before that
    transaction takes SQLite's write lock. Raises DayNotOffered, DayFull, AlreadyReserved,
    TooManyHolds, and the errors of coupons and of the catalog.
    """
    snapshot, slot = catalog.catalog_snapshot(now=now), request.slot
    scheduling, fee_rule = snapshot.rules.scheduling, snapshot.rules.scheduling_fee
    bookings.calendar_from(snapshot.rules, now=now).ensure_offered(slot.day)
    crews = booking.day_capacity(slot.day, usual=scheduling.crews_per_day, now=now)
    if crews.crews == 0:
        raise DayNotOffered("We do not work on that day. Please choose another.", field=DAY_FIELD)

    # Rows are locked in this order everywhere: wizard, order, seat. A wizard session has one order,
    # so reserving again changes that one; a session that this call completed had none before.
    order_id = uuid4()
    wizard = _completed_wizard(request, order_id=order_id, now=now)
    earlier = None if wizard.order_id == str(order_id) else bookings.lock_active_order(wizard)
    if earlier is None:
        crews.ensure_room()
    elif earlier.status != Order.Status.RESERVED:
        raise AlreadyReserved
    if request.origin is not None:
        ordering.ensure_hold_limit(
            request.contact, origin=request.origin, except_order=earlier, now=now
        )

    offer, coupon = snapshot.offer_for(pricing_input), None
    if request.coupon_code:
        coupon = coupons.get_coupon(request.coupon_code, today=today_in_houston(now))
        offer = offer.cheaper_by(coupon.discount)
    known_kw = snapshot.kw_of(request.model_number)
    brings_own = request.generator_choice == "provide_own"
    terms = ordering.OrderTerms(
        quote=quoting.make_quote(wizard=wizard, offer=offer, now=now),
        own_model_number=request.model_number if brings_own else "",
        own_generator_kw=(known_kw or _UNKNOWN_GENERATOR_KW) if brings_own else None,
        review_reason=_OWN_MODEL_UNKNOWN if brings_own and known_kw is None else "",
        fee_cents=fee_rule.amount_cents,
        fee_refundable=fee_rule.refundable,
    )

    until = now + scheduling.hold
    if earlier is None:
        appointment = _reserve_first(
            request, terms=terms, order_id=order_id, crews=crews, until=until, now=now
        )
    else:
        appointment = _reserve_again(
            earlier, request=request, terms=terms, crews=crews, until=until, now=now
        )

    # The coupon's row is locked last, so that requests that wait for it hold their seats already.
    if coupon is not None:
        coupons.use_coupon(coupon.pk, order_ref=appointment.order.public_id, now=now)
    return appointment, until if appointment.status == Appointment.Status.HELD else None


def _reserve_first(
    request: ReservationRequest,
    *,
    terms: ordering.OrderTerms,
    order_id: UUID,
    crews: booking.DayCapacity,
    until: datetime,
    now: datetime,
) -> Appointment:
    order = ordering.create_order(
        terms,
        public_id=order_id,
        contact=request.contact,
        address=request.address,
        origin=request.origin or ordering.ClientOrigin(),
        now=now,
    )
    fee = payments.create_first_fee(order, now=now)
    appointment = booking.hold_first_appointment(
        order, slot=request.slot, on=crews, until=until, now=now
    )
    initial_statuses: dict[Subject, str] = {"order": order.status}
    if fee is not None:
        initial_statuses["payment"] = fee.status
    initial_statuses["appointment"] = appointment.status
    log_creation(order, begun=initial_statuses, actor=VISITOR, now=now)
    return appointment


def _reserve_again(
    order: Order,
    *,
    request: ReservationRequest,
    terms: ordering.OrderTerms,
    crews: booking.DayCapacity,
    until: datetime,
    now: datetime,
) -> Appointment:
    coupons.release_coupon(order.public_id, now=now)
    ordering.change_order(order, terms=terms, contact=request.contact, address=request.address)
    fee = payments.create_scheduling_fee(order, now=now)
    if fee is None or fee.status != Payment.Status.PAID:
        return booking.hold_appointment(order, slot=request.slot, on=crews, until=until, now=now)
    # The fee is paid and the date was lost, so the new date is confirmed at once.
    appointment = bookings.newest_appointment_of(order)
    booking.reseat_appointment(appointment, slot=request.slot, on=crews, now=now)
    ordering.schedule_order(appointment, actor=VISITOR, now=now)
    open_review(order, now=now)
    return appointment


def _completed_wizard(
    request: ReservationRequest, *, order_id: UUID, now: datetime
) -> WizardSession:
    # A session id that belongs to another visitor is left alone, and this visitor gets one of their
    # own: derived from their secret, so that it is stable for one visitor and id, and different for
    # every other visitor.
    digest = hashlib.sha256(f"{request.secret_hash}:{request.session_id or ''}".encode())
    own_id = str(UUID(digest.hexdigest()[:32]))
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
