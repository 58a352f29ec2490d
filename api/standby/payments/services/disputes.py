"""Refunds, disputes and returned transfers of a charge, as the provider reports them (PAY-04.2).

The charge is always fetched from the provider, so the order and number of its events do not matter.
"""

from datetime import datetime
from operator import attrgetter
from typing import Final

from django.db import transaction
from django.db.models import Sum

from standby.core.errors import Conflict, _
from standby.core.words import dollars, full_date, in_english
from standby.orders.models import Order
from standby.orders.selectors import orders
from standby.orders.services.notify import notify_customer, notify_staff
from standby.orders.services.order_log import CARDS, ensure_version, log_change
from standby.payments.models import Dispute, LedgerEntry, Payment, Refund
from standby.payments.providers.cards import Cards, ChargeState, DisputeState, RefundState
from standby.payments.rules import LOST, is_closed, is_final, short_status
from standby.payments.selectors import payment_charged
from standby.payments.services import charges, ledger, milestones, refunds
from standby.payments.services.ledger import (
    Kind,
    account_of,
    account_of_charge,
)
from standby.payments.services.refund_effects import effect_of_refund

_REPORTED: Final = attrgetter(
    "status", "reason", "respond_by", "withdrawn_cents", "reinstated_cents"
)
_BEFORE_ACCEPTANCE: Final = (Order.Status.RESERVED, Order.Status.SCHEDULED)


class ChargeUnknown(Conflict):
    code = "charge_unknown"
    message = _("We have no payment for this charge, or have not heard of it yet.")


def follow_charge(
    charge: str, *, payment_id: str | None = None, cards: Cards, now: datetime
) -> Payment | None:
    """Bring a payment up to date with its charge at the provider. Idempotent.

    Returns None when the provider's object names, by `payment_id`, a payment that is not ours.
    Raises ChargeUnknown; CardsDown and UnknownToProvider with nothing changed.
    """
    if payment_id is not None and charges.payment_by_reference(payment_id) is None:
        return None
    payment = payment_charged(charge)
    if payment is None:
        raise ChargeUnknown
    state = cards.look_up_charge(charge)
    with transaction.atomic(durable=True):
        payment.order.status = orders.lock_order(payment.order_id).status
        payment.refresh_from_db(fields=["status", "refunded_cents", "disputed_cents"])
        if payment.milestone is not None:
            payment.milestone.order = payment.order
        for refund in state.refunds:
            _follow_refund(refund, payment, charge=charge, now=now)
        _follow_disputes(state, payment, charge=charge, now=now)
        if payment.milestone is not None:
            milestones.follow_account(payment.milestone, now=now)
    return payment


def _is_open_visit(payment: Payment, account: Order) -> bool:
    is_fee = payment.purpose == Payment.Purpose.SCHEDULING_FEE
    return is_fee and account.status in _BEFORE_ACCEPTANCE


def _follow_refund(state: RefundState, payment: Payment, *, charge: str, now: datetime) -> None:
    refund = refunds.refund_by_reference(state.reference) or refunds.refund_made_elsewhere(state.id)
    if refund is None:
        if not state.has_failed:
            _record_external_refund(state, payment, charge=charge, now=now)
    elif refund.provider_ref != state.id and refund.retries != state.attempt:
        pass  # a report on an earlier attempt does not apply to the retry that is under way
    elif not state.has_failed:
        refunds.mark_sent(refund, provider_ref=state.id, now=now)
    elif refund.status == Refund.Status.REQUESTED:
        # The same idempotency key would return the same failure, so a retry needs a new one.
        refunds.mark_failed(refund, reason=state.failure_reason, now=now)
    elif refunds.mark_returned(refund, reason=state.failure_reason, now=now):
        if payment.status == Payment.Status.REFUNDED and refund.charge == payment.provider_ref:
            charges.stands_again(payment, now=now)
        refunds.replace_what_cannot_go(payment, charge=charge, now=now)
        account = account_of(refund)
        topic = f"refund {refund.provider_ref} came back: {state.failure_reason}"
        notify_staff(account, topic=topic, now=now)
        notify_customer(
            account,
            kind="refund_returned",
            dedupe_part=f"{refund.reference}:{refund.retries}",
            now=now,
            amount_cents=refund.amount_cents,
        )


def _record_external_refund(
    state: RefundState, payment: Payment, *, charge: str, now: datetime
) -> None:
    refund = refunds.record_made_elsewhere(
        payment, charge=charge, provider_ref=state.id, amount_cents=state.amount_cents, now=now
    )
    account = account_of(refund)
    topic, kind = f"refund {state.id} was made at the card provider", "refund_sent"
    if _is_open_visit(payment, account):
        # Staff decide about the visit, as its fee was refunded.
        Refund.objects.filter(pk=refund.pk).update(needs_decision=True)
        topic, kind = f"{topic}: cancel the visit or keep it", "fee_refunded"
    notify_staff(account, topic=topic, now=now)
    notify_customer(
        account,
        kind=kind,
        dedupe_part=str(refund.reference),
        now=now,
        amount_cents=refund.amount_cents,
        effect=effect_of_refund(refund, now=now),
    )


def _follow_disputes(state: ChargeState, payment: Payment, *, charge: str, now: datetime) -> None:
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
        update_dispute(payment, each, charge=charge, requested_at=now, now=now) for each in reported
    ]
    changed = [dispute for dispute in updated if dispute is not None]
    if not changed:
        return
    changed_cents = post_disputes(payment, charge=charge, now=now)
    refunds.replace_what_cannot_go(payment, charge=charge, now=now)
    account = account_of_charge(payment, charge=charge)
    for dispute in changed:
        # The id and the state come first, because the dedupe key of a staff message is cut at 110
        # characters.
        moved = f"{dispute.withdrawn_cents}/{dispute.reinstated_cents}"
        with in_english():
            by = f", respond by {full_date(dispute.respond_by)}" if dispute.respond_by else ""
            words = f"dispute of {dollars(dispute.amount_cents)}{by}"
        topic = f"{dispute.provider_ref} {dispute.status} {moved}: {words}"
        notify_staff(account, topic=topic, now=now)
    if charge != payment.provider_ref:
        return
    own = Dispute.objects.filter(payment=payment, charge=charge, taken_cents__gt=0)
    is_bank_transfer = payment.method == Payment.Method.BANK
    if any(is_final(dispute.status, is_bank_transfer=is_bank_transfer) for dispute in own):
        _record_lost_payment(payment, account, has_new_loss=changed_cents > 0, now=now)
        if changed_cents < 0 and payment.order.status != Order.Status.CANCELLED:
            charge_surcharge_again(payment, now=now)
    elif changed_cents < 0:
        _record_reinstatement(payment, charge=charge, cents=-changed_cents, now=now)


def _record_lost_payment(
    payment: Payment, account: Order, *, has_new_loss: bool, now: datetime
) -> None:
    # The bank keeps the money, so what it paid for is due again.
    milestone = payment.milestone
    is_new = charges.mark_returned(payment, now=now) or has_new_loss
    if not is_new or payment.order.status == Order.Status.CANCELLED:
        return
    take_surcharge_back(payment, now=now)
    due_cents = payment.disputed_cents
    if milestone is not None:
        milestones.make_due_again(milestone, now=now)
        due_cents = milestones.milestone_of(payment.order, milestone.kind).due_cents
    if _is_open_visit(payment, account):
        # Staff decide about the visit, as its fee is gone.
        lost = Dispute.objects.filter(payment=payment, taken_cents__gt=0)
        lost.update(needs_decision=True)
    if due_cents:
        taken = LedgerEntry.objects.filter(payment=payment, dispute__isnull=False)
        notify_customer(
            account,
            kind="payment_returned",
            dedupe_part=f"{payment.public_id}:{taken.count()}",
            now=now,
            amount_cents=payment.disputed_cents,
            due_cents=due_cents,
            is_paid_online=milestone is not None,
        )


def _record_reinstatement(payment: Payment, *, charge: str, cents: int, now: datetime) -> None:
    # Reinstated money counts again, unless the amount was paid in another way meanwhile.
    order = payment.order
    # The money is back, so nothing is left to decide about the visit.
    Dispute.objects.filter(payment=payment, needs_decision=True).update(needs_decision=False)
    was_due_again = payment.status == Payment.Status.RETURNED
    excess_cents = 0
    if was_due_again:
        charges.abandon_replacements(payment, now=now)
    if was_due_again and not charges.stands_again(payment, now=now):
        excess_cents = cents
    elif order.status == Order.Status.CANCELLED:
        excess_cents = min(cents, max(0, -ledger.balance_when_all_is_sent(order)))
    else:
        if was_due_again:
            charge_surcharge_again(payment, now=now)
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
            reason="Your bank returned it to us, and it was not due",
            key=f"reinstated:{payment.pk}:{excess_cents}",
            actor=CARDS,
            now=now,
        )
        topic = f"{charge} was returned by the bank, and is refunded"
        notify_staff(order, topic=topic, now=now)


def update_dispute(
    payment: Payment, state: DisputeState, *, charge: str, requested_at: datetime, now: datetime
) -> Dispute | None:
    # Returns None when nothing in the report is new. Withdrawn and reinstated amounts never
    # decrease, so that an outdated response of the provider reverses nothing.
    dispute = Dispute.objects.filter(provider_ref=state.id).first()
    if dispute is None:
        dispute = Dispute(
            provider_ref=state.id,
            payment=payment,
            charge=charge,
            amount_cents=state.amount_cents,
            opened_at=state.opened_at,
            looked_up_at=requested_at,
        )
    before, was = _REPORTED(dispute), dispute.status
    if requested_at >= dispute.looked_up_at:
        dispute.looked_up_at, dispute.status = requested_at, state.status[:30]
        dispute.reason, dispute.respond_by = state.reason[:60], state.respond_by
        dispute.closed_at = (dispute.closed_at or now) if is_closed(state.status) else None
    if state.withdrawn_cents > dispute.withdrawn_cents:
        dispute.withdrawn_cents = state.withdrawn_cents
        dispute.funds_withdrawn_at = dispute.funds_withdrawn_at or now
    if state.reinstated_cents > dispute.reinstated_cents:
        dispute.reinstated_cents = state.reinstated_cents
        dispute.funds_reinstated_at = dispute.funds_reinstated_at or now
    if dispute.pk is not None and _REPORTED(dispute) == before:
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
    # Returns the change in cents. Together the disputes of a charge never take more than was paid.
    left_cents, changed_cents = payment.amount_cents, 0
    for dispute in Dispute.objects.filter(charge=charge).order_by("pk"):
        held_cents = max(0, dispute.withdrawn_cents - dispute.reinstated_cents)
        taken_cents = min(held_cents, left_cents)
        left_cents -= taken_cents
        change_cents = taken_cents - dispute.taken_cents
        if not change_cents:
            continue
        number = LedgerEntry.objects.filter(dispute=dispute).count() + 1
        posting = LedgerEntry(
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


def disputes_of(order: Order) -> list[Dispute]:
    own = Dispute.objects.filter(payment__order=order).select_related("payment")
    return list(own.order_by("pk"))


def keep_visit(order: Order, *, actor: str, now: datetime, if_version: int | None = None) -> None:
    """Keep a visit whose scheduling fee was refunded or lost to a dispute.

    Idempotent. Raises ChangedMeanwhile.
    """
    with transaction.atomic(durable=True):
        orders.lock_order(order.pk)
        open_refunds = Refund.objects.filter(payment__order=order, needs_decision=True)
        open_disputes = Dispute.objects.filter(payment__order=order, needs_decision=True)
        if not open_refunds.exists() and not open_disputes.exists():
            return
        ensure_version(order, if_version, now=now)
        open_refunds.update(needs_decision=False)
        open_disputes.update(needs_decision=False)
        log_change(order, subject="visit", change=("", "kept"), actor=actor, now=now)


def take_surcharge_back(payment: Payment, *, now: datetime) -> None:
    # For a payment that the bank took back in full.
    is_refunded = LedgerEntry.objects.filter(key=f"surcharge_back:{payment.public_id}").exists()
    returned, again = _surcharge_entries(payment)
    if not payment.left_cents and not is_refunded and returned == again:
        key = f"surcharge_returned:{payment.public_id}:{returned + 1}"
        _post_surcharge(payment, Kind.REVERSAL, -payment.surcharge_cents, key=key, now=now)


def charge_surcharge_again(payment: Payment, *, now: datetime) -> None:
    # After the bank paid all or part of it back to us.
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
    posting = LedgerEntry(
        kind=kind,
        amount_cents=amount_cents,
        key=key,
        note="card surcharge",
        milestone=payment.milestone,
        payment=payment,
    )
    ledger.post(payment.order, posting, actor=CARDS, now=now)
