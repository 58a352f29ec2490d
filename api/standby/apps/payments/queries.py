"""Which payment an event or a page is about, and which pages nobody has told us the end of."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from standby.apps.booking.models import Appointment, Order
from standby.apps.payments.models import CheckoutSession, Dispute, Payment, Refund

# Refunds that need a person: nobody could send them, or the customer's bank returned them
FAILED: Final = (Refund.Status.FAILED, Refund.Status.RETURNED)
# Those, and refunds whose visit staff decide about
TO_LOOK_AT: Final = Q(status__in=FAILED) | Q(needs_decision=True)
# Disputes that the provider waits for an answer to
TO_ANSWER: Final = Q(closed_at=None, status__endswith="needs_response")
# Payments that a bank took back and that no milestone asks for again
TAKEN_BACK: Final = Q(disputed_cents__gt=0) & (
    Q(status=Payment.Status.RETURNED, milestone=None) | Q(status=Payment.Status.REFUNDED)
)
_CAME_IN: Final = (Payment.Status.PAID, Payment.Status.REFUNDED, Payment.Status.RETURNED)


def payment_of_page(session_id: str, *, metadata: Mapping[str, str]) -> Payment | None:
    """By the page's id; by the payment's own id when the page's answer was lost."""
    payments = Payment.objects.select_related("order__customer", "order__order_location")
    payment = payments.filter(checkouts__stripe_session_id=session_id).first()
    return payment or payment_by_reference(metadata)


def payment_by_reference(metadata: Mapping[str, str]) -> Payment | None:
    """The payment that the metadata of a charge names."""
    try:
        public_id = UUID(metadata.get("payment_id", ""))
    except ValueError:
        return None
    payments = Payment.objects.select_related("order__customer", "order__order_location")
    return payments.filter(public_id=public_id).first()


def payment_charged(charge: str) -> Payment | None:
    """The payment that this charge paid; also when it was a second charge for the same thing."""
    payments = Payment.objects.select_related(
        "order__customer", "order__order_location", "milestone"
    )
    known = payments.filter(provider_ref=charge).first()
    return known or payments.filter(entries__key=f"paid:{charge}").first()


def charges_to_look_at(*, now: datetime, since: timedelta) -> list[str]:
    """Of payments made in that time, oldest first, and of those with a dispute that is open."""
    paid = Payment.objects.filter(paid_at__gte=now - since)
    charges = [
        str(one) for one in paid.order_by("paid_at", "pk").values_list("provider_ref", flat=True)
    ]
    disputed = (
        Dispute.objects.filter(closed_at=None).order_by("pk").values_list("charge", flat=True)
    )
    return list(dict.fromkeys([*charges, *disputed]))


def payments_of_unknown_funding() -> list[Payment]:
    """Paid with a credit card's surcharge, and nobody asked yet what card it was."""
    unknown = Payment.objects.filter(status=Payment.Status.PAID, surcharge_cents__gt=0, funding="")
    known = unknown.select_related("order__customer", "order__order_location")
    return list(known.order_by("order_id"))  # by which they are found without the settled ones


def pages_to_reconcile(*, now: datetime, since: timedelta) -> list[str]:
    """The ids, at the provider, of pages of that time whose payment is still due, oldest first;
    also of one given up while its page was open.
    """
    unsettled = CheckoutSession.objects.filter(
        Q(payment__status=Payment.Status.DUE)
        | Q(payment__status=Payment.Status.CANCELLED, status=CheckoutSession.Status.OPEN),
        stripe_session_id__isnull=False,
        created_at__gte=now - since,
    )
    oldest_first = unsettled.order_by("created_at", "pk")
    return [str(page) for page in oldest_first.values_list("stripe_session_id", flat=True)]


def pages_still_open(order_pk: int, *, now: datetime) -> list[str]:
    """The ids, at the provider, of the order's pages on which somebody could pay this moment."""
    return _ids_of(_open_pages(now).filter(payment__order_id=order_pk))


def conflicting_pages(payment: Payment, *, now: datetime) -> list[str]:
    """The pages of this one payment on which somebody could still pay."""
    return _ids_of(_open_pages(now).filter(payment=payment))


def pages_of(order: Order) -> list[CheckoutSession]:
    """Every page on which something of this order was or can be paid, the oldest first."""
    pages = CheckoutSession.objects.filter(payment__order=order).select_related("payment")
    return list(pages.order_by("pk"))


def page_seen_after_paying(session_id: str) -> CheckoutSession | None:
    pages = CheckoutSession.objects.select_related(
        "payment__order__customer",
        "payment__order__order_location",
        "payment__order__package",
        "payment__order__generator",
        "payment__order__wizard",
    )
    return pages.filter(stripe_session_id=session_id).first()


def is_paid_for(order_ref: OuterRef) -> Exists:
    """Whether anything was ever paid for the order; also when it was sent back since."""
    return Exists(Payment.objects.filter(order__public_id=order_ref, status__in=_CAME_IN))


def orders_left_unpaid(order_refs: "QuerySet[Any]") -> list[Order]:
    """Of these, those whose hold ran out, or that were cancelled before anything was paid."""
    left = Q(status=Order.Status.RESERVED, appointments__status=Appointment.Status.EXPIRED) | Q(
        status=Order.Status.CANCELLED
    )
    return list(
        Order.objects.filter(
            left, ~is_paid_for(OuterRef("public_id")), public_id__in=order_refs
        ).distinct()
    )


def _open_pages(now: datetime) -> QuerySet[CheckoutSession]:
    return CheckoutSession.objects.filter(
        status=CheckoutSession.Status.OPEN, expires_at__gt=now, processing_at=None
    )


def _ids_of(pages: QuerySet[CheckoutSession]) -> list[str]:
    return [str(page) for page in pages.values_list("stripe_session_id", flat=True)]
