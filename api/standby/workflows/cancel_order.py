"""Cancellation of an order by the homeowner or by staff."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self

from django.db import transaction

from standby.core.errors import Conflict, _
from standby.documents.models import OrderFile
from standby.documents.services.documents import discard_document_job
from standby.orders.models import Appointment, ChangeOrder, Order
from standby.orders.rules.cancelling import (
    CancellationFacts,
    CancellationRule,
    CancellationTerms,
    applies,
    ensure_applies,
    rule_for,
)
from standby.orders.rules.cancelling import cancellation_terms as terms_of
from standby.orders.selectors import orders
from standby.orders.services import changes
from standby.orders.services.appointments import cancel_visits
from standby.orders.services.changes import is_refundable
from standby.orders.services.notify import notify_customer
from standby.orders.services.order_log import VISITOR, ensure_version
from standby.orders.services.orders import move_order
from standby.payments.models import Cancellation
from standby.payments.providers.cards import Cards
from standby.payments.services import cancellations
from standby.payments.services.milestones import milestones_of
from standby.photos.services.reviews import cancel_review
from standby.workflows.settle_payment import close_pages


class RefundChanged(Conflict):
    code = "refund_changed"
    message = _(
        "What canceling keeps and refunds changed since you saw it. Please review it again."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTerms:
    """The terms that somebody agreed to. An amount that was not named is nothing.

    So a client that names the refund alone cancels only where nothing is kept and nothing owed.
    """

    refund_cents: int
    retained_cents: int = 0
    owed_cents: int = 0
    rule: CancellationRule | None = None  # None: only the amounts are compared

    @classmethod
    def of(cls, terms: CancellationTerms) -> Self:
        return cls(
            refund_cents=terms.refund_cents,
            retained_cents=terms.retained_cents,
            owed_cents=terms.owed_cents,
            rule=terms.rule,
        )

    def are(self, terms: CancellationTerms) -> bool:
        return self == replace(self.of(terms), rule=self.rule and terms.rule)


@dataclass(frozen=True, slots=True, kw_only=True)
class CancellationRequest:
    """By default the homeowner's own; costs in cents."""

    rule: CancellationRule | None = None  # None: the rule that applies to the homeowner today
    costs_cents: int = 0
    reason: str = ""
    actor: str = VISITOR
    shown: ShownTerms | None = None  # None: not checked
    if_version: int | None = None  # None: not checked


def cancellation_terms(order: Order, *, now: datetime) -> CancellationTerms:
    """Return what canceling now would keep and refund, in cents. Raises NotCancellable."""
    facts = _cancellation_facts(order)
    return terms_of(rule_for(facts, now=now), facts)


def cancellation_choices(
    order: Order, *, costs_cents: int, now: datetime
) -> tuple[CancellationRule, list[CancellationTerms]]:
    """Return the rule that applies to the homeowner today, and the terms of every one that fits.

    Raises NotCancellable.
    """
    facts = _cancellation_facts(order)
    return rule_for(facts, now=now), [
        terms_of(rule, facts, costs_cents=costs_cents)
        for rule in CancellationRule
        if applies(rule, facts)
    ]


def cancel_order(
    order: Order, request: CancellationRequest, *, cards: Cards, now: datetime
) -> CancellationTerms:
    """Close the open checkout pages, then cancel the order and everything that belongs to it.

    The worker sends the refund afterwards. Idempotent for the same actor and reason. Raises
    NotCancellable, RuleDoesNotApply, RefundChanged and ChangedMeanwhile; CardsDown with the order
    unchanged.
    """
    # A payment made at the last moment has to be recorded before the terms are computed.
    close_pages(payment__order=order.pk, cards=cards, now=now)
    with transaction.atomic(durable=True):
        order.status = orders.lock_order(order.pk).status
        # The same actor repeats the request: the response was lost, or the button clicked twice.
        repeated = Cancellation.objects.filter(
            order=order, cancelled_by=request.actor, reason=request.reason
        )
        if (earlier := repeated.first()) is not None:
            return CancellationTerms(
                rule=CancellationRule(earlier.rule),
                refund_cents=earlier.refund_cents,
                retained_cents=earlier.retained_cents,
            )
        ensure_version(order, request.if_version, now=now)
        facts = _cancellation_facts(order)
        rule = request.rule or rule_for(facts, now=now)
        ensure_applies(rule, facts)
        terms = terms_of(rule, facts, costs_cents=request.costs_cents)
        if request.shown and not request.shown.are(terms):
            raise RefundChanged
        actor = request.actor
        under_way = cancellations.under_way(order, owed_cents=terms.owed_cents, now=now)
        move_order(order, to=Order.Status.CANCELLED, actor=actor, now=now)
        cancel_visits(order, actor=actor, now=now)
        cancel_review(order, actor=actor, now=now)
        change = changes.newest_change_of(order)
        if change is not None and change.status == ChangeOrder.Status.PROPOSED:
            changes.decide_change(change, to=ChangeOrder.Status.WITHDRAWN, actor=actor, now=now)
        discard_document_job(order, OrderFile.Type.GENERAL_PROPOSAL)
        cancellations.settle_cancellation(
            order,
            terms,
            costs_cents=request.costs_cents,
            reason=request.reason,
            actor=actor,
            now=now,
        )
        notify_customer(
            order,
            kind="order_cancelled",
            dedupe_part="cancelled",
            now=now,
            refund_cents=terms.refund_cents,
            retained_cents=terms.retained_cents,
            owed_cents=terms.owed_cents,
            is_credit=terms.rule is CancellationRule.FEE_KEPT_AS_CREDIT,
            under_way=under_way,
        )
        return terms


def _cancellation_facts(order: Order) -> CancellationFacts:
    payments = cancellations.payments_towards(order)
    plan = milestones_of(order)
    visit, change = orders.newest_appointment_of(order), changes.newest_change_of(order)
    return CancellationFacts(
        paid_cents=cancellations.left_of(payments),
        apart_cents=cancellations.visit_only_cents(order, payments),
        total_cents=sum(milestone.amount_cents for milestone in plan),
        visit_starts_at=visit.start_at,
        accepted_at=plan[0].reached_at if plan else None,
        is_date_lost=visit.status == Appointment.Status.NEEDS_NEW_DATE,
        # Declined, with an increase large enough to make the scheduling fee refundable.
        is_change_declined=change is not None
        and change.status == ChangeOrder.Status.DECLINED
        and is_refundable(change),
        is_fee_refundable=order.scheduling_fee_refundable,
        is_over=order.status in Order.OVER,
    )
