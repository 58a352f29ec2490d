"""Diagnostics: held, paid on a checkout page, canceled and refunded, credited to an order."""

import logging
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

from django.conf import settings
from django.db import IntegrityError, transaction

from standby.core.errors import Conflict, _
from standby.core.market import TERMS
from standby.core.sweeps import ALL_AT_ONCE, Steps
from standby.core.transactions import in_transaction
from standby.core.words import brief_weekday_date, say
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.rules import PLACES_PER_WINDOW, can_be_cancelled
from standby.diagnostics.selectors import open_windows
from standby.diagnostics.services.notify import PAGE, CanceledBy, notify_customer, notify_staff
from standby.diagnostics.services.receipts import hand_over_receipt, issue_receipt
from standby.orders.models import Order
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.services.appointments import HoldExpired
from standby.orders.services.order_log import CLOCK
from standby.payments.models import Payment
from standby.payments.providers.cards import (
    Cards,
    CardsDown,
    CheckoutRequest,
    CheckoutState,
    RefundRefused,
    RefundRequest,
)
from standby.payments.rules import DIAGNOSTIC_FEE_CENTS, HOLD_OUTLIVES_CHECKOUT
from standby.payments.services.charges import (
    AlreadyPaid,
    SettlementOutcome,
    abandon_payment,
    store_paid_fee,
)
from standby.payments.services.checkouts import OPENING_IS_RETRIED
from standby.pricing.selectors import catalog

log = logging.getLogger(__name__)
Status = Diagnostic.Status
# In the page's metadata, where a payment of an order has the order's id
_REFERENCE: Final = "diagnostic-"
_REFUND_AGAIN_AFTER: Final = timedelta(minutes=10)
_REFUSED_AGAIN_AFTER: Final = timedelta(days=1)


class WindowFull(Conflict):
    code = "window_full"
    message = _("That time has just been taken. Please choose another.")


class TooLateToCancel(Conflict):
    code = "too_late_to_cancel"
    message = _("A diagnostic can be canceled until the day before. Please call us.")


class DiagnosticCredited(Conflict):
    code = "diagnostic_credited"
    message = _("This diagnostic is credited to an installation, so it is refunded with it.")


class NotBooked(Conflict):
    code = "not_booked"
    message = _("This diagnostic is not booked.")


@dataclass(frozen=True, slots=True, kw_only=True)
class DiagnosticRequest:
    name: str
    email: str
    phone: str
    address: str
    zip_code: str
    day: date
    time_window: TimeWindow
    language: str = settings.LANGUAGE_CODE


@in_transaction
def hold_diagnostic(request: DiagnosticRequest, *, now: datetime) -> Diagnostic:
    """Hold a place for an unpaid diagnostic, as long as a date of an order is held.

    Raises WindowFull, also for a day that is not on offer.
    """
    if request.time_window not in open_windows(now=now).get(request.day, ()):
        raise WindowFull(field="time_window")
    rules = catalog.configuration().scheduling
    slot = Slot(request.day, request.time_window).by(rules)
    diagnostic = Diagnostic(
        **asdict(request),
        start_at=slot.start_at,
        end_at=slot.end_at,
        email_key=request.email.lower(),
        amount_cents=DIAGNOSTIC_FEE_CENTS,
        hold_expires_at=now + rules.hold,
        created_at=now,
    )
    if not _take_place(diagnostic):
        raise WindowFull(field="time_window")
    return diagnostic


def open_checkout(diagnostic: Diagnostic, *, cards: Cards, site_url: str, now: datetime) -> str:
    """Return the URL of the checkout page, reusing the one that is open.

    Raises AlreadyPaid and HoldExpired. Raises CardsDown with the request stored, so that a retry
    asks for the same page.
    """
    with transaction.atomic(durable=True):
        diagnostic = Diagnostic.objects.select_for_update().get(pk=diagnostic.pk)
        if diagnostic.charge:
            raise AlreadyPaid
        if diagnostic.status != Status.HELD or diagnostic.hold_expires_at <= now:
            raise HoldExpired
        if diagnostic.url:
            return diagnostic.url
        requested_at = diagnostic.checkout_requested_at
        if requested_at is None or requested_at < now - OPENING_IS_RETRIED:
            diagnostic.checkout_requested_at = now.replace(microsecond=0)
            diagnostic.checkout_reference = uuid4()
        expires_at = diagnostic.page_expires_at
        assert expires_at is not None  # noqa: S101 - set above
        # The hold outlives the page, or the place could go to somebody else meanwhile.
        diagnostic.hold_expires_at = max(
            diagnostic.hold_expires_at, expires_at + HOLD_OUTLIVES_CHECKOUT
        )
        diagnostic.save()
    own_page = f"{site_url}{PAGE}/{diagnostic.public_id}"
    session_id, url = cards.open_checkout(
        CheckoutRequest(
            reference=str(diagnostic.checkout_reference),
            amount_cents=diagnostic.amount_cents,
            currency="usd",
            title=_title(diagnostic),
            email=diagnostic.email,
            order_id=f"{_REFERENCE}{diagnostic.public_id}",
            payment_id=str(diagnostic.public_id),
            expires_at=expires_at,
            success_url=f"{own_page}?paid",
            cancel_url=own_page,
        )
    )
    with transaction.atomic(durable=True):
        Diagnostic.objects.filter(pk=diagnostic.pk).update(session_id=session_id, url=url)
    return url


def _title(diagnostic: Diagnostic) -> str:
    return say(
        "Diagnostic on %(day)s: a visit of %(minutes)s minutes, credited to your installation",
        day=brief_weekday_date(diagnostic.day),
        minutes=TERMS.diagnostic["minutes"],
    )


def is_about_one(state: CheckoutState) -> bool:
    """Whether a checkout page was opened for a diagnostic, and not for an order."""
    return state.metadata.get("order_id", "").startswith(_REFERENCE)


@in_transaction
def settle(state: CheckoutState, *, cards: Cards, now: datetime) -> SettlementOutcome:
    """Record a page that was paid, and book the visit. Idempotent.

    When the hold had expired and its window is full, the visit is
    canceled and the fee is refunded.
    """
    if not state.is_paid:
        return SettlementOutcome.NOT_PAID
    diagnostic = _locked(state.metadata.get("payment_id", ""))
    if diagnostic is None:
        log.error("payment_unknown: no diagnostic of ours was on the page that was paid")
        return SettlementOutcome.UNKNOWN
    paid = (state.amount_cents, state.currency, state.is_live)
    if state.charge is None or paid != (diagnostic.amount_cents, "usd", cards.is_live):
        notify_staff(diagnostic, topic="a payment does not match it", now=now)
        return SettlementOutcome.MISMATCH
    if diagnostic.charge is None:
        diagnostic.provider, diagnostic.charge, diagnostic.paid_at = cards.name, state.charge, now
        issue_receipt(diagnostic, now=now)
        return _book(diagnostic, now=now)
    if diagnostic.charge == state.charge:
        return SettlementOutcome.BEFORE
    notify_staff(diagnostic, topic=f"paid twice, refund {state.charge}", now=now)
    return SettlementOutcome.TWICE


def _book(diagnostic: Diagnostic, *, now: datetime) -> SettlementOutcome:
    has_place = diagnostic.status == Status.HELD
    diagnostic.status = Status.BOOKED
    if has_place:
        diagnostic.save()
    elif not _take_place(diagnostic):
        _cancel(diagnostic, because=CanceledBy.NO_PLACE, now=now)
        return SettlementOutcome.DATE_LOST
    notify_customer(diagnostic, kind="diagnostic_booked", now=now)
    notify_staff(diagnostic, topic="booked and paid", now=now)
    return SettlementOutcome.CONFIRMED


@in_transaction
def cancel_diagnostic(diagnostic: Diagnostic, *, by_staff: bool = False, now: datetime) -> None:
    """Cancel a booked visit and refund its fee. Idempotent.

    Raises TooLateToCancel for the customer on the day itself, NotBooked
    and DiagnosticCredited.
    """
    diagnostic = Diagnostic.objects.select_for_update().get(pk=diagnostic.pk)
    if diagnostic.status == Status.CANCELLED:
        return
    if diagnostic.status != Status.BOOKED:
        raise NotBooked
    if diagnostic.order_id is not None:
        raise DiagnosticCredited
    if not by_staff and not can_be_cancelled(diagnostic.day, now=now):
        raise TooLateToCancel
    because = CanceledBy.STAFF if by_staff else CanceledBy.CUSTOMER
    _cancel(diagnostic, because=because, now=now)


def _cancel(diagnostic: Diagnostic, *, because: CanceledBy, now: datetime) -> None:
    diagnostic.status, diagnostic.refund_due_at = Status.CANCELLED, now
    diagnostic.save()
    notify_customer(diagnostic, kind="diagnostic_cancelled", because=because, now=now)
    notify_staff(diagnostic, topic="canceled, its fee goes back", now=now)


def release_expired_diagnostics(*, cards: Cards, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    """Release places whose hold expired without a payment; returns how many were tried.

    Their pages are closed first, so that a place is not free while it can still be paid for.
    """
    expired = Diagnostic.objects.filter(status=Status.HELD, hold_expires_at__lt=now)

    def release(diagnostic: Diagnostic) -> int:
        try:
            if diagnostic.session_id:
                cards.close_checkout(diagnostic.session_id)
                state = cards.look_up(diagnostic.session_id)
                with transaction.atomic(durable=True):
                    settle(state, cards=cards, now=now)
        except CardsDown:
            log.warning("diagnostic %s not released: its page cannot be closed", diagnostic.pk)
            return 1
        with transaction.atomic(durable=True):
            expired.filter(pk=diagnostic.pk).update(status=Status.EXPIRED)
        return 1

    return steps.each("diagnostics", expired, release)


def send_diagnostic_refunds(*, cards: Cards, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    """Send the refunds that are due and return how many were tried. Idempotent.

    One that the provider refuses is reported to staff and tried again a day later.
    """
    due = Diagnostic.objects.filter(refund_due_at__lte=now, refunded_at=None)

    def send(diagnostic: Diagnostic) -> int:
        waiting = due.filter(pk=diagnostic.pk)
        try:
            cards.refund(
                RefundRequest(
                    reference=str(diagnostic.public_id),
                    charge=diagnostic.charge or "",
                    amount_cents=diagnostic.amount_cents,
                    order_id=f"{_REFERENCE}{diagnostic.public_id}",
                    payment_id=str(diagnostic.public_id),
                )
            )
        except CardsDown:
            waiting.update(refund_due_at=now + _REFUND_AGAIN_AFTER)
        except RefundRefused as refused:
            notify_staff(diagnostic, topic=f"its refund was refused: {refused}", now=now)
            waiting.update(refund_due_at=now + _REFUSED_AGAIN_AFTER)
        else:
            waiting.update(refunded_at=now)
        return 1

    return steps.each("refunds", due, send)


def follow_charge(charge: str, *, payment_id: str, cards: Cards, now: datetime) -> bool:
    """Cancel a visit whose fee went back at the card provider, not by us. Idempotent.

    Returns False when the charge is of no diagnostic, or of one that an order has. Raises CardsDown
    and UnknownToProvider.
    """
    with transaction.atomic():
        diagnostic = _locked(payment_id)
        if diagnostic is None or diagnostic.order_id is not None:
            return False
    state = cards.look_up_charge(charge)
    is_gone = state.refunded_cents > 0 or any(
        dispute.withdrawn_cents > dispute.reinstated_cents for dispute in state.disputes
    )
    with transaction.atomic(durable=True):
        booked = Diagnostic.objects.filter(
            pk=diagnostic.pk, status=Status.BOOKED, order=None, charge=charge
        )
        if is_gone and booked.update(status=Status.CANCELLED, refund_due_at=now, refunded_at=now):
            topic = "its fee went back at the card provider, so the visit is canceled"
            notify_staff(diagnostic, topic=topic, now=now)
    return True


@in_transaction
def credit_diagnostic(order: Order, *, now: datetime) -> None:
    """Move the paid diagnostic of the order's customer, by email address, into its ledger.

    Call it with the order's row locked, before the fees are credited. One order
    takes one diagnostic, and a diagnostic goes to one order. Safe to repeat.
    """
    paid = Diagnostic.objects.select_for_update().filter(
        email_key=order.customer.email_key, status=Status.BOOKED, order=None
    )
    diagnostic = paid.order_by("paid_at", "pk").first()
    of_order = order.payments.filter(purpose=Payment.Purpose.DIAGNOSTIC)
    if diagnostic is None or of_order.filter(status=Payment.Status.PAID).exists():
        return
    # One that was asked for and not paid is given up; if it is paid after all, it goes back.
    for due in of_order.filter(status=Payment.Status.DUE):
        abandon_payment(due, actor=CLOCK, now=now)
    diagnostic.order = order
    diagnostic.save(update_fields=["order"])
    payment = Payment(
        public_id=diagnostic.public_id,
        order=order,
        purpose=Payment.Purpose.DIAGNOSTIC,
        amount_cents=diagnostic.amount_cents,
        status=Payment.Status.PAID,
        provider=diagnostic.provider,
        provider_ref=diagnostic.charge,
        paid_at=diagnostic.paid_at,
        created_at=now,
    )
    store_paid_fee(payment, now=now)
    hand_over_receipt(diagnostic, payment, order=order)


def _locked(public_id: str) -> Diagnostic | None:
    try:
        known = Diagnostic.objects.filter(public_id=UUID(public_id))
    except ValueError:
        return None
    return known.select_for_update().first()


def _take_place(diagnostic: Diagnostic) -> bool:
    # The constraint decides between requests at the same moment: the later one takes the next
    # place. Returns False, with nothing stored, when the window is full.
    taken = _taken_places(diagnostic)
    for place_no in range(1, PLACES_PER_WINDOW + 1):
        if place_no in taken:
            continue
        diagnostic.place_no = place_no
        with suppress(IntegrityError), transaction.atomic():
            diagnostic.save()
            return True
    return False


def _taken_places(diagnostic: Diagnostic) -> set[int]:
    same_window = Diagnostic.objects.filter(
        day=diagnostic.day, time_window=diagnostic.time_window, status__in=Diagnostic.LIVE
    )
    return set(same_window.values_list("place_no", flat=True))
