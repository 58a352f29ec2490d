"""A visitor reserves a day: an order, a crew's seat, the fee that is due, and word of it."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID, uuid4

from django.db import IntegrityError

from standby.apps.booking import queries as bookings
from standby.apps.booking.models import Appointment, Order
from standby.apps.booking.services import answers
from standby.apps.booking.services import appointments as booking
from standby.apps.booking.services import orders as ordering
from standby.apps.booking.services.order_log import VISITOR, Subject, log_beginnings
from standby.apps.booking.services.seats import CrewsOfDay, crews_of_day
from standby.apps.catalog import coupons
from standby.apps.catalog import queries as catalog
from standby.apps.catalog.configuration import Configuration
from standby.apps.payments import services as payments
from standby.apps.payments.models import Payment
from standby.apps.quoting import services as quoting
from standby.apps.quoting.models import Quote, WizardSession
from standby.domain.errors import Conflict
from standby.domain.scheduling import DAY_FIELD, Calendar, DayNotOffered, Slot, today_in_houston
from standby.flows.booking.after_confirmation import after_confirmation
from standby.flows.booking.job_asked_for import JobWish, job_asked_for
from standby.flows.messages.tell import Office, tell_of_hold
from standby.flows.writing import writing

_UNKNOWN_GENERATOR_KW: Final = 18  # when the model is not on our list (spec §3)
_OWN_MODEL_UNKNOWN: Final = "own generator of an unknown model"
_MOST_TRIES: Final = 3
_CREATED: Final = 201


class AlreadyReserved(Conflict):
    """Your appointment is confirmed already."""

    code = "already_reserved"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish(JobWish):
    """What the visitor asks for, when, and who they are."""

    session_id: str | None
    secret_hash: str
    coupon_code: str
    slot: Slot
    contact: ordering.Contact
    origin: ordering.Origin | None  # None: holds are not counted


@dataclass(frozen=True, slots=True, kw_only=True)
class Reservation:
    order: Order
    appointment: Appointment
    hold_expires_at: datetime | None


@dataclass(frozen=True, slots=True)
class Answer:
    body: str
    is_replayed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sale:
    """A wish at today's terms, on a day that was seen to have room."""

    wish: Wish
    terms: ordering.Terms
    crews: CrewsOfDay
    hold_until: datetime
    office: Office
    now: datetime


def reserve_appointment(
    wish: Wish,
    *,
    attempt: answers.Attempt,
    written: Callable[[Reservation], str],
    office: Office,
    now: datetime,
) -> Answer:
    """Everything in one transaction, or nothing. `written` makes the body that repeats are given.

    Safe to repeat: the same attempt gets the same body. A refusal is not kept: another try may do.
    """
    job = job_asked_for(wish)  # all that can be asked before the write lock is taken
    for _ in range(_MOST_TRIES - 1):
        try:
            return _attempt(wish, job=job, attempt=attempt, written=written, office=office, now=now)
        except IntegrityError:
            continue  # the same visitor was quicker in another tab: look again at what is there
    return _attempt(wish, job=job, attempt=attempt, written=written, office=office, now=now)


def _attempt(
    wish: Wish,
    *,
    job: catalog.Job,
    attempt: answers.Attempt,
    written: Callable[[Reservation], str],
    office: Office,
    now: datetime,
) -> Answer:
    with writing():
        earlier = answers.claim_attempt(attempt, now=now)
        if earlier is not None:
            return Answer(earlier, is_replayed=True)
        body = written(_reserve(wish, job=job, office=office, now=now))
        answers.keep_answer(attempt, status=_CREATED, body=body)
    return Answer(body, is_replayed=False)


def _reserve(wish: Wish, *, job: catalog.Job, office: Office, now: datetime) -> Reservation:
    edition = catalog.edition(now=now)
    crews = _crews(wish.slot, rules=edition.rules, now=now)
    order_id = uuid4()
    wizard = _completed_wizard(wish, order_id=order_id, now=now)
    earlier = _earlier_order(wizard, order_id=order_id)
    if earlier is None:
        crews.ensure_room()
    if wish.origin is not None:
        ordering.ensure_few_holds(wish.contact, origin=wish.origin, except_order=earlier, now=now)
    coupon = _coupon(wish, now=now)
    offer = edition.offer_for(job)
    if coupon is not None:
        offer = offer.cheaper_by(coupon.discount)
    quote = quoting.make_quote(wizard=wizard, offer=offer, now=now)
    sale = _Sale(
        wish=wish,
        terms=_terms(wish, quote=quote, edition=edition),
        crews=crews,
        hold_until=now + edition.rules.scheduling.hold,
        office=office,
        now=now,
    )
    if earlier is None:
        reservation = _first_reservation(sale, order_id=order_id)
    else:
        coupons.give_back(earlier.public_id, now=now)
        reservation = _reservation_again(earlier, sale=sale)
    if coupon is not None:
        coupons.use_coupon(coupon.pk, order_ref=reservation.order.public_id, now=now)
    return reservation


def _coupon(wish: Wish, *, now: datetime) -> coupons.CouponThatCounts | None:
    """None when the visitor has none. Used last: whoever waits for it has their seat already."""
    if not wish.coupon_code:
        return None
    return coupons.coupon_called(wish.coupon_code, today=today_in_houston(now))


def _crews(slot: Slot, *, rules: Configuration, now: datetime) -> CrewsOfDay:
    """The crews that work on the day. Raises DayNotOffered."""
    calendar_from(rules, now=now).ensure_offered(slot.day)
    found = crews_of_day(slot.day, usual=rules.scheduling.crews_per_day, now=now)
    if found.crews == 0:
        raise DayNotOffered("We do not work on that day. Please choose another.", field=DAY_FIELD)
    return found


def calendar_from(rules: Configuration, *, now: datetime) -> Calendar:
    scheduling = rules.scheduling
    return Calendar(
        today=today_in_houston(now),
        min_days=scheduling.min_days,
        max_days=scheduling.max_days,
        disabled_weekdays=scheduling.disabled_weekdays,
    )


def _completed_wizard(wish: Wish, *, order_id: UUID, now: datetime) -> WizardSession:
    """The visitor's own wizard; a wizard of that id that is another's stays another's."""
    own_id = _own_session_id(wish)
    try:
        return quoting.complete_wizard(
            session_id=wish.session_id or own_id,
            secret_hash=wish.secret_hash,
            order_id=str(order_id),
            now=now,
        )
    except quoting.WizardNotFound:
        return quoting.complete_wizard(
            session_id=own_id, secret_hash=wish.secret_hash, order_id=str(order_id), now=now
        )


def _own_session_id(wish: Wish) -> str:
    """The same visitor and id always make the same, and no other visitor does."""
    digest = hashlib.sha256(f"{wish.secret_hash}:{wish.session_id or ''}".encode())
    return str(UUID(digest.hexdigest()[:32]))


def _earlier_order(wizard: WizardSession, *, order_id: UUID) -> Order | None:
    """A wizard that this very order completed had none before. Raises AlreadyReserved."""
    if wizard.order_id == str(order_id):
        return None
    earlier = bookings.live_order_of(wizard)
    if earlier is not None and earlier.status != Order.Status.RESERVED:
        raise AlreadyReserved
    return earlier


def _terms(wish: Wish, *, quote: Quote, edition: catalog.Edition) -> ordering.Terms:
    known_kw = edition.kw_of(wish.model_number)
    brings_own = wish.generator_choice == "provide_own"
    fee = edition.rules.scheduling_fee
    return ordering.Terms(
        quote=quote,
        own_model_number=wish.model_number if brings_own else "",
        own_generator_kw=(known_kw or _UNKNOWN_GENERATOR_KW) if brings_own else None,
        review_reason=_OWN_MODEL_UNKNOWN if brings_own and known_kw is None else "",
        fee_cents=fee.amount_cents,
        fee_refundable=fee.refundable,
    )


def _first_reservation(sale: _Sale, *, order_id: UUID) -> Reservation:
    wish, now = sale.wish, sale.now
    order = ordering.place_order(
        sale.terms,
        public_id=order_id,
        contact=wish.contact,
        place=_place(sale),
        origin=wish.origin or ordering.Origin(),
        now=now,
    )
    fee = payments.charge_first_fee(order, now=now)
    appointment = booking.hold_first_appointment(
        order, slot=wish.slot, on=sale.crews, until=sale.hold_until, now=now
    )
    begun: dict[Subject, str] = {"order": order.status}
    if fee is not None:
        begun["payment"] = fee.status
    begun["appointment"] = appointment.status
    log_beginnings(order, begun=begun, actor=VISITOR, now=now)
    return _held(appointment, sale=sale)


def _reservation_again(order: Order, *, sale: _Sale) -> Reservation:
    """One wizard has one order: reserving again changes it (BOOK-02)."""
    wish, now = sale.wish, sale.now
    ordering.change_order(order, terms=sale.terms, contact=wish.contact, place=_place(sale))
    fee = payments.charge_scheduling_fee(order, now=now)
    if fee is not None and fee.status == Payment.Status.PAID:
        return _seated_again(order, sale=sale)
    appointment = booking.hold_appointment(
        order, slot=wish.slot, on=sale.crews, until=sale.hold_until, now=now
    )
    return _held(appointment, sale=sale)


def _place(sale: _Sale) -> ordering.Place:
    quote = sale.terms.quote
    return ordering.Place(
        formatted_address=sale.wish.address,
        city=quote.city,
        state="TX",
        zip_code=quote.zip_code,
    )


def _held(appointment: Appointment, *, sale: _Sale) -> Reservation:
    until = sale.hold_until
    tell_of_hold(appointment, until=until, office=sale.office, now=sale.now)
    return Reservation(order=appointment.order, appointment=appointment, hold_expires_at=until)


def _seated_again(order: Order, *, sale: _Sale) -> Reservation:
    """It is paid and lost its date: the new one is certain at once."""
    appointment = booking.reseat_appointment(
        bookings.newest_appointment_of(order), slot=sale.wish.slot, on=sale.crews, now=sale.now
    )
    ordering.schedule_order(order, actor=VISITOR, now=sale.now)
    after_confirmation(appointment, office=sale.office, now=sale.now)
    return Reservation(order=order, appointment=appointment, hold_expires_at=None)
