"""Disputes as the provider reports them, and their ledger entries (PAY-04.2)."""

from datetime import datetime

from django.db import transaction
from django.db.models import Sum

from standby.orders.models import Order
from standby.orders.selectors import orders as bookings
from standby.orders.services.order_log import CARDS, ensure_version, log_change
from standby.payments.models import Dispute, LedgerEntry, Payment, Refund
from standby.payments.providers.cards import DisputeState
from standby.payments.rules import is_closed, is_final, short_status
from standby.payments.services import ledger
from standby.payments.services.ledger import Kind, LedgerPosting, account_of_charge


def update_dispute(
    payment: Payment, state: DisputeState, *, charge: str, requested_at: datetime, now: datetime
) -> Dispute | None:
    """Store the provider's report on a dispute; returns None when nothing in it is new.

    Call it in a transaction with the order's row locked. Withdrawn and reinstated amounts never
    decrease, so that an outdated response of the provider reverses nothing.
    """
    dispute = Dispute.objects.filter(provider_ref=state.id).first()
    if dispute is None:
        dispute = Dispute(
            provider_ref=state.id,
            payment=payment,
            charge=charge,
            amount_cents=state.amount_cents,
            opened_at=state.opened_at,
            seen_at=requested_at,
        )
    before, was = _facts(dispute), dispute.status
    if requested_at >= dispute.seen_at:
        dispute.seen_at, dispute.status = requested_at, state.status[:30]
        dispute.reason, dispute.respond_by = state.reason[:60], state.respond_by
        dispute.closed_at = (dispute.closed_at or now) if is_closed(state.status) else None
    if state.withdrawn_cents > dispute.withdrawn_cents:
        dispute.withdrawn_cents = state.withdrawn_cents
        dispute.funds_withdrawn_at = dispute.funds_withdrawn_at or now
    if state.reinstated_cents > dispute.reinstated_cents:
        dispute.reinstated_cents = state.reinstated_cents
        dispute.funds_reinstated_at = dispute.funds_reinstated_at or now
    if dispute.pk is not None and _facts(dispute) == before:
        return None
    dispute.save()
    description = f"{dispute.reason} ({dispute.status})"
    log_change(
        payment.order,
        subject="dispute",
        change=(short_status(was), short_status(dispute.status)),
        actor=CARDS,
        now=now,
        note=f"{dispute.provider_ref}, {dispute.amount_cents} cents: {description}",
    )
    return dispute


def post_disputes(payment: Payment, *, charge: str, now: datetime) -> int:
    """Post what banks hold of this charge to the ledger; returns the change in cents.

    Together the disputes of a charge never take more than was paid. Call it in a transaction with
    the order's row locked.
    """
    left_cents, changed_cents = payment.amount_cents, 0
    for dispute in Dispute.objects.filter(charge=charge).order_by("pk"):
        held_cents = max(0, dispute.withdrawn_cents - dispute.reinstated_cents)
        taken_cents = min(held_cents, left_cents)
        left_cents -= taken_cents
        change_cents = taken_cents - dispute.taken_cents
        if not change_cents:
            continue
        number = LedgerEntry.objects.filter(dispute=dispute).count() + 1
        posting = LedgerPosting(
            kind=Kind.TAKEN_BACK if change_cents > 0 else Kind.REINSTATED,
            amount_cents=change_cents,
            key=f"dispute:{dispute.pk}:{number}",
            note=dispute.reason.replace("_", " "),
            milestone=payment.milestone,
            payment=payment,
            dispute=dispute,
        )
        ledger.post(account_of_charge(payment, charge=charge), posting, actor=CARDS, now=now)
        Dispute.objects.filter(pk=dispute.pk).update(taken_cents=taken_cents)
        changed_cents += change_cents
    own = Dispute.objects.filter(payment=payment, charge=payment.provider_ref or "")
    payment.disputed_cents = int(own.aggregate(sum=Sum("taken_cents"))["sum"] or 0)
    Payment.objects.filter(pk=payment.pk).update(disputed_cents=payment.disputed_cents)
    return changed_cents


def has_lost_money(payment: Payment) -> bool:
    own = Dispute.objects.filter(payment=payment, charge=payment.provider_ref or "")
    is_bank_transfer = payment.method == Payment.Method.BANK
    return any(
        is_final(dispute.status, is_bank_transfer=is_bank_transfer)
        for dispute in own.filter(taken_cents__gt=0)
    )


def disputes_of(order: Order) -> list[Dispute]:
    disputes = Dispute.objects.filter(payment__order=order).select_related("payment")
    return list(disputes.order_by("pk"))


def undecided_cents(order: Order) -> int:
    """Return the cents that banks hold of the order's payments without having decided."""
    paid = Payment.objects.filter(order=order, status=Payment.Status.PAID)
    return int(paid.aggregate(sum=Sum("disputed_cents"))["sum"] or 0)


def keep_visit(order: Order, *, actor: str, now: datetime, if_version: int | None = None) -> None:
    """Keep a visit whose scheduling fee was refunded or lost to a dispute.

    Idempotent. Raises ChangedMeanwhile.
    """
    with transaction.atomic(durable=True):
        bookings.lock_order(order.pk)
        refunds = Refund.objects.filter(payment__order=order, needs_decision=True)
        disputes = Dispute.objects.filter(payment__order=order, needs_decision=True)
        if not refunds.exists() and not disputes.exists():
            return
        ensure_version(order, if_version, now=now)
        refunds.update(needs_decision=False)
        disputes.update(needs_decision=False)
        log_change(order, subject="visit", change=("", "kept"), actor=actor, now=now)


def take_surcharge_back(payment: Payment, *, now: datetime) -> None:
    """Reverse the surcharge of a payment that the bank took back in full. Safe to repeat."""
    is_refunded = LedgerEntry.objects.filter(key=f"surcharge_back:{payment.public_id}").exists()
    returned, again = _surcharge_entries(payment)
    if not payment.left_cents and not is_refunded and returned == again:
        key = f"surcharge_returned:{payment.public_id}:{returned + 1}"
        _post_surcharge(payment, Kind.REVERSAL, -payment.surcharge_cents, key=key, now=now)


def charge_surcharge_again(payment: Payment, *, now: datetime) -> None:
    """Charge the surcharge again after the bank paid all or part of it back to us.

    Safe to repeat.
    """
    returned, again = _surcharge_entries(payment)
    if returned > again:
        key = f"surcharge_again:{payment.public_id}:{again + 1}"
        _post_surcharge(payment, Kind.SURCHARGE, payment.surcharge_cents, key=key, now=now)


def _surcharge_entries(payment: Payment) -> tuple[int, int]:
    # Keys are numbered: the surcharge may go and come back more than once.
    entries = LedgerEntry.objects.filter(payment=payment)
    returned = entries.filter(key__startswith=f"surcharge_returned:{payment.public_id}:")
    again = entries.filter(key__startswith=f"surcharge_again:{payment.public_id}:")
    return returned.count(), again.count()


def _post_surcharge(
    payment: Payment, kind: LedgerEntry.Kind, amount_cents: int, *, key: str, now: datetime
) -> None:
    posting = LedgerPosting(
        kind=kind,
        amount_cents=amount_cents,
        key=key,
        note="card surcharge",
        milestone=payment.milestone,
        payment=payment,
    )
    ledger.post(payment.order, posting, actor=CARDS, now=now)


def _facts(dispute: Dispute) -> tuple[object, ...]:
    return (
        dispute.status,
        dispute.reason,
        dispute.respond_by,
        dispute.withdrawn_cents,
        dispute.reinstated_cents,
    )
