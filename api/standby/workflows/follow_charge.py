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
from standby.payments.models import Dispute, Milestone, Payment, Refund
from standby.payments.providers.cards import Cards, ChargeState, DisputeState, RefundState
from standby.payments.rules.disputes import LOST
from standby.payments.selectors import payments as queries
from standby.payments.services import charges as services
from standby.payments.services import disputes, milestones, refunds
from standby.payments.services.disputes import Reported
from standby.payments.services.send_refund import note_failed, note_sent

_BEFORE_ACCEPTANCE: Final = (Order.Status.RESERVED, Order.Status.SCHEDULED)


class ChargeUnknown(Conflict):
    code = "charge_unknown"
    message = _("No payment of ours was made by this charge, or we have not heard of it yet.")


@dataclass(frozen=True, slots=True, kw_only=True)
class _ChargeContext:
    payment: Payment
    charge: str
    now: datetime


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
        context = _ChargeContext(payment=payment, charge=charge, now=now)
        for refund in state.refunds:
            _follow_refund(refund, context)
        _follow_disputes(state, context)
        if payment.milestone is not None:
            payment.milestone.order = payment.order
            milestones.follow_account(payment.milestone, now=now)
    return payment


def _follow_refund(state: RefundState, context: _ChargeContext) -> None:
    refund = refunds.refund_by_reference(state.reference) or refunds.refund_made_elsewhere(state.id)
    if refund is None:
        if not state.has_failed:
            _record_external_refund(state, context)
        return
    # A report on an earlier attempt does not apply to the retry that is under way.
    if refund.provider_ref != state.id and refund.retries != state.attempt:
        return
    if not state.has_failed:
        note_sent(refund, provider_ref=state.id, now=context.now)
    elif refund.status == Refund.Status.REQUESTED:
        # The same idempotency key would return the same failure, so a retry needs a new one.
        note_failed(
            refund,
            reason=state.failure_reason,
            now=context.now,
        )
    else:
        _record_returned_refund(refund, state, context)


def _record_external_refund(state: RefundState, context: _ChargeContext) -> None:
    payment, now = context.payment, context.now
    refund = refunds.record_made_elsewhere(
        payment,
        charge=context.charge,
        provider_ref=state.id,
        amount_cents=state.amount_cents,
        now=now,
    )
    account = refunds.account_of(refund)
    is_fee = payment.purpose == Payment.Purpose.SCHEDULING_FEE
    is_visit_open = is_fee and account.status in _BEFORE_ACCEPTANCE
    if is_visit_open:
        refunds.ask_for_decision(refund)
    topic = f"refund {state.id} was made at the card provider"
    decide = ": cancel the visit or keep it" if is_visit_open else ""
    notify_staff(account, topic=topic + decide, now=now)
    notify_customer(
        account,
        kind="fee_refunded" if is_visit_open else "refund_sent",
        dedupe_part=str(refund.reference),
        now=now,
        amount_cents=refund.amount_cents,
    )


def _record_returned_refund(refund: Refund, state: RefundState, context: _ChargeContext) -> None:
    payment, now = context.payment, context.now
    if not refunds.mark_returned(refund, reason=state.failure_reason, now=now):
        return
    if payment.status == Payment.Status.REFUNDED and refund.charge == payment.provider_ref:
        services.stands_again(payment, now=now)
    refunds.replace_what_cannot_go(payment, charge=context.charge, now=now)
    account = refunds.account_of(refund)
    topic = f"refund {refund.provider_ref} came back: {state.failure_reason}"
    notify_staff(account, topic=topic, now=now)
    notify_customer(
        account,
        kind="refund_returned",
        dedupe_part=f"{refund.reference}:{refund.retries}",
        now=now,
        amount_cents=refund.amount_cents,
    )


def _follow_disputes(state: ChargeState, context: _ChargeContext) -> None:
    payment, now = context.payment, context.now
    changed = [
        dispute
        for reported in _reports(state, context)
        if (
            dispute := disputes.update_dispute(
                payment, reported, charge=context.charge, requested_at=now, now=now
            )
        )
    ]
    if not changed:
        return
    changed_cents = disputes.post_disputes(payment, charge=context.charge, now=now)
    refunds.replace_what_cannot_go(payment, charge=context.charge, now=now)
    account = refunds.account_of_charge(payment, charge=context.charge)
    for dispute in changed:
        notify_staff(account, topic=_dispute_topic(dispute), now=now)
    if context.charge != payment.provider_ref:
        return
    if disputes.has_lost_money(payment):
        _record_lost_payment(payment, context, has_new_loss=changed_cents > 0)
        if changed_cents < 0 and payment.order.status != Order.Status.CANCELLED:
            refunds.charge_surcharge_again(payment, now=context.now)
    elif changed_cents < 0:
        _record_reinstatement(payment, context, cents=-changed_cents)


def _reports(state: ChargeState, context: _ChargeContext) -> list[Reported]:
    # A returned bank transfer counts as a lost dispute, unless the provider opened a dispute for
    # it.
    reported = [_to_report(dispute) for dispute in state.disputes]
    if reported or not state.has_failed:
        return reported
    cents = context.payment.amount_cents
    return [
        Reported(
            provider_ref=f"return of {context.charge}",
            amount_cents=cents,
            reason="returned by the bank",
            status=LOST,
            opened_at=context.now,
            respond_by=None,
            withdrawn_cents=cents,
            reinstated_cents=0,
        )
    ]


def _to_report(state: DisputeState) -> Reported:
    return Reported(
        provider_ref=state.id,
        amount_cents=state.amount_cents,
        reason=state.reason,
        status=state.status,
        opened_at=state.opened_at,
        respond_by=state.respond_by,
        withdrawn_cents=state.withdrawn_cents,
        reinstated_cents=state.reinstated_cents,
    )


def _dispute_topic(dispute: Dispute) -> str:
    # The id and the state come first, because the dedupe key of a staff message is cut at 110
    # characters.
    by = f", respond by {dispute.respond_by:%B %d, %Y}" if dispute.respond_by else ""
    dollars = f"${dispute.amount_cents / 100:,.2f}"
    moved = f"{dispute.withdrawn_cents}/{dispute.reinstated_cents}"
    return f"{dispute.provider_ref} {dispute.status} {moved}: dispute of {dollars}{by}"


def _record_lost_payment(payment: Payment, context: _ChargeContext, *, has_new_loss: bool) -> None:
    # The bank keeps the money, so what it paid for is due again.
    now, order = context.now, payment.order
    if not services.mark_returned(payment, now=now) and not has_new_loss:
        return
    if order.status == Order.Status.CANCELLED:
        return
    refunds.take_surcharge_back(payment, now=now)
    milestone = payment.milestone
    if milestone is not None:
        milestone.order = order
        if milestones.share_of(order, milestone.kind).open_cents > 0:
            milestones.make_due_again(milestone, now=now)
    account = refunds.account_of_payment(payment)
    is_visit_open = payment.purpose == Payment.Purpose.SCHEDULING_FEE
    if is_visit_open and account.status in _BEFORE_ACCEPTANCE:
        disputes.ask_for_decision(payment)
    _notify_returned(payment, milestone=milestone, account=account, now=now)


def _notify_returned(
    payment: Payment, *, milestone: Milestone | None, account: Order, now: datetime
) -> None:
    due_cents = payment.disputed_cents
    if milestone is not None:
        due_cents = milestones.share_of(payment.order, milestone.kind).due_cents
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


def _record_reinstatement(payment: Payment, context: _ChargeContext, *, cents: int) -> None:
    # Reinstated money counts again, unless the amount was paid in another way meanwhile.
    now, order = context.now, payment.order
    disputes.drop_decision(payment)
    was_due_again = payment.status == Payment.Status.RETURNED
    if was_due_again:
        services.abandon_replacements(payment, now=now)
        if not services.stands_again(payment, now=now):
            return _refund_excess(payment, cents=cents, context=context)
    if order.status == Order.Status.CANCELLED:
        ours_cents = max(0, -refunds.balance_when_all_is_sent(order))
        return _refund_excess(payment, cents=min(cents, ours_cents), context=context)
    if was_due_again:
        refunds.charge_surcharge_again(payment, now=now)
    if payment.milestone is not None:
        payment.milestone.order = order
        milestones.mark_paid(payment.milestone, actor=CARDS, now=now)
    elif milestones.milestones_of(order):
        milestones.credit_fees(order, now=now)
    return None


def _refund_excess(payment: Payment, *, cents: int, context: _ChargeContext) -> None:
    # Never more than what is left of the payment: a failed earlier refund may still be retried.
    cents = min(cents, payment.left_cents)
    if not cents:
        return
    refund_reason = refunds.RefundReason(
        reason="given back by the bank", key=f"reinstated:{payment.pk}:{cents}", actor=CARDS
    )
    refunds.request_refund(payment, amount_cents=cents, why=refund_reason, now=context.now)
    topic = f"{context.charge} was given back by the bank, and is refunded"
    notify_staff(payment.order, topic=topic, now=context.now)
