"""Each amount due is the account's, with its credit and its late fee, wherever it is said."""

import csv
import io
from datetime import timedelta
from typing import Any

import pytest
from account_helpers import TOTAL, an_accepted_order, fresh, pay_milestone
from booking_helpers import NOW, SITE
from console_client import Console
from django.db.models import Sum
from outbox_helpers import worded

from standby.documents.models import BillingDocument
from standby.documents.services.billing import issue_documents
from standby.messaging.models import Message
from standby.orders.models import Order
from standby.payments.api.my_booking_money import money_of
from standby.payments.models import LedgerEntry, Milestone
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.selectors import outstanding
from standby.payments.services.late_fees import post_late_fees
from standby.payments.services.milestones import mark_notified, milestone_of, what_remains
from standby.workflows.pay_for_project import reach_milestone
from standby.workflows.reminders import ask_for_payments

pytestmark = pytest.mark.usefixtures("shop")
ASKED = NOW + timedelta(days=7)
LATE = ASKED + timedelta(days=50)
FIRST_LESS_CREDIT = 3_173_69 - 100_00
SECOND_WITH_LATE_FEE = 6_347_39 + 95_21  # a month of 1.5 %


def with_credit(cards: TestCards) -> tuple[Order, int, int]:
    """The first payment is asked for: less the fee. Returns also what is due and what remains."""
    return an_accepted_order(cards), FIRST_LESS_CREDIT, TOTAL - 100_00


def with_late_fee(cards: TestCards) -> tuple[Order, int, int]:
    """The second payment is a month late."""
    order = an_accepted_order(cards)
    pay_milestone(order, cards=cards, now=ASKED)
    reach_milestone(fresh(order), "equipment", actor="staff ada", now=ASKED)
    milestone = milestone_of(order, "equipment")
    mark_notified(milestone, now=ASKED)
    post_late_fees(Milestone.objects.get(pk=milestone.pk), now=LATE)
    return fresh(order), SECOND_WITH_LATE_FEE, SECOND_WITH_LATE_FEE + 3_173_69


def due_in(money: Any) -> list[int]:
    return [each["due_cents"] for each in money["milestones"] if each["status"] == "due"]


@pytest.mark.req("TRUTH-04.4")
@pytest.mark.parametrize("story", [with_credit, with_late_fee])
def test_each_place_says_the_same_amount_due(story: Any, cards: TestCards) -> None:
    order, due_cents, remaining_cents = story(cards)
    console = Console()

    mine = money_of(order, now=LATE)
    assert [each.due_cents for each in mine["milestones"] if each.status == "due"] == [due_cents]
    assert mine["remaining_cents"] == remaining_cents
    assert due_in(console.get(f"orders/{order.public_id}/money")) == [due_cents]
    assert what_remains(order, now=LATE)["next_cents"] == due_cents
    # The account alone has what is due: nothing but this payment is charged and unpaid.
    entries = LedgerEntry.objects.filter(order=order)
    assert entries.aggregate(owed=Sum("amount_cents"))["owed"] == due_cents
    assert outstanding() == (due_cents, 1)
    assert console.get(f"orders/{order.public_id}")["balance_cents"] == due_cents
    [row] = console.get("orders?balance=due")["orders"]
    assert row["balance_cents"] == due_cents
    [group] = [each for each in console.get("waits")["to_do"] if each["key"] == "late_payments"]
    assert [each["amount_cents"] for each in group["items"]] == [due_cents]


def rows_of(answer: Any) -> list[dict[str, str]]:
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("story", [with_credit, with_late_fee])
def test_exports_and_the_list_behind_the_figure_say_the_amount_of_the_account(
    story: Any, cards: TestCards
) -> None:
    order, due_cents, _ = story(cards)
    console, period = Console(), f"from={NOW:%Y-%m-%d}&to={NOW:%Y-%m-%d}"

    for path in (f"orders.csv?{period}", f"ticked/orders.csv?ids={order.public_id}"):
        [row] = rows_of(console.call("GET", f"exports/{path}"))
        assert (row["Due"], row["In credit"]) == (f"{due_cents / 100:.2f}", "0.00"), path
    listed = console.get(f"overview/outstanding?{period}")
    assert (listed["count"], listed["sum_cents"]) == (1, due_cents)
    assert [each["amount_cents"] for each in listed["rows"]] == [due_cents]


@pytest.mark.parametrize("story", [with_credit, with_late_fee])
def test_the_search_says_of_the_invoice_that_stands_what_the_account_has_due(
    story: Any, cards: TestCards
) -> None:
    order, due_cents, _ = story(cards)
    issue_documents(order, site_url=SITE, now=ASKED)
    issue_documents(order, site_url=SITE, now=LATE)
    standing = BillingDocument.objects.get(
        order=order, kind="invoice", voided_at=None, milestone__status="due"
    )

    [hit] = Console().get(f"search?q={standing.label}")["documents"]

    assert hit["detail"] == f"Ada Lovelace \N{MIDDLE DOT} ${due_cents / 100:,.2f}"


@pytest.mark.req("TRUTH-04.4")
def test_the_message_asks_for_the_amount_less_the_credit(cards: TestCards) -> None:
    an_accepted_order(cards)

    ask_for_payments(now=ASKED)

    asked = worded(Message.objects.filter(kind="milestone_due"))
    assert len(asked) == 2
    assert all("$3,073.69" in each.text for each in asked)
