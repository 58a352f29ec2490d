"""Settlement of checkout pages: payments, ledger entries and the steps that follow."""

import logging
from datetime import datetime
from enum import StrEnum
from typing import Final

from django.db import transaction

from standby.core.lifecycle import StatusMoved
from standby.orders.models import Order
from standby.orders.selectors import orders as bookings
from standby.orders.services import appointments as booking
from standby.orders.services import orders as ordering
from standby.orders.services.notify import notify_customer, notify_staff
from standby.orders.services.order_log import CARDS
from standby.payments import selectors as queries
from standby.payments.models import Milestone, Payment
from standby.payments.providers.cards import Cards, CheckoutState, PageStatus
from standby.payments.services import charges as services
from standby.payments.services import ledger, milestones, refunds
from standby.payments.services.ledger import Kind, LedgerPosting
from standby.photos.services.reviews import open_review

log = logging.getLogger(__name__)

_CHARGED_WHEN_PAID: Final = {
    Payment.Purpose.SCHEDULING_FEE: Kind.SCHEDULING_FEE,
    Payment.Purpose.DIAGNOSTIC: Kind.DIAGNOSTIC,
}
_PAYMENT_TITLES: Final = {
    Payment.Purpose.DIAGNOSTIC: "Diagnostic",
    Payment.Purpose.MILESTONE_ACCEPTANCE: "Acceptance of the proposal, 25%",
    Payment.Purpose.MILESTONE_EQUIPMENT: "Arrival of the equipment, 50%",
    Payment.Purpose.MILESTONE_COMPLETION: "Substantial completion, 25%",
}


class SettlementOutcome(StrEnum):
    NOT_PAID = "not paid"
    UNKNOWN = "payment_unknown"
    MISMATCH = "payment_mismatch"
    BEFORE = "settled before"
    TWICE = "paid twice"
    CONFIRMED = "confirmed"
    DATE_LOST = "date lost"
    PAID = "paid"
    RETURNED = "paid after cancelling"


def settle_payment(state: CheckoutState, *, cards: Cards, now: datetime) -> SettlementOutcome:
    """Record the state of a checkout page. Idempotent, in any order, for events and look-ups."""
    with transaction.atomic(durable=True):
        payment = queries.payment_of_page(state.id, metadata=state.metadata)
        if payment is None:
            log.error("payment_unknown: no payment of ours was on the page that was paid")
            return SettlementOutcome.UNKNOWN
        if not state.is_paid:
            _record_unpaid(payment, state=state, now=now)
            return SettlementOutcome.NOT_PAID
        order, charge = payment.order, state.charge
        order.status = bookings.lock_order(payment.order_id).status
        payment.refresh_from_db(fields=["status"])
        expected = {"order_id": str(order.public_id), "payment_id": str(payment.public_id)}
        if (
            charge is None
            or (state.amount_cents, state.currency) != (payment.amount_cents, payment.currency)
            or state.is_live != cards.is_live
            or dict(state.metadata) != expected
        ):
            topic = SettlementOutcome.MISMATCH
            notify_staff(order, topic=topic, now=now)
            return SettlementOutcome.MISMATCH
        return _record_payment(payment, state.id, charge=charge, cards=cards, now=now)


def _record_payment(
    payment: Payment, page_id: str, *, charge: str, cards: Cards, now: datetime
) -> SettlementOutcome:
    order = payment.order
    services.mark_complete(payment, session_id=page_id)
    # A charge for a payment that was given up counts, unless its replacement was paid.
    is_abandoned = payment.status == Payment.Status.CANCELLED
    is_replaced = is_abandoned and not services.abandon_replacements(payment, now=now)
    if is_replaced or not services.mark_paid(payment, provider=cards.name, charge=charge, now=now):
        payment.refresh_from_db(fields=["status", "provider_ref"])
        if payment.provider_ref == charge:
            return SettlementOutcome.BEFORE
        return _return_second_charge(payment, charge=charge, now=now)
    payment.provider_ref, payment.paid_at = charge, now
    if order.status == Order.Status.CANCELLED:
        return _return_late_payment(payment, now=now)
    # Fees are charged when they are paid; milestones were charged when they were reached.
    charged = _CHARGED_WHEN_PAID.get(Payment.Purpose(payment.purpose))
    posting = LedgerPosting(
        kind=charged or Kind.SURCHARGE,
        amount_cents=payment.amount_cents if charged else payment.surcharge_cents,
        key=f"charged:{payment.public_id}",
        payment=payment,
        milestone=payment.milestone,
    )
    ledger.post(order, posting, _money(payment, charge=charge), actor=CARDS, now=now)
    if payment.purpose == Payment.Purpose.SCHEDULING_FEE:
        return _settle_fee(order, now=now)
    return _settle_project_payment(payment, now=now)


def _record_unpaid(payment: Payment, *, state: CheckoutState, now: datetime) -> None:
    if state.status == PageStatus.EXPIRED:
        services.mark_expired(state.id)
    elif state.has_failed:
        # The bank transfer did not arrive, so the milestone is due again.
        milestone = payment.milestone
        is_new = services.mark_bank_failed(state.id, now=now)
        if is_new and milestone is not None and milestone.status == Milestone.Status.DUE:
            share = milestones.share_of(payment.order, milestone.kind)
            milestones.notify_due(share, dedupe_part=f"failed:{state.id}", now=now)
    elif state.status == PageStatus.COMPLETE:
        services.mark_processing(state.id, now=now)


def _return_second_charge(payment: Payment, *, charge: str, now: datetime) -> SettlementOutcome:
    ledger.post(payment.order, _money(payment, charge=charge), actor=CARDS, now=now)
    refunds.request_refund(
        payment,
        second_charge=charge,
        amount_cents=payment.amount_cents,
        reason="paid twice",
        key=f"twice:{charge}",
        actor=CARDS,
        now=now,
    )
    topic = f"paid twice, {charge} goes back"
    notify_staff(payment.order, topic=topic, now=now)
    return SettlementOutcome.TWICE


def _return_late_payment(payment: Payment, *, now: datetime) -> SettlementOutcome:
    # The order was canceled meanwhile: refund all that the cancellation does not leave owed.
    order, charge = payment.order, payment.provider_ref or ""
    ledger.post(order, _money(payment, charge=charge), actor=CARDS, now=now)
    refundable_cents = max(0, -refunds.balance_when_all_is_sent(order))
    back_cents = min(payment.amount_cents, refundable_cents)
    if back_cents:
        refunds.request_refund(
            payment,
            amount_cents=back_cents,
            reason="paid after cancelling",
            key=f"late:{payment.public_id}",
            actor=CARDS,
            now=now,
        )
    topic = "paid after it was cancelled"
    notify_staff(order, topic=topic, now=now)
    return SettlementOutcome.RETURNED


def _settle_fee(order: Order, *, now: datetime) -> SettlementOutcome:
    appointment = bookings.newest_appointment_of(order)
    try:
        booking.confirm_appointment(appointment, actor=CARDS, now=now)
    except booking.DayFull:
        booking.ask_for_new_date(appointment, actor=CARDS, now=now)
        notify_customer(
            order,
            kind="date_lost",
            dedupe_part=f"{now:%Y%m%d%H%M%S}",
            now=now,
            appointment=appointment,
        )
        topic = "paid, but its date is gone"
        notify_staff(order, topic=topic, now=now)
        return SettlementOutcome.DATE_LOST
    except StatusMoved:
        topic = "paid after it was cancelled"
        notify_staff(order, topic=topic, now=now)
        return SettlementOutcome.DATE_LOST
    ordering.schedule_order(appointment, actor=CARDS, now=now)
    open_review(order, now=now)
    return SettlementOutcome.CONFIRMED


def _settle_project_payment(payment: Payment, *, now: datetime) -> SettlementOutcome:
    order = payment.order
    if payment.milestone is None:
        milestones.credit_fees(order, now=now)
    else:
        _settle_milestone(payment, payment.milestone, now=now)
    notify_customer(
        order,
        kind="payment_received",
        dedupe_part=str(payment.public_id),
        now=now,
        amount_cents=payment.amount_cents,
        what=_PAYMENT_TITLES[Payment.Purpose(payment.purpose)],
        surcharge_cents=payment.surcharge_cents,
        balance_cents=ledger.balance_cents(order),
    )
    return SettlementOutcome.PAID


def _settle_milestone(payment: Payment, milestone: Milestone, *, now: datetime) -> None:
    # The amount on the page settles the milestone, even if charges changed while the page was open:
    # more is waived, less is refunded.
    changed_cents = milestones.share_of(payment.order, milestone.kind).open_cents
    milestones.mark_paid(milestone, actor=CARDS, now=now)
    if changed_cents > 0:
        waived = LedgerPosting(
            kind=Kind.REVERSAL,
            amount_cents=-changed_cents,
            key=f"waived:{payment.public_id}",
            note="came up after the page was opened",
            milestone=milestone,
            payment=payment,
        )
        ledger.post(payment.order, waived, actor=CARDS, now=now)
    if changed_cents < 0:
        refunds.request_refund(
            payment,
            amount_cents=-changed_cents,
            reason="more than was due",
            key=f"over:{payment.public_id}",
            actor=CARDS,
            now=now,
        )


def _money(payment: Payment, *, charge: str) -> LedgerPosting:
    return LedgerPosting(
        kind=Kind.PAYMENT,
        amount_cents=-payment.amount_cents,
        key=f"paid:{charge}",
        note=payment.get_method_display(),
        payment=payment,
        milestone=payment.milestone,
    )
