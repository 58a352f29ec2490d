"""Staff send a refund again that failed for good (C13)."""

from datetime import datetime
from uuid import UUID

from standby.apps.payments import refunds
from standby.apps.payments.models import Refund
from standby.domain.errors import Missing
from standby.flows.writing import writing


class RefundNotFound(Missing):
    """There is no such refund."""

    code = "refund_not_found"


def retry_refund(reference: UUID, *, actor: str, now: datetime) -> Refund:
    """Safe to repeat: one on its way, or sent, stays as it is. Raises RefundNotFound."""
    with writing():
        refund = refunds.refund_named(str(reference))
        if refund is None:
            raise RefundNotFound
        refunds.ask_again(refund, actor=actor, now=now)
        refund.refresh_from_db()
        return refund
