"""The homeowner's yes: what begins with it, and what is refused."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from account_helpers import ask_back, cancel_by_staff, sum_of
from booking_helpers import NOW, OTHER_DAY, a_request
from document_helpers import (
    BusyRenderer,
    a_locked_order,
    a_proposal,
    accept,
    make_documents,
    printing,
    words_of,
)

from standby.core.jobs import run_next_job
from standby.core.lifecycle import StatusMoved
from standby.core.models import Job
from standby.core.policy import CREDIT_LASTS
from standby.core.providers.files.local import LocalFiles
from standby.documents.models import OrderFile, Proposal
from standby.documents.rules.clauses import fingerprint, left_to_pay_cents
from standby.documents.selectors import live_proposal_of
from standby.documents.services.document_data import Facts
from standby.documents.services.documents import make_certificate
from standby.documents.services.proposals import ProposalChanged
from standby.documents.tasks import invoice_handler
from standby.messaging.models import Message
from standby.orders.models import Order
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.payments.models import Milestone, Payment
from standby.payments.providers.cards.test_mode import TestCards
from standby.tracking.rules.progress import NextStepKey
from standby.tracking.selectors.booking import booking_view

pytestmark = pytest.mark.usefixtures("shop")
MORNING = TimeWindow.MORNING
LATER = NOW + timedelta(hours=2)


def message_count(kind: str) -> int:
    return Message.objects.filter(kind=kind).count()


def test_a_name_under_the_file_begins_the_project(tmp_path: Path) -> None:
    accepted = accept(a_proposal(tmp_path), now=LATER)

    order = Order.objects.get()
    assert order.status == "accepted"
    assert (accepted.status, accepted.accepted_name, accepted.accepted_at) == (
        "accepted",
        "Ada Lovelace",
        LATER,
    )
    assert accepted.accepted_sha256 == accepted.file.sha256
    assert accepted.accepted_clauses_sha256 == fingerprint(accepted.clauses or [])
    assert accepted.accepted_from == "a key"
    assert accepted.agreement_versions["installation_agreement"] == "1.1 (2025-10-18)"
    assert [milestone.amount_cents for milestone in Milestone.objects.order_by("pk")] == [
        3_173_69,
        6_347_39,
        3_173_69,
    ]
    assert Milestone.objects.get(status="due").kind == "acceptance"
    assert sum_of(order, "credit") == 0, "nobody paid the fee"
    assert (message_count("proposal_accepted"), message_count("milestone_due")) == (2, 0)


@pytest.mark.parametrize(
    ("proposed", "order", "refusal"),
    [("superseded", "scheduled", ProposalChanged), ("ready", "cancelled", StatusMoved)],
)
def test_neither_a_superseded_proposal_nor_one_without_a_certain_date_is_accepted(
    tmp_path: Path, proposed: str, order: str, refusal: type[Exception]
) -> None:
    proposal = a_proposal(tmp_path)
    Proposal.objects.update(status=proposed)
    Order.objects.update(status=order)
    with pytest.raises(refusal):
        accept(proposal)
    assert (Proposal.objects.get().status, Milestone.objects.count()) == (proposed, 0)


def test_a_milestone_that_credits_paid_is_not_asked_for(tmp_path: Path) -> None:
    order = a_locked_order()
    order.payments.update(status="paid", provider_ref="ch_1", paid_at=NOW, amount_cents=5_000_00)
    accept(a_proposal(tmp_path, order))
    assert Milestone.objects.get(kind="acceptance").status == "paid"
    assert message_count("milestone_due") == 0


def test_the_certificate_has_the_form_with_its_dates(tmp_path: Path) -> None:
    """Signed on Friday, November 7, 2025, late in Houston: Tuesday is Veterans Day."""
    accepted = accept(a_proposal(tmp_path), now=datetime(2025, 11, 8, 4, 30, tzinfo=UTC))

    filed = make_certificate(accepted, documents=printing(tmp_path), now=LATER)

    assert filed is not None
    assert (filed.type, filed.version) == ("acceptance", 1)
    text = words_of(LocalFiles(folder=tmp_path).read(filed.key))
    for line in (
        "Accepted by Ada Lovelace",
        "At November 7, 2025, 10:30 PM Houston",
        "Total $12,694.77",
        "First payment $3,173.69, due by November 18, 2025",
        "Date of transaction: November 7, 2025",
        "NOT LATER THAN MIDNIGHT OF November 13, 2025",
        "Until midnight at the end of November 13, 2025",
        "electrical contractor license TECL 12345",
    ):
        assert line in text, line
    assert accepted.file.sha256 in text.replace(" ", "")
    assert accepted.accepted_clauses_sha256 in text.replace(" ", "")
    assert date(2025, 11, 13).strftime("%A") == "Thursday"


def test_a_certificate_is_filed_once(tmp_path: Path) -> None:
    accepted, plain = accept(a_proposal(tmp_path)), printing(tmp_path)

    def overtake(_: Facts) -> None:
        make_certificate(accepted, documents=plain, now=NOW)

    overtaken = replace(plain, renderer=BusyRenderer(overtake, folder=tmp_path))

    assert make_certificate(accepted, documents=overtaken, now=NOW) is None
    assert OrderFile.objects.filter(type="acceptance").count() == 1
    assert len(list(tmp_path.rglob("acceptance*.pdf"))) == 1


def a_locked_order_with_its_fee_paid(slot: Slot | None = None) -> Order:
    order = a_locked_order(a_request(slot=slot) if slot else None)
    order.payments.update(status="paid", provider_ref=f"ch_{order.pk}", paid_at=NOW)
    return order


def left_in(proposal: Proposal) -> int | None:
    return left_to_pay_cents(proposal.clauses or [])


def test_a_refund_of_the_fee_replaces_the_proposal_that_credits_it(tmp_path: Path) -> None:
    """The page says no credit any more, its sum is the account's, and the old one is refused."""
    order = a_locked_order_with_its_fee_paid()
    old = a_proposal(tmp_path, order)
    ask_back(Payment.objects.get(), 100_00, now=LATER)

    while run_next_job(invoice_handler(documents=printing(tmp_path)), now=LATER):
        pass
    made = make_documents(printing(tmp_path), now=LATER)
    with pytest.raises(ProposalChanged):
        accept(old, now=LATER)

    new = live_proposal_of(order)
    total = order.total_cents
    assert (made, old.version, new.version) == (1, 1, 2)
    assert (left_in(old), left_in(new)) == (total - 100_00, total)
    assert "Credit" not in str(new.clauses)
    assert Proposal.objects.get(pk=old.pk).status == "superseded"
    accept(new, now=LATER)
    assert sum(each.amount_cents for each in Milestone.objects.all()) == total
    assert sum_of(order, "credit") == 0


@pytest.mark.parametrize("why", ["refunded", "another fee", "too late"])
def test_a_proposal_whose_credit_is_not_the_accounts_is_refused_and_made_anew(
    tmp_path: Path, why: str
) -> None:
    order = a_locked_order_with_its_fee_paid()
    old, at = a_proposal(tmp_path, order), LATER
    if why == "refunded":  # in part, and the worker did not hear of it yet
        ask_back(Payment.objects.get(), 40_00, now=LATER)
    elif why == "another fee":
        paid = {"status": "paid", "provider_ref": "ch_2", "paid_at": NOW, "created_at": NOW}
        Payment.objects.create(order=order, purpose="diagnostic", amount_cents=60_00, **paid)
    else:
        at = NOW + CREDIT_LASTS + timedelta(hours=1)

    seen = booking_view(Order.objects.get(), now=at)
    assert (seen.proposal, seen.is_proposal_outdated) == (None, True)
    assert seen.next_step == NextStepKey.WAIT_PROPOSAL
    with pytest.raises(ProposalChanged):
        accept(old, now=at)

    assert (Order.objects.get().status, Milestone.objects.count()) == ("scheduled", 0)
    assert Job.objects.filter(kind="document", key=f"general_proposal:{order.public_id}").exists()
    assert make_documents(printing(tmp_path), now=at) == 1
    credited = {"refunded": 60_00, "another fee": 160_00, "too late": 0}[why]
    assert left_in(live_proposal_of(order)) == order.total_cents - credited
    renewed = booking_view(Order.objects.get(), now=at)
    assert (renewed.proposal, renewed.is_proposal_outdated) == (live_proposal_of(order), False)
    assert renewed.next_step == NextStepKey.ACCEPT_PROPOSAL


def test_a_fee_that_came_off_one_price_comes_off_no_other(cards: TestCards, tmp_path: Path) -> None:
    cancelled = a_locked_order_with_its_fee_paid()
    cancel_by_staff(cancelled, cards=cards)
    first, second = a_locked_order(), a_locked_order(a_request(slot=Slot(OTHER_DAY, MORNING)))
    proposals = [a_proposal(tmp_path, order) for order in (first, second)]
    assert [left_in(each) for each in proposals] == [first.total_cents - 100_00] * 2

    accept(proposals[0])
    with pytest.raises(ProposalChanged):
        accept(proposals[1])

    make_documents(printing(tmp_path))
    assert left_in(live_proposal_of(second)) == second.total_cents


def test_what_has_no_plan_of_payments_says_nothing_of_what_is_left() -> None:
    assert left_to_pay_cents([{"id": "price", "heading": "", "blocks": []}]) is None
