"""The stories that tests of money begin with, told in one line each."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from booking_helpers import NOW, SITE, pay, reserve, send_next_refund, settle
from django.db import transaction
from django.db.models import Sum
from payment_terms import PAYMENT_TERMS

from standby.orders.models import Order
from standby.orders.rules.cancelling import CancellationRule, CancellationTerms
from standby.orders.services.orders import move_order
from standby.payments.models import LedgerEntry, Payment, Refund
from standby.payments.providers.cards import Cards, DisputeState
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services import ledger
from standby.payments.services.charges import SettlementOutcome
from standby.payments.services.disputes import follow_charge
from standby.payments.services.milestones import begin_project
from standby.payments.services.refunds import request_staff_refund
from standby.workflows.cancel_order import CancellationRequest, cancel_order
from standby.workflows.pay_for_project import MilestoneKind, PayMethod, pay_for_project

TOTAL = 12_694_77  # the specification's example


def a_scheduled_order(cards: TestCards, *, now: datetime = NOW) -> Order:
    """Reserved, and its fee paid."""
    order = reserve(now=now)
    settle(pay(order, cards=cards, now=now), cards=cards, now=now)
    return fresh(order)


def an_accepted_order(cards: TestCards, *, total_cents: int = TOTAL, now: datetime = NOW) -> Order:
    order = a_scheduled_order(cards, now=now)
    accept(order, total_cents=total_cents, now=now)
    return fresh(order)


def accept(order: Order, *, total_cents: int = TOTAL, now: datetime = NOW) -> None:
    with transaction.atomic():
        move_order(order, to=Order.Status.ACCEPTED, actor="visitor", now=now)
        begin_project(order, total_cents=total_cents, terms=PAYMENT_TERMS, now=now)


def fresh(order: Order) -> Order:
    related = Order.objects.select_related("customer", "order_location", "quote")
    return related.get(pk=order.pk)


def page_for(
    order: Order,
    milestone: MilestoneKind | None = "acceptance",
    *,
    method: PayMethod = "debit_card",
    cards: Cards,
    now: datetime = NOW,
) -> str:
    """The id of the page on which it can be paid."""
    url = pay_for_project(
        order, milestone=milestone, method=method, cards=cards, site_url=SITE, now=now
    )
    return url.rpartition("/")[2]


def pay_on(
    page_id: str, *, cards: TestCards, funding: str = "credit", now: datetime = NOW
) -> SettlementOutcome:
    cards.approve(page_id, funding=funding, now=now)
    return settle(cards.look_up(page_id), cards=cards, now=now)


def pay_milestone(
    order: Order,
    milestone: MilestoneKind | None = "acceptance",
    *,
    method: PayMethod = "debit_card",
    cards: TestCards,
    funding: str = "credit",
    now: datetime = NOW,
) -> Payment:
    page_id = page_for(order, milestone, method=method, cards=cards, now=now)
    pay_on(page_id, cards=cards, funding=funding, now=now)
    return Payment.objects.get(checkouts__stripe_session_id=page_id)


def send_refunds(cards: Cards, *, now: datetime = NOW) -> None:
    while send_next_refund(cards=cards, now=now + timedelta(seconds=1)):
        pass


def ask_back(
    payment: Payment, cents: int, *, key: str = "one", actor: str = "staff ada", now: datetime = NOW
) -> Refund:
    """Staff want it to be sent back; it is not sent yet."""
    return request_staff_refund(
        payment.public_id, amount_cents=cents, reason="kindness", key=key, actor=actor, now=now
    )


def cancel_by_staff(
    order: Order,
    rule: CancellationRule | None = None,
    *,
    costs: int = 0,
    cards: Cards,
    now: datetime = NOW,
) -> CancellationTerms:
    request = CancellationRequest(
        rule=rule, costs_cents=costs, reason="called us", actor="staff ada"
    )
    return cancel_order(order, request, cards=cards, now=now)


def deliver_event(payment: Payment, cards: Cards, *, now: datetime = NOW) -> None:
    """Of whatever the provider has to say of its charge."""
    follow_charge(payment.provider_ref or "", cards=cards, now=now)


def a_dispute(payment: Payment, status: str = "needs_response", **changed: Any) -> DisputeState:
    """Of all of it, which the bank has withdrawn."""
    state = DisputeState(
        id="du_1",
        amount_cents=payment.amount_cents,
        reason="fraudulent",
        status=status,
        opened_at=NOW,
        withdrawn_cents=payment.amount_cents,
    )
    return replace(state, **changed)


def balance(order: Order) -> int:
    return ledger.balance_cents(order)


def entries(order: Order) -> list[tuple[str, int]]:
    return [(entry.kind, entry.amount_cents) for entry in order.ledger.all()]


def sum_of(order: Order, *kinds: str) -> int:
    found = LedgerEntry.objects.filter(order=order, kind__in=kinds)
    return int(found.aggregate(sum=Sum("amount_cents"))["sum"] or 0)
