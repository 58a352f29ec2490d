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
from standby.orders.services.seats import DayFull
from standby.payments.models import Milestone, Payment
from standby.payments.providers.cards import Cards, CheckoutState, PageStatus
from standby.payments.selectors import payments as queries
from standby.payments.services import charges as services
from standby.payments.services import ledger, milestones, refunds
from standby.payments.services.ledger import Kind, LedgerPosting
from standby.pricing.selectors import catalog
from standby.workflows.confirm_order import after_confirmation

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
            return _record_unpaid(payment, state=state, now=now)
        payment.order.status = bookings.lock_order(payment.order_id).status
        payment.refresh_from_db(fields=["status"])
        if _is_mismatch(state, payment=payment, cards=cards):
            notify_staff(
                payment.order,
                topic=SettlementOutcome.MISMATCH,
                now=now,
            )
            return SettlementOutcome.MISMATCH
        return _record_payment(payment, state=state, cards=cards, now=now)


def _record_unpaid(payment: Payment, *, state: CheckoutState, now: datetime) -> SettlementOutcome:
    if state.status == PageStatus.EXPIRED:
        services.mark_expired(state.id)
    elif state.has_failed:
        _record_bank_failure(payment, page_id=state.id, now=now)
    elif state.status == PageStatus.COMPLETE:
        services.mark_processing(state.id, now=now)
    return SettlementOutcome.NOT_PAID


def _record_bank_failure(payment: Payment, *, page_id: str, now: datetime) -> None:
    # The bank transfer did not arrive, so the milestone is due again and the homeowner is notified.
    milestone = payment.milestone
    is_new = services.mark_bank_failed(page_id, now=now)
    if not is_new or milestone is None or milestone.status != Milestone.Status.DUE:
        return
    share = milestones.share_of(payment.order, milestone.kind)
    notify_customer(
        payment.order,
        kind="milestone_due",
        dedupe_part=f"failed:{page_id}",
        now=now,
        milestone=milestone.kind,
        amount_cents=milestone.amount_cents,
        due_cents=share.due_cents,
    )


def _is_mismatch(state: CheckoutState, *, payment: Payment, cards: Cards) -> bool:
    expected = {"order_id": str(payment.order.public_id), "payment_id": str(payment.public_id)}
    return (
        state.amount_cents != payment.amount_cents
        or state.currency != payment.currency
        or state.is_live != cards.is_live
        or state.charge is None
        or dict(state.metadata) != expected
    )


def _record_payment(
    payment: Payment,
    *,
    state: CheckoutState,
    cards: Cards,
    now: datetime,
) -> SettlementOutcome:
    charge = state.charge or ""
    services.mark_complete(payment, session_id=state.id)
    # A charge for a payment that was given up counts, unless its replacement was paid.
    is_given_up = payment.status == Payment.Status.CANCELLED
    if is_given_up and not services.abandon_replacements(payment, now=now):
        return _return_second_charge(payment, charge=charge, now=now)
    confirmation = services.ChargeConfirmation(provider=cards.name, charge=charge)
    if not services.mark_paid(payment, receipt=confirmation, now=now):
        payment.refresh_from_db(fields=["status", "provider_ref"])
        if payment.provider_ref == charge:
            return SettlementOutcome.BEFORE
        return _return_second_charge(payment, charge=charge, now=now)
    payment.provider_ref, payment.paid_at = charge, now
    if payment.order.status == Order.Status.CANCELLED:
        return _return_late_payment(payment, now=now)
    _post_payment(payment, now=now)
    if payment.purpose == Payment.Purpose.SCHEDULING_FEE:
        return _settle_fee(payment, now=now)
    return _settle_project_payment(payment, now=now)


def _return_second_charge(payment: Payment, *, charge: str, now: datetime) -> SettlementOutcome:
    _post_money(payment, charge=charge, now=now)
    refund_reason = refunds.RefundReason(reason="paid twice", key=f"twice:{charge}", actor=CARDS)
    refunds.return_charge(
        payment, charge=charge, amount_cents=payment.amount_cents, why=refund_reason, now=now
    )
    notify_staff(
        payment.order,
        topic=f"paid twice, {charge} goes back",
        now=now,
    )
    return SettlementOutcome.TWICE


def _return_late_payment(payment: Payment, *, now: datetime) -> SettlementOutcome:
    # The order was canceled meanwhile: refund all that the cancellation does not leave owed.
    _post_money(payment, charge=payment.provider_ref or "", now=now)
    refundable_cents = max(0, -refunds.balance_when_all_is_sent(payment.order))
    back_cents = min(payment.amount_cents, refundable_cents)
    if back_cents:
        refund_reason = refunds.RefundReason(
            reason="paid after cancelling", key=f"late:{payment.public_id}", actor=CARDS
        )
        refunds.request_refund(payment, amount_cents=back_cents, why=refund_reason, now=now)
    notify_staff(payment.order, topic="paid after it was cancelled", now=now)
    return SettlementOutcome.RETURNED


def _settle_fee(fee: Payment, *, now: datetime) -> SettlementOutcome:
    appointment = bookings.newest_appointment_of(fee.order)
    usual_crews = catalog.configuration().scheduling.crews_per_day
    try:
        booking.confirm_appointment(appointment, usual_crews=usual_crews, actor=CARDS, now=now)
    except DayFull:
        booking.ask_for_new_date(appointment, actor=CARDS, now=now)
        notify_customer(
            appointment.order,
            kind="date_lost",
            dedupe_part=f"{now:%Y%m%d%H%M%S}",
            now=now,
            appointment=appointment,
        )
        notify_staff(fee.order, topic="paid, but its date is gone", now=now)
        return SettlementOutcome.DATE_LOST
    except StatusMoved:
        notify_staff(fee.order, topic="paid after it was cancelled", now=now)
        return SettlementOutcome.DATE_LOST
    ordering.schedule_order(fee.order, actor=CARDS, now=now)
    after_confirmation(appointment, now=now)
    return SettlementOutcome.CONFIRMED


def _settle_project_payment(payment: Payment, *, now: datetime) -> SettlementOutcome:
    order = payment.order
    if payment.milestone is None:
        milestones.credit_fees(order, now=now)
    else:
        _settle_milestone(payment, milestone=payment.milestone, now=now)
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


def _settle_milestone(payment: Payment, *, milestone: Milestone, now: datetime) -> None:
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
        refund_reason = refunds.RefundReason(
            reason="more than was due", key=f"over:{payment.public_id}", actor=CARDS
        )
        refunds.request_refund(payment, amount_cents=-changed_cents, why=refund_reason, now=now)


def _post_payment(payment: Payment, *, now: datetime) -> None:
    # Fees are charged when they are paid; milestones were charged when they were reached.
    charged = _CHARGED_WHEN_PAID.get(Payment.Purpose(payment.purpose))
    cents = payment.amount_cents if charged else payment.surcharge_cents
    ledger.post(
        payment.order,
        LedgerPosting(
            kind=charged or Kind.SURCHARGE,
            amount_cents=cents,
            key=f"charged:{payment.public_id}",
            payment=payment,
            milestone=payment.milestone,
        ),
        actor=CARDS,
        now=now,
    )
    _post_money(payment, charge=payment.provider_ref or "", now=now)


def _post_money(payment: Payment, *, charge: str, now: datetime) -> None:
    posting = LedgerPosting(
        kind=Kind.PAYMENT,
        amount_cents=-payment.amount_cents,
        key=f"paid:{charge}",
        note=payment.get_method_display(),
        payment=payment,
        milestone=payment.milestone,
    )
    ledger.post(payment.order, posting, actor=CARDS, now=now)
