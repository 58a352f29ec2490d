"""The bookkeeping export: the ledger as balanced journal entries (OPS-20)."""

import csv
import io
from collections import defaultdict
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from account_helpers import an_accepted_order
from booking_helpers import NOW
from django.db.models import Sum

from standby.core.clock import local_date, period_of
from standby.orders.models import Order
from standby.payments.models import LedgerEntry
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services import ledger
from standby.reports.rules import RECEIVABLE, entry_lines, tax_shares
from standby.reports.selectors.bookkeeping import export_journal

pytestmark = pytest.mark.usefixtures("shop")


@pytest.fixture
def order(cards: TestCards) -> Order:
    return an_accepted_order(cards)


def journal() -> list[dict[str, str]]:
    today = local_date(NOW)
    text = "".join(export_journal(period_of(today, today, today=today)))
    return list(csv.DictReader(io.StringIO(text, newline="")))


def net(row: dict[str, str]) -> Decimal:
    return Decimal(row["Debits"] or 0) - Decimal(row["Credits"] or 0)


@pytest.mark.req("OPS-20.3")
def test_the_journal_balances_and_its_receivables_are_the_ledger(order: Order) -> None:
    rows = journal()

    by_entry: dict[str, Decimal] = defaultdict(Decimal)
    for row in rows:
        by_entry[row["JournalNo"]] += net(row)
    total = LedgerEntry.objects.aggregate(cents=Sum("amount_cents"))["cents"]
    receivable = sum(net(row) for row in rows if row["AccountName"] == RECEIVABLE)
    assert len(by_entry) == LedgerEntry.objects.count() > 2
    assert set(by_entry.values()) == {Decimal(0)}
    assert receivable * 100 == total
    assert {row["Name"] for row in rows} == {order.customer.name}
    assert {row["JournalDate"] for row in rows} == {f"{local_date(NOW):%m/%d/%Y}"}


def test_a_milestone_holds_its_share_of_the_sales_tax(order: Order) -> None:
    [tax] = [row for row in journal() if row["AccountName"] == "Sales Tax Payable"]
    milestone = order.milestones.get(kind="acceptance")

    share = order.quote.sales_tax_cents * milestone.amount_cents // order.total_cents
    assert Decimal(tax["Credits"]) * 100 == share


def test_late_in_the_evening_it_is_still_the_local_day(order: Order) -> None:
    evening = datetime(2025, 11, 4, 4, 30, tzinfo=UTC)  # 10:30 PM on November 3 in Houston
    late = LedgerEntry(kind="late_fee", amount_cents=12_34, key="late")
    ledger.post(order, late, actor="clock", now=evening)

    [row, _] = [row for row in journal() if "Late" in row["Description"]]

    assert (row["JournalDate"], row["Debits"], row["Credits"]) == ("11/03/2025", "12.34", "")


@pytest.mark.parametrize("kind", LedgerEntry.Kind.values)
@pytest.mark.parametrize("cents", [1, -1, 1_234_56])
def test_every_kind_of_entry_has_two_sides(kind: str, cents: int) -> None:
    lines: list[Any] = entry_lines(kind, amount_cents=cents, tax_cents=0)
    assert len(lines) == 2
    assert sum(Decimal(debit or 0) for _, debit, _ in lines) == sum(
        Decimal(credit or 0) for *_, credit in lines
    )


def test_shares_of_the_tax_are_the_whole_tax() -> None:
    assert tax_shares([3_173_69, 6_347_39, 3_173_69], tax_cents=407_83) == [101_95, 203_92, 101_96]
    assert sum(tax_shares([1, 1, 1], tax_cents=100)) == 100
