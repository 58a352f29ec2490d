"""The homeowner's account over the wire, and what staff do with money."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from access import signed_in
from accounts import accept
from booking_client import a_body, post_checkout, post_order, with_change
from bookings import OFFICE
from django.test import Client
from pytest_django import Settings
from windows import in_one_window

from standby import providers
from standby.apps.booking.models import Order
from standby.apps.payments.models import CardEvent, CheckoutSession, LedgerEntry, Payment, Refund
from standby.domain.roles import Role
from standby.flows.money.follow_charge import follow_charge
from standby.providers.cards import DisputeState
from standby.worker.card_events import work_out_next_event
from standby.worker.money import look_back, send_next

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
FIRST = 3_173_69
MILESTONE = {"purpose": "milestone", "milestone": "acceptance", "method": "debit_card"}


def now() -> datetime:
    return datetime.now(UTC)


def post(browser: Client, path: str, body: dict[str, Any], *, key: str | None = None) -> Any:
    return browser.post(
        f"/api{path}",
        data=body,
        content_type="application/json",
        headers={"Idempotency-Key": key or uuid.uuid4().hex},
    )


def work_off() -> None:
    cards = providers.cards()
    while work_out_next_event(cards=cards, office=OFFICE, now=now()):
        pass
    while send_next(cards=cards, office=OFFICE, now=now()):
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
def staff() -> dict[str, str]:
    return {"Authorization": f"Bearer {signed_in(Role.OWNER, name='Jo')}"}


def by_staff(path: str, body: Any, staff: dict[str, str], *, key: str | None = None) -> Any:
    return Client().post(
        f"/api/staff{path}",
        data=body,
        content_type="application/json",
        headers={**staff, "Idempotency-Key": key or uuid.uuid4().hex},
    )


@pytest.mark.req("PAY-03.6")
def test_the_account_of_an_accepted_order(browser: Client) -> None:
    an_accepted_order(browser)

    found = money(browser)

    assert found["balance_cents"] == FIRST - 100_00
    assert (found["total_cents"], found["paid_cents"]) == (12_694_77, 100_00)
    assert found["milestones"][0] | {"due_at": None} == {
        "kind": "acceptance",
        "percent": 25,
        "amount_cents": FIRST,
        "credit_cents": 100_00,
        "late_fee_cents": 0,
        "due_cents": FIRST - 100_00,
        "status": "due",
        "due_at": None,
        "surcharge_cents": 92_21,
    }
    assert sum(entry["amount_cents"] for entry in found["entries"]) == found["balance_cents"]
    assert [method["surcharge_percent"] for method in found["methods"]] == [0, 0, 3]
    assert found["test_mode"] is True


def test_a_milestone_is_paid_on_the_test_page_and_summed_up(browser: Client) -> None:
    order = an_accepted_order(browser)
    url = post(browser, "/my-booking/payments", {**MILESTONE, "method": "credit_card"}).json()[
        "url"
    ]
    page = browser.get(url.removeprefix("http://testserver")).content.decode()

    back = press(browser, url, "approve")

    assert "Credit card surcharge" in page
    assert "$92.21" in page
    session_id = url.rpartition("/")[2]
    assert back["Location"].endswith(f"/order-payment-success?sessionId={session_id}")
    summary = browser.get(f"/api/checkout-sessions/{session_id}/order").json()
    assert (summary["id"], summary["status"]) == (str(order.public_id), "paid")
    assert summary["total_paid_cents"] == FIRST + 92_21
    assert money(browser)["balance_cents"] == 0


def test_a_debit_cards_surcharge_and_a_bank_that_takes_its_time(browser: Client) -> None:
    an_accepted_order(browser)
    url = post(browser, "/my-booking/payments", {**MILESTONE, "method": "bank"}).json()["url"]

    press(browser, url, "approve")
    waiting = browser.get(url.removeprefix("http://testserver")).content.decode()
    summary = browser.get(f"/api/checkout-sessions/{url.rpartition('/')[2]}/order").json()
    refused = post(browser, "/my-booking/payments", {**MILESTONE, "method": "credit_card"})
    press(browser, url, "bounces", "arrives")

    assert "The transfer is on its way" in waiting
    assert summary["status"] == "processing"
    assert refused.json()["code"] == "payment_on_its_way"
    assert (
        "The transfer failed" in browser.get(url.removeprefix("http://testserver")).content.decode()
    )
    again = post(browser, "/my-booking/payments", {**MILESTONE, "method": "bank"}).json()["url"]
    press(browser, again, "approve", "arrives")
    assert money(browser)["balance_cents"] == 0
    assert press(browser, again, "arrives").status_code == 303


@pytest.mark.req("API-02.13", "BOOK-05.2")
def test_the_summary_is_shown_to_a_browser_without_cookie_once_within_the_hour(
    browser: Client,
) -> None:
    an_accepted_order(browser)
    url = post(browser, "/my-booking/payments", MILESTONE).json()["url"]
    path = f"/api/checkout-sessions/{url.rpartition('/')[2]}/order"
    unpaid = Client().get(path)
    press(browser, url, "approve")
    other = Client()

    first, again = other.get(path), other.get(path)
    third = Client().get(path)

    assert unpaid.status_code == 404
    assert (first.status_code, again.status_code, third.status_code) == (200, 200, 404)
    assert Client().get("/api/checkout-sessions/cs_none/order").json()["code"] == "order_not_found"
    CheckoutSession.objects.update(bound_at=None)
    Payment.objects.filter(status="paid").update(paid_at=now() - timedelta(minutes=61))
    assert Client().get(path).status_code == 404


def test_paying_twice_with_one_key_is_one_page(browser: Client) -> None:
    an_accepted_order(browser)

    first = post(browser, "/my-booking/payments", MILESTONE, key="k" * 20)
    again = [post(browser, "/my-booking/payments", MILESTONE, key="k" * 20) for _ in range(10)]

    assert {answer.content for answer in again} == {first.content}
    assert {answer["Idempotency-Replayed"] for answer in again} == {"true"}
    assert Payment.objects.filter(milestone__isnull=False).count() == 1
    other = {**MILESTONE, "method": "credit_card"}
    reused = post(browser, "/my-booking/payments", other, key="k" * 20)
    assert (reused.status_code, reused.json()["code"]) == (422, "idempotency_key_reused")
    missing = browser.post("/api/my-booking/payments", MILESTONE, content_type="application/json")
    assert missing.status_code == 400


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"purpose": "milestone", "milestone": "equipment", "method": "bank"}, "nothing_due"),
        ({"purpose": "milestone", "milestone": "x", "method": "bank"}, "invalid"),
        ({"purpose": "milestone", "milestone": "equipment", "method": "cash"}, "invalid"),
        ({"purpose": "tip"}, "invalid"),
        ({}, "invalid"),
    ],
)
def test_what_cannot_be_paid_is_refused(browser: Client, body: Any, code: str) -> None:
    an_accepted_order(browser)

    assert post(browser, "/my-booking/payments", body).json()["code"] == code


def test_a_diagnostic_is_paid_and_credited(browser: Client) -> None:
    an_accepted_order(browser)

    press(
        browser,
        post(browser, "/my-booking/payments", {"purpose": "diagnostic"}).json()["url"],
        "approve",
    )

    assert money(browser)["balance_cents"] == FIRST - 109_00


def test_nobodys_account_is_anybodys(browser: Client) -> None:
    a_scheduled_order(browser)

    for path in ("money", "cancellation"):
        assert Client().get(f"/api/my-booking/{path}").status_code == 404
    assert post(Client(), "/my-booking/payments", MILESTONE).status_code == 404
    assert post(Client(), "/my-booking/cancel", {"refund_cents": 0}).status_code == 404


@pytest.mark.req("BOOK-04.8")
def test_cancelling_shows_its_terms_and_keeps_to_them(browser: Client) -> None:
    an_accepted_order(browser)
    press(browser, post(browser, "/my-booking/payments", MILESTONE).json()["url"], "approve")
    terms = browser.get("/api/my-booking/cancellation").json()

    changed = post(browser, "/my-booking/cancel", {"refund_cents": 1})
    done = post(browser, "/my-booking/cancel", {"refund_cents": FIRST}, key="c" * 20)
    again = post(browser, "/my-booking/cancel", {"refund_cents": FIRST}, key="c" * 20)
    work_off()

    assert terms["can_cancel"] is True
    assert (terms["rule"], terms["refund_cents"], terms["kept_cents"]) == (
        "within_three_days",
        FIRST,
        0,
    )
    assert "within 3 business days" in terms["words"]
    assert (changed.status_code, changed.json()["code"]) == (409, "refund_changed")
    assert done.json() == {"status": "cancelled"}
    assert (again.content, again["Idempotency-Replayed"]) == (done.content, "true")
    found = money(browser)
    assert found["balance_cents"] == 0
    assert {refund["status"] for refund in found["refunds"]} == {"sent"}
    assert Refund.objects.count() == 2
    over = browser.get("/api/my-booking/cancellation").json()
    assert (over["can_cancel"], over["words"]) == (False, "This order is cancelled already.")


@pytest.mark.req("OPS-11.6")
def test_staff_reach_milestones_see_payments_and_refund(
    browser: Client, staff: dict[str, str]
) -> None:
    order = an_accepted_order(browser)
    path = f"/orders/{order.public_id}"

    reached = by_staff(f"{path}/milestones/equipment", {}, staff)
    wrong = by_staff(f"{path}/milestones/acceptance", {}, staff)
    found = Client().get(f"/api/staff{path}/money", headers=staff).json()
    refunds = f"/payments/{found['payments'][0]['id']}/refunds"
    asked = [
        by_staff(refunds, {"amount_cents": 60_00, "reason": "sorry"}, staff, key="r" * 20)
        for _ in range(2)
    ]
    too_much = by_staff(refunds, {"amount_cents": 60_00, "reason": "sorry"}, staff)
    work_off()

    assert (reached.status_code, reached.json()["status"]) == (200, "due")
    assert wrong.status_code == 422
    assert found["payments"][0]["purpose"] == "scheduling_fee"
    assert asked[0].content == asked[1].content
    assert (too_much.status_code, too_much.json()["code"]) == (409, "refund_too_large")
    assert Refund.objects.get().status == "sent"
    nobody = by_staff(
        f"/payments/{uuid.uuid4()}/refunds", {"amount_cents": 1, "reason": "x"}, staff
    )
    assert nobody.json()["code"] == "payment_not_found"
    assert by_staff(refunds, {"amount_cents": 1, "reason": "x"}, {}).status_code == 401


def test_staff_see_a_refund_that_failed_and_send_it_again(
    browser: Client, staff: dict[str, str]
) -> None:
    order = a_scheduled_order(browser)
    account = f"/api/staff/orders/{order.public_id}/money"
    payment = Payment.objects.get()
    wish = {"amount_cents": 60_00, "reason": "sorry"}
    by_staff(f"/payments/{payment.public_id}/refunds", wish, staff)
    Refund.objects.update(status="failed", last_error="insufficient_funds")

    [failed] = Client().get(account, headers=staff).json()["refunds"]
    retry = f"/refunds/{failed['id']}/retry"
    asked = [by_staff(retry, {}, staff, key="r" * 20) for _ in range(2)]
    work_off()
    [sent] = Client().get(account, headers=staff).json()["refunds"]

    assert (failed["status"], failed["last_error"]) == ("failed", "insufficient_funds")
    assert failed["payment_id"] == str(payment.public_id)
    assert asked[0].json() == {"id": failed["id"], "amount_cents": 60_00, "status": "requested"}
    assert (asked[1].content, asked[1]["Idempotency-Replayed"]) == (asked[0].content, "true")
    assert (sent["status"], sent["last_error"]) == ("sent", "")
    assert "last_error" not in money(browser)["refunds"][0]
    nobody = by_staff(f"/refunds/{uuid.uuid4()}/retry", {}, staff)
    assert (nobody.status_code, nobody.json()["code"]) == (404, "refund_not_found")
    assert by_staff(retry, {}, {}).status_code == 401


def test_what_went_out_cannot_be_sent_again_over_the_wire(
    browser: Client, staff: dict[str, str]
) -> None:
    a_scheduled_order(browser)
    payment = Payment.objects.get()
    wish = {"amount_cents": 60_00, "reason": "sorry"}
    asked = by_staff(f"/payments/{payment.public_id}/refunds", wish, staff)
    work_off()

    again = by_staff(f"/refunds/{asked.json()['id']}/retry", {}, staff)

    assert (again.status_code, again.json()["code"]) == (409, "refund_already_sent")
    assert "already gone out" in again.json()["detail"]


def test_a_dispute_is_shown_to_staff_and_its_money_to_the_customer(
    browser: Client, staff: dict[str, str]
) -> None:
    order = a_scheduled_order(browser)
    payment = Payment.objects.get()
    charge = payment.provider_ref or ""
    state = DisputeState(
        id="du_1",
        amount_cents=100_00,
        reason="fraudulent",
        status="needs_response",
        opened_at=now(),
        respond_by=now() + timedelta(days=7),
        withdrawn_cents=100_00,
    )
    providers.cards().dispute(charge, state)  # type: ignore[attr-defined]
    follow_charge(charge, cards=providers.cards(), office=OFFICE, now=now())

    seen = Client().get(f"/api/staff/orders/{order.public_id}/money", headers=staff).json()

    [dispute] = seen["disputes"]
    assert (dispute["provider_ref"], dispute["is_open"], dispute["taken_cents"]) == (
        "du_1",
        True,
        100_00,
    )
    [shown] = seen["payments"]
    assert (shown["is_disputed"], shown["disputed_cents"], shown["left_cents"]) == (
        True,
        100_00,
        0,
    )
    found = money(browser)
    assert (found["balance_cents"], found["disputed_cents"]) == (100_00, 100_00)
    assert "disputes" not in found


def test_staff_keep_a_visit_whose_fee_was_refunded_by_hand(
    browser: Client, staff: dict[str, str]
) -> None:
    order = a_scheduled_order(browser)
    charge = Payment.objects.get().provider_ref or ""
    providers.cards().refund_by_hand(charge, amount_cents=100_00)  # type: ignore[attr-defined]
    follow_charge(charge, cards=providers.cards(), office=OFFICE, now=now())
    asked = Client().get(f"/api/staff/orders/{order.public_id}", headers=staff).json()

    kept = by_staff(f"/orders/{order.public_id}/keep-visit", {}, staff)
    after = Client().get(f"/api/staff/orders/{order.public_id}", headers=staff).json()

    assert asked["steps"][0]["key"] == "decide_visit"
    assert kept.json() == {"status": "kept"}
    assert "decide_visit" not in [step["key"] for step in after["steps"]]
    late = by_staff(f"/orders/{order.public_id}/keep-visit", {"seen_version": 1}, staff)
    assert late.status_code == 200  # there is nothing left to decide


@pytest.mark.req("OPS-11.6")
def test_staff_cancel_by_a_rule(browser: Client, staff: dict[str, str]) -> None:
    order = an_accepted_order(browser)
    path = f"/orders/{order.public_id}/cancel"

    wrong = by_staff(path, {"rule": "fee_forfeited", "reason": "x"}, staff)
    done = by_staff(path, {"rule": "after_three_days", "costs_cents": 1_00, "reason": "x"}, staff)

    assert wrong.json()["errors"][0]["field"] == "rule"
    assert done.json() == {
        "rule": "after_three_days",
        "refund_cents": 0,
        "kept_cents": 100_00,
        "owed_cents": 1_270_47 - 100_00,
    }


@pytest.mark.req("PAY-02.1")
@pytest.mark.parametrize(
    "claim", [{"status": "paid", "transaction_id": "txn_made_up"}, {"status": "paid"}]
)
def test_a_client_that_says_it_paid_has_not_paid_and_is_noted(
    browser: Client, claim: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    body = with_change(
        a_body(browser), "paymentData.scheduling_fee", {"amount_cents": 10000, **claim}
    )

    order_id = post_order(browser, body).json()["orderId"]

    order = Order.objects.get(public_id=order_id)
    assert Payment.objects.get(order=order).status == "due"
    assert order.log.filter(note__startswith="tamper_paid").count() == 1
    assert sum("tamper_paid" in line for line in caplog.messages) == 1
    assert not LedgerEntry.objects.exists()
    print("C11: 1 claim of being paid, 0 believed, tamper_paid 1")


@pytest.mark.parametrize(
    "claim", [None, "paid", {"scheduling_fee": "paid"}, {"scheduling_fee": {}}]
)
def test_what_claims_nothing_is_not_noted(browser: Client, claim: Any) -> None:
    post_order(browser, a_body(browser) | {"paymentData": claim})

    assert not Order.objects.get().log.filter(note__startswith="tamper_paid").exists()


def test_with_every_event_lost_reconciliation_finds_all_purposes(browser: Client) -> None:
    an_accepted_order(browser)
    urls = [
        post(browser, "/my-booking/payments", body).json()["url"]
        for body in (MILESTONE, {"purpose": "diagnostic"})
    ]
    for url in urls:
        browser.post(url.removeprefix("http://testserver"), {"outcome": "approve"})
    CardEvent.objects.filter(processed_at=None).delete()

    looked_at = look_back(cards=providers.cards(), office=OFFICE, now=now())

    assert set(Payment.objects.values_list("status", flat=True)) == {"paid"}
    print(f"C7: {len(urls)} events lost, {looked_at} looked up, 0 still due")


def test_a_busy_visitor_is_asked_to_wait(browser: Client, settings: Settings) -> None:
    in_one_window()
    an_accepted_order(browser)

    statuses = [post(browser, "/my-booking/payments", MILESTONE).status_code for _ in range(21)]

    assert statuses == [201] * 20 + [429]
