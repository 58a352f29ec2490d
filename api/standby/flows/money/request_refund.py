"""Staff send part of a payment back, or all of it (C13)."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from standby.apps.booking import queries as bookings
from standby.apps.booking.services.order_log import ensure_seen
from standby.apps.payments import ledger, refunds
from standby.apps.payments.models import Payment, Refund
from standby.domain.errors import Missing
from standby.flows.writing import writing


class PaymentNotFound(Missing):
    """There is no such payment."""

    code = "payment_not_found"


@dataclass(frozen=True, slots=True, kw_only=True)
class RefundWish:
    """`key` is the staff member's own name for this one intention, `seen_version` what they had
    seen of the payment's order; None is not told."""

    amount_cents: int
    reason: str
    key: str
    actor: str
    seen_version: int | None = None


def request_refund(payment_id: UUID, wish: RefundWish, *, now: datetime) -> Refund:
    """Safe to repeat with the same key. Raises PaymentNotFound, ChangedMeanwhile and
    RefundTooLarge."""
    with writing():
        payment = Payment.objects.select_related("order").filter(public_id=payment_id).first()
        if payment is None:
            raise PaymentNotFound
        order = bookings.lock_order(payment.order_id)
        why = refunds.Why(
            reason=wish.reason, key=f"staff:{payment.pk}:{wish.key}", actor=wish.actor
        )
        earlier = refunds.refund_asked_for(why)
        if earlier is not None:
            return earlier
        ensure_seen(order, wish.seen_version, now=now)
        payment.refresh_from_db(fields=["refunded_cents", "disputed_cents"])
        refunds.make_room_for(payment, amount_cents=wish.amount_cents, now=now)
        refund = refunds.request_refund(payment, amount_cents=wish.amount_cents, why=why, now=now)
        back = refunds.given_back(refund)
        ledger.post(refunds.account_of(refund), back, actor=wish.actor, now=now)
        return refund
