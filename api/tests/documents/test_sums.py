"""What stands under a total in a mail or a paper sums to it."""

import re
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from account_helpers import (
    an_accepted_order,
    ask_back,
    cancel_by_staff,
    fresh,
    pay_milestone,
    send_refunds,
)
from booking_helpers import NOW, SITE
from document_helpers import BusyRenderer, a_locked_order, printing
from payment_terms import PAYMENT_TERMS

from standby.documents.models import BillingDocument
from standby.documents.services.billing import issue_documents
from standby.documents.services.document_data import proposal_facts
from standby.payments.models import Milestone
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services.late_fees import post_late_fees
from standby.payments.services.milestones import mark_notified, milestone_of
from standby.workflows.completion_packet import make_packet, turn_power_on
from standby.workflows.pay_for_project import reach_milestone

pytestmark = pytest.mark.usefixtures("shop")
MESSAGES = Path(__file__).parents[1] / "messaging" / "messages.txt"
AMOUNT = re.compile(r"^(?P<name>[A-Z][^:$]*): +(?P<sign>-?)\$(?P<dollars>[\d,]+)\.(?P<cents>\d\d)$")
ASKED = NOW + timedelta(days=7)  # the customer may no longer cancel freely
DONE = NOW + timedelta(days=20)  # the visit has come
TOTALS = ("Due", "Received", "Total", "Still to pay", "Paid")


def columns_in(text: str) -> list[list[tuple[str, int]]]:
    """Lines of amounts that stand under each other, by message."""
    columns: list[list[tuple[str, int]]] = [[]]
    for line in text.splitlines():
        found = AMOUNT.match(line)
        if found is None:
            columns.append([])
            continue
        cents = int(found["dollars"].replace(",", "") + found["cents"])
        columns[-1].append((found["name"], -cents if found["sign"] else cents))
    return [column for column in columns if column]


def wrong_totals(text: str) -> list[str]:
    """The totals of a mail that differ from what stands above them, since the last total."""
    wrong = []
    for column in columns_in(text):
        above: list[int] = []
        for name, cents in column:
            if name not in TOTALS:
                above.append(cents)
            elif above and sum(above) != cents:
                wrong.append(f"{name}: {cents} is not {sum(above)}")
            if name in TOTALS:
                above = []
    return wrong


@pytest.mark.req("TRUTH-04.2")
def test_what_stands_above_a_total_of_a_mail_sums_to_it() -> None:
    text = MESSAGES.read_text("utf-8")
    assert len(columns_in(text)) > 15
    assert wrong_totals(text) == []


def test_a_mail_whose_lines_do_not_sum_is_found() -> None:
    mail = "Amount:   $3,048.69\nCredited: {}$100.00\nDue:      $2,948.69\n"
    assert wrong_totals(mail.format("-")) == []
    assert wrong_totals(mail.format("")) == ["Due: 294869 is not 314869"]


@pytest.mark.req("TRUTH-04.2")
def test_each_table_of_a_proposal_sums_to_its_last_row() -> None:
    facts = proposal_facts(a_locked_order(), version=1, terms=PAYMENT_TERMS, site_url="", now=NOW)
    clauses: Any = facts["clauses"]
    tables = [
        block["rows"]
        for clause in clauses
        for block in clause["blocks"]
        if block["kind"] == "table"
    ]
    assert len(tables) == 2
    for *lines, total in tables:
        assert sum(line["cents"] for line in lines) == total["cents"]


@pytest.mark.req("TRUTH-04.2")
def test_invoices_and_receipts_sum_with_credit_surcharge_and_late_fee(cards: TestCards) -> None:
    def issue(at: datetime) -> None:
        issue_documents(fresh(order), site_url=SITE, now=at)

    order = an_accepted_order(cards)
    issue(ASKED)
    pay_milestone(order, method="credit_card", cards=cards, now=ASKED)
    reach_milestone(fresh(order), "equipment", actor="staff ada", now=ASKED)
    issue(ASKED)
    late, milestone = ASKED + timedelta(days=50), milestone_of(order, "equipment")
    mark_notified(milestone, now=ASKED)
    post_late_fees(Milestone.objects.get(pk=milestone.pk), now=late)
    issue(late)

    documents = list(BillingDocument.objects.all())
    named = {line["name"] for document in documents for line in document.contents["lines"]}
    assert {"Late fee", "Credit card surcharge", "Fees that you paid before, credited"} <= named
    for document in documents:
        assert sum(line["cents"] for line in document.contents["lines"]) == document.amount_cents
    accounts = [account for document in documents if (account := document.contents["account"])]
    assert len(accounts) == 3
    for account in accounts:
        assert sum(line["cents"] for line in account["lines"]) == account["total_cents"]
        owed = account["total_cents"] + account["late_fee_cents"]
        paid = account["before_cents"] + account["this_cents"]
        assert owed - paid == account["left_cents"]


@pytest.mark.parametrize("method", ["debit_card", "credit_card"])
def test_refund_receipts_sum_to_what_a_cancellation_sends_back(
    method: Any, cards: TestCards
) -> None:
    order = an_accepted_order(cards)
    fee = order.payments.get()
    payments = [fee, pay_milestone(order, method=method, cards=cards, now=ASKED)]
    order = fresh(order)
    cancel_by_staff(order, costs=150_00, cards=cards, now=ASKED)
    send_refunds(cards, now=ASKED)
    issue_documents(order, site_url=SITE, now=ASKED)

    documents = list(BillingDocument.objects.filter(kind="refund_receipt"))
    assert documents
    for document in documents:
        assert sum(line["cents"] for line in document.contents["lines"]) == document.amount_cents
        account = document.contents["cancellation"]
        assert account["retained_cents"] > 0
        assert account["paid_cents"] - account["retained_cents"] == account["refund_cents"]
        assert account["paid_cents"] == sum(each.amount_cents for each in payments)
        assert account["refund_cents"] == sum(each.amount_cents for each in documents)


def test_the_receipts_in_a_completion_packet_sum_to_what_was_kept(
    cards: TestCards, tmp_path: Path
) -> None:
    order = an_accepted_order(cards)
    payments = [
        order.payments.get(),
        pay_milestone(order, method="credit_card", cards=cards, now=DONE),
    ]
    reach_milestone(fresh(order), "equipment", actor="staff ada", now=DONE)
    payments.append(pay_milestone(order, "equipment", cards=cards, now=DONE))
    reach_milestone(fresh(order), "completion", actor="staff ada", now=DONE)
    ask_back(payments[-1], 60_00, now=DONE)
    send_refunds(cards, now=DONE)
    issue_documents(fresh(order), site_url=SITE, now=DONE)
    turn_power_on(fresh(order), staff="staff ada", if_version=None, now=DONE)
    shown: list[Any] = []

    documents = replace(printing(tmp_path), renderer=BusyRenderer(shown.append, folder=tmp_path))
    make_packet(fresh(order), documents=documents, now=DONE)

    [facts] = shown
    assert len(facts["receipts"]) == len(payments) + 1
    paid_cents = sum(each.amount_cents for each in payments)
    assert sum(each["cents"] for each in facts["receipts"]) == paid_cents - 60_00
