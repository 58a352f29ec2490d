"""Hundreds of accounts with whatever can happen to them: every one closes to the cent (PAY-03)."""

import logging
import os
import random
import sys
from collections import Counter
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

import pytest
from accounts import balance, fresh
from bookings import DAY, MORNING, NOW, OFFICE, reserve
from django.db import connection, transaction
from django.db.models import F, Sum

from standby.apps.booking.models import Appointment, Customer, Order, OrderLocation
from standby.apps.booking.services.progress import move_order
from standby.apps.payments import milestones, project_payments, refunds
from standby.apps.payments import services as payments
from standby.apps.payments.models import LedgerEntry, Milestone, Payment, Refund
from standby.apps.quoting.models import WizardSession
from standby.domain.cancelling import Rule
from standby.domain.policy import DEFAULT_CARD_SURCHARGE_RATE
from standby.flows.booking.cancel_order import ByStaff, cancel_order
from standby.flows.money import settle_payment as settling
from standby.flows.money.charge_late_fees import charge_late_fees
from standby.flows.money.check_funding import check_funding
from standby.flows.money.request_refund import RefundWish, request_refund
from standby.providers.cards import ChargeState, CheckoutState, PageStatus
from standby.providers.cards.test_mode import TestCards

IS_LONG: Final = "CI" in os.environ and connection.vendor == "sqlite"  # noqa: TID251 - there
ORDERS: Final = 10_000 if IS_LONG else 1_500
SEEDS: Final = (20251103, 20251104, 20251105, 20251106)  # a share of the orders each, side by side
ANALYZED_EACH: Final = 50
METHODS: Final = ("bank", "debit_card", "credit_card")
STAGES: Final = ("equipment", "completion")


class Ledgerless(TestCards):
    """A provider that keeps no pages: what it signs is made here. Every third card is a debit."""

    def __init__(self) -> None:
        self.charged: dict[str, int] = {}
        self.sent: dict[str, int] = {}

    def look_up_charge(self, charge: str) -> ChargeState:
        is_debit = sum(charge.encode()) % 3 == 0
        return ChargeState(funding="debit" if is_debit else "credit")


@dataclass
class Account:
    """One order's life, told at random; `cards` knows what really was charged and sent."""

    order: Order
    chance: random.Random
    cards: Ledgerless
    now: datetime = NOW
    owed_cents: int | None = None
    did: Counter[str] = field(default_factory=Counter)

    def live(self) -> None:
        self._pay(self._fee())
        if self.chance.random() < 0.15:
            self._pay_bill(project_payments.bill_for_diagnostic(self.order))
        if self.chance.random() < 0.2:
            self._refund()
        if self.chance.random() < 0.1:
            return self._cancel()
        self._accept()
        for stage in ("acceptance", *STAGES):
            if self._is_left_at(stage):
                return None
        return None

    def _is_left_at(self, stage: str) -> bool:
        if stage in STAGES:
            with transaction.atomic():
                to = {"equipment": "equipment_arrived", "completion": "completed"}[stage]
                move_order(self.order, to=Order.Status(to), actor="staff", now=self.now)
                milestones.reach(self.order, stage, actor="staff", now=self.now)
        self.now += timedelta(days=self.chance.choice((0, 2, 9, 40, 75)))
        self._late_fee(stage)
        if self.chance.random() < 0.12:
            if self.order.status != Order.Status.COMPLETED:
                self._cancel()
            return True
        self._pay_milestone(stage)
        return False

    def _fee(self) -> Payment:
        return Payment.objects.create(
            order=self.order, purpose="scheduling_fee", amount_cents=100_00, created_at=self.now
        )

    def _accept(self) -> None:
        total_cents = self.chance.choice(
            (12_694_77, 4_990_00, 333_33, self.chance.randrange(2_000_000))
        )
        with transaction.atomic():
            move_order(self.order, to=Order.Status.ACCEPTED, actor="visitor", now=self.now)
            milestones.begin_project(self.order, total_cents=total_cents, now=self.now)
        self.did["accepted"] += 1

    def _pay_milestone(self, stage: str) -> None:
        method = self.chance.choice(METHODS)
        try:
            bill = project_payments.bill_for_milestone(
                self.order, stage, method=method, surcharge_rate=DEFAULT_CARD_SURCHARGE_RATE
            )
        except payments.AlreadyPaid:
            return
        self.did[method] += 1
        self._pay_bill(bill)

    def _pay_bill(self, bill: project_payments.Bill) -> None:
        with transaction.atomic():
            payment = project_payments.payment_for(self.order, bill, now=self.now)
        self._pay(payment)

    def _pay(self, payment: Payment) -> None:
        """The event, forged ones before it and repeats after it, or another charge as well."""
        state = self._signed(payment, charge=f"pi_{payment.pk}")
        if self.chance.random() < 0.2:
            self._settle(replace(state, amount_cents=payment.amount_cents - 1))
            self.did["forged"] += 1
        self._charge(state)
        while self.chance.random() < 0.3:
            self._settle(state)
            self.did["repeated"] += 1
        if self.chance.random() < 0.05:
            self._charge(self._signed(payment, charge=f"pi_{payment.pk}_again"))
            self.did["charged twice"] += 1

    def _charge(self, state: CheckoutState) -> None:
        self.cards.charged[str(state.charge)] = state.amount_cents or 0
        self._settle(state)

    def _settle(self, state: CheckoutState) -> None:
        settling.settle_payment(state, cards=self.cards, office=OFFICE, now=self.now)

    def _signed(self, payment: Payment, *, charge: str) -> CheckoutState:
        return CheckoutState(
            id=f"cs_{charge}",
            status=PageStatus.COMPLETE,
            is_paid=True,
            amount_cents=payment.amount_cents,
            currency="usd",
            is_live=False,
            charge=charge,
            metadata={
                "order_id": str(self.order.public_id),
                "payment_id": str(payment.public_id),
            },
        )

    def _refund(self) -> None:
        payment = Payment.objects.get(order=self.order, purpose="scheduling_fee")
        cents = self.chance.choice((1, 50_00, 100_00, 100_01))
        wish = RefundWish(amount_cents=cents, reason="x", key="once", actor="staff")
        for _ in range(self.chance.choice((1, 2))):
            try:
                request_refund(payment.public_id, wish, now=self.now)
            except refunds.RefundTooLarge:
                self.did["refund refused"] += 1
                return
        self.did["refunded"] += 1

    def _late_fee(self, stage: str) -> None:
        milestone = Milestone.objects.get(order=self.order, kind=stage)
        if milestone.status != "due" or self.chance.random() < 0.5:
            return
        milestones.remember_told(milestone, now=NOW - timedelta(days=9))
        milestone.refresh_from_db()
        with transaction.atomic():
            self.did["late"] += milestones.charge_late_fees(milestone, now=self.now) > 0

    def _cancel(self) -> None:
        rules = [None, Rule.NOT_FEASIBLE]
        wish = ByStaff(
            rule=self.chance.choice(rules),
            costs_cents=self.chance.choice((0, 1, 300_00, 99_999_00)),
            reason="x",
            actor="staff",
        )
        terms = cancel_order(self.order, wish, cards=self.cards, office=OFFICE, now=self.now)
        self.owed_cents = terms.owed_cents
        self.did["cancelled"] += 1


def many_orders(count: int) -> list[Order]:
    """As if each had been reserved, by a few statements; nobody of them wants to be told."""
    model = fresh(reserve())
    Customer.objects.update(email_updates=False, sms_updates=False)
    wizards = WizardSession.objects.bulk_create(
        [
            WizardSession(
                **{
                    each.attname: getattr(model.wizard, each.attname)
                    for each in WizardSession._meta.concrete_fields
                    if not each.primary_key
                }
                | {"session_id": f"many-{number}", "secret_hash": f"{number:064d}"}
            )
            for number in range(count)
        ]
    )
    customers = Customer.objects.bulk_create(
        [
            Customer(
                name="A",
                email="a@example.org",
                phone="1",
                email_key=f"{number}",
                phone_key=f"{number}",
                email_updates=False,
                sms_updates=False,
                created_at=NOW,
            )
            for number in range(count)
        ]
    )
    orders = Order.objects.bulk_create(
        [
            Order(
                wizard=wizard,
                customer=customer,
                quote=model.quote,
                package_id=model.package_id,
                generator_id=model.generator_id,
                total_cents=model.total_cents,
                scheduling_fee_cents=100_00,
                scheduling_fee_refundable=False,
                status=Order.Status.SCHEDULED,
                created_at=NOW,
            )
            for wizard, customer in zip(wizards, customers, strict=True)
        ]
    )
    OrderLocation.objects.bulk_create(
        [
            OrderLocation(
                order=order, formatted_address="x", city="y", state="TX", zip_code="77380"
            )
            for order in orders
        ]
    )
    Appointment.objects.bulk_create(
        [
            Appointment(
                order=order,
                day=DAY,
                time_window="morning",
                start_at=MORNING.start_at,
                end_at=MORNING.end_at,
                status="confirmed",
                confirmed_at=NOW,
                held_at=NOW,
                created_at=NOW,
            )
            for order in orders
        ]
    )
    return orders


def send_all(cards: Ledgerless) -> None:
    """As the worker does, without asking anybody."""
    for refund in Refund.objects.filter(status="requested").select_related("payment__order"):
        cards.sent[str(refund.reference)] = refund.amount_cents
        with transaction.atomic():
            refunds.mark_sent(refund, provider_ref=f"re_{refund.pk}", now=NOW)


def analyze() -> None:
    """Of what is never committed PostgreSQL keeps no statistics, and would read all of it."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {', '.join(connection.introspection.table_names(cursor))}")


def expected_balance(account: Account) -> int:
    if account.owed_cents is not None:
        return account.owed_cents
    shares = milestones.shares_of_order(account.order)
    return sum(one.due_cents for one in shares if one.milestone.status == "due")


@pytest.mark.slow
@pytest.mark.req("PAY-02", "PAY-03")
@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_account_closes_to_the_cent(
    seed: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, logger="standby")  # thousands of forged events are told
    monkeypatch.setattr(settling, "_make_certain", lambda *_, **__: None)
    monkeypatch.setattr(settling, "after_confirmation", lambda *_, **__: None)
    chance, cards, did = random.Random(seed), Ledgerless(), Counter[str]()
    accounts = [Account(order, chance, cards) for order in many_orders(ORDERS // len(SEEDS))]

    for number, account in enumerate(accounts):
        if number % ANALYZED_EACH == 0:
            analyze()
        account.live()
        did += account.did
    check_funding(cards=cards, now=NOW)
    charge_late_fees(now=NOW)
    send_all(cards)

    wrong = [
        (balance(account.order), expected_balance(account))
        for account in accounts
        if balance(account.order) != expected_balance(account)
    ]
    assert wrong == []
    assert _sum("payment") == -sum(cards.charged.values())
    assert _sum("refund") == sum(cards.sent.values()) <= sum(cards.charged.values())
    paid = Payment.objects.filter(status__in=("paid", "refunded"))
    assert set(paid.values_list("provider_ref", flat=True)) <= set(cards.charged)
    assert not Payment.objects.filter(refunded_cents__gt=F("amount_cents")).exists()
    sys.stdout.write(
        f"\n{len(accounts)} orders, {LedgerEntry.objects.count()} entries, "
        f"0 accounts off by a cent, 0 paid without a signed event: {dict(did)}\n"
    )


def _sum(kind: str) -> int:
    found = LedgerEntry.objects.filter(kind=kind).aggregate(sum=Sum("amount_cents"))
    return int(found["sum"] or 0)
