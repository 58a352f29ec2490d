"""Cancellation of an order: reversed charges, refunds, and what the customer still owes."""

from datetime import datetime
from typing import Final

from django.db.models import Q

from standby.core import jobs
from standby.core.models import Job
from standby.core.policy import CREDIT_LASTS
from standby.core.transactions import in_transaction
from standby.core.words import Sentence, _
from standby.orders.models import Order
from standby.orders.rules.cancelling import CancellationTerms
from standby.payments.models import Cancellation, LedgerEntry, Payment
from standby.payments.rules import transfer_after_cancelling
from standby.payments.selectors import moving_transfer_cents
from standby.payments.services import charges, ledger, refunds
from standby.payments.services.fee_credits import retained_credits
from standby.payments.services.ledger import Kind
from standby.payments.services.milestones import (
    PriceBelowPaid,
    cancel_milestones,
    ensure_replannable,
    milestones_of,
)


def payments_towards(order: Order) -> list[Payment]:
    """Return payments for the order that still hold money, newest first, the order of refunding.

    Includes fees credited to it from an order that the same customer cancelled before.
    """
    credited = LedgerEntry.objects.filter(order=order, kind=Kind.CREDIT).values("payment")
    paid = Payment.objects.filter(
        Q(order=order) | Q(pk__in=credited), status__in=Payment.REFUNDABLE
    )
    return [
        payment
        for payment in paid.select_related("order").order_by("-paid_at", "-pk")
        if payment.left_cents
    ]


def ensure_not_below_paid(order: Order, *, total_cents: int) -> None:
    """Check that a new total leaves nothing paid too much. Raises PriceBelowPaid.

    Late fees and card surcharges were paid beside the total.
    """
    payments, plan = payments_towards(order), milestones_of(order)
    apart_cents = visit_only_cents(order, payments) if plan else 0
    beside_cents = ledger.surcharged_cents(order) + sum(each.late_fee_cents for each in plan)
    if total_cents < left_of(payments) - apart_cents - beside_cents:
        raise PriceBelowPaid
    if plan:
        ensure_replannable(plan, total_cents=total_cents)


def left_of(payments: list[Payment]) -> int:
    return sum(payment.left_cents for payment in payments)


def visit_only_cents(order: Order, payments: list[Payment]) -> int:
    """Return the cents left of payments made for the visit only, never credited to the project."""
    entries = LedgerEntry.objects.filter(order=order, kind=Kind.CREDIT)
    credited = set(entries.values_list("payment_id", flat=True))
    return left_of(
        [
            payment
            for payment in payments
            if payment.milestone_id is None and payment.pk not in credited
        ]
    )


def under_way(order: Order, *, owed_cents: int, now: datetime) -> list[Sentence]:
    """Return what becomes of other money while the order is canceled.

    That is a bank transfer or a refund on its way, and what an earlier cancellation left.
    `owed_cents` is what canceling leaves to be paid. Call it before the cancellation is settled.
    """
    refunding_cents = ledger.unsent_cents(order)
    refund = Sentence(
        _("A refund of %(amount)s from before is still on its way to you."),
        amounts={"amount": refunding_cents},
    )
    transfer = transfer_after_cancelling(moving_transfer_cents(order), owed_cents=owed_cents)
    is_credited = order.milestones.exists()
    credits_left = [
        Sentence(
            _INCLUDED if is_credited else _STAYS,
            amounts={"amount": each.cents},
            days={"day": each.canceled_on + CREDIT_LASTS},
            parts={"credit": each.title},
        )
        for each in retained_credits(order, is_planned=is_credited, now=now)
    ]
    moving = [refund] if refunding_cents > 0 else []
    return [*moving, *([transfer] if transfer else []), *credits_left]


def under_way_words(order: Order, *, owed_cents: int, now: datetime) -> str:
    """Return the same as it is read on a page; empty when there is none."""
    return " ".join(map(str, under_way(order, owed_cents=owed_cents, now=now)))


_INCLUDED: Final = _("What you paid includes the %(amount)s %(credit)s.")
_STAYS: Final = _(
    "The %(amount)s %(credit)s stays as it is: it comes off your bill if you go ahead with another "
    "installation by %(day)s."
)


@in_transaction
def settle_cancellation(
    order: Order,
    terms: CancellationTerms,
    *,
    costs_cents: int,
    reason: str,
    actor: str,
    now: datetime,
) -> None:
    """Settle a cancelled order: reverse charges, cancel milestones, request refunds.

    Call it once per order, with the order's row locked. Afterwards the balance is
    what the customer still owes, less the refunds on their way.
    """
    Cancellation.objects.create(
        order=order,
        rule=terms.rule,
        retained_cents=terms.retained_cents,
        refund_cents=terms.refund_cents,
        costs_cents=costs_cents,
        reason=reason[:500],
        cancelled_by=actor,
        cancelled_at=now,
    )
    for payment in Payment.objects.filter(order=order, status=Payment.Status.DUE):
        charges.abandon_payment(payment, actor=actor, now=now)
    cancel_milestones(order, actor=actor, now=now)
    # Charges are reversed down to what stays owed.
    balance_cents = ledger.balance_when_all_is_sent(order)
    target_cents = terms.owed_cents - terms.refund_cents - terms.charge_cents
    ledger.post(
        order,
        LedgerEntry(
            kind=Kind.REVERSAL,
            amount_cents=target_cents - balance_cents,
            key=f"cancelled:{order.pk}",
            note="No longer charged, as the order was canceled",
        ),
        LedgerEntry(
            kind=Kind.CANCELLATION_FEE,
            amount_cents=terms.charge_cents,
            key=f"cancellation_fee:{order.pk}",
            note="By the cancellation terms of the agreement",
        ),
        actor=actor,
        now=now,
    )
    # Its papers follow also where nothing had to be posted.
    jobs.requeue(Job.Kind.INVOICE, str(order.public_id), now=now)
    # Refunds are requested of the newest payments first.
    left_cents = terms.refund_cents
    for payment in payments_towards(order):
        part_cents = min(left_cents, payment.left_cents)
        if part_cents:
            refunds.request_refund(
                payment,
                amount_cents=part_cents,
                reason="Your order was canceled",
                key=f"cancel:{order.pk}:{payment.public_id}",
                actor=actor,
                now=now,
            )
        left_cents -= part_cents
