"""Charges: fees that are due, payments as the provider reports them, and its stored events."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from django.db.models import Q

from standby.core import jobs
from standby.core.errors import Conflict, _
from standby.core.lifecycle import CHECKOUT, statuses_before
from standby.core.models import Job
from standby.core.transactions import in_transaction
from standby.core.words import Sentence
from standby.orders.models import Order
from standby.orders.selectors import orders
from standby.orders.services.notify import notify_customer, notify_staff
from standby.orders.services.order_log import CARDS, VISITOR, log_change, move_status
from standby.payments.models import CheckoutSession, LedgerEntry, Payment, PaymentEvent
from standby.payments.providers.cards import Cards, CheckoutState, PageStatus
from standby.payments.rules import receipt_titles
from standby.payments.services import ledger, milestones, refunds
from standby.payments.services.failed_payments import tell_transfer_failed
from standby.payments.services.fee_credits import retained_credits
from standby.payments.services.ledger import Kind

_CHARGED_WHEN_PAID: Final = {
    Payment.Purpose.SCHEDULING_FEE: Kind.SCHEDULING_FEE,
    Payment.Purpose.DIAGNOSTIC: Kind.DIAGNOSTIC,
}
_UNPAID: Final = (Payment.Status.DUE, Payment.Status.CANCELLED)


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


class NothingDue(Conflict):
    code = "nothing_due"
    message = _("Nothing is due for this order.")


class AlreadyPaid(Conflict):
    code = "already_paid"
    message = _("This has already been paid. Thank you.")


class PaymentDue(Conflict):
    code = "payment_due"
    message = _("The fee has to be paid before the appointment is confirmed.")


def create_first_fee(order: Order, *, now: datetime) -> Payment | None:
    """Create the fee of a new order; None when the visit is free. The caller logs it."""
    if order.scheduling_fee_cents == 0:
        return None
    return Payment.objects.create(
        order=order,
        purpose=Payment.Purpose.SCHEDULING_FEE,
        amount_cents=order.scheduling_fee_cents,
        created_at=now,
    )


def create_scheduling_fee(order: Order, *, now: datetime) -> Payment | None:
    """Return the order's fee, creating it if needed; None when the visit is free.

    Safe to repeat.
    """
    fee = scheduling_fee_of(order)
    if fee is not None:
        return fee
    fee = create_first_fee(order, now=now)
    if fee is not None:
        log_change(order, subject="payment", change=("", fee.status), actor=VISITOR, now=now)
    return fee


def scheduling_fee_of(order: Order) -> Payment | None:
    fees = order.payments.filter(purpose=Payment.Purpose.SCHEDULING_FEE)
    return fees.exclude(status=Payment.Status.CANCELLED).first()


def fee_to_pay(order: Order) -> Payment:
    fee = scheduling_fee_of(order)
    if fee is None or fee.status == Payment.Status.RETURNED:
        raise NothingDue
    if fee.status != Payment.Status.DUE:
        raise AlreadyPaid
    return fee


def ensure_nothing_due(order: Order) -> None:
    fee = scheduling_fee_of(order)
    if fee is not None and fee.status == Payment.Status.DUE:
        raise PaymentDue


def payment_of_page(session_id: str, *, metadata: Mapping[str, str]) -> Payment | None:
    """Return the payment of a checkout page.

    The page's metadata is the fallback: the provider's response with the page's id may have been
    lost.
    """
    payments = Payment.objects.select_related("order__customer", "order__order_location")
    payment = payments.filter(checkouts__stripe_session_id=session_id).first()
    return payment or payment_by_reference(metadata.get("payment_id", ""))


def payment_by_reference(reference: str) -> Payment | None:
    try:
        public_id = UUID(reference)
    except ValueError:
        return None
    payments = Payment.objects.select_related("order__customer", "order__order_location")
    return payments.filter(public_id=public_id).first()


def confirmation_values(order: Order, *, now: datetime) -> dict[str, Any]:
    """Return for the mail that confirms a date what is still to pay, and what it counts."""
    return {
        "remaining_cents": milestones.what_remains(order, now=now)["remaining_cents"],
        "taken_off": [
            Sentence(
                _("the %(amount)s %(credit)s"),
                amounts={"amount": each.cents},
                parts={"credit": each.title},
            )
            for each in retained_credits(order, is_planned=False, now=now)
        ],
    }


@in_transaction
def record_unpaid(payment: Payment, state: CheckoutState, *, now: datetime) -> None:
    """Record a page that expired, waits for a bank or was refused by it. Safe to repeat."""
    pages = CheckoutSession.objects.filter(stripe_session_id=state.id)
    expirable = pages.filter(status__in=statuses_before(CHECKOUT, "expired"))
    if state.status == PageStatus.EXPIRED:
        expirable.update(status=CheckoutSession.Status.EXPIRED)
    elif state.has_failed:
        if not pages.filter(failed_at=None).update(failed_at=now):
            return
        expirable.update(status=CheckoutSession.Status.EXPIRED)
        tell_transfer_failed(payment, page=pages.first(), now=now)
    elif state.status == PageStatus.COMPLETE:
        pages.filter(processing_at=None).update(processing_at=now)


def record_paid(
    payment: Payment, state: CheckoutState, *, cards: Cards, now: datetime
) -> SettlementOutcome:
    """Record a page that was paid: in the payment, the ledger and its milestone. Idempotent.

    Money that came twice or too late is refunded, and a page that does not fit the payment is left
    to staff. Call it in a transaction; it locks the order's row.
    """
    order, charge = payment.order, state.charge
    order.status = orders.lock_order(payment.order_id).status
    payment.refresh_from_db(fields=["status"])
    expected = {"order_id": str(order.public_id), "payment_id": str(payment.public_id)}
    if (
        charge is None
        or (state.amount_cents, state.currency) != (payment.amount_cents, payment.currency)
        or state.is_live != cards.is_live
        or dict(state.metadata) != expected
    ):
        notify_staff(order, topic=SettlementOutcome.MISMATCH, now=now)
        return SettlementOutcome.MISMATCH
    # A page without an id matches too: the provider's response with its id may have been lost.
    CheckoutSession.objects.filter(
        Q(stripe_session_id=state.id)
        | Q(stripe_session_id=None, status=CheckoutSession.Status.OPENING),
        payment=payment,
        status__in=statuses_before(CHECKOUT, "complete"),
    ).update(status=CheckoutSession.Status.COMPLETE)
    # A charge for a payment that was given up counts, unless its replacement was paid.
    is_cancelled = payment.status == Payment.Status.CANCELLED
    is_replaced = is_cancelled and not abandon_replacements(payment, now=now)
    if is_replaced or not mark_paid(payment, provider=cards.name, charge=charge, now=now):
        payment.refresh_from_db(fields=["status", "provider_ref"])
        if payment.provider_ref == charge:
            return SettlementOutcome.BEFORE
        _return_second_charge(payment, charge=charge, now=now)
        return SettlementOutcome.TWICE
    if order.status == Order.Status.CANCELLED:
        _return_late_payment(payment, charge=charge, now=now)
        return SettlementOutcome.RETURNED
    _post(payment, charge=charge, now=now)
    if payment.purpose != Payment.Purpose.SCHEDULING_FEE:
        _settle_project_payment(payment, now=now)
    return SettlementOutcome.PAID


def store_paid_fee(fee: Payment, *, now: datetime) -> None:
    """Store a fee that was paid before there was an order, and post it to the order's ledger."""
    fee.save(force_insert=True)
    change = ("", fee.status)
    log_change(fee.order, subject="payment", change=change, actor=CARDS, now=now, note=fee.purpose)
    _post(fee, charge=fee.provider_ref or "", now=now)


def _post(payment: Payment, *, charge: str, now: datetime) -> None:
    # Fees are charged when they are paid; milestones were charged when they were reached.
    charged = _CHARGED_WHEN_PAID.get(Payment.Purpose(payment.purpose))
    posting = LedgerEntry(
        kind=charged or Kind.SURCHARGE,
        amount_cents=payment.amount_cents if charged else payment.surcharge_cents,
        key=f"charged:{payment.public_id}",
        payment=payment,
        milestone=payment.milestone,
    )
    entries = (posting, _received(payment, charge=charge))
    ledger.post(payment.order, *entries, actor=CARDS, now=now)


def _received(payment: Payment, *, charge: str) -> LedgerEntry:
    return LedgerEntry(
        kind=Kind.PAYMENT,
        amount_cents=-payment.amount_cents,
        key=f"paid:{charge}",
        note=payment.get_method_display(),
        payment=payment,
        milestone=payment.milestone,
    )


def _return_second_charge(payment: Payment, *, charge: str, now: datetime) -> None:
    ledger.post(payment.order, _received(payment, charge=charge), actor=CARDS, now=now)
    refunds.request_refund(
        payment,
        second_charge=charge,
        amount_cents=payment.amount_cents,
        reason="The same amount was paid twice",
        key=f"twice:{charge}",
        actor=CARDS,
        now=now,
    )
    notify_staff(payment.order, topic=f"paid twice, {charge} goes back", now=now)


def _return_late_payment(payment: Payment, *, charge: str, now: datetime) -> None:
    # The order was canceled meanwhile: refund all that the cancellation does not leave owed.
    order = payment.order
    ledger.post(order, _received(payment, charge=charge), actor=CARDS, now=now)
    refundable_cents = max(0, -ledger.balance_when_all_is_sent(order))
    back_cents = min(payment.amount_cents, refundable_cents)
    if back_cents:
        refunds.request_refund(
            payment,
            amount_cents=back_cents,
            reason="It was paid after your order was canceled",
            key=f"late:{payment.public_id}",
            actor=CARDS,
            now=now,
        )
    notify_staff(order, topic="paid after it was canceled", now=now)


def _settle_project_payment(payment: Payment, *, now: datetime) -> None:
    order, milestone = payment.order, payment.milestone
    if milestone is None:
        milestones.credit_fees(order, now=now)
    else:
        # The amount on the page settles the milestone, even if charges changed while the page was
        # open: more is waived, less is refunded.
        changed_cents = milestones.milestone_of(order, milestone.kind).open_cents
        milestones.mark_paid(milestone, actor=CARDS, now=now)
        if changed_cents > 0:
            waived = LedgerEntry(
                kind=Kind.REVERSAL,
                amount_cents=-changed_cents,
                key=f"waived:{payment.public_id}",
                note="came up after the page was opened",
                milestone=milestone,
                payment=payment,
            )
            ledger.post(order, waived, actor=CARDS, now=now)
        if changed_cents < 0:
            refunds.request_refund(
                payment,
                amount_cents=-changed_cents,
                reason="More was paid than was due",
                key=f"over:{payment.public_id}",
                actor=CARDS,
                now=now,
            )
    notify_customer(
        order,
        kind="payment_received",
        dedupe_part=str(payment.public_id),
        now=now,
        amount_cents=payment.amount_cents,
        what=receipt_titles(milestones.percents_of(order))[payment.purpose],
        surcharge_cents=payment.surcharge_cents,
        **milestones.what_remains(order, now=now),
    )


def mark_paid(payment: Payment, *, provider: str, charge: str, now: datetime) -> bool:
    # Returns False, with nothing changed, if it was paid before.
    is_new = move_status(
        payment,
        Payment.Status.PAID,
        after=_UNPAID,
        actor=CARDS,
        now=now,
        provider=provider,
        provider_ref=charge,
        paid_at=now,
    )
    if is_new:
        payment.provider_ref, payment.paid_at = charge, now
    return is_new


def abandon_payment(payment: Payment, *, actor: str, now: datetime) -> None:
    # Money that still arrives for it is accepted.
    move_status(payment, Payment.Status.CANCELLED, actor=actor, now=now)


def abandon_replacements(payment: Payment, *, now: datetime) -> bool:
    # Returns False when a replacement was paid: then this money came a second time.
    others = Payment.objects.filter(order=payment.order, purpose=payment.purpose)
    others = others.exclude(pk=payment.pk)
    if others.filter(status=Payment.Status.PAID).exists():
        return False
    for other in others.filter(status=Payment.Status.DUE):
        abandon_payment(other, actor=CARDS, now=now)
    return True


def mark_returned(payment: Payment, *, now: datetime) -> bool:
    # Returns False if that was known.
    return move_status(payment, Payment.Status.RETURNED, actor=CARDS, now=now)


def stands_again(payment: Payment, *, now: datetime) -> bool:
    # Returns False if that was known, or if a replacement is due or paid.
    others = Payment.objects.filter(
        order=payment.order_id,
        purpose=payment.purpose,
        status__in=(Payment.Status.DUE, Payment.Status.PAID),
    )
    returned = (Payment.Status.REFUNDED, Payment.Status.RETURNED)
    return not others.exclude(pk=payment.pk).exists() and move_status(
        payment, Payment.Status.PAID, after=returned, actor=CARDS, now=now
    )


def store_event(
    *, provider: str, event_id: str, kind: str, payload: dict[str, Any], now: datetime
) -> None:
    # Without the secrets and links in it. Safe to repeat; call it in a transaction.
    PaymentEvent.objects.bulk_create(
        [
            PaymentEvent(
                provider=provider,
                event_id=event_id,
                type=kind[:80],
                payload=_without_secrets(payload),
                received_at=now,
            )
        ],
        ignore_conflicts=True,
    )
    jobs.enqueue((Job.Kind.PAYMENT_EVENT, f"{provider}:{event_id}"), due_at=now)


def _without_secrets(value: Any) -> Any:
    # Payment pages, receipt links and client secrets are never needed later, so they are not
    # stored.
    if isinstance(value, dict):
        return {
            name: _without_secrets(inner)
            for name, inner in value.items()
            if not name.endswith(("client_secret", "url"))
        }
    return [_without_secrets(inner) for inner in value] if isinstance(value, list) else value
