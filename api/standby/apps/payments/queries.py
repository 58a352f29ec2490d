"""Which payment an event or a page is about, and which pages nobody has told us the end of."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from uuid import UUID

from standby.apps.payments.models import CheckoutSession, Payment


def payment_on(session_id: str, *, metadata: Mapping[str, str]) -> Payment | None:
    """By the page's id; by the payment's own id when the page's answer was lost."""
    payments = Payment.objects.select_related("order__customer", "order__order_location")
    known = payments.filter(checkouts__stripe_session_id=session_id).first()
    return known or payment_named(metadata)


def payment_named(metadata: Mapping[str, str]) -> Payment | None:
    """The payment that the metadata of a charge names."""
    try:
        public_id = UUID(metadata.get("payment_id", ""))
    except ValueError:
        return None
    payments = Payment.objects.select_related("order__customer", "order__order_location")
    return payments.filter(public_id=public_id).first()


def pages_to_reconcile(*, now: datetime, since: timedelta) -> list[str]:
    """The ids, at the provider, of pages of that time whose payment is still due, oldest first."""
    unsettled = CheckoutSession.objects.filter(
        payment__status=Payment.Status.DUE,
        stripe_session_id__isnull=False,
        created_at__gte=now - since,
    )
    return [
        str(page) for page in unsettled.order_by("pk").values_list("stripe_session_id", flat=True)
    ]


def pages_still_open(order_pk: int, *, now: datetime) -> list[str]:
    """The ids, at the provider, of the order's pages on which somebody could pay this moment."""
    pages = CheckoutSession.objects.filter(
        payment__order_id=order_pk,
        status=CheckoutSession.Status.OPEN,
        expires_at__gt=now,
    )
    return [str(page) for page in pages.values_list("stripe_session_id", flat=True)]
