"""The provider says that money went back, or that a bank disputes a payment."""

from collections.abc import Mapping
from datetime import datetime

from standby.apps.booking import queries as bookings
from standby.apps.booking.services.order_log import CARDS
from standby.apps.payments import ledger, queries, services
from standby.apps.payments.ledger import Kind, Line
from standby.apps.payments.models import Payment
from standby.domain.errors import Conflict
from standby.flows.messages.tell import Office, tell_staff
from standby.flows.writing import writing


class RefundBeforePayment(Conflict):
    """The refund came before word of the payment that it refunds."""

    code = "refund_before_payment"


class DisputeBeforePayment(Conflict):
    """The dispute came before word of the payment that it is about."""

    code = "dispute_before_payment"


def record_refund(
    *, metadata: Mapping[str, str], charge: str | None, refunded_cents: int, now: datetime
) -> Payment | None:
    """What nobody here asked for was sent by hand at the provider: it is noted all the same.

    `charge` is None when the event does not name it. None when it is no payment of ours, or of a
    charge that was paid twice. Safe to repeat. Raises RefundBeforePayment.
    """
    with writing():
        payment = queries.payment_named(metadata)
        if payment is None:
            return None
        bookings.lock_order(payment.order_id)
        payment.refresh_from_db(fields=["status", "provider_ref"])
        if payment.status in (Payment.Status.DUE, Payment.Status.CANCELLED):
            raise RefundBeforePayment
        if charge not in (None, payment.provider_ref):
            return None
        _note(payment, refunded_cents=refunded_cents, now=now)
        return payment


def record_dispute(*, charge: str, office: Office, now: datetime) -> Payment:
    """Safe to repeat. Raises DisputeBeforePayment."""
    with writing():
        payment = queries.payment_charged(charge)
        if payment is None:
            raise DisputeBeforePayment
        if services.mark_disputed(payment, now=now):
            tell_staff(payment.order, what=f"disputed: {charge}", office=office, now=now)
        return payment


def _note(payment: Payment, *, refunded_cents: int, now: datetime) -> None:
    unasked_cents = services.note_refunded(payment, refunded_cents=refunded_cents, now=now)
    if not unasked_cents:
        return
    key = f"{payment.public_id}:{refunded_cents}"
    ledger.post(
        payment.order,
        Line(
            kind=Kind.REVERSAL,
            amount_cents=-unasked_cents,
            key=f"given_back:{key}",
            note="given back at the card provider",
            payment=payment,
        ),
        Line(
            kind=Kind.REFUND,
            amount_cents=unasked_cents,
            key=f"refund:{key}",
            note="sent at the card provider",
            payment=payment,
        ),
        actor=CARDS,
        now=now,
    )
