"""Retry of refunds that failed or that the bank returned."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from standby.core.errors import NotFound, _
from standby.orders.selectors import orders as bookings
from standby.payments.models import Refund
from standby.payments.services import refunds


class RefundNotFound(NotFound):
    code = "refund_not_found"
    message = _("There is no such refund.")


def retry_refund(reference: UUID, *, actor: str, now: datetime) -> Refund:
    """Start a new attempt at a refund. Idempotent: one that is under way stays as it is.

    Raises RefundNotFound, RefundAlreadySent, RefundReplaced and PaymentDisputed.
    """
    with transaction.atomic():
        refund = refunds.refund_by_reference(str(reference))
        if refund is None:
            raise RefundNotFound
        bookings.lock_order(refund.payment.order_id)
        refund.refresh_from_db(fields=["status", "retries"])
        refunds.retry_refund_request(refund, actor=actor, now=now)
        refund.refresh_from_db()
        return refund
