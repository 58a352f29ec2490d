"""Hundreds of accounts with whatever can happen to them: every one closes to the cent (PAY-03).

What ought to be owed and kept is reckoned from the agreement's words (agreement.py), what was paid
and sent by the provider's own books: neither asks the product.
"""

import logging
import random
import sys
from collections import Counter
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, Final, TypeVar

import pytest
from account_helpers import balance, fresh, send_refunds
from agreement import DAYS_TO_PAY, PERCENTS, Reckoning
from booking_helpers import NOW, reserve
from django.db import connection, models, transaction
from django.db.models import F, Sum
from payment_terms import PAYMENT_TERMS
from sampling import SEED, WHOLE

from standby.core.policy import DEFAULT_CARD_SURCHARGE_RATE
from standby.orders.models import Customer, Order
from standby.orders.rules.cancelling import CancellationRule
from standby.orders.services import appointments
from standby.orders.services import orders as order_services
from standby.orders.services.orders import move_order
from standby.payments.models import LedgerEntry, Milestone, Payment, Refund
from standby.payments.providers.cards import (
    ChargeState,
    CheckoutState,
    DisputeState,
    PageStatus,
    RefundRefused,
    RefundRequest,
    RefundState,
)
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services import charges as charge_services
from standby.payments.services import checkouts, late_fees, milestones, refund_errors
from standby.payments.services.disputes import follow_charge
from standby.payments.services.late_fees import charge_late_fees
from standby.payments.services.refunds import (
    mark_failed,
    mark_sent,
    refund_request,
    request_staff_refund,
    retry_refund,
)
from standby.pricing.models.quoting import Quote
from standby.workflows import settle_payment
from standby.workflows.cancel_order import CancellationRequest, cancel_order
from standby.workflows.look_up_payment import check_funding

Row = TypeVar("Row", bound=models.Model)
ORDERS_EACH: Final = 2_500 if WHOLE else 400
SEEDS: Final = range(SEED, SEED + 4) if WHOLE else [SEED]
ANALYZED_EACH: Final = 50
MUCH_LATER: Final = NOW + timedelta(days=400)
LOCKED_LATER: Final = NOW + timedelta(days=20)
METHODS: Final = ("bank", "debit_card", "credit_card", "credit_card")
STAGES: Final = {"equipment": "equipment_arrived", "completion": "completed"}


class Ledgerless(TestCards):
    """A provider that keeps no pages: what it signs is made here. Every third card is a debit."""

    def __init__(self) -> None:
        self.charged: dict[str, int] = {}
        self.refunds: dict[str, dict[str, RefundState]] = {}  # by charge and id
        self.disputes: dict[str, dict[str, DisputeState]] = {}
        self.returned: set[str] = set()

    def refund(self, request: RefundRequest) -> str:
        """As the provider: never more than is left of the charge, and an attempt once."""
        number = f"re_{request.reference}_{request.retries}"
        if request.amount_cents > self.left_cents(request.charge):
            raise RefundRefused("charge_already_refunded")
        self.note_refund(
            request.charge,
            RefundState(
                id=number,
                amount_cents=request.amount_cents,
                reference=request.reference,
                attempt=request.retries,
            ),
        )
        return number

    def note_refund(self, charge: str, refund: RefundState) -> None:
        self.refunds.setdefault(charge, {})[refund.id] = refund

    def held_cents(self, charge: str) -> int:
        """What of it is still at our bank: charged, not sent back and not taken."""
        if charge in self.returned:
            return -self.sent_cents(charge)
        taken = [
            one.withdrawn_cents - one.reinstated_cents
            for one in self.disputes.get(charge, {}).values()
        ]
        return self.charged[charge] - self.sent_cents(charge) - sum(taken)

    def left_cents(self, charge: str) -> int:
        return max(0, self.held_cents(charge))

    def sent_cents(self, charge: str) -> int:
        sent = self.refunds.get(charge, {}).values()
        return sum(one.amount_cents for one in sent if not one.has_failed)

    def is_gone(self, charge: str) -> bool:
        """Whether a bank took money of it for good, or gave it back only for us to send it on."""
        disputes = self.disputes.get(charge, {}).values()
        asked_for = [one for one in self.refunds.get(charge, {}).values() if one.reference]
        return (
            charge in self.returned
            or any(
                one.status == "lost" and one.withdrawn_cents > one.reinstated_cents
                for one in disputes
            )
            or (bool(asked_for) and any(one.reinstated_cents for one in disputes))
        )

    def look_up_charge(self, charge: str) -> ChargeState:
        is_debit = sum(charge.encode()) % 3 == 0
        return ChargeState(
            funding="debit" if is_debit else "credit",
            refunds=tuple(self.refunds.get(charge, {}).values()),
            disputes=tuple(self.disputes.get(charge, {}).values()),
            has_failed=charge in self.returned,
        )


@dataclass
class Account:
    """One order's life, told at random; `cards` knows what really was charged and sent, `told`
    what the agreement makes of it."""

    number: int
    order: Order
    chance: random.Random
    cards: Ledgerless
    earlier: "list[Account]" = field(default_factory=list)  # which the same customer cancelled
    now: datetime = NOW
    due_in_all_cents: int = 0  # what this customer ought to have paid us, refunds taken off
    pages: int = 0  # that were paid
    surcharged: list[tuple[str, int]] = field(default_factory=list)  # charges of credit cards
    did: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.told = Reckoning(final_price_at=self.order.quote.locked_at or self.order.created_at)

    def live(self) -> None:
        fee = {"purpose": "scheduling_fee", "amount_cents": 100_00, "created_at": self.now}
        self._pay(Payment.objects.create(order=self.order, **fee))
        self.told.fees["fee"] = 100_00
        if self.chance.random() < 0.15:
            self._pay_diagnostic()
        if self.chance.random() < 0.2:
            self._refund()
        if self.chance.random() < 0.1:
            return self._cancel()
        self.now += timedelta(days=self.chance.choice((0, 0, 10, 29, 30, 31, 45, 50, 51)))
        self._accept()
        if self.chance.random() < 0.1 and "diagnostic" not in self.told.fees:
            self._pay_diagnostic()
        for stage in PERCENTS:
            if self._is_left_at(stage):
                return None
        return None

    def _is_left_at(self, stage: str) -> bool:
        if stage in STAGES:
            with transaction.atomic():
                to = Order.Status(STAGES[stage])
                move_order(self.order, to=to, actor="staff", now=self.now)
                milestones.reach(self.order, stage, actor="staff", now=self.now)
            self.told.reach(stage, at=self.now)
        self.now += timedelta(days=self.chance.choice((0, 1, 2, 9, 40, 75)))
        self._late_fee(stage)
        if self.chance.random() < 0.1:
            check_funding(cards=self.cards, now=self.now)
            self.told.note_debit_cards()
        if self.chance.random() < 0.18:
            if self.order.status != Order.Status.COMPLETED:
                self._cancel()
            return True
        self._pay_milestone(stage)
        return False

    def _pay_diagnostic(self) -> None:
        self._pay_bill(checkouts.bill_for_diagnostic(self.order))
        self.told.pay_diagnostic()

    def _accept(self) -> None:
        total_cents = self.chance.choice(
            (12_694_77, 4_990_00, 333_33, 430_00, self.chance.randrange(333_33, 2_000_000))
        )
        with transaction.atomic():
            move_order(self.order, to=Order.Status.ACCEPTED, actor="visitor", now=self.now)
            milestones.begin_project(
                self.order,
                total_cents=total_cents,
                terms=replace(PAYMENT_TERMS, days_to_pay=DAYS_TO_PAY),
                now=self.now,
            )
        self.told.accept(total_cents, earlier=[one.told for one in self.earlier], at=self.now)
        self.did["accepted"] += 1

    def _pay_milestone(self, stage: str) -> None:
        method = self.chance.choice(METHODS)
        asked = self.told.bill(stage, method=method)
        try:
            bill = self._bill(stage, method=method)
        except charge_services.AlreadyPaid:
            assert asked == (0, 0)
            return
        assert (bill.amount_cents - bill.surcharge_cents, bill.surcharge_cents) == asked
        self.did[method] += 1
        charge = self._pay_bill(bill)
        is_credit = self.cards.look_up_charge(charge).funding == "credit"
        self.told.pay(stage, surcharge_cents=asked[1], is_credit=is_credit)

    def _bill(self, stage: str, *, method: str) -> Payment:
        return checkouts.bill_for_milestone(
            self.order, stage, method=method, surcharge_rate=DEFAULT_CARD_SURCHARGE_RATE
        )

    def _pay_bill(self, bill: Payment) -> str:
        with transaction.atomic():
            payment = checkouts.store_payment(bill, now=self.now)
        charge = self._pay(payment)
        if bill.surcharge_cents and self.cards.look_up_charge(charge).funding == "credit":
            self.surcharged.append((charge, bill.surcharge_cents))
        return charge

    def _pay(self, payment: Payment) -> str:
        """The event, forged ones before it and repeats after it, or another charge as well."""
        self.pages += 1
        charge = f"pi_{self.number}_{self.pages}"
        state = self._signed(payment, charge=charge)
        if self.chance.random() < 0.2:
            off_cents = self.chance.choice((-1, 1))
            self._settle(replace(state, amount_cents=payment.amount_cents + off_cents))
            self.did["forged"] += 1
        self._charge(state)
        while self.chance.random() < 0.3:
            self._settle(state)
            self.did["repeated"] += 1
        if self.chance.random() < 0.05:
            self._charge(self._signed(payment, charge=f"{charge}_again"))
            self.did["charged twice"] += 1
        return charge

    def _charge(self, state: CheckoutState) -> None:
        self.cards.charged[str(state.charge)] = state.amount_cents or 0
        self._settle(state)

    def _settle(self, state: CheckoutState) -> None:
        settle_payment.settle_payment(state, cards=self.cards, now=self.now)

    def _signed(self, payment: Payment, *, charge: str) -> CheckoutState:
        return CheckoutState(
            id=f"cs_{charge}",
            status=PageStatus.COMPLETE,
            is_paid=True,
            amount_cents=payment.amount_cents,
            currency="usd",
            is_live=False,
            charge=charge,
            metadata={"order_id": str(self.order.public_id), "payment_id": str(payment.public_id)},
        )

    def _refund(self) -> None:
        payment = Payment.objects.get(order=self.order, purpose="scheduling_fee")
        cents = self.chance.choice((1, 50_00, 100_00, 100_01))
        for _ in range(self.chance.choice((1, 2))):
            try:
                request_staff_refund(
                    payment.public_id,
                    amount_cents=cents,
                    reason="x",
                    key="once",
                    actor="staff",
                    now=self.now,
                )
            except refund_errors.RefundTooLarge:
                assert not self.told.may_refund_fee(cents)
                self.did["refund refused"] += 1
                return
        self.told.fees["fee"] -= cents
        self.did["refunded"] += 1

    def _late_fee(self, stage: str) -> None:
        milestone = Milestone.objects.get(order=self.order, kind=stage)
        if milestone.status != "due" or self.chance.random() < 0.5:
            return
        milestones.mark_notified(milestone, now=NOW - timedelta(days=9))
        milestone.refresh_from_db()
        with transaction.atomic():
            charged_cents = late_fees.post_late_fees(milestone, now=self.now)
        assert charged_cents == self.told.be_late(stage, at=self.now)
        self.did["late"] += charged_cents > 0

    def _cancel(self) -> None:
        rules = [None, None, None, CancellationRule.NOT_FEASIBLE]
        if self.told.accepted_at is not None:
            rules.append(CancellationRule.UNREASONABLE_DELAY)
        rule = self.chance.choice(rules)
        costs_cents = self.chance.choice((0, 1, 300_00, 99_999_00))
        request = CancellationRequest(rule=rule, costs_cents=costs_cents, reason="x", actor="staff")
        cancel_order(self.order, request, cards=self.cards, now=self.now)
        self.told.cancel(
            our_reason=rule is CancellationRule.NOT_FEASIBLE,
            by_delay=rule is CancellationRule.UNREASONABLE_DELAY,
            costs_cents=costs_cents,
            at=self.now,
        )
        self.did["cancelled"] += 1

    def charges(self) -> list[str]:
        paid = Payment.objects.filter(order=self.order, provider_ref__isnull=False)
        refs = [str(ref) for ref in paid.order_by("pk").values_list("provider_ref", flat=True)]
        return [*refs, *(f"{ref}_again" for ref in refs if f"{ref}_again" in self.cards.charged)]

    def held_cents(self) -> int:
        return sum(self.cards.held_cents(charge) for charge in self.charges())

    def come_back(self) -> None:
        """One to three things that happen to money after it was paid."""
        for _ in range(self.chance.randint(1, 3)):
            what = self.chance.choice(
                (self._bounce, self._refund_by_hand, self._dispute, self._dispute, self._return)
            )
            what()
            self._send()
        self._pay_again()

    def _hear(self, charge: str) -> None:
        """Now, often, or not before the nightly look back."""
        for _ in range(self.chance.choice((0, 1, 1, 3))):
            follow_charge(charge, cards=self.cards, now=self.now)

    def _send(self) -> None:
        mine = Refund.objects.filter(payment__order=self.order, status="requested")
        for refund in mine.select_related("payment__order"):
            try:
                number = self.cards.refund(refund_request(refund))
            except RefundRefused as refused:
                mark_failed(refund, reason=str(refused), now=self.now)
            else:
                mark_sent(refund, provider_ref=number, now=self.now)

    def _bounce(self) -> None:
        """A refund comes back; half of them are sent again."""
        sent = Refund.objects.filter(payment__order=self.order, status="sent")
        refund = sent.order_by("-pk").first()
        if refund is None or refund.charge in self.cards.returned:
            return
        there = self.cards.refunds[refund.charge][refund.provider_ref]
        bounced = replace(there, has_failed=True, failure_reason="declined")
        self.cards.note_refund(refund.charge, bounced)
        self._hear(refund.charge)
        self.did["bounced"] += 1
        if self.chance.random() < 0.5:
            follow_charge(refund.charge, cards=self.cards, now=self.now)
            try:
                retry_refund(refund.reference, actor="staff", now=self.now)
            except (refund_errors.PaymentDisputed, refund_errors.RefundReplaced):
                return
            self.did["sent again"] += 1

    def _refund_by_hand(self) -> None:
        charge = self._some_charge()
        sent = self.cards.refunds.get(charge or "", {}).values()
        if charge is None or any(refund.has_failed for refund in sent):
            return  # it would go in place of the one that came back
        cents = self.chance.randint(1, self.cards.left_cents(charge))
        number = f"by_hand_{charge}_{self.did.total()}"
        self.cards.note_refund(charge, RefundState(id=number, amount_cents=cents))
        self._hear(charge)
        self.due_in_all_cents -= cents
        self.did["refunded by hand"] += 1

    def _dispute(self) -> None:
        """Opened, and then perhaps withdrawn, lost, won, or lost and overturned."""
        charge = self._some_charge()
        if charge is None:
            return
        left_cents = self.cards.left_cents(charge)
        cents = self.chance.choice((left_cents, left_cents, self.chance.randint(1, left_cents)))
        number = f"du_{charge}_{self.did.total()}"
        state = DisputeState(
            id=number,
            amount_cents=cents,
            reason="fraudulent",
            status="warning_needs_response",
            opened_at=self.now,
        )
        won = {"status": "won", "reinstated_cents": cents}
        taken = {"status": "needs_response", "withdrawn_cents": cents}
        ends: list[list[dict[str, Any]]] = [
            [{"status": "warning_closed"}],
            [taken],
            [taken, {"status": "lost"}],
            [taken, won],
            [taken, {"status": "lost"}, won],
        ]
        for change in [{}, *self.chance.choice(ends)]:
            state = replace(state, **change)
            self.cards.disputes.setdefault(charge, {})[number] = state
            self._hear(charge)
        self.did[f"dispute {state.status}"] += 1

    def _return(self) -> None:
        """A transfer comes back days after it arrived."""
        banks = Payment.objects.filter(order=self.order, status="paid", method="bank")
        for payment in banks.order_by("pk"):
            charge = str(payment.provider_ref)
            if charge not in self.cards.returned and charge not in self.cards.disputes:
                self.cards.returned.add(charge)
                self._hear(charge)
                self.did["returned by the bank"] += 1
                return

    def _some_charge(self) -> str | None:
        left = [
            charge
            for charge in self.charges()
            if self.cards.left_cents(charge) and charge not in self.cards.returned
        ]
        return self.chance.choice(left) if left else None

    def _pay_again(self) -> None:
        """Half of those whose milestone is due again pay it."""
        due = Milestone.objects.filter(
            order=self.order, status="due", payments__status="returned"
        ).first()
        if due is not None and self.chance.random() < 0.5:
            self._pay_bill(self._bill(due.kind, method=self.chance.choice(METHODS)))
            self.did["paid again"] += 1

    def surcharges_cents(self) -> int:
        """What this customer owes for having paid by credit card: for what is still paid so.

        Of a payment that the bank took back in part, the rest stays paid so. The terms of
        cancelling have settled the surcharges of an order that is cancelled.
        """
        if self.told.owed_cents is not None:
            return 0
        return sum(
            cents
            for charge, cents in self.surcharged
            if self.cards.left_cents(charge) or not self.cards.is_gone(charge)
        )


def many_orders(count: int) -> list[Order]:
    """As if each had been reserved, by a few statements; nobody of them wants to be told."""
    Customer.objects.filter(pk=reserve().customer_id).update(email_updates=False, sms_updates=False)
    model = fresh(Order.objects.get())
    quotes = [model.quote, locked(model.quote)]
    wizards = copies(
        model.wizard, [{"session_id": f"{n}", "secret_hash": f"{n:064d}"} for n in range(count)]
    )
    customers = copies(
        model.customer, [{"email_key": f"{n}", "phone_key": f"{n}"} for n in range(count)]
    )
    each = enumerate(zip(wizards, customers, strict=True))
    orders = copies(
        model,
        [
            {"wizard": wizard, "customer": customer, "quote": quotes[n % 2], "status": "scheduled"}
            for n, (wizard, customer) in each
        ],
    )
    copies(model.order_location, [{"order": order} for order in orders])
    certain = {"status": "confirmed", "confirmed_at": NOW}
    copies(model.appointments.get(), [{"order": order, **certain} for order in orders])
    return orders


def copies(row: Row, changes: list[dict[str, Any]]) -> list[Row]:
    """As many like it as there are changes, each with its own."""
    fields = [f for f in row._meta.concrete_fields if not f.primary_key and f.name != "public_id"]
    model = type(row)
    return model._default_manager.bulk_create(
        model(**{field.name: getattr(row, field.name) for field in fields} | changed)
        for changed in changes
    )


def locked(quote: Quote) -> Quote:
    """The same price, made final later."""
    final = copy(quote)
    final.pk, final.version, final.supersedes_id = None, 2, quote.pk
    final.locked_at, final.confirmed_run_ft = LOCKED_LATER, 20
    final._state = copy(quote._state)
    final.save(force_insert=True)
    return final


def analyze() -> None:
    """Of what is never committed PostgreSQL keeps no statistics, and would read all of it."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"ANALYZE {', '.join(connection.introspection.table_names(cursor))}")


@pytest.mark.slow
@pytest.mark.req("PAY-03.6")
@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize("seed", SEEDS)
def test_every_account_closes_to_the_cent(
    seed: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL, logger="standby")  # thousands of forged events are told
    monkeypatch.setattr(appointments, "confirm_appointment", lambda *_, **__: None)
    monkeypatch.setattr(settle_payment, "open_review", lambda *_, **__: None)
    for name in ("issue_receipt", "record_first_consent", "notify_customer"):
        monkeypatch.setattr(order_services, name, lambda *_, **__: None)
    chance, cards, did = random.Random(seed), Ledgerless(), Counter[str]()
    orders = enumerate(many_orders(ORDERS_EACH))
    accounts = [Account(number, order, chance, cards) for number, order in orders]

    for number, account in enumerate(accounts):
        if number % ANALYZED_EACH == 0:
            analyze()
        come_again(account, accounts[number - 1])
        account.live()
    check_funding(cards=cards, now=NOW)
    charge_late_fees(now=NOW)
    send_refunds(cards, now=MUCH_LATER)
    assert_all_is_told_right(accounts, cards, expected=lambda one: one.told.balance_cents)
    assert sums(accounts, Account.held_cents) == sums(accounts, lambda one: one.told.held_cents)

    money_comes_back(accounts, cards)
    assert_all_is_told_right(accounts, cards, expected=expected_after_it_came_back)
    for account in accounts:
        did += account.did
    sys.stdout.write(
        f"\n{len(accounts)} orders, {LedgerEntry.objects.count()} entries, "
        f"0 accounts off by a cent, 0 paid without a signed event: {dict(did)}\n"
    )


def come_again(account: Account, before: Account) -> None:
    """Half of those who cancel before accepting reserve again, some of them by another phone."""
    if before.told.accepted_at or not before.told.cancelled_at or account.chance.random() < 0.5:
        return
    keys = {"email_key": before.order.customer.email_key}
    if account.chance.random() < 0.7:
        keys["phone_key"] = before.order.customer.phone_key
        account.earlier = [*before.earlier, before]
    Customer.objects.filter(pk=account.order.customer_id).update(**keys)
    account.order.customer.refresh_from_db()
    account.did["came again"] += 1


def sums(accounts: list[Account], cents: Callable[[Account], int]) -> dict[int, int]:
    """By customer: what was paid for an order that they cancelled may count for their next."""
    found: Counter[int] = Counter()
    for account in accounts:
        found[[*account.earlier, account][0].order.pk] += cents(account)
    return dict(found)


def money_comes_back(accounts: list[Account], cards: Ledgerless) -> None:
    """To every third of them; what no event told is found out at night."""
    for account in accounts:
        account.now = MUCH_LATER
        account.order.refresh_from_db()
        told = account.told
        account.due_in_all_cents = told.balance_cents + told.held_cents - account.surcharges_cents()
    for number, account in enumerate(accounts):
        if number % ANALYZED_EACH == 0:
            analyze()
        if number % 3 == 0:
            account.come_back()
    for charge in cards.charged:
        if charge in cards.refunds or charge in cards.disputes or charge in cards.returned:
            follow_charge(charge, cards=cards, now=MUCH_LATER)
    check_funding(cards=cards, now=MUCH_LATER)
    send_refunds(cards, now=MUCH_LATER)


def expected_after_it_came_back(account: Account) -> int:
    """What ought to have been paid, less what is at our bank by the provider's own books."""
    return account.due_in_all_cents + account.surcharges_cents() - account.held_cents()


def assert_all_is_told_right(
    accounts: list[Account], cards: Ledgerless, *, expected: Callable[[Account], int]
) -> None:
    assert sums(accounts, lambda one: balance(one.order)) == sums(accounts, expected)
    assert _sum("payment") == -sum(cards.charged.values())
    assert _sum("refund", "refund_returned") == sum(map(cards.sent_cents, cards.charged))
    held_cents = sum(map(cards.held_cents, cards.charged))
    moved = ("payment", "refund", "refund_returned", "taken_back", "reinstated")
    assert -_sum(*moved) == held_cents
    paid = Payment.objects.filter(status__in=("paid", "refunded", "returned"))
    assert set(paid.values_list("provider_ref", flat=True)) <= set(cards.charged)
    assert not Payment.objects.filter(refunded_cents__gt=F("amount_cents")).exists()


def _sum(*kinds: str) -> int:
    found = LedgerEntry.objects.filter(kind__in=kinds).aggregate(sum=Sum("amount_cents"))
    return int(found["sum"] or 0)
