"""Refunds, disputes and returned transfers of a charge after it was paid.

The charge is always fetched from the provider, so the order and number of its events do not matter.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from standby.core.errors import Conflict, _
from standby.orders.models import Order
from standby.orders.selectors import orders as bookings
from standby.orders.services.notify import notify_customer, notify_staff
from standby.orders.services.order_log import CARDS
from standby.payments import selectors as queries
from standby.payments.models import Dispute, Payment, Refund
from standby.payments.providers.cards import Cards, ChargeState, DisputeState, RefundState
from standby.payments.rules import LOST
from standby.payments.services import charges as services
from standby.payments.services import disputes, milestones, refunds
from standby.payments.services.ledger import account_of, account_of_charge

_BEFORE_ACCEPTANCE: Final = (Order.Status.RESERVED, Order.Status.SCHEDULED)


class ChargeUnknown(Conflict):
    code = "charge_unknown"
    message = _("No payment of ours was made by this charge, or we have not heard of it yet.")


@dataclass(frozen=True, slots=True, kw_only=True)
class _ChargeContext:
    payment: Payment
    charge: str
    now: datetime

    def notify_staff(self, order: Order, topic: str) -> None:
        notify_staff(order, topic=topic, now=self.now)

    def is_open_visit(self, account: Order) -> bool:
        is_fee = self.payment.purpose == Payment.Purpose.SCHEDULING_FEE
        return is_fee and account.status in _BEFORE_ACCEPTANCE


def follow_charge(charge: str, *, cards: Cards, now: datetime) -> Payment:
    """Bring a payment up to date with its charge at the provider. Idempotent.

    Raises ChargeUnknown; CardsDown and NothingKnown with nothing changed.
    """
    payment = queries.payment_charged(charge)
    if payment is None:
        raise ChargeUnknown
    state = cards.look_up_charge(charge)
    with transaction.atomic(durable=True):
        payment.order.status = bookings.lock_order(payment.order_id).status
        payment.refresh_from_db(fields=["status", "refunded_cents", "disputed_cents"])
        if payment.milestone is not None:
            payment.milestone.order = payment.order
        context = _ChargeContext(payment=payment, charge=charge, now=now)
        for refund in state.refunds:
            _follow_refund(refund, context)
        _follow_disputes(state, context)
        if payment.milestone is not None:
            milestones.follow_account(payment.milestone, now=now)
    return payment


def _follow_refund(state: RefundState, context: _ChargeContext) -> None:
    now = context.now
    refund = refunds.refund_by_reference(state.reference) or refunds.refund_made_elsewhere(state.id)
    if refund is None:
        if not state.has_failed:
            _record_external_refund(state, context)
    elif refund.provider_ref != state.id and refund.retries != state.attempt:
        pass  # a report on an earlier attempt does not apply to the retry that is under way
    elif not state.has_failed:
        refunds.mark_sent(refund, provider_ref=state.id, now=now)
    elif refund.status == Refund.Status.REQUESTED:
        # The same idempotency key would return the same failure, so a retry needs a new one.
        refunds.mark_failed(refund, reason=state.failure_reason, now=now)
    elif refunds.mark_returned(refund, reason=state.failure_reason, now=now):
        payment = context.payment
        if payment.status == Payment.Status.REFUNDED and refund.charge == payment.provider_ref:
            services.stands_again(payment, now=now)
        refunds.replace_what_cannot_go(payment, charge=context.charge, now=now)
        account = account_of(refund)
        topic = f"refund {refund.provider_ref} came back: {state.failure_reason}"
        context.notify_staff(account, topic)
        notify_customer(
            account,
            kind="refund_returned",
            dedupe_part=f"{refund.reference}:{refund.retries}",
            now=now,
            amount_cents=refund.amount_cents,
        )


def _record_external_refund(state: RefundState, context: _ChargeContext) -> None:
    refund = refunds.record_made_elsewhere(
        context.payment,
        charge=context.charge,
        provider_ref=state.id,
        amount_cents=state.amount_cents,
        now=context.now,
    )
    account = account_of(refund)
    topic, kind = f"refund {state.id} was made at the card provider", "refund_sent"
    if context.is_open_visit(account):
        # Staff decide about the visit, as its fee was refunded.
        Refund.objects.filter(pk=refund.pk).update(needs_decision=True)
        topic, kind = f"{topic}: cancel the visit or keep it", "fee_refunded"
    context.notify_staff(account, topic)
    notify_customer(
        account,
        kind=kind,
        dedupe_part=str(refund.reference),
        now=context.now,
        amount_cents=refund.amount_cents,
    )


def _follow_disputes(state: ChargeState, context: _ChargeContext) -> None:
    payment, charge, now = context.payment, context.charge, context.now
    reported = state.disputes
    if state.has_failed and not reported:
        # A returned bank transfer counts as a lost dispute, unless the provider opened a dispute
        # for it.
        returned = DisputeState(
            id=f"return of {charge}",
            amount_cents=payment.amount_cents,
            reason="returned by the bank",
            status=LOST,
            opened_at=now,
            withdrawn_cents=payment.amount_cents,
        )
        reported = (returned,)
    updated = [
        disputes.update_dispute(payment, each, charge=charge, requested_at=now, now=now)
        for each in reported
    ]
    changed = [dispute for dispute in updated if dispute is not None]
    if not changed:
        return
    changed_cents = disputes.post_disputes(payment, charge=charge, now=now)
    refunds.replace_what_cannot_go(payment, charge=charge, now=now)
    account = account_of_charge(payment, charge=charge)
    for dispute in changed:
        # The id and the state come first, because the dedupe key of a staff message is cut at 110
        # characters.
        by = f", respond by {dispute.respond_by:%B %d, %Y}" if dispute.respond_by else ""
        moved = f"{dispute.withdrawn_cents}/{dispute.reinstated_cents}"
        words = f"dispute of ${dispute.amount_cents / 100:,.2f}{by}"
        context.notify_staff(account, f"{dispute.provider_ref} {dispute.status} {moved}: {words}")
    if charge != payment.provider_ref:
        return
    if disputes.has_lost_money(payment):
        _record_lost_payment(account, context, has_new_loss=changed_cents > 0)
        if changed_cents < 0 and payment.order.status != Order.Status.CANCELLED:
            disputes.charge_surcharge_again(payment, now=now)
    elif changed_cents < 0:
        _record_reinstatement(context, cents=-changed_cents)


def _record_lost_payment(account: Order, context: _ChargeContext, *, has_new_loss: bool) -> None:
    # The bank keeps the money, so what it paid for is due again.
    payment, milestone, now = context.payment, context.payment.milestone, context.now
    is_new = services.mark_returned(payment, now=now) or has_new_loss
    if not is_new or payment.order.status == Order.Status.CANCELLED:
        return
    disputes.take_surcharge_back(payment, now=now)
    due_cents = payment.disputed_cents
    if milestone is not None:
        milestones.make_due_again(milestone, now=now)
        due_cents = milestones.share_of(payment.order, milestone.kind).due_cents
    if context.is_open_visit(account):
        # Staff decide about the visit, as its fee is gone.
        lost = Dispute.objects.filter(payment=payment, taken_cents__gt=0)
        lost.update(needs_decision=True)
    if due_cents:
        notify_customer(
            account,
            kind="payment_returned",
            dedupe_part=f"{payment.public_id}:{now:%Y%m%d}",
            now=now,
            amount_cents=payment.disputed_cents,
            due_cents=due_cents,
            is_paid_online=milestone is not None,
        )


def _record_reinstatement(context: _ChargeContext, *, cents: int) -> None:
    # Reinstated money counts again, unless the amount was paid in another way meanwhile.
    payment, order, now = context.payment, context.payment.order, context.now
    # The money is back, so nothing is left to decide about the visit.
    Dispute.objects.filter(payment=payment, needs_decision=True).update(needs_decision=False)
    was_due_again = payment.status == Payment.Status.RETURNED
    excess_cents = 0
    if was_due_again:
        services.abandon_replacements(payment, now=now)
    if was_due_again and not services.stands_again(payment, now=now):
        excess_cents = cents
    elif order.status == Order.Status.CANCELLED:
        excess_cents = min(cents, max(0, -refunds.balance_when_all_is_sent(order)))
    else:
        if was_due_again:
            disputes.charge_surcharge_again(payment, now=now)
        if payment.milestone is not None:
            milestones.mark_paid(payment.milestone, actor=CARDS, now=now)
        elif milestones.milestones_of(order):
            milestones.credit_fees(order, now=now)
    # Never more than what is left of the payment: a failed earlier refund may still be retried.
    excess_cents = min(excess_cents, payment.left_cents)
    if excess_cents:
        refunds.request_refund(
            payment,
            amount_cents=excess_cents,
            reason="given back by the bank",
            key=f"reinstated:{payment.pk}:{excess_cents}",
            actor=CARDS,
            now=now,
        )
        topic = f"{context.charge} was given back by the bank, and is refunded"
        context.notify_staff(order, topic)
