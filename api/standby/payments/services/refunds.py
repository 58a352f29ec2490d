"""Refunds: requested once, sent by the worker, never more than was paid (PAY-01.3)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import F, Q, Sum

from standby.core import jobs
from standby.core.errors import Conflict, _
from standby.core.lifecycle import PAYMENT, REFUND, statuses_before
from standby.core.models import Job
from standby.orders.models import Order
from standby.orders.services.order_log import CARDS, log_change
from standby.payments.models import Dispute, LedgerEntry, Payment, Refund
from standby.payments.rules.disputes import LOST
from standby.payments.services import ledger
from standby.payments.services.ledger import Kind, LedgerPosting

_OVER: Final = (Refund.Status.SENT, Refund.Status.REPLACED)
_FAILED: Final = (Refund.Status.FAILED, Refund.Status.RETURNED)


class RefundTooLarge(Conflict):
    code = "refund_too_large"
    message = _("More than is left of this payment cannot go back.")


class RefundAlreadySent(Conflict):
    code = "refund_already_sent"
    message = _(
        "This refund has already gone out. It can be sent again only if the bank returns it."
    )


class RefundReplaced(Conflict):
    code = "refund_replaced"
    message = _(
        "This money has already gone back another way, so this refund cannot be sent again."
    )


class PaymentDisputed(Conflict):
    code = "payment_disputed"
    message = _("The customer's bank holds this money, so it cannot be refunded now.")


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundReason:
    """The reason of a refund; its `key` is unique, so each occasion is refunded once."""

    reason: str
    key: str
    actor: str


def request_refund(
    payment: Payment, *, amount_cents: int, why: RefundReason, now: datetime
) -> Refund:
    """Claim a part of the payment and request its refund, in the caller's transaction.

    Safe to repeat. The worker sends it later. Raises RefundTooLarge.
    """
    earlier = refund_by_key(why)
    if earlier is not None:
        return earlier
    refundable = Payment.objects.filter(
        pk=payment.pk,
        status__in=(Payment.Status.PAID, Payment.Status.RETURNED),
        refunded_cents__lte=F("amount_cents") - F("disputed_cents") - amount_cents,
    )
    if not refundable.update(refunded_cents=F("refunded_cents") + amount_cents):
        raise RefundTooLarge
    charge = payment.provider_ref or ""
    return _requested(payment, charge=charge, amount_cents=amount_cents, why=why, now=now)


def return_charge(
    payment: Payment, *, charge: str, amount_cents: int, why: RefundReason, now: datetime
) -> Refund:
    """Request the refund of a second charge for the same payment. Safe to repeat."""
    earlier = refund_by_key(why)
    if earlier is not None:
        return earlier
    return _requested(payment, charge=charge, amount_cents=amount_cents, why=why, now=now)


def refund_by_key(why: RefundReason) -> Refund | None:
    return Refund.objects.filter(dedupe_key=why.key).first()


def refunds_of(order: Order) -> list[Refund]:
    refunds = Refund.objects.filter(payment__order=order).select_related("payment")
    return list(refunds.order_by("pk"))


def refund_by_reference(reference: str) -> Refund | None:
    try:
        public_id = UUID(reference)
    except ValueError:
        return None
    return Refund.objects.select_related("payment__order").filter(reference=public_id).first()


def account_of(refund: Refund) -> Order:
    """Return the order whose ledger the refund belongs to.

    That is the order it was posted to, else the one the payment was credited to, if any.
    """
    entries = LedgerEntry.objects.filter(refund=refund).order_by("pk")
    first = entries.select_related("order__customer", "order__order_location").first()
    if first is not None:
        return first.order
    return account_of_charge(refund.payment, charge=refund.charge)


def account_of_charge(payment: Payment, *, charge: str) -> Order:
    # A second charge for the same payment was never credited to another order.
    return account_of_payment(payment) if charge == payment.provider_ref else payment.order


def account_of_payment(payment: Payment) -> Order:
    credited = LedgerEntry.objects.filter(payment=payment, kind=Kind.CREDIT)
    entry = credited.select_related("order__customer", "order__order_location").first()
    return entry.order if entry else payment.order


def balance_when_all_is_sent(order: Order) -> int:
    """Return the balance in cents after all requested refunds have been sent."""
    credited = LedgerEntry.objects.filter(order=order, kind=Kind.CREDIT).values("payment")
    pending = Refund.objects.filter(Q(payment__order=order) | Q(payment__in=credited)).exclude(
        status__in=_OVER
    )
    return ledger.balance_cents(order) + sum(
        refund.amount_cents
        for refund in pending.select_related("payment__order")
        if account_of(refund).pk == order.pk
    )


def mark_sent(refund: Refund, *, provider_ref: str, now: datetime) -> bool:
    """Mark a refund as sent and post it to the ledger. Returns False if that was known."""
    unsent = Refund.objects.filter(pk=refund.pk, status__in=statuses_before(REFUND, "sent"))
    if not unsent.update(
        status=Refund.Status.SENT, provider_ref=provider_ref, sent_at=now, last_error=""
    ):
        return False
    _log(refund, to=Refund.Status.SENT, actor=CARDS, now=now)
    ledger.post(account_of(refund), _sent(refund), actor=CARDS, now=now)
    _close_if_fully_refunded(refund.payment, now=now)
    return True


def mark_failed(refund: Refund, *, reason: str, now: datetime) -> None:
    # Staff have to look at it; its part of the payment stays claimed.
    requested = Refund.objects.filter(pk=refund.pk, status__in=statuses_before(REFUND, "failed"))
    if requested.update(status=Refund.Status.FAILED, last_error=reason[:200]):
        _log(refund, to=Refund.Status.FAILED, actor=CARDS, now=now, note=reason)


def retry_refund_request(refund: Refund, *, actor: str, now: datetime) -> bool:
    """Send a failed or returned refund as a new attempt.

    Safe to repeat: returns False when it is on its way already. Raises RefundAlreadySent,
    RefundReplaced and PaymentDisputed.
    """
    _ensure_may_be_sent(refund)
    failed = Refund.objects.filter(pk=refund.pk, status__in=statuses_before(REFUND, "requested"))
    before = refund.status
    if not failed.update(
        status=Refund.Status.REQUESTED,
        retries=F("retries") + 1,
        provider_ref="",
    ):
        return False
    jobs.requeue(Job.Kind.REFUND, str(refund.reference), now=now)
    refund.status = before
    _log(refund, to=Refund.Status.REQUESTED, actor=actor, now=now)
    return True


def _ensure_may_be_sent(refund: Refund) -> None:
    if refund.status == Refund.Status.SENT:
        raise RefundAlreadySent
    if refund.status == Refund.Status.REPLACED:
        raise RefundReplaced
    disputed = Dispute.objects.filter(charge=refund.charge).aggregate(sum=Sum("taken_cents"))
    unavailable_cents = _live_refunds_cents(refund.charge, apart_from=refund) + (
        disputed["sum"] or 0
    )
    if (
        refund.status in _FAILED
        and unavailable_cents + refund.amount_cents > refund.payment.amount_cents
    ):
        raise PaymentDisputed


def mark_returned(refund: Refund, *, reason: str, now: datetime) -> bool:
    """Record that the bank returned a refund, so we owe it again.

    Returns False if it was not sent.
    """
    sent = Refund.objects.filter(pk=refund.pk, status=Refund.Status.SENT)
    if not sent.update(status=Refund.Status.RETURNED, last_error=reason[:200]):
        return False
    refund.status = Refund.Status.SENT
    _log(refund, to=Refund.Status.RETURNED, actor=CARDS, now=now, note=reason)
    refund.status = Refund.Status.RETURNED
    posting = LedgerPosting(
        kind=Kind.REFUND_RETURNED,
        amount_cents=-refund.amount_cents,
        key=f"refund_returned:{refund.reference}:{refund.retries}",
        note=reason,
        milestone=refund.payment.milestone,
        payment=refund.payment,
        refund=refund,
    )
    ledger.post(account_of(refund), posting, actor=CARDS, now=now)
    return True


def record_made_elsewhere(
    payment: Payment, *, charge: str, provider_ref: str, amount_cents: int, now: datetime
) -> Refund:
    """Record a refund made in the provider's dashboard.

    Call it in a transaction with the order's row locked.
    """
    refund = Refund.objects.create(
        payment=payment,
        charge=charge,
        amount_cents=amount_cents,
        reason="made at the card provider",
        status=Refund.Status.SENT,
        dedupe_key=_made_elsewhere_key(provider_ref),
        provider_ref=provider_ref,
        requested_by=CARDS,
        requested_at=now,
        sent_at=now,
    )
    note = f"{amount_cents} cents: {refund.reason}"
    log_change(
        payment.order,
        subject="refund",
        change=("", refund.status),
        actor=CARDS,
        now=now,
        note=note,
    )
    ledger.post(account_of(refund), given_back(refund), _sent(refund), actor=CARDS, now=now)
    replace_what_cannot_go(payment, charge=charge, now=now)
    _close_if_fully_refunded(payment, now=now)
    return refund


def refund_made_elsewhere(provider_ref: str) -> Refund | None:
    refunds = Refund.objects.select_related("payment__order")
    return refunds.filter(dedupe_key=_made_elsewhere_key(provider_ref)).first()


def ask_for_decision(refund: Refund) -> None:
    # Staff decide about the visit, as its fee was refunded.
    refund.needs_decision = True
    refund.save(update_fields=["needs_decision"])


def take_surcharge_back(payment: Payment, *, now: datetime) -> None:
    """Reverse the surcharge of a payment that the bank took back in full. Safe to repeat."""
    is_refunded = LedgerEntry.objects.filter(key=f"surcharge_back:{payment.public_id}").exists()
    if payment.left_cents or is_refunded:
        return
    if _count_entries(payment, "surcharge_returned") == _count_entries(payment, "surcharge_again"):
        line = _surcharge(payment, key="surcharge_returned", cents=-payment.surcharge_cents)
        ledger.post(payment.order, line, actor=CARDS, now=now)


def charge_surcharge_again(payment: Payment, *, now: datetime) -> None:
    """Charge the surcharge again after the bank paid all or part of it back to us.

    Safe to repeat.
    """
    if _count_entries(payment, "surcharge_returned") > _count_entries(payment, "surcharge_again"):
        line = _surcharge(payment, key="surcharge_again", cents=payment.surcharge_cents)
        ledger.post(payment.order, line, actor=CARDS, now=now)


def _count_entries(payment: Payment, key: str) -> int:
    # Keys are numbered: the surcharge may go and come back more than once.
    return LedgerEntry.objects.filter(
        payment=payment, key__startswith=f"{key}:{payment.public_id}:"
    ).count()


def _surcharge(payment: Payment, *, key: str, cents: int) -> LedgerPosting:
    return LedgerPosting(
        kind=Kind.SURCHARGE if cents > 0 else Kind.REVERSAL,
        amount_cents=cents,
        key=f"{key}:{payment.public_id}:{_count_entries(payment, key) + 1}",
        note="card surcharge",
        milestone=payment.milestone,
        payment=payment,
    )


def _made_elsewhere_key(provider_ref: str) -> str:
    return f"provider:{provider_ref}"[:120]


def given_back(refund: Refund) -> LedgerPosting:
    # The customer no longer owes the refunded part.
    return LedgerPosting(
        kind=Kind.REVERSAL,
        amount_cents=-refund.amount_cents,
        key=f"given_back:{refund.reference}",
        note=refund.reason,
        milestone=refund.payment.milestone,
        payment=refund.payment,
        refund=refund,
    )


def make_room_for(payment: Payment, *, amount_cents: int, now: datetime) -> None:
    """Replace refunds that the bank returned by a new one, as far as it covers them."""
    charge = payment.provider_ref or ""
    returned = Refund.objects.filter(charge=charge, status=Refund.Status.RETURNED)
    left_cents = amount_cents
    for refund in returned.select_related("payment__order").order_by("pk"):
        if refund.amount_cents <= left_cents or payment.left_cents < amount_cents:
            _replace(refund, is_promise_kept=False, now=now)
            left_cents -= refund.amount_cents
            recount(payment)


def replace_what_cannot_go(payment: Payment, *, charge: str, now: datetime) -> None:
    """Replace failed refunds whose money went back another way, and recount the payment.

    Call it in a transaction with the order's row locked.
    """
    refunded_cents = _live_refunds_cents(charge)
    lost = Dispute.objects.filter(charge=charge, status=LOST).aggregate(sum=Sum("taken_cents"))
    lost_cents = int(lost["sum"] or 0)
    waiting = Refund.objects.filter(charge=charge, status__in=_FAILED)
    for refund in waiting.select_related("payment__order").order_by("pk"):
        by_refunds_cents = refunded_cents + refund.amount_cents
        if by_refunds_cents + lost_cents <= payment.amount_cents:
            refunded_cents = by_refunds_cents
            continue
        # Money that a bank took is no refund of ours, but it fulfills the promised refund.
        is_promise_kept = by_refunds_cents <= payment.amount_cents
        _replace(refund, is_promise_kept=is_promise_kept, now=now)
    recount(payment)


def recount(payment: Payment) -> None:
    # Recomputes from its refunds how much of the payment was refunded or promised. The payment is
    # locked, so that a concurrent request for a refund waits and is then counted.
    locked = Payment.objects.select_for_update().get(pk=payment.pk)
    counted = Refund.objects.filter(payment=locked, charge=locked.provider_ref or "")
    totals = counted.exclude(status=Refund.Status.REPLACED).aggregate(sum=Sum("amount_cents"))
    payment.refunded_cents = min(locked.amount_cents, int(totals["sum"] or 0))
    Payment.objects.filter(pk=payment.pk).update(refunded_cents=payment.refunded_cents)


def _live_refunds_cents(charge: str, *, apart_from: Refund | None = None) -> int:
    live = (Refund.Status.REQUESTED, Refund.Status.SENT)
    others = Refund.objects.filter(charge=charge, status__in=live)
    if apart_from is not None:
        others = others.exclude(pk=apart_from.pk)
    return int(others.aggregate(sum=Sum("amount_cents"))["sum"] or 0)


def _replace(refund: Refund, *, is_promise_kept: bool, now: datetime) -> None:
    # A replaced refund is not sent. Its promise is reversed unless the money went back another way.
    replaceable = Refund.objects.filter(
        pk=refund.pk, status__in=statuses_before(REFUND, "replaced")
    )
    if not replaceable.update(status=Refund.Status.REPLACED):
        return
    _log(refund, to=Refund.Status.REPLACED, actor=CARDS, now=now)
    if is_promise_kept:
        return
    posting = LedgerPosting(
        kind=Kind.REVERSAL,
        amount_cents=refund.amount_cents,
        key=f"replaced:{refund.reference}",
        note="replaced by another refund",
        milestone=refund.payment.milestone,
        payment=refund.payment,
        refund=refund,
    )
    ledger.post(account_of(refund), posting, actor=CARDS, now=now)


def _requested(
    payment: Payment, *, charge: str, amount_cents: int, why: RefundReason, now: datetime
) -> Refund:
    refund = Refund.objects.create(
        payment=payment,
        charge=charge,
        amount_cents=amount_cents,
        reason=why.reason[:200],
        dedupe_key=why.key[:120],
        requested_by=why.actor,
        requested_at=now,
    )
    jobs.enqueue((Job.Kind.REFUND, str(refund.reference)), due_at=now)
    log_change(
        payment.order,
        subject="refund",
        change=("", refund.status),
        actor=why.actor,
        now=now,
        note=f"{amount_cents} cents: {why.reason}",
    )
    return refund


def _sent(refund: Refund) -> LedgerPosting:
    return LedgerPosting(
        kind=Kind.REFUND,
        amount_cents=refund.amount_cents,
        key=f"refund:{refund.reference}:{refund.retries}",
        note=refund.reason,
        milestone=refund.payment.milestone,
        payment=refund.payment,
        refund=refund,
    )


def _close_if_fully_refunded(payment: Payment, *, now: datetime) -> None:
    refunds = Refund.objects.filter(payment=payment, charge=payment.provider_ref or "")
    if refunds.exclude(status__in=_OVER).exists():
        return
    whole = Payment.objects.filter(
        pk=payment.pk,
        status__in=statuses_before(PAYMENT, "refunded"),
        refunded_cents=F("amount_cents"),
    )
    if whole.update(status=Payment.Status.REFUNDED):
        log_change(
            payment.order, subject="payment", change=("paid", "refunded"), actor=CARDS, now=now
        )


def _log(refund: Refund, *, to: Refund.Status, actor: str, now: datetime, note: str = "") -> None:
    log_change(
        refund.payment.order,
        subject="refund",
        change=(refund.status, to),
        actor=actor,
        now=now,
        note=note or f"{refund.amount_cents} cents",
    )
