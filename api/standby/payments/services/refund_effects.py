"""What a refund does beside sending money back: to what remains to be paid, or to a kept credit."""

from datetime import datetime
from typing import Final

from standby.core.words import Sentence, _
from standby.orders.models import Order
from standby.payments.models import Payment, Refund
from standby.payments.services import ledger
from standby.payments.services.fee_credits import creditable_fees, is_retained_as_credit
from standby.payments.services.milestones import planned_milestones, to_come_cents

_WAS_PAID: Final = (Payment.Status.PAID, Payment.Status.REFUNDED)


def words_before_refund(payment: Payment, *, amount_cents: int, now: datetime) -> str:
    """Return what refunding so much of a payment would do; empty when it does nothing else."""
    account = ledger.account_of_charge(payment, charge=payment.provider_ref or "")
    left_cents = payment.left_cents
    less_cents = min(amount_cents, left_cents)
    effect = _effect(account, payment, left_cents - less_cents, less_cents=less_cents, now=now)
    return str(effect or "")


def effect_of_refund(refund: Refund, *, now: datetime) -> Sentence | None:
    """Return what a refund that was just sent has done; None when it did nothing else."""
    payment, less_cents = refund.payment, refund.amount_cents
    if refund.charge != payment.provider_ref:
        return None  # of a second charge, which was credited to nothing
    payment.refresh_from_db(fields=["refunded_cents", "disputed_cents", "status"])
    account = ledger.account_of(refund)
    return _effect(account, payment, payment.left_cents, less_cents=less_cents, now=now)


def _effect(
    account: Order, payment: Payment, left_cents: int, *, less_cents: int, now: datetime
) -> Sentence | None:
    # `left_cents` are left of the payment after `less_cents` of it went back.
    if account.status == Order.Status.CANCELLED:
        if not is_retained_as_credit(payment, now=now):
            return None
        return Sentence(
            _("The credit toward another installation falls by %(less)s, to %(left)s."),
            amounts={"less": less_cents, "left": left_cents},
        )
    remaining_cents, rises_cents = _remaining(account, payment, left_cents, less_cents, now=now)
    if remaining_cents <= 0:
        return None
    if rises_cents:
        return Sentence(
            _("The amount still to pay rises by %(rises)s, to %(remaining)s."),
            amounts={"rises": rises_cents, "remaining": remaining_cents},
        )
    return Sentence(
        _("The amount still to pay stays %(remaining)s."), amounts={"remaining": remaining_cents}
    )


def _remaining(
    account: Order, payment: Payment, left_cents: int, less_cents: int, *, now: datetime
) -> tuple[int, int]:
    # Before acceptance, what goes back of a fee no longer comes off the price.
    plan = planned_milestones(account, now=now)
    open_cents = ledger.balance_when_all_is_sent(account) - ledger.undecided_cents(account)
    remaining_cents = open_cents + to_come_cents(plan)
    fees = creditable_fees(account, now=now, statuses=_WAS_PAID)
    is_planned = any(each.pk for each in plan)
    if is_planned or payment not in fees:
        return remaining_cents, 0
    others_cents = sum(fee.left_cents for fee in fees if fee != payment)
    price_cents = sum(each.amount_cents for each in plan)
    before_cents = min(price_cents, others_cents + left_cents + less_cents)
    after_cents = min(price_cents, others_cents + left_cents)
    credited_cents = sum(each.credit_cents for each in plan)
    return remaining_cents + credited_cents - after_cents, before_cents - after_cents
