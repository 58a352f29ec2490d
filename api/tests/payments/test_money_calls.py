"""The homeowner's account over the wire, and what staff do with money."""

from datetime import timedelta
from typing import Any

import pytest
from access_helpers import signed_in
from account_helpers import a_dispute, accept, ask_back, deliver_event
from booking_client import a_body, post, post_checkout, post_order, work_off_events
from booking_helpers import send_next_refund
from django.test import Client
from document_helpers import words_of
from whole_orders import an_order_file, now

from standby.core.market import TERMS
from standby.core.roles import Role
from standby.messaging.models import Message
from standby.orders.models import Order
from standby.payments.models import CheckoutSession, LedgerEntry, Payment, PaymentEvent, Refund
from standby.payments.providers import wiring as payments_providers
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.tasks import look_back

Staff = dict[str, str]  # the headers of one who is signed in
pytestmark = pytest.mark.usefixtures("shop", "own_folder")
FIRST = 3_173_69
MILESTONE = {"purpose": "milestone", "milestone": "acceptance", "method": "debit_card"}


def work_off() -> None:
    work_off_events()
    while send_next_refund(cards=payments_providers.cards(), now=now()):
        pass


def press(browser: Client, url: str, *outcomes: str) -> Any:
    answers = [
        browser.post(url.removeprefix("http://testserver"), {"outcome": one}) for one in outcomes
    ]
    work_off()
    return answers[-1]


def a_scheduled_order(browser: Client) -> Order:
    order_id = post_order(browser, a_body(browser)).json()["orderId"]
    press(browser, post_checkout(browser, order_id).json()["url"], "approve")
    return Order.objects.get(public_id=order_id)


def an_accepted_order(browser: Client) -> Order:
    order = a_scheduled_order(browser)
    accept(order, now=now())
    return order


def money(browser: Client) -> Any:
    return browser.get("/api/my-booking/money").json()


@pytest.fixture
def staff() -> Staff:
    return {"Authorization": f"Bearer {signed_in(Role.OWNER, name='Jo')}"}


def by_staff(path: str, body: Any, staff: Staff, *, key: str | None = None) -> Any:
    return post(Client(), f"/api/staff{path}", body, key=key, **staff)


@pytest.mark.req("PAY-03.6")
def test_the_account_of_an_accepted_order(browser: Client) -> None:
    an_accepted_order(browser)

    found = money(browser)

    assert found["balance_cents"] == FIRST - 100_00
    assert (found["total_cents"], found["paid_cents"]) == (12_694_77, 100_00)
    assert found["milestones"][0] | {"due_on": None} == {
        "kind": "acceptance",
        "percent": 25,
        "amount_cents": FIRST,
        "credit_cents": 100_00,
        "late_fee_cents": 0,
        "due_cents": FIRST - 100_00,
        "status": "due",
        "days_to_pay": 5,
        "transfer_since": None,
        "late_fee_percent": "1.5%",
        "due_on": None,
        "surcharge_cents": 92_21,
    }
    assert sum(entry["amount_cents"] for entry in found["entries"]) == found["balance_cents"]
    assert [method["surcharge_percent"] for method in found["methods"]] == [0, 0, 3]
    assert found["test_mode"] is True


@pytest.mark.req("PRICE-02.2")
def test_what_is_still_to_pay_is_shown_before_and_after_acceptance(browser: Client) -> None:
    order = a_scheduled_order(browser)

    expected = money(browser)
    accept(order, now=now())
    accepted = money(browser)

    for seen in (expected, accepted):
        assert seen["remaining_cents"] == 12_694_77 - 100_00
        parts = sum(part["amount_cents"] for part in seen["milestones"])
        assert parts == seen["total_cents"] == 12_694_77
        owed = seen["total_cents"] + seen["surcharge_cents"] + seen["late_fee_cents"]
        assert owed - seen["paid_cents"] == seen["remaining_cents"]
        assert seen["credit_cents"] == 100_00
        assert [part["due_cents"] for part in seen["milestones"]] == [
            FIRST - 100_00,
            6_347_39,
            FIRST,
        ]
        assert {part["days_to_pay"] for part in seen["milestones"]} == {5}
    assert [part["status"] for part in expected["milestones"]] == ["waiting"] * 3
    assert [part["status"] for part in accepted["milestones"]] == ["due", "waiting", "waiting"]


@pytest.mark.req("FEE-01.1")
def test_the_receipt_for_the_fee_is_a_numbered_paper_with_its_terms(browser: Client) -> None:
    reserved = post_order(browser, a_body(browser)).json()["orderId"]
    unpaid = browser.get("/api/my-booking/fee-receipt")
    assert (unpaid.json()["code"], money(browser)["has_fee_receipt"]) == (
        "document_not_found",
        False,
    )
    press(browser, post_checkout(browser, reserved).json()["url"], "approve")

    made = browser.get("/api/my-booking/fee-receipt")

    fee, text = Payment.objects.get(), words_of(made.content)
    assert money(browser)["has_fee_receipt"] is True
    assert "receipt-rec-000001.pdf" in made["Content-Disposition"]
    assert browser.get("/api/my-booking/fee-receipt").content == made.content
    for part in (
        f"What happens to your {TERMS.fee_name}",
        "Receipt REC-000001",
        f"({TERMS.fee_includes})",
        "Paid $100.00",
        f"within {TERMS.fee_credit_days} days of your final price",
        f"if you cancel {TERMS.fee_cancel_hours} hours or more before the appointment",
        f"a price increase of more than {TERMS.price_rise_percent}%",
        "electrical contractor license TECL 00000",
    ):
        assert part in text, part
    assert str(fee.provider_ref) in text.replace(" ", "")


def ask_to_pay(browser: Client, **changed: str) -> str:
    """The address of the page on which it can be paid."""
    url = post(browser, "/api/my-booking/payments", MILESTONE | changed).json()["url"]
    return str(url).removeprefix("http://testserver")


def test_a_milestone_is_paid_on_the_test_page_and_summed_up(browser: Client) -> None:
    order = an_accepted_order(browser)
    document = an_order_file(order)
    url = ask_to_pay(browser, method="credit_card")
    page = browser.get(url).content.decode()

    back = press(browser, url, "approve")

    assert "Credit card surcharge" in page
    assert "$92.21" in page
    session_id = url.rpartition("/")[2]
    assert back["Location"].endswith(f"/order-payment-success?sessionId={session_id}")
    summary = browser.get(f"/api/checkout-sessions/{session_id}/order").json()
    assert (summary["id"], summary["status"]) == (str(order.public_id), "paid")
    assert summary["total_paid_cents"] == FIRST + 92_21
    assert summary["payment_cents"] == FIRST - 100_00 + 92_21
    assert summary["total_cents"] == order.total_cents
    [file] = summary["files"]
    assert summary["order_files"] == [
        {
            "id": str(document.public_id),
            "file_url": file["url"],
            "file_name": document.title,
            "file_type": "general_proposal",
        }
    ]
    seen = money(browser)
    assert (seen["balance_cents"], seen["surcharge_cents"]) == (0, 92_21)
    owed = seen["total_cents"] + seen["surcharge_cents"] - seen["paid_cents"]
    assert owed == seen["remaining_cents"], "the surcharge has its own line"


def test_a_bank_takes_its_time_and_may_fail(browser: Client) -> None:
    an_accepted_order(browser)
    url = ask_to_pay(browser, method="bank")

    press(browser, url, "approve")
    waiting = browser.get(url).content.decode()
    summary = browser.get(f"/api/checkout-sessions/{url.rpartition('/')[2]}/order").json()
    refused = post(browser, "/api/my-booking/payments", {**MILESTONE, "method": "credit_card"})
    canceling = browser.get("/api/my-booking/cancellation").json()["words"]
    press(browser, url, "bounces", "arrives")

    assert "Your bank transfer of $" in canceling
    assert "bank transfer" not in browser.get("/api/my-booking/cancellation").json()["words"]
    assert "The transfer is on its way" in waiting
    assert summary["status"] == "processing"
    assert refused.json()["code"] == "payment_on_its_way"
    assert "The transfer failed" in browser.get(url).content.decode()
    failed = Message.objects.filter(kind="transfer_failed")
    assert sorted(failed.values_list("channel", flat=True)) == ["email", "sms"]
    again = ask_to_pay(browser, method="bank")
    press(browser, again, "approve", "arrives")
    assert money(browser)["balance_cents"] == 0
    assert press(browser, again, "arrives").status_code == 303


@pytest.mark.req("API-02.13", "BOOK-05.2")
def test_the_summary_is_shown_without_cookie_once_within_the_hour(browser: Client) -> None:
    an_accepted_order(browser)
    url = ask_to_pay(browser)
    path = f"/api/checkout-sessions/{url.rpartition('/')[2]}/order"
    unpaid = Client().get(path)
    press(browser, url, "approve")
    other = Client()

    answers = [unpaid, other.get(path), other.get(path), Client().get(path)]

    assert [answer.status_code for answer in answers] == [404, 200, 200, 404]
    assert Client().get("/api/checkout-sessions/cs_none/order").json()["code"] == "order_not_found"
    CheckoutSession.objects.update(bound_at=None)
    Payment.objects.filter(status="paid").update(paid_at=now() - timedelta(minutes=61))
    assert Client().get(path).status_code == 404


def test_paying_twice_with_one_key_is_one_page(browser: Client) -> None:
    an_accepted_order(browser)

    first, *again = (
        post(browser, "/api/my-booking/payments", MILESTONE, key="k" * 20) for _ in range(3)
    )

    assert {answer.content for answer in again} == {first.content}
    assert {answer["Idempotency-Replayed"] for answer in again} == {"true"}
    assert Payment.objects.filter(milestone__isnull=False).count() == 1
    other = {**MILESTONE, "method": "credit_card"}
    reused = post(browser, "/api/my-booking/payments", other, key="k" * 20)
    assert (reused.status_code, reused.json()["code"]) == (422, "idempotency_key_reused")
    missing = browser.post("/api/my-booking/payments", MILESTONE, content_type="application/json")
    assert missing.status_code == 400


@pytest.mark.req("BOOK-04.8")
def test_cancelling_shows_its_terms_and_keeps_to_them(browser: Client) -> None:
    an_accepted_order(browser)
    press(browser, ask_to_pay(browser), "approve")
    terms = browser.get("/api/my-booking/cancellation").json()

    changed = post(browser, "/api/my-booking/cancel", {"refund_cents": 1})
    done, again = (
        post(browser, "/api/my-booking/cancel", {"refund_cents": FIRST}, key="c" * 20)
        for _ in range(2)
    )
    work_off()

    assert (terms["can_cancel"], terms["rule"]) == (True, "within_three_days")
    assert "within 3 business days" in terms["words"]
    assert (terms["refund_cents"], terms["retained_cents"]) == (FIRST, 0)
    assert (changed.status_code, changed.json()["code"]) == (409, "refund_changed")
    assert done.json() == {"status": "cancelled"}
    assert (again.content, again["Idempotency-Replayed"]) == (done.content, "true")
    found = money(browser)
    assert found["balance_cents"] == 0
    assert [refund["status"] for refund in found["refunds"]] == ["sent"] * 2
    over = browser.get("/api/my-booking/cancellation").json()
    assert (over["can_cancel"], over["words"]) == (False, "This order is already canceled.")


def cancel(browser: Client, shown: Any, *names: str) -> Any:
    return post(browser, "/api/my-booking/cancel", {name: shown[name] for name in names})


@pytest.mark.req("PAY-03.5")
@pytest.mark.parametrize(
    "names", [("rule", "refund_cents", "retained_cents", "owed_cents"), ("refund_cents",)]
)
def test_a_fee_paid_after_the_terms_were_shown_is_not_kept_by_them(
    browser: Client, staff: Staff, names: tuple[str, ...]
) -> None:
    order_id = post_order(browser, a_body(browser)).json()["orderId"]
    shown = browser.get("/api/my-booking/cancellation").json()
    press(browser, post_checkout(browser, order_id).json()["url"], "approve")

    refused = cancel(browser, shown, *names)
    reason = {"reason": "x", "refund_cents": 0}
    refused_staff = by_staff(f"/orders/{order_id}/cancel", reason, staff)

    assert (shown["rule"], shown["retained_cents"]) == ("nothing_paid", 0)
    for each in (refused, refused_staff):
        assert (each.status_code, each.json()["code"]) == (409, "refund_changed")
    assert Order.objects.get().status == "scheduled"
    anew = browser.get("/api/my-booking/cancellation").json()
    assert cancel(browser, anew, "rule", "refund_cents", "retained_cents").status_code == 200


@pytest.mark.req("PAY-03.5")
def test_a_credit_that_was_shown_is_not_lost_over_the_24_hours(browser: Client) -> None:
    order = a_scheduled_order(browser)
    shown = browser.get("/api/my-booking/cancellation").json()
    soon = now() + timedelta(hours=23)
    order.appointments.update(
        day=soon.date(),
        ends_on=soon.date(),
        time_window="morning",
        start_at=soon,
        end_at=soon + timedelta(hours=8),
    )

    refused = cancel(browser, shown, "rule", "refund_cents", "retained_cents", "owed_cents")

    assert (shown["rule"], shown["retained_cents"]) == ("fee_kept_as_credit", 100_00)
    assert browser.get("/api/my-booking/cancellation").json()["rule"] == "fee_forfeited"
    assert (refused.status_code, refused.json()["code"]) == (409, "refund_changed")
    assert Order.objects.get().status == "scheduled"


@pytest.mark.req("OPS-11.6")
def test_staff_reach_milestones_see_payments_and_refund(browser: Client, staff: Staff) -> None:
    order = an_accepted_order(browser)
    path = f"/orders/{order.public_id}"

    reached = by_staff(f"{path}/milestones/equipment", {}, staff)
    [payment] = seen_by(staff, order)["payments"]
    request = {"amount_cents": 60_00, "reason": "sorry"}
    asked, again, too_much = (
        by_staff(f"/payments/{payment['id']}/refunds", request, staff, key=key)
        for key in ("r" * 20, "r" * 20, None)
    )
    work_off()

    assert (reached.status_code, reached.json()["status"]) == (200, "due")
    assert payment["purpose"] == "scheduling_fee"
    assert asked.content == again.content
    assert (too_much.status_code, too_much.json()["code"]) == (409, "refund_too_large")
    assert Refund.objects.get().status == "sent"


def seen_by(staff: Staff, order: Order, path: str = "/money") -> Any:
    return Client().get(f"/api/staff/orders/{order.public_id}{path}", headers=staff).json()


def test_staff_see_a_refund_that_failed_and_send_it_again_once(
    browser: Client, staff: Staff
) -> None:
    order = a_scheduled_order(browser)
    payment = Payment.objects.get()
    ask_back(payment, 60_00)
    Refund.objects.update(status="failed", last_error="insufficient_funds")

    [failed] = seen_by(staff, order)["refunds"]
    retry = f"/refunds/{failed['id']}/retry"
    asked = [by_staff(retry, "", staff, key="r" * 20) for _ in range(2)]
    work_off()
    [sent] = seen_by(staff, order)["refunds"]
    late = by_staff(retry, {}, staff)

    assert (failed["status"], failed["last_error"]) == ("failed", "insufficient_funds")
    assert failed["payment_id"] == str(payment.public_id)
    assert asked[0].json() == {"id": failed["id"], "amount_cents": 60_00, "status": "requested"}
    assert (asked[1].content, asked[1]["Idempotency-Replayed"]) == (asked[0].content, "true")
    assert (sent["status"], sent["last_error"]) == ("sent", "")
    assert "last_error" not in money(browser)["refunds"][0]
    assert (late.status_code, late.json()["code"]) == (409, "refund_already_sent")
    assert "already gone out" in late.json()["detail"]


def test_a_dispute_is_shown_to_staff_and_its_money_to_the_customer(
    browser: Client, staff: Staff
) -> None:
    order = a_scheduled_order(browser)
    payment = Payment.objects.get()
    TestCards.from_settings().dispute(payment.provider_ref or "", a_dispute(payment))
    deliver_event(payment, payments_providers.cards(), now=now())

    seen = seen_by(staff, order)

    [dispute], [shown] = seen["disputes"], seen["payments"]
    assert (dispute["provider_ref"], dispute["is_open"]) == ("du_1", True)
    assert (shown["is_disputed"], shown["left_cents"]) == (True, 0)
    assert dispute["taken_cents"] == shown["disputed_cents"] == 100_00
    found = money(browser)
    assert (found["balance_cents"], found["disputed_cents"]) == (100_00, 100_00)
    assert "disputes" not in found


def test_staff_keep_a_visit_whose_fee_was_refunded_by_hand(browser: Client, staff: Staff) -> None:
    order = a_scheduled_order(browser)
    payment = Payment.objects.get()
    TestCards.from_settings().refund_by_hand(payment.provider_ref or "", amount_cents=100_00)
    deliver_event(payment, payments_providers.cards(), now=now())
    asked = seen_by(staff, order, "")

    kept = by_staff(f"/orders/{order.public_id}/keep-visit", {}, staff)
    after = seen_by(staff, order, "")

    assert asked["next_actions"][0]["key"] == "decide_visit"
    assert kept.json() == {"status": "kept"}
    assert "decide_visit" not in [step["key"] for step in after["next_actions"]]
    late = by_staff(f"/orders/{order.public_id}/keep-visit", {"if_version": 1}, staff)
    assert late.status_code == 200  # there is nothing left to decide


@pytest.mark.req("OPS-11.6")
def test_staff_cancel_by_a_rule(browser: Client, staff: Staff) -> None:
    order = an_accepted_order(browser)
    path = f"/orders/{order.public_id}/cancel"

    wrong = by_staff(path, {"rule": "fee_forfeited", "reason": "x"}, staff)
    done = by_staff(path, {"rule": "after_three_days", "costs_cents": 1_00, "reason": "x"}, staff)

    assert wrong.json()["errors"][0]["field"] == "rule"
    assert done.json() == {
        "rule": "after_three_days",
        "refund_cents": 0,
        "retained_cents": 100_00,
        "owed_cents": 1_270_47 - 100_00,
    }


@pytest.mark.req("PAY-02.1")
@pytest.mark.parametrize(
    ("claim", "is_noted"),
    [
        ({"scheduling_fee": {"status": "paid", "transaction_id": "txn_made_up"}}, True),
        ({"scheduling_fee": {"amount_cents": 10000, "status": "paid"}}, True),
        ({"scheduling_fee": "paid"}, False),
        ({"scheduling_fee": {}}, False),
        ("paid", False),
        (None, False),
    ],
)
def test_a_client_that_says_it_paid_has_not_paid_and_is_noted(
    browser: Client, claim: Any, is_noted: bool, caplog: pytest.LogCaptureFixture
) -> None:
    post_order(browser, a_body(browser) | {"paymentData": claim})

    order = Order.objects.get()
    assert Payment.objects.get(order=order).status == "due"
    assert order.log.filter(subject="payment", after="claimed").count() == is_noted
    assert sum("tamper_paid" in line for line in caplog.messages) == is_noted
    assert not LedgerEntry.objects.exists()
    print(f"C11: 1 claim of being paid, 0 believed, tamper_paid {is_noted:d}")


def test_with_every_event_lost_reconciliation_finds_all_purposes(browser: Client) -> None:
    an_accepted_order(browser)
    urls = [ask_to_pay(browser), ask_to_pay(browser, purpose="diagnostic")]
    for url in urls:
        browser.post(url, {"outcome": "approve"})
    PaymentEvent.objects.filter(processed_at=None).delete()

    looked_at = look_back(cards=payments_providers.cards(), now=now())

    assert set(Payment.objects.values_list("status", flat=True)) == {"paid"}
    assert money(browser)["balance_cents"] == -9_00
    print(f"C7: {len(urls)} events lost, {looked_at} looked up, 0 still due")
