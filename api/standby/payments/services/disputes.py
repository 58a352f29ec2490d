"""Disputes as the provider reports them, and their ledger entries (PAY-04.2)."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Sum

from standby.orders.models import Order
from standby.orders.services.order_log import CARDS, log_change
from standby.payments.models import Dispute, LedgerEntry, Payment
from standby.payments.rules.disputes import is_closed, is_final, short_status
from standby.payments.services import ledger
from standby.payments.services.ledger import Kind, LedgerPosting
from standby.payments.services.refunds import account_of_charge


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """The provider's report on one dispute; amounts are in cents."""

    provider_ref: str
    amount_cents: int
    reason: str
    status: str
    opened_at: datetime
    respond_by: datetime | None
    withdrawn_cents: int
    reinstated_cents: int


def update_dispute(
    payment: Payment, reported: Reported, *, charge: str, requested_at: datetime, now: datetime
) -> Dispute | None:
    """Store the provider's report on a dispute; returns None when nothing in it is new.

    Call it in a transaction with the order's row locked. Withdrawn and reinstated amounts never
    decrease, so that an outdated response of the provider reverses nothing.
    """
    dispute = Dispute.objects.filter(provider_ref=reported.provider_ref).first()
    if dispute is None:
        dispute = Dispute(
            provider_ref=reported.provider_ref,
            payment=payment,
            charge=charge,
            amount_cents=reported.amount_cents,
            opened_at=reported.opened_at,
            seen_at=requested_at,
        )
    before, was = _facts(dispute), dispute.status
    if requested_at >= dispute.seen_at:
        dispute.seen_at, dispute.status = requested_at, reported.status[:30]
        dispute.reason, dispute.respond_by = reported.reason[:60], reported.respond_by
        is_over = is_closed(reported.status)
        dispute.closed_at = (dispute.closed_at or now) if is_over else None
    if reported.withdrawn_cents > dispute.withdrawn_cents:
        dispute.withdrawn_cents = reported.withdrawn_cents
        dispute.funds_withdrawn_at = dispute.funds_withdrawn_at or now
    if reported.reinstated_cents > dispute.reinstated_cents:
        dispute.reinstated_cents = reported.reinstated_cents
        dispute.funds_reinstated_at = dispute.funds_reinstated_at or now
    if dispute.pk is not None and _facts(dispute) == before:
        return None
    dispute.save()
    description = f"{dispute.reason} ({dispute.status})"
    note = f"{dispute.provider_ref}, {dispute.amount_cents} cents: {description}"
    log_change(
        payment.order,
        subject="dispute",
        change=(short_status(was), short_status(dispute.status)),
        actor=CARDS,
        now=now,
        note=note,
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
        if taken_cents != dispute.taken_cents:
            change_cents = taken_cents - dispute.taken_cents
            _post(payment, dispute, change_cents=change_cents, now=now)
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


def ask_for_decision(payment: Payment) -> None:
    # Staff decide about the visit, as its fee is gone.
    lost = Dispute.objects.filter(payment=payment, taken_cents__gt=0)
    lost.update(needs_decision=True)


def drop_decision(payment: Payment) -> None:
    # The money is back, so nothing is left to decide.
    Dispute.objects.filter(payment=payment, needs_decision=True).update(needs_decision=False)


def _facts(dispute: Dispute) -> tuple[object, ...]:
    return (
        dispute.status,
        dispute.reason,
        dispute.respond_by,
        dispute.withdrawn_cents,
        dispute.reinstated_cents,
    )


def _post(payment: Payment, dispute: Dispute, *, change_cents: int, now: datetime) -> None:
    number = LedgerEntry.objects.filter(dispute=dispute).count() + 1
    line = LedgerPosting(
        kind=Kind.TAKEN_BACK if change_cents > 0 else Kind.REINSTATED,
        amount_cents=change_cents,
        key=f"dispute:{dispute.pk}:{number}",
        note=dispute.reason.replace("_", " "),
        milestone=payment.milestone,
        payment=payment,
        dispute=dispute,
    )
    account = account_of_charge(payment, charge=dispute.charge)
    ledger.post(account, line, actor=CARDS, now=now)
