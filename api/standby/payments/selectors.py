"""Lookups of charges and checkout pages; revenue and outstanding amounts (OPS-10.5)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum

from standby.core.clock import Period
from standby.orders.models import Appointment, Order
from standby.payments.models import (
    CheckoutSession,
    Dispute,
    LedgerEntry,
    Milestone,
    Payment,
    Refund,
)
from standby.payments.rules import REFUND_ARRIVES_WITHIN

Kind = LedgerEntry.Kind

# Refunds that need staff: sending failed, or the customer's bank returned them.
FAILED: Final = (Refund.Status.FAILED, Refund.Status.RETURNED)
# These refunds, and refunds after which staff decide about the visit.
TO_LOOK_AT: Final = Q(status__in=FAILED) | Q(needs_decision=True)
# Disputes that the provider needs a response to.
TO_ANSWER: Final = Q(closed_at=None, status__endswith="needs_response")
# Payments that a bank took back and that no milestone makes due again.
TAKEN_BACK: Final = Q(disputed_cents__gt=0) & (
    Q(status=Payment.Status.RETURNED, milestone=None) | Q(status=Payment.Status.REFUNDED)
)
# Checkout pages of which the provider may still report a payment.
UNSETTLED: Final = Q(payment__status=Payment.Status.DUE) | Q(
    payment__status=Payment.Status.CANCELLED, status=CheckoutSession.Status.OPEN
)
# Money sent back or taken back, and the part of it that returned to us.
_REFUND_KINDS: Final = (Kind.REFUND, Kind.REFUND_RETURNED, Kind.TAKEN_BACK, Kind.REINSTATED)
_CHARGE_KINDS: Final = (Kind.MILESTONE, Kind.CREDIT, Kind.LATE_FEE)
_RECEIVED: Final = (Payment.Status.PAID, Payment.Status.REFUNDED, Payment.Status.RETURNED)


_ON_ITS_WAY: Final = Q(
    processing_at__isnull=False, failed_at=None, payment__status=Payment.Status.DUE
)
_FAILED_UNPAID: Final = Q(
    ~Exists(
        Payment.objects.filter(
            milestone=OuterRef("payment__milestone"), paid_at__gte=OuterRef("failed_at")
        )
    ),
    processing_at__isnull=False,
    failed_at__isnull=False,
    payment__milestone__status=Milestone.Status.DUE,
)


def payment_charged(charge: str) -> Payment | None:
    # Also if it was a second charge for the same payment.
    payments = Payment.objects.select_related(
        "order__customer", "order__order_location", "milestone"
    )
    payment = payments.filter(provider_ref=charge).first()
    return payment or payments.filter(entries__key=f"paid:{charge}").first()


def recently_paid(*, now: datetime, since: timedelta) -> QuerySet[Payment]:
    """Return the payments of that time."""
    return Payment.objects.filter(paid_at__gte=now - since)


def disputed_before(*, now: datetime, since: timedelta) -> QuerySet[Dispute]:
    """Return the open disputes about charges that were paid before that time."""
    recent = recently_paid(now=now, since=since).filter(provider_ref__isnull=False)
    return Dispute.objects.filter(closed_at=None).exclude(charge__in=recent.values("provider_ref"))


def with_account() -> QuerySet[Milestone]:
    """Return all milestones, in order, with what the ledger says of each.

    `Milestone.due_cents` needs it: every amount due is the share less credits and payments, with
    the late fees.
    """

    def total_cents(of: Q) -> Sum:
        return Sum("entries__amount_cents", filter=of, default=0)

    account = {
        "credit_cents": -total_cents(Q(entries__kind=Kind.CREDIT)),
        "late_fee_cents": total_cents(Q(entries__kind=Kind.LATE_FEE)),
        "settled_cents": -total_cents(~Q(entries__kind__in=_CHARGE_KINDS)),
    }
    return Milestone.objects.annotate(**account).order_by("pk")


def finished_orders() -> QuerySet[Order]:
    """Return the orders that are powered on and paid in full."""
    powered_on = Order.objects.filter(status=Order.Status.COMPLETED, powered_on_at__isnull=False)
    return powered_on.exclude(milestones__status__in=Milestone.UNPAID)


def payments_of_unknown_funding() -> QuerySet[Payment]:
    payments = Payment.objects.filter(status=Payment.Status.PAID, surcharge_cents__gt=0, funding="")
    return payments.select_related("order__customer", "order__order_location")


def transfers_on_their_way() -> QuerySet[CheckoutSession]:
    """Return the pages whose bank transfer was started and has neither arrived nor failed."""
    return CheckoutSession.objects.filter(_ON_ITS_WAY)


def transfers_that_failed() -> QuerySet[CheckoutSession]:
    """Return the pages whose bank transfer failed, while what they were for is due and unpaid."""
    return CheckoutSession.objects.filter(_FAILED_UNPAID)


def transfers_not_arrived() -> QuerySet[CheckoutSession]:
    """Return the pages of both, by their beginning: `failed_at` tells which failed."""
    both = CheckoutSession.objects.filter(_ON_ITS_WAY | _FAILED_UNPAID)
    return both.order_by("processing_at", "pk")


def transfers_of(order: Order) -> tuple[dict[int, datetime], dict[int, datetime]]:
    """Return when the transfer of each milestone began that is on its way, and that failed."""
    moving: dict[int, datetime] = {}
    failed: dict[int, datetime] = {}
    pages = transfers_not_arrived().filter(payment__order=order, payment__milestone__isnull=False)
    for milestone, since, failed_at in pages.values_list(
        "payment__milestone", "processing_at", "failed_at"
    ):
        if milestone is not None and since is not None:
            (failed if failed_at else moving)[milestone] = since
    return moving, failed


def moving_transfer_cents(order: Order) -> int:
    """Return the cents that are on their way by bank transfer, also to a canceled order."""
    started = CheckoutSession.objects.filter(processing_at__isnull=False, failed_at=None)
    unpaid = (Payment.Status.DUE, Payment.Status.CANCELLED)
    moving = started.filter(payment__order=order, payment__status__in=unpaid)
    return moving.aggregate(sum=Sum("payment__amount_cents"))["sum"] or 0


def transfers_by_milestone(**of: object) -> dict[int, datetime]:
    """Return since when the transfer of each milestone is on its way, of these orders."""
    moving = transfers_on_their_way().filter(payment__milestone__isnull=False, **of)
    pages = moving.values_list("payment__milestone", "processing_at")
    return {milestone: since for milestone, since in pages if since is not None}


def refunds_on_their_way(*, now: datetime) -> QuerySet[Refund]:
    """Return the refunds that are being sent, or were sent so lately that they may be under way.

    No provider reports that a refund has arrived.
    """
    return Refund.objects.filter(
        Q(status=Refund.Status.REQUESTED)
        | Q(status=Refund.Status.SENT, sent_at__gt=now - REFUND_ARRIVES_WITHIN)
    )


def pages_to_reconcile(*, now: datetime, since: timedelta) -> QuerySet[CheckoutSession]:
    """Return recent pages that the provider knows and whose payment is unsettled.

    A payment is unsettled while it is due, or when it was cancelled while its page was open.
    """
    return CheckoutSession.objects.filter(
        UNSETTLED, stripe_session_id__isnull=False, created_at__gte=now - since
    )


def pages_of(order: Order) -> list[CheckoutSession]:
    pages = CheckoutSession.objects.filter(payment__order=order).select_related("payment")
    return list(pages.order_by("pk"))


def page_shown_after_paying(session_id: str) -> CheckoutSession | None:
    pages = CheckoutSession.objects.select_related(
        "payment__order__customer",
        "payment__order__order_location",
        "payment__order__package",
        "payment__order__generator",
        "payment__order__wizard",
    )
    return pages.filter(stripe_session_id=session_id).first()


class PageState(StrEnum):
    """What became of the payment on one checkout page.

    Only `paid` is money that we have by this page. `replaced`: it was paid, or can be, on another.
    """

    PAID = "paid"
    PROCESSING = "processing"
    UNPAID = "unpaid"
    FAILED = "failed"
    REPLACED = "replaced"
    CANCELED = "canceled"
    DISPUTED = "disputed"
    REFUNDED = "refunded"
    RETURNED = "returned"


def state_of_page(page: CheckoutSession, *, is_looked_up: bool) -> PageState:
    """Return the state of a page; whether it is unpaid is known once it is looked up just now."""
    payment = page.payment
    if page.status == CheckoutSession.Status.COMPLETE:
        return _state_of_money(payment)
    if page.failed_at is not None:
        return PageState.FAILED
    is_open = page.status == CheckoutSession.Status.OPEN
    is_unknown = payment.status == Payment.Status.DUE or is_open
    if page.processing_at is not None or (is_unknown and not is_looked_up):
        return PageState.PROCESSING
    if payment.status == Payment.Status.DUE:
        return PageState.UNPAID
    if payment.order.status == Order.Status.CANCELLED:
        return PageState.CANCELED
    return PageState.REPLACED


def _state_of_money(payment: Payment) -> PageState:
    if payment.status == Payment.Status.RETURNED:
        return PageState.RETURNED
    if payment.status != Payment.Status.PAID or payment.refunded_cents == payment.amount_cents:
        return PageState.REFUNDED  # a second charge too, whose payment stays cancelled
    return PageState.DISPUTED if payment.disputed_cents else PageState.PAID


def is_paid_for(order_ref: OuterRef) -> Exists:
    # Whether anything was ever paid for the order, refunded since or not.
    return Exists(Payment.objects.filter(order__public_id=order_ref, status__in=_RECEIVED))


def orders_left_unpaid(order_refs: "QuerySet[Any]") -> QuerySet[Order]:
    """Return those of the orders whose hold expired, or that were cancelled before any payment."""
    left = Q(status=Order.Status.RESERVED, appointments__status=Appointment.Status.EXPIRED) | Q(
        status=Order.Status.CANCELLED
    )
    return Order.objects.filter(
        left, ~is_paid_for(OuterRef("public_id")), public_id__in=order_refs
    ).distinct()


def open_pages(*, now: datetime, **of: object) -> list[str]:
    """Return the provider's ids of pages that can be paid on now, by these fields."""
    pages = CheckoutSession.objects.filter(
        status=CheckoutSession.Status.OPEN, expires_at__gt=now, processing_at=None, **of
    )
    return [str(page) for page in pages.values_list("stripe_session_id", flat=True)]


def received_in(period: Period) -> QuerySet[LedgerEntry]:
    return _entries((Kind.PAYMENT,), period)


def refunded_in(period: Period) -> QuerySet[LedgerEntry]:
    return _entries(_REFUND_KINDS, period)


def money_in(*periods: Period) -> list[tuple[int, int]]:
    """Return for each period the cents received, and those refunded or taken back by banks."""
    sums = LedgerEntry.objects.filter(
        kind__in=(Kind.PAYMENT, *_REFUND_KINDS),
        at__gte=min(period.begins_at for period in periods),
        at__lt=max(period.ends_at for period in periods),
    ).aggregate(
        **{
            f"{kinds[0]}_{number}": Sum("amount_cents", filter=Q(kind__in=kinds, **_within(period)))
            for number, period in enumerate(periods)
            for kinds in ((Kind.PAYMENT,), _REFUND_KINDS)
        }
    )
    return [
        (-(sums[f"{Kind.PAYMENT}_{number}"] or 0), sums[f"{Kind.REFUND}_{number}"] or 0)
        for number in range(len(periods))
    ]


def orders_owing() -> QuerySet[Order]:
    return Order.objects.filter(balance_cents__gt=0)


def outstanding() -> tuple[int, int]:
    """Return the cents that customers owe, and of how many orders."""
    totals = orders_owing().aggregate(cents=Sum("balance_cents"), orders=Count("pk"))
    return totals["cents"] or 0, totals["orders"]


def completions_in(period: Period) -> QuerySet[Milestone]:
    # The last milestone is reached at the moment of completion.
    return Milestone.objects.filter(
        kind=Milestone.Kind.COMPLETION,
        reached_at__gte=period.begins_at,
        reached_at__lt=period.ends_at,
    )


def _entries(kinds: Sequence[LedgerEntry.Kind], period: Period) -> QuerySet[LedgerEntry]:
    return LedgerEntry.objects.filter(kind__in=kinds, **_within(period))


def _within(period: Period) -> dict[str, object]:
    return {"at__gte": period.begins_at, "at__lt": period.ends_at}
