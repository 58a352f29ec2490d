"""Payouts of the card provider, read with their fees and compared with the ledger (OPS-20.4)."""

import csv
import io
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from access_helpers import script_token
from account_helpers import (
    a_dispute,
    a_scheduled_order,
    accept,
    ask_back,
    deliver_event,
    fresh,
    page_for,
    pay_milestone,
    pay_on,
    send_refunds,
)
from booking_helpers import NOW
from django.test import Client
from whole_orders import now

from standby.accounts.models import User
from standby.core.clock import Period, local_date
from standby.core.roles import Role
from standby.diagnostics.models import Diagnostic
from standby.orders.models import Order
from standby.payments.models import BalanceTransaction, LedgerEntry, Payment, Payout
from standby.payments.providers.cards import (
    PayoutLine,
    PayoutLineKind,
    PayoutState,
    PayoutStatus,
    Report,
)
from standby.payments.providers.cards.test_mode import TestCards, reported
from standby.payments.services.payouts import match_lines
from standby.reports.selectors.bookkeeping import export_journal
from standby.reports.selectors.payment_rows import payment_rows_csv
from standby.reports.selectors.payouts import (
    PayoutReport,
    on_its_way,
    payout_reports,
)
from standby.reports.staff_api import payouts as staff_api
from standby.tracking.rules.waits import WaitKey
from standby.tracking.selectors.waits import waiting_groups
from standby.workflows.pay_for_project import reach_milestone
from standby.workflows.read_payouts import read_payouts

pytestmark = pytest.mark.usefixtures("shop")


@pytest.fixture
def order(cards: TestCards) -> Order:
    """Reserved, accepted, its first payment made."""
    order = a_scheduled_order(cards)
    accept(order)
    pay_milestone(fresh(order), cards=cards, method="credit_card")
    return fresh(order)


def fee_of(order: Order) -> Payment:
    return order.payments.get(purpose="scheduling_fee")


def read(cards: TestCards) -> list[PayoutReport]:
    read_payouts(cards=cards, now=now())
    return reports()


def reports() -> list[PayoutReport]:
    return payout_reports(Payout.objects.order_by("created_at", "pk"))


def states() -> list[str]:
    return [str(report.state) for report in reports()]


def differences() -> list[tuple[str, int, int | None]]:
    return [
        (str(each.difference), each.line.amount_cents, each.expected_cents)
        for report in reports()
        for each in report.lines
        if each.difference
    ]


@pytest.mark.req("OPS-20.4")
def test_every_payment_and_refund_of_a_payout_is_in_the_ledger_with_its_fee(
    order: Order, cards: TestCards
) -> None:
    ask_back(fee_of(order), 30_00)
    send_refunds(cards)

    [report] = read(cards)

    assert (report.state, report.differences) == ("reconciled", [])
    assert report.sum_cents == report.payout.amount_cents
    by_kind = {
        (each.line.kind, each.line.amount_cents): each.line.entry and each.line.entry.order
        for each in report.lines
    }
    assert {("refund", -30_00), ("payment", 100_00)} < set(by_kind)
    assert set(by_kind.values()) == {order}
    fees = sum(each.line.fee_cents for each in report.lines)
    assert report.fee_cents == fees > 90_00
    assert list(on_its_way()) == []
    assert not any(each.differences for each in reports())


def waiting() -> list[tuple[str, int | None]]:
    ada = User(role=Role.MANAGER)
    groups = waiting_groups([WaitKey.PAYOUTS], user=ada, now=datetime(2025, 11, 6, tzinfo=UTC))
    return [(item.title, item.amount_cents) for group in groups for item in group.items]


def test_reading_again_changes_nothing_and_the_next_payout_holds_what_came_since(
    order: Order, cards: TestCards
) -> None:
    read(cards)
    before = list(BalanceTransaction.objects.values_list())
    read(cards)

    assert list(BalanceTransaction.objects.values_list()) == before
    ask_back(fee_of(order), 30_00)
    send_refunds(cards)
    assert [(entry.kind, entry.amount_cents) for entry in on_its_way()] == [("refund", 30_00)]

    read(cards)

    assert states() == ["reconciled", "reconciled"]
    assert [report.payout.amount_cents for report in reports()][1] == -30_00


def test_before_the_first_payment_the_provider_is_not_asked(cards: TestCards) -> None:
    assert read_payouts(cards=cards, now=now()) == 0


def test_a_payment_that_we_never_heard_of_is_a_difference_until_we_do(
    order: Order, cards: TestCards
) -> None:
    read(cards)
    reach_milestone(order, "equipment", actor="staff ada", now=NOW)
    page = page_for(order, "equipment", cards=cards)
    cards.approve(page, now=NOW)
    amount_cents = cards.look_up(page).amount_cents

    read(cards)
    named = [(*each.differences, each.state) for each in reports() if each.differences]

    assert named == [("not_in_ledger", "different")]
    assert differences() == [("not_in_ledger", amount_cents, None)]
    pay_on(page, cards=cards)
    match_lines()
    assert states() == ["reconciled", "reconciled"]


def test_refunds_made_elsewhere_and_those_that_came_back_are_matched(
    order: Order, cards: TestCards
) -> None:
    fee = fee_of(order)
    cards.refund_by_hand(fee.provider_ref or "", amount_cents=20_00)
    deliver_event(fee, cards)
    back = ask_back(fee, 30_00)
    send_refunds(cards)
    back.refresh_from_db()
    cards.bounce(back.provider_ref, reason="lost_or_stolen_card")
    deliver_event(fee, cards)

    [report] = read(cards)

    assert report.state == "reconciled"
    kinds = sorted(each.line.kind for each in report.lines)
    assert kinds == ["payment", "payment", "refund", "refund", "refund_returned"]


def test_what_a_bank_takes_and_gives_back_is_matched_by_its_amount(
    order: Order, cards: TestCards
) -> None:
    fee = fee_of(order)
    for state in (a_dispute(fee), a_dispute(fee, "won", reinstated_cents=fee.amount_cents)):
        cards.dispute(fee.provider_ref or "", state)
        deliver_event(fee, cards)

    [report] = read(cards)

    assert report.state == "reconciled"
    disputed = {each.line.kind: each.line.cost_cents for each in report.lines if each.line.about}
    assert disputed == {"taken_back": 15_00, "reinstated": 0}


def test_a_transfer_that_the_bank_returned_is_matched(order: Order, cards: TestCards) -> None:
    reach_milestone(order, "equipment", actor="staff ada", now=NOW)
    page = page_for(order, "equipment", method="bank", cards=cards)
    cards.approve(page, now=NOW)
    cards.hear_from_bank(page, arrives=True, now=NOW)
    pay_on(page, cards=cards)
    payment = Payment.objects.get(checkouts__stripe_session_id=page)
    cards.return_by_bank(payment.provider_ref or "")
    deliver_event(payment, cards)

    [report] = read(cards)

    assert report.state == "reconciled"
    assert "taken_back" in [each.line.kind for each in report.lines]


class OddCards(TestCards):
    """Its payouts are what a test says."""

    payouts: list[PayoutState]
    lines: list[PayoutLine]

    def payouts_since(self, moment: datetime) -> Iterator[Report[PayoutState]]:
        return (reported(payout) for payout in self.payouts if payout.created_at >= moment)

    def lines_of_payout(self, payout_id: str) -> Iterator[Report[PayoutLine]]:
        return map(reported, self.lines)


def a_payout(**changed: Any) -> PayoutState:
    payout = PayoutState(
        id="po_1",
        amount_cents=96_80,
        status=PayoutStatus.PAID,
        created_at=NOW,
        arrives_on=date(2025, 11, 5),
        is_manual=False,
        has_lines=True,
    )
    return replace(payout, **changed)


def a_line(**changed: Any) -> PayoutLine:
    line = PayoutLine(
        id="txn_1", kind=PayoutLineKind.PAYMENT, amount_cents=100_00, fee_cents=3_20, at=NOW
    )
    return replace(line, **changed)


@pytest.fixture
def odd(tmp_path: Any, order: Order) -> OddCards:
    odd = OddCards(folder=tmp_path / "odd", secret="s" * 50)
    odd.payouts, odd.lines = [a_payout()], [a_line(charge=fee_of(order).provider_ref)]
    return odd


def test_another_amount_an_unknown_line_and_a_wrong_sum_are_named(
    odd: OddCards,
) -> None:
    charge = odd.lines[0].charge
    odd.lines = [
        a_line(charge=charge, amount_cents=90_00),
        a_line(id="txn_2", kind=PayoutLineKind.OTHER, amount_cents=-5_00, title="reserve"),
        a_line(id="txn_3", kind=PayoutLineKind.FEE, amount_cents=-2_00, fee_cents=0),
        a_line(id="txn_4", kind=PayoutLineKind.REFUND, about="re_1"),
        a_line(id="txn_5", kind=PayoutLineKind.TAKEN_BACK, about="du_1"),
    ]

    [report] = read(odd)

    assert report.state == "different"
    assert report.differences == [
        *("other_amount", "unknown", "not_in_ledger", "not_in_ledger"),
        "sum",
    ]
    assert report.fee_cents == 3_20 * 4 + 2_00
    assert waiting() == [("po_1", 96_80)]


def test_a_difference_or_a_wrong_sum_waits_for_staff_and_what_agrees_does_not(
    odd: OddCards,
) -> None:
    charge = odd.lines[0].charge
    odd.lines = [a_line(charge=charge, amount_cents=90_00)]
    read(odd)
    other_amount = waiting()
    BalanceTransaction.objects.update(amount_cents=100_00)

    agrees = waiting()
    Payout.objects.update(amount_cents=96_79)

    assert (other_amount, agrees, waiting()) == ([("po_1", 96_80)], [], [("po_1", 96_79)])


def test_a_payout_is_read_until_its_lines_are_known_and_may_fail_later(odd: OddCards) -> None:
    odd.payouts = [a_payout(status=PayoutStatus.IN_TRANSIT, has_lines=False)]
    read(odd)
    waiting = states()
    odd.payouts = [a_payout()]
    read(odd)
    reconciled = states()
    odd.payouts = [a_payout(status=PayoutStatus.FAILED)]
    read(odd)

    assert (waiting, reconciled, states()) == (["waiting"], ["reconciled"], ["reconciled"])
    assert Payout.objects.get().status == "failed"


def test_nobody_knows_what_is_in_a_manual_payout(odd: OddCards) -> None:
    odd.payouts = [a_payout(is_manual=True, has_lines=False)]

    [report] = read(odd)

    assert (report.state, report.lines) == ("manual", [])


def a_diagnostic(**changed: Any) -> Diagnostic:
    fields = {
        "name": "Grace Hopper",
        "email": "grace@example.org",
        "email_key": "grace@example.org",
        "phone": "+12815550123",
        "address": "1 Main St",
        "zip_code": "77380",
        "day": date(2025, 11, 10),
        "time_window": "morning",
        "place_no": 1,
        "status": "booked",
        "hold_expires_at": NOW,
        "amount_cents": 9_00,
        "charge": "pi_9",
        "paid_at": NOW,
        "created_at": NOW,
    }
    return Diagnostic.objects.create(**fields | changed)


def test_the_fee_of_a_diagnostic_is_no_difference(odd: OddCards) -> None:
    a_diagnostic(status="cancelled", refunded_at=NOW)
    odd.lines = [
        a_line(charge="pi_9", amount_cents=9_00, fee_cents=0),
        a_line(id="2", kind=PayoutLineKind.REFUND, charge="pi_9", amount_cents=-9_00, fee_cents=0),
    ]
    odd.payouts = [a_payout(amount_cents=0)]

    read(odd)
    agreed = states()
    assert waiting() == []
    Diagnostic.objects.update(refunded_at=None)

    assert (agreed, states()) == (["reconciled"], ["different"])


# Bookkeeping


def journal(period: Period) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO("".join(export_journal(period)), newline="")))


def net(row: dict[str, str]) -> Decimal:
    return Decimal(row["Debits"] or 0) - Decimal(row["Credits"] or 0)


def by(column: str, rows: list[dict[str, str]]) -> dict[str, Decimal]:
    sums: dict[str, Decimal] = defaultdict(Decimal)
    for row in rows:
        sums[row[column]] += net(row)
    return sums


WHOLE = Period(date(2025, 10, 1), date(2027, 9, 30))


@pytest.mark.req("OPS-20.3")
def test_the_journal_moves_each_payout_from_clearing_to_the_bank_less_its_fees(
    order: Order, cards: TestCards
) -> None:
    ask_back(fee_of(order), 30_00)
    send_refunds(cards)
    [report] = read(cards)
    today = local_date(now())

    rows = journal(WHOLE)

    accounts = by("AccountName", rows)
    assert set(by("JournalNo", rows).values()) == {Decimal(0)}
    assert accounts["Checking"] * 100 == report.payout.amount_cents
    assert accounts["Card Processing Fees"] * 100 == report.fee_cents
    assert accounts["Card and Bank Clearing"] == 0
    ledger = sum(LedgerEntry.objects.values_list("amount_cents", flat=True))
    assert accounts["Accounts Receivable (A/R)"] * 100 == ledger
    [first, *_] = [row for row in rows if row["JournalNo"].startswith("P")]
    assert first["JournalDate"] == f"{today:%m/%d/%Y}"
    assert first["Description"] == f"Payout {report.payout.provider_ref}"


def test_a_payout_that_failed_stays_in_clearing_until_the_next_one(odd: OddCards) -> None:
    odd.payouts = [a_payout(status=PayoutStatus.FAILED)]
    read(odd)
    odd.payouts = [a_payout(id="po_2", created_at=NOW + timedelta(days=1))]
    odd.lines = [
        a_line(id="t9", kind=PayoutLineKind.PAYOUT_RETURNED, amount_cents=96_80, fee_cents=0)
    ]
    read(odd)

    payouts = [row for row in journal(WHOLE) if row["JournalNo"].startswith("P")]

    accounts = by("AccountName", payouts)
    assert accounts["Checking"] == Decimal("96.80")
    assert accounts["Card Processing Fees"] == Decimal("3.20")
    assert accounts["Card and Bank Clearing"] == Decimal(-100)
    assert states() == ["reconciled", "reconciled"]


def test_a_manual_payout_and_money_of_unknown_origin_are_in_the_journal(odd: OddCards) -> None:
    odd.payouts = [
        a_payout(is_manual=True, has_lines=False),
        a_payout(id="po_2", amount_cents=10_00),
        a_payout(id="po_3", status=PayoutStatus.PENDING, has_lines=False),
    ]
    odd.lines = [a_line(kind=PayoutLineKind.OTHER, amount_cents=10_00, fee_cents=0)]
    read(odd)

    payouts = [row for row in journal(WHOLE) if row["JournalNo"].startswith("P")]

    assert {(row["AccountName"], net(row)) for row in payouts} == {
        ("Checking", Decimal("96.80")),
        ("Card and Bank Clearing", Decimal("-96.80")),
        ("Checking", Decimal(10)),
        ("Card Processor Adjustments", Decimal(-10)),
    }


def test_the_fee_of_a_diagnostic_is_income_until_an_order_takes_it(order: Order) -> None:
    a_diagnostic()
    a_diagnostic(charge="pi_10", place_no=2, status="cancelled", refunded_at=NOW)
    fee = fee_of(order)
    a_diagnostic(charge=fee.provider_ref, place_no=3, order=order, paid_at=NOW)

    rows = [row for row in journal(WHOLE) if row["JournalNo"].startswith("D")]

    assert set(by("JournalNo", rows).values()) == {Decimal(0)}
    assert by("AccountName", rows)["Diagnostic Fees"] == Decimal(-9)
    assert len(rows) == 10
    assert {row["Name"] for row in rows} == {"Grace Hopper"}


def payments() -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO("".join(payment_rows_csv(WHOLE)), newline="")))


def test_payments_are_listed_in_dollars_with_tax_and_with_their_fee_once_it_is_known(
    order: Order, cards: TestCards
) -> None:
    before = payments()
    [report] = read(cards)

    after = payments()

    assert [row["Fee"] + row["Payout"] + row["Payout date"] for row in before] == ["", ""]
    [visit, first] = after
    code, reference = order.confirmation_code, report.payout.provider_ref
    assert (visit["Order"], visit["Customer"]) == (code, order.customer.name)
    assert (visit["Paid"], visit["Amount"], visit["Fee"]) == ("2025-11-03", "100.00", "3.20")
    assert (visit["Sales tax"], visit["Method"], visit["For"]) == ("0.00", "Card", "Scheduling Fee")
    assert min(Decimal(first["Sales tax"]), Decimal(first["Surcharge"])) > 0
    assert {row["Payout"] for row in after} == {reference}
    assert {row["Payout date"] for row in after} == {str(report.payout.arrives_on)}
    assert sum(Decimal(row["Fee"]) for row in after) * 100 == report.fee_cents


# Over HTTP


def staff(role: Role = Role.MANAGER) -> dict[str, str]:
    return {"Authorization": f"Bearer {script_token(role)}"}


def post_read(browser: Client) -> Any:
    path = "/api/staff/payouts"
    return browser.post(path, {}, content_type="application/json", headers=staff())


def test_staff_read_payouts_and_see_what_each_consists_of(
    order: Order, cards: TestCards, browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staff_api, "cards", lambda: cards)
    before = browser.get("/api/staff/payouts", headers=staff()).json()
    told = post_read(browser).json()

    listed = browser.get("/api/staff/payouts", headers=staff()).json()

    fee_cents = fee_of(order).amount_cents
    assert told == {"read": 1}
    assert (before["payouts"], before["on_its_way_count"]) == ([], 2)
    assert before["on_its_way_cents"] > fee_cents
    assert before["on_its_way"][0] | {"at": ""} == {
        "kind": "payment",
        "at": "",
        "amount_cents": fee_cents,
        "order_id": str(order.public_id),
        "order_code": order.confirmation_code,
        "customer_name": order.customer.name,
    }
    assert (listed["on_its_way"], listed["on_its_way_cents"], listed["pages"]) == ([], 0, 1)
    [payout] = listed["payouts"]
    assert (payout["state"], payout["differences"]) == ("reconciled", [])
    opened = browser.get(f"/api/staff/payouts/{payout['id']}", headers=staff()).json()
    assert {line["order_id"] for line in opened["lines"]} == {str(order.public_id)}
    assert sum(line["net_cents"] for line in opened["lines"]) == payout["amount_cents"]


def test_a_line_without_an_order_is_shown_by_the_providers_words(
    odd: OddCards, browser: Client
) -> None:
    odd.lines = [a_line(kind=PayoutLineKind.FEE, amount_cents=-2_00, fee_cents=0, title="Radar")]
    [report] = read(odd)

    path = f"/api/staff/payouts/{report.payout.public_id}"
    told = browser.get(path, headers=staff()).json()

    assert told["differences"] == ["sum"]
    [line] = told["lines"]
    assert (line["title"], line["reference"]) == ("Radar", "txn_1")
    assert (line["order_id"], line["order_code"], line["customer_name"]) == (None, "", "")
