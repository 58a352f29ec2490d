"""Money that waits for staff, or is on its way."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import (
    Exists,
    OuterRef,
)

from standby.core.clock import last_minute, local_date
from standby.core.waiting import Group, Viewer, WaitingItem, each, waits
from standby.core.words import say
from standby.orders.models import Order
from standby.orders.selectors.waiting import OF_ORDER, OF_PAYMENT, about_order
from standby.payments.models import (
    CheckoutSession,
    Dispute,
    Milestone,
    Refund,
)
from standby.payments.rules import MILESTONE_OCCASIONS
from standby.payments.selectors import (
    TO_ANSWER,
    TO_LOOK_AT,
    refunds_on_their_way,
    transfers_on_their_way,
    transfers_that_failed,
    with_account,
)


@waits("refunds")
def refunds(_viewer: Viewer, _now: datetime) -> Group:
    failed = Refund.objects.filter(TO_LOOK_AT).select_related(*OF_PAYMENT)

    def to_item(refund: Refund) -> WaitingItem:
        return WaitingItem(
            id=str(refund.reference),
            since=refund.requested_at,
            amount_cents=refund.amount_cents,
            **about_order(refund.payment.order, refund.last_error),
        )

    return failed.order_by("requested_at", "pk"), each(to_item)


@waits("disputes")
def disputes(_viewer: Viewer, _now: datetime) -> Group:
    open_ones = Dispute.objects.filter(TO_ANSWER).select_related(*OF_PAYMENT)

    def to_item(dispute: Dispute) -> WaitingItem:
        return WaitingItem(
            id=dispute.provider_ref,
            since=dispute.opened_at,
            by=dispute.respond_by,
            amount_cents=dispute.amount_cents,
            **about_order(dispute.payment.order, dispute.reason.replace("_", " ")),
        )

    return open_ones.order_by("respond_by", "pk"), each(to_item)


@waits("late_payments")
def late_payments(_viewer: Viewer, now: datetime) -> Group:
    # A bank transfer that is on its way is not late.
    moving = transfers_on_their_way().filter(payment__milestone=OuterRef("pk"))
    due = Milestone.objects.filter(status=Milestone.Status.DUE, due_on__lt=local_date(now))
    late = due.filter(~Exists(moving)).exclude(order__status=Order.Status.CANCELLED)

    def to_item(milestone: Milestone) -> WaitingItem:
        return WaitingItem(
            id=str(milestone.pk),
            due_on=milestone.due_on,
            by=last_minute(milestone.due_on) if milestone.due_on else None,
            amount_cents=milestone.due_cents,
            **about_order(milestone.order, say(MILESTONE_OCCASIONS[milestone.kind])),
        )

    def to_items(shown: Sequence[Milestone]) -> list[WaitingItem]:
        # The ledger is summed up for those alone.
        keys = [milestone.pk for milestone in shown]
        known = with_account().select_related(*OF_ORDER).in_bulk(keys)
        return [to_item(known[key]) for key in keys]

    return late.order_by("due_on", "pk"), to_items


@waits("failed_transfers")
def failed_transfers(_viewer: Viewer, _now: datetime) -> Group:
    def to_item(page: CheckoutSession) -> WaitingItem:
        milestone = page.payment.milestone
        occasion = say(MILESTONE_OCCASIONS[milestone.kind]) if milestone else ""
        return WaitingItem(
            id=str(page.reference),
            since=page.failed_at,
            amount_cents=page.payment.amount_cents,
            **about_order(page.payment.order, occasion),
        )

    # Not where the customer has paid again by another transfer, which is on its way.
    again = transfers_on_their_way().filter(
        payment__milestone=OuterRef("payment__milestone"),
    )
    failed = transfers_that_failed().filter(~Exists(again))
    related = failed.select_related(*OF_PAYMENT, "payment__milestone")
    return related.order_by("failed_at", "pk"), each(to_item)


@waits("transfers")
def transfers(_viewer: Viewer, _now: datetime) -> Group:
    def to_item(page: CheckoutSession) -> WaitingItem:
        return WaitingItem(
            id=str(page.reference),
            since=page.processing_at,
            amount_cents=page.payment.amount_cents,
            **about_order(page.payment.order),
        )

    moving = transfers_on_their_way().select_related(*OF_PAYMENT)
    return moving.order_by("processing_at", "pk"), each(to_item)


@waits("refunds_sent")
def refunds_sent(_viewer: Viewer, now: datetime) -> Group:
    def to_item(refund: Refund) -> WaitingItem:
        return WaitingItem(
            id=str(refund.reference),
            since=refund.sent_at or refund.requested_at,
            amount_cents=refund.amount_cents,
            **about_order(refund.payment.order),
        )

    moving = refunds_on_their_way(now=now).select_related(*OF_PAYMENT)
    return moving.order_by("requested_at", "pk"), each(to_item)
