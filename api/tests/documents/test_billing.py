"""Invoices and receipts: one for each fact, numbered without gaps, never changed."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from account_helpers import (
    TOTAL,
    a_dispute,
    a_scheduled_order,
    an_accepted_order,
    ask_back,
    cancel_by_staff,
    deliver_event,
    fresh,
    pay_milestone,
    send_refunds,
)
from booking_client import a_body, post_checkout, post_order, work_off_events
from booking_helpers import NOW, SIGNER, may_all
from django.conf import settings
from django.db import transaction
from django.test import Client
from document_helpers import BusyRenderer, printing, words_of
from tables_browser import bearer, session_of, staff_user

from standby.core.jobs import run_next_job
from standby.core.models import Job
from standby.core.policy import UNDO_FOR
from standby.core.providers import wiring as core_providers
from standby.core.providers.files import Files
from standby.core.roles import Role
from standby.documents.models import BillingDocument, OrderFile
from standby.documents.services.billing import issue_documents, print_documents
from standby.documents.tasks import invoice_handler
from standby.orders.models import Order
from standby.orders.rules.cancelling import CancellationRule
from standby.payments.models import Milestone, Payment
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services import charges
from standby.payments.services.late_fees import post_late_fees
from standby.payments.services.milestones import mark_notified, milestone_of, replan
from standby.payments.services.refunds import retry_refund
from standby.workflows.pay_for_project import reach_milestone
from standby.workflows.undo_action import newest_action_of, take_back, undo_action

pytestmark = pytest.mark.usefixtures("shop")
FIRST, SECOND = 3_173_69, 6_347_39
LOWERED = 6_147_38  # two thirds of what is left of a price that is $300 lower
ASKED = NOW + timedelta(days=7)  # the customer may no longer cancel freely


def work_off(folder: Path, *, files: Files | None = None, now: datetime) -> None:
    documents = printing(folder)
    handler = invoice_handler(documents=replace(documents, files=files or documents.files))
    while run_next_job(handler, now=now):
        pass


def billing_documents(order: Order) -> list[tuple[str, int, bool]]:
    issued = BillingDocument.objects.filter(order=order).order_by("issued_at", "pk")
    return [(each.label, each.amount_cents, each.voided_at is None) for each in issued]


def text_of(label: str, folder: Path) -> str:
    [found] = [each for each in BillingDocument.objects.all() if each.label == label]
    assert found.file is not None
    return words_of((folder / found.file.key).read_bytes())


@pytest.mark.req("OPS-20.1")
def test_each_payment_has_its_invoice_when_it_is_due_and_its_receipt_when_it_is_paid(
    cards: TestCards, tmp_path: Path
) -> None:
    order = an_accepted_order(cards)
    work_off(tmp_path, now=NOW)
    before = billing_documents(order)
    work_off(tmp_path, now=ASKED)
    pay_milestone(order, method="credit_card", cards=cards, now=ASKED)
    work_off(tmp_path, now=ASKED)

    assert before == [("REC-000001", 100_00, True)]
    surcharge = round((FIRST - 100_00) * 0.03)
    assert billing_documents(order)[1:] == [
        ("INV-000001", FIRST - 100_00, True),
        ("REC-000002", FIRST - 100_00 + surcharge, True),
    ]
    invoice, receipt = text_of("INV-000001", tmp_path), text_of("REC-000002", tmp_path)
    for part in (
        settings.COMPANY.legal_name,
        settings.COMPANY.address,
        settings.COMPANY.phone,
        f"electrical contractor license {settings.COMPANY.licence}",
        "Ada Lovelace 24 Waterway Ave, The Woodlands, TX 77380",
        "Generac 7043, 22 kW",
        "Sales tax 8.25% on the generator $575.77",
        "Contract total $12,694.77",
        "Fees that you paid before, credited -$100.00",
        "Paid before -$100.00",
        "This invoice -$3,073.69",
        "Left after this invoice $9,521.08",
        "To pay by November 11, 2025 $3,073.69",
        "Pay online at https://site.test/my-booking",
    ):
        assert part in invoice, part
    for part in (
        "Receipt REC-000002",
        "It pays invoice INV-000001.",
        "PAID November 10, 2025 Credit card",
        "Credit card surcharge $92.21",
        "Paid $3,165.90",
        "Sales tax 8.25% on the generator $575.77",
        "Paid before -$100.00",
        "This payment -$3,073.69",
        "Left to pay $9,521.08",
        f"electrical contractor license {settings.COMPANY.licence}",
    ):
        assert part in receipt, part


def test_events_that_are_heard_twice_make_one_receipt(cards: TestCards, tmp_path: Path) -> None:
    order = an_accepted_order(cards)
    payment = pay_milestone(order, cards=cards, now=ASKED)
    for _ in range(2):
        deliver_event(payment, cards, now=ASKED)
        Job.objects.filter(kind=Job.Kind.INVOICE).delete()
        Job.objects.create(
            kind=Job.Kind.INVOICE, key=str(order.public_id), due_at=ASKED, waiting_since=ASKED
        )
        work_off(tmp_path, now=ASKED)

    assert billing_documents(order) == [
        ("INV-000001", FIRST - 100_00, True),
        ("REC-000001", 100_00, True),
        ("REC-000002", FIRST - 100_00, True),
    ]


def arrived(order: Order, cards: TestCards, *, folder: Path, now: datetime = ASKED) -> Order:
    """Its first part is paid and its equipment has arrived."""
    pay_milestone(order, cards=cards, now=now)
    reach_milestone(fresh(order), "equipment", actor="staff ada", now=now)
    work_off(folder, now=now)
    return fresh(order)


def test_what_staff_undo_at_once_was_never_billed(cards: TestCards, tmp_path: Path) -> None:
    arrived(an_accepted_order(cards), cards, folder=tmp_path)
    action = newest_action_of("staff ada", ensure_may=may_all, now=ASKED)
    assert action is not None
    undo_action(action.public_id, actor="staff ada", ensure_may=may_all, signer=SIGNER, now=ASKED)

    work_off(tmp_path, now=ASKED + UNDO_FOR)

    assert not BillingDocument.objects.filter(milestone__kind="equipment").exists()


def test_an_invoice_that_is_taken_back_stays_and_is_void(cards: TestCards, tmp_path: Path) -> None:
    order = arrived(an_accepted_order(cards), cards, folder=tmp_path)
    later = ASKED + UNDO_FOR
    work_off(tmp_path, now=later)
    take_back(order, "equipment", reason="wrong home", actor="staff ada", now=later)
    work_off(tmp_path, now=later)
    reach_milestone(fresh(order), "equipment", actor="staff ada", now=later)
    work_off(tmp_path, now=later + UNDO_FOR)

    first, second = BillingDocument.objects.filter(milestone__kind="equipment").order_by("pk")
    assert (first.label, first.void_reason) == ("INV-000002", "The payment is no longer due.")
    assert (second.label, second.voided_at, second.refers_to) == ("INV-000003", None, first)
    assert "This invoice replaces INV-000002, which is void." in text_of("INV-000003", tmp_path)


def test_a_lowered_price_and_a_late_fee_replace_the_invoice(
    cards: TestCards, tmp_path: Path
) -> None:
    order = arrived(an_accepted_order(cards), cards, folder=tmp_path)
    later = ASKED + UNDO_FOR
    work_off(tmp_path, now=later)
    with transaction.atomic():
        replan(order, total_cents=TOTAL - 300_00, actor="staff ada", now=later)
    work_off(tmp_path, now=later)
    late = ASKED + timedelta(days=50)
    milestone = milestone_of(order, "equipment")
    mark_notified(milestone, now=ASKED)
    post_late_fees(Milestone.objects.get(pk=milestone.pk), now=late)
    work_off(tmp_path, now=late)

    invoices = BillingDocument.objects.filter(milestone__kind="equipment").order_by("pk")
    assert [(each.amount_cents, each.voided_at is None) for each in invoices] == [
        (SECOND, False),
        (LOWERED, False),
        (LOWERED + 92_21, True),
    ]
    assert {each.void_reason for each in invoices[:2]} == {"A new invoice replaces it."}
    assert "Late fee $92.21" in text_of("INV-000004", tmp_path)


def test_a_canceled_order_has_no_open_invoice_and_its_refunds_have_receipts(
    cards: TestCards, tmp_path: Path
) -> None:
    order = an_accepted_order(cards)
    work_off(tmp_path, now=ASKED)
    cancel_by_staff(order, CancellationRule.UNREASONABLE_DELAY, cards=cards, now=ASKED)
    send_refunds(cards, now=ASKED)
    work_off(tmp_path, now=ASKED + timedelta(minutes=1))

    assert billing_documents(order) == [
        ("INV-000001", FIRST - 100_00, False),
        ("REC-000001", 100_00, True),
        ("REF-000001", 100_00, True),
    ]
    text = text_of("REF-000001", tmp_path)
    assert "It refunds receipt REC-000001." in text
    assert "Refunded $100.00" in text


def test_the_receipt_of_a_cancellation_names_what_was_paid_what_is_kept_and_what_goes_back(
    cards: TestCards, tmp_path: Path
) -> None:
    order = an_accepted_order(cards)
    pay_milestone(order, cards=cards, now=ASKED)
    terms = cancel_by_staff(order, CancellationRule.AFTER_THREE_DAYS, cards=cards, now=ASKED)
    send_refunds(cards, now=ASKED)
    work_off(tmp_path, now=ASKED + timedelta(minutes=1))

    refunds = [label for label, _, _ in billing_documents(order) if label.startswith("REF")]
    text = text_of(refunds[0], tmp_path)
    assert (terms.charge_cents, terms.refund_cents) == (1_269_47, FIRST - 1_269_47)
    for part in (
        "Paid before $3,173.69",
        "Cancellation fee, kept -$1,269.47",
        "Goes back to you in all $1,904.22",
        f"electrical contractor license {settings.COMPANY.licence}",
    ):
        assert part in text, part


def test_a_cancellation_by_which_nothing_goes_back_has_a_numbered_paper_as_well(
    cards: TestCards, tmp_path: Path
) -> None:
    order = a_scheduled_order(cards)
    cancel_by_staff(order, CancellationRule.FEE_FORFEITED, cards=cards, now=NOW)
    work_off(tmp_path, now=NOW)
    issue_documents(order, site_url="https://site.test", now=NOW)

    assert billing_documents(order) == [("REC-000001", 100_00, True), ("REF-000001", 0, True)]
    text = text_of("REF-000001", tmp_path)
    assert "CANCELED November 3, 2025" in text
    assert "Paid before $100.00 Kept -$100.00 Goes back to you in all $0.00" in text
    assert "Nothing goes back." in text
    assert "Refund receipt" not in text
    statement = OrderFile.objects.get(billing_document__kind="refund_receipt")
    assert statement.title == "Cancellation statement REF-000001"


@pytest.mark.req("TRUTH-03.3")
def test_a_cancellation_does_not_deny_a_refund_that_is_on_its_way(
    cards: TestCards, tmp_path: Path
) -> None:
    order = a_scheduled_order(cards)
    ask_back(Payment.objects.get(order=order), 40_00)
    cancel_by_staff(order, CancellationRule.FEE_FORFEITED, cards=cards, now=NOW)
    issue_documents(order, site_url="https://site.test", now=NOW)
    work_off(tmp_path, now=NOW)

    text = text_of("REF-000001", tmp_path)
    assert "Paid before, less refunds $60.00 Kept -$60.00" in text
    assert "Goes back to you by canceling $0.00" in text
    assert "$40.00, refunded before, is on its way to you; canceling returns nothing more." in text
    assert "Nothing goes back." not in text


def test_a_cancellation_fee_that_nothing_was_paid_toward_says_what_is_to_pay(
    cards: TestCards, tmp_path: Path
) -> None:
    order = an_accepted_order(cards)
    terms = cancel_by_staff(order, CancellationRule.AFTER_THREE_DAYS, cards=cards, now=ASKED)
    work_off(tmp_path, now=ASKED)

    assert billing_documents(order)[-1] == ("REF-000001", 0, True)
    text = text_of("REF-000001", tmp_path)
    assert terms.owed_cents == 1_169_47
    assert "The cancellation fee is $1,269.47. Still to pay: $1,169.47." in text


def test_a_refund_that_the_bank_returns_is_void_and_the_next_try_has_its_own_number(
    cards: TestCards, tmp_path: Path
) -> None:
    order = a_scheduled_order(cards)
    refund = ask_back(order.payments.get(), 40_00)
    send_refunds(cards)
    work_off(tmp_path, now=NOW + timedelta(minutes=1))
    refund.refresh_from_db()
    cards.bounce(refund.provider_ref, reason="lost_or_stolen_card")
    deliver_event(refund.payment, cards)
    retry_refund(refund.reference, actor="staff ada", now=NOW)
    send_refunds(cards)
    work_off(tmp_path, now=NOW + timedelta(minutes=1))

    assert billing_documents(order)[1:] == [
        ("REF-000001", 40_00, False),
        ("REF-000002", 40_00, True),
    ]
    assert set(BillingDocument.objects.values_list("void_reason", flat=True)) == {
        "",
        "The bank returned the refund.",
    }


def test_a_payment_that_the_bank_takes_back_is_billed_again(
    cards: TestCards, tmp_path: Path
) -> None:
    order = an_accepted_order(cards)
    payment = pay_milestone(order, cards=cards, now=ASKED)
    work_off(tmp_path, now=ASKED)
    lost = ASKED + timedelta(days=20)
    cards.dispute(payment.provider_ref or "", a_dispute(payment, status="lost"))
    deliver_event(payment, cards, now=lost)
    work_off(tmp_path, now=lost)
    was = billing_documents(order)
    cards.dispute(
        payment.provider_ref or "",
        a_dispute(payment, status="won", reinstated_cents=payment.amount_cents),
    )
    deliver_event(payment, cards, now=lost)
    work_off(tmp_path, now=lost)

    first, again = FIRST - 100_00, FIRST - 100_00
    assert was == [
        ("INV-000001", first, False),
        ("REC-000001", 100_00, True),
        ("REC-000002", first, False),
        ("INV-000002", again, True),
    ]
    assert billing_documents(order)[4:] == [("REC-000003", first, True)]


def test_an_issued_paper_says_what_was_so_on_its_day(cards: TestCards, tmp_path: Path) -> None:
    order = a_scheduled_order(cards)
    issue_documents(order, site_url="https://site.test", now=NOW)
    order.customer.name = "Grace Hopper"
    order.customer.save()

    work_off(tmp_path, now=NOW)
    text, document = text_of("REC-000001", tmp_path), BillingDocument.objects.get()

    assert "Ada Lovelace" in text
    assert "Grace" not in text
    assert (document.contents, document.file and document.file.title) == (
        {},
        "Receipt REC-000001",
    )


def test_a_second_payment_of_the_same_is_received_and_refunded_by_number(
    cards: TestCards, tmp_path: Path
) -> None:
    order = an_accepted_order(cards)
    payment = pay_milestone(order, cards=cards, now=ASKED)
    charges._return_second_charge(payment, charge="ch_second", now=ASKED)
    work_off(tmp_path, now=ASKED)

    assert billing_documents(order)[-1] == ("REC-000003", FIRST - 100_00, True)


def test_what_was_erased_before_it_was_printed_is_not_printed(
    cards: TestCards, tmp_path: Path
) -> None:
    order = a_scheduled_order(cards)
    issue_documents(order, site_url="https://site.test", now=NOW)
    BillingDocument.objects.update(contents={})

    assert print_documents(order, documents=printing(tmp_path)) == 0


def test_a_paper_that_two_workers_print_is_kept_once(cards: TestCards, tmp_path: Path) -> None:
    order = a_scheduled_order(cards)
    issue_documents(order, site_url="https://site.test", now=NOW)
    own = printing(tmp_path)
    other = BusyRenderer(lambda _: print_documents(order, documents=own), folder=tmp_path)

    assert print_documents(order, documents=replace(own, renderer=other)) == 0
    assert OrderFile.objects.filter(type="receipt").count() == 1


def test_a_job_of_an_order_that_is_gone_is_done(tmp_path: Path) -> None:
    Job.objects.create(kind=Job.Kind.INVOICE, key=str(uuid4()), due_at=NOW, waiting_since=NOW)
    work_off(tmp_path, now=NOW)
    assert not Job.objects.exists()


def test_only_the_orders_owner_and_staff_read_its_invoices(
    browser: Client, own_folder: Path
) -> None:
    order_id = post_order(browser, a_body(browser)).json()["orderId"]
    page = post_checkout(browser, order_id).json()["url"].removeprefix("http://testserver")
    browser.post(page, {"outcome": "approve"})
    work_off_events()
    work_off(own_folder, files=core_providers.files(), now=datetime.now(UTC) + timedelta(minutes=1))
    [document] = browser.get("/api/my-booking/documents").json()
    stranger = Client()
    post_order(stranger, a_body(stranger))
    viewer = Client(headers=bearer(session_of(staff_user(Role.VIEWER, name="vi"))))
    [seen] = viewer.get(f"/api/staff/orders/{order_id}").json()["files"]

    own, of_staff = (
        browser.get(document["url"]),
        viewer.get(f"/api/staff/orders/{order_id}/files/{document['id']}"),
    )

    assert (document["title"], document["is_void"]) == ("Receipt REC-000001", False)
    assert (seen["title"], seen["is_void"]) == ("Receipt REC-000001", False)
    assert "standby-receipt-rec-000001.pdf" in own["Content-Disposition"]
    assert (own.status_code, of_staff.status_code) == (200, 200)
    assert stranger.get(document["url"]).json()["code"] == "document_not_found"
    assert Client().get(document["url"]).status_code == 404
