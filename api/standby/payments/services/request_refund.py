"""Full or partial refunds requested by staff."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from standby.core.errors import NotFound, _
from standby.orders.selectors import orders as bookings
from standby.orders.services.order_log import ensure_version
from standby.payments.models import Payment, Refund
from standby.payments.services import ledger, refunds


class PaymentNotFound(NotFound):
    code = "payment_not_found"
    message = _("There is no such payment.")


@dataclass(frozen=True, slots=True, kw_only=True)
class StaffRefundRequest:
    amount_cents: int
    reason: str
    key: str  # chosen by the client for this one refund
    actor: str
    if_version: int | None = None  # None: not checked


def request_refund(
    payment_id: UUID, refund_request: StaffRefundRequest, *, now: datetime
) -> Refund:
    """Request a refund and post it to the ledger. Idempotent by the request's key.

    Raises PaymentNotFound, ChangedMeanwhile and RefundTooLarge.
    """
    with transaction.atomic():
        payment = Payment.objects.select_related("order").filter(public_id=payment_id).first()
        if payment is None:
            raise PaymentNotFound
        order = bookings.lock_order(payment.order_id)
        refund_reason = refunds.RefundReason(
            reason=refund_request.reason,
            key=f"staff:{payment.pk}:{refund_request.key}",
            actor=refund_request.actor,
        )
        earlier = refunds.refund_by_key(refund_reason)
        if earlier is not None:
            return earlier
        ensure_version(order, refund_request.if_version, now=now)
        payment.refresh_from_db(fields=["refunded_cents", "disputed_cents"])
        refunds.make_room_for(payment, amount_cents=refund_request.amount_cents, now=now)
        refund = refunds.request_refund(
            payment, amount_cents=refund_request.amount_cents, why=refund_reason, now=now
        )
        posting = refunds.given_back(refund)
        ledger.post(refunds.account_of(refund), posting, actor=refund_request.actor, now=now)
        return refund
