"""Reservation of an appointment, and confirmation of one on which no fee is due."""

import hashlib
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from standby.core.clock import local_date
from standby.core.errors import Conflict, _
from standby.core.transactions import in_transaction
from standby.orders.models import Appointment, Order
from standby.orders.rules.scheduling import DAY_FIELD, WINDOW_FIELD, Slot
from standby.orders.selectors import orders as order_selectors
from standby.orders.selectors.slot_room import DayFull, SlotRoom
from standby.orders.services import appointments
from standby.orders.services import orders as order_services
from standby.orders.services.order_log import VISITOR
from standby.orders.services.orders import ReservationRequest
from standby.payments.models import Payment
from standby.payments.services import charges
from standby.photos.services.reviews import open_review
from standby.pricing.models.quoting import WizardSession
from standby.pricing.selectors import catalog
from standby.pricing.selectors.catalog import CatalogSnapshot
from standby.pricing.services import quoting


class AlreadyReserved(Conflict):
    code = "already_reserved"
    message = _("Your appointment is already confirmed.")


@in_transaction
def reserve_appointment(
    request: ReservationRequest,
    *,
    zip_code: str,
    zip_city: str,
    snapshot: CatalogSnapshot | None = None,
    order_id: UUID | None = None,
    now: datetime,
) -> tuple[Appointment, datetime | None]:
    """Create or change the wizard's order, hold a seat for it, and return it and until when.

    A new order has `order_id` as its public id, or another one.

    Call it in a transaction: the one that claims the request's idempotency key, so that order and
    response are stored together. The covered ZIP code is read before that transaction takes
    SQLite's write lock, and so may be the catalog's `snapshot`. Raises DayNotOffered,
    WindowNotOffered, DayFull, DayClosed, AlreadyReserved, TooManyHolds, TooManyReservations, and
    the errors of coupons and of the catalog.
    """
    snapshot = snapshot or catalog.catalog_snapshot(now=now)
    rules = snapshot.rules.scheduling
    slot = request.slot.by(rules)
    # Rows are locked in this order everywhere: wizard, order, seat. A wizard session has one order,
    # so reserving again changes that one; a session that this call completed had none before.
    order_id = order_id or uuid4()
    wizard = _completed_wizard(request, order_id=order_id, now=now)
    earlier = None if wizard.order_id == str(order_id) else order_services.lock_live_order(wizard)
    # Staff give a caller any day that they may move an appointment to (BOOK-06.6).
    room = (
        appointments.slot_for_staff(slot, rules=rules, now=now)
        if request.is_by_phone
        else appointments.offered_slot(
            slot,
            rules=rules,
            fields=(DAY_FIELD, WINDOW_FIELD),
            holder=request.origin.holder(own=earlier) if request.origin else None,
            now=now,
        )
    )
    if earlier is None:
        room.ensure_room()
    elif earlier.status != Order.Status.RESERVED:
        raise AlreadyReserved
    if request.origin is not None:
        order_services.ensure_hold_limit(room, request.origin, except_order=earlier, now=now)

    offer, coupon = snapshot.offer_for(request, zip_code=zip_code, zip_city=zip_city), None
    if request.custom is not None:
        offer = offer.at(request.custom)
    if request.coupon_code:
        coupon = quoting.get_coupon(request.coupon_code, today=local_date(now))
        offer = offer.with_coupon(coupon)
    quote = quoting.make_quote(wizard=wizard, offer=offer, now=now)
    catalog_kw, until = snapshot.kw_of(request.model_number), request.held_until or now + rules.hold
    if earlier is None:
        order = order_services.create_order(
            request,
            public_id=order_id,
            quote=quote,
            catalog_kw=catalog_kw,
            fee_cents=snapshot.rules.scheduling_fee_cents,
            is_fee_refundable=snapshot.rules.is_scheduling_fee_refundable,
            now=now,
        )
        fee = charges.create_first_fee(order, now=now)
        appointment = appointments.hold_first_appointment(
            order, slot=slot, on=room, until=until, by_phone=request.is_by_phone, now=now
        )
        order_services.log_reservation(
            appointment,
            fee_status=fee.status if fee else None,
            actor=request.taken_by,
            now=now,
        )
    else:
        quoting.release_coupon(earlier.public_id, now=now)
        order_services.change_order(earlier, request, quote=quote, catalog_kw=catalog_kw)
        appointment = _book_again(earlier, slot=slot, on=room, until=until, now=now)

    # The coupon's row is locked last, so that requests that wait for it hold their seats already.
    if coupon is not None:
        quoting.use_coupon(coupon.pk, order_ref=appointment.order.public_id, now=now)
    return appointment, until if appointment.status == Appointment.Status.HELD else None


def confirm_order(order: Order, *, now: datetime) -> Appointment:
    """Confirm the held appointment and return it. Idempotent.

    Raises PaymentDue, HoldExpired, CouponUsedUp and StatusMoved.
    """
    with transaction.atomic(durable=True):
        order_selectors.lock_order(order.pk)
        charges.ensure_nothing_due(order)
        appointment = order_selectors.newest_appointment_of(order)
        if appointment.status == Appointment.Status.CONFIRMED:
            return appointment
        try:
            appointments.confirm_appointment(appointment, actor=VISITOR, now=now)
        except DayFull as error:
            raise appointments.HoldExpired from error
        quoting.reclaim_use(order.public_id, now=now)
        order_services.schedule_order(
            appointment, actor=VISITOR, now=now, **charges.confirmation_values(order, now=now)
        )
        open_review(appointment.order, now=now)
        return appointment


def _book_again(
    order: Order, *, slot: Slot, on: SlotRoom, until: datetime, now: datetime
) -> Appointment:
    fee = charges.create_scheduling_fee(order, now=now)
    if fee is None or fee.status != Payment.Status.PAID:
        return appointments.hold_appointment(order, slot=slot, on=on, until=until, now=now)
    # The fee is paid and the date was lost, so the new date is confirmed at once.
    appointment = order.appointments.latest("created_at", "pk")
    appointments.reseat_appointment(appointment, slot=slot, on=on, now=now)
    order_services.schedule_order(
        appointment, actor=VISITOR, now=now, **charges.confirmation_values(order, now=now)
    )
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
    complete = partial(
        quoting.complete_wizard,
        secret_hash=request.secret_hash,
        order_id=str(order_id),
        answers=_answers_of(request),
        now=now,
    )
    try:
        return complete(session_id=request.session_id or own_id)
    except quoting.WizardNotFound:
        return complete(session_id=own_id)


def _answers_of(request: ReservationRequest) -> dict[str, Any]:
    # Step 3 is stored with the order, so that the wizard never says less than the order does.
    contact, slot = request.contact, request.slot
    return {
        "full_name": contact.name,
        "mobile_number": contact.phone,
        "email": contact.email,
        "selected_installation_date": slot.day,
        "selected_time_window": slot.window,
        "by_staff": request.is_by_phone or request.custom is not None,
    }
