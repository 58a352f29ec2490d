"""The diagnostic visit: held, paid, booked, credited to an order, canceled and refunded."""

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from account_helpers import sum_of
from booking_client import ADDRESS, post
from booking_helpers import process_next_event
from django.conf import settings
from django.test import Client
from document_helpers import a_proposal, accept, printing, words_of
from tables_browser import at_the_tables, save
from whole_orders import now

from standby.core.market import TERMS
from standby.core.roles import Role
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.rules import PLACES_PER_WINDOW, UNPAID_RETENTION
from standby.diagnostics.services import diagnostics
from standby.documents.models import BillingDocument
from standby.documents.services.billing import issue_documents, print_documents
from standby.messaging.models import Message
from standby.orders.models import CrewDay, Order
from standby.payments.providers import wiring as payments_providers
from standby.payments.providers.cards import CardsDown, RefundRefused, RefundRequest
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services.checkouts import bill_for_diagnostic, store_payment
from standby.payments.services.ledger import balance_cents
from standby.workflows.look_up_payment import settle_pages_since
from standby.workflows.personal_data_map import GONE
from standby.workflows.retention import ORDER_RETENTION, erase_expired_customers
from standby.workflows.settle_payment import follow_charge_of_any

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
PATH = "/api/diagnostics"
# An order has the same address in another spelling.
EMAIL = "ADA@example.org"


def provider() -> TestCards:
    cards = payments_providers.cards()
    assert isinstance(cards, TestCards)
    return cards


def days() -> list[dict[str, Any]]:
    return Client().get(f"{PATH}/days").json()["days"]  # type: ignore[no-any-return]


def a_request(**changed: Any) -> dict[str, Any]:
    who = {"name": "Ada Lovelace", "email": EMAIL, "phone": "(281) 555-0100", "address": ADDRESS}
    return {**who, "day": days()[1]["date"], "time_window": "morning", **changed}


def hold(**changed: Any) -> Diagnostic:
    held = post(Client(), PATH, a_request(**changed))
    assert held.status_code == 201, held.content
    return Diagnostic.objects.get(public_id=held.json()["id"])


def page_of(diagnostic: Diagnostic) -> str:
    opened = post(Client(), f"{PATH}/{diagnostic.public_id}/checkout", {})
    assert opened.status_code == 201, opened.content
    return str(opened.json()["url"])


def pay(diagnostic: Diagnostic) -> Any:
    url = page_of(diagnostic)
    back = Client().post(url.removeprefix("http://testserver"), {"outcome": "approve"})
    process_next_event(cards=provider(), now=now())
    diagnostic.refresh_from_db()
    return back


def booked(**changed: Any) -> Diagnostic:
    diagnostic = hold(**changed)
    pay(diagnostic)
    assert diagnostic.status == "booked"
    return diagnostic


def visit_of(diagnostic: Diagnostic) -> dict[str, Any]:
    return Client().get(f"{PATH}/{diagnostic.public_id}").json()  # type: ignore[no-any-return]


def cancel(diagnostic: Diagnostic) -> Any:
    return post(Client(), f"{PATH}/{diagnostic.public_id}/cancel", {})


def code_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def messages_of(kind: str) -> list[Message]:
    return list(Message.objects.filter(kind=kind).order_by("pk"))


@pytest.mark.req("DIAG-01.1")
def test_a_diagnostic_is_booked_once_nine_dollars_are_paid_by_a_signed_event() -> None:
    diagnostic = hold()
    assert (visit_of(diagnostic)["status"], visit_of(diagnostic)["fee_cents"]) == ("held", 9_00)
    assert visit_of(diagnostic)["can_cancel"] is False

    back = pay(diagnostic)

    assert back["Location"] == f"http://testserver/diagnostic/{diagnostic.public_id}?paid"
    shown = visit_of(diagnostic)
    assert (shown["status"], shown["day"], shown["time_window"]) == (
        "booked",
        diagnostic.day.isoformat(),
        "morning",
    )
    assert shown["can_cancel"] is True
    assert (visit_of(hold(time_window="afternoon"))["mail"], shown["mail"]) == (None, "queued")
    Message.objects.filter(kind="diagnostic_booked").update(status="sent", is_stored=True)
    assert visit_of(diagnostic)["mail"] == "kept"
    [receipt], [notice] = messages_of("diagnostic_booked"), messages_of("diagnostic_for_staff")
    assert receipt.recipient == EMAIL
    assert "$9.00" in receipt.text
    assert "[[unsubscribe]]" not in receipt.text
    assert "BEGIN:VEVENT" in receipt.calendar
    assert str(diagnostic.public_id) not in receipt.calendar, "it opens the page"
    assert notice.recipient == "staff@site.test"
    assert "(281) 555-0100" in notice.text


def test_a_paid_diagnostic_has_a_numbered_receipt_on_its_page_and_in_the_tables() -> None:
    unpaid, diagnostic = hold(time_window="afternoon"), booked()
    path = f"{PATH}/{diagnostic.public_id}/receipt"

    document = Client().get(path)
    shown = at_the_tables(Role.MANAGER).get(
        f"/staff/tables/diagnostics/diagnostic/{diagnostic.pk}/change/"
    )

    assert document["Content-Disposition"].endswith('receipt-rec-000001.pdf"')
    text = words_of(document.content)
    for part in (
        "Receipt REC-000001",
        "Ada Lovelace",
        f"Diagnostic visit of {TERMS.diagnostic['minutes']} minutes on",
        "$9.00 Sales tax $0.00 Paid $9.00",
        f"Card, reference {diagnostic.charge}",
        f"electrical contractor license {settings.COMPANY.licence}",
    ):
        assert part in text, part
    assert (visit_of(diagnostic)["has_receipt"], visit_of(unpaid)["has_receipt"]) == (True, False)
    refused = Client().get(f"{PATH}/{unpaid.public_id}/receipt")
    assert code_of(refused) == (404, "diagnostic_receipt_not_found")
    assert f'href="{path}"' in shown.content.decode()


def test_an_order_takes_the_receipt_of_the_diagnostic_over_with_its_number(tmp_path: Path) -> None:
    diagnostic = booked()
    accept(a_proposal(tmp_path), now=now())
    order = Order.objects.get()

    issue_documents(order, site_url="https://site.test", now=now())
    print_documents(order, documents=printing(tmp_path))

    of_diagnostic = BillingDocument.objects.get(payment__purpose="diagnostic")
    assert (of_diagnostic.label, of_diagnostic.amount_cents) == ("REC-000001", 9_00)
    assert of_diagnostic.file is not None
    document = Client().get(f"{PATH}/{diagnostic.public_id}/receipt")
    assert "REC-000001" in words_of((tmp_path / of_diagnostic.file.key).read_bytes())
    assert "REC-000001" in words_of(document.content)


def test_the_same_event_again_changes_nothing_and_an_open_page_is_used_again() -> None:
    diagnostic = hold()
    assert page_of(diagnostic) == page_of(diagnostic)
    pay(diagnostic)
    state = provider().look_up(diagnostic.session_id)

    assert settled(state) == "settled before"
    assert settled(replace(state, charge="pi_other")) == "paid twice"
    assert settled(replace(state, amount_cents=1)) == "payment_mismatch"
    assert settled(replace(state, is_paid=False)) == "not paid"
    for unknown in ("", "7c1d8d2e-0000-4000-8000-000000000000"):
        of_nobody = {**state.metadata, "payment_id": unknown}
        assert settled(replace(state, metadata=of_nobody)) == "payment_unknown"

    diagnostic.refresh_from_db()
    assert diagnostic.status == "booked"
    assert len(messages_of("diagnostic_booked")) == 1
    assert len(messages_of("diagnostic_for_staff")) == 3
    assert code_of(post(Client(), f"{PATH}/{diagnostic.public_id}/checkout", {})) == (
        409,
        "already_paid",
    )


def settled(state: Any) -> str:
    return diagnostics.settle(state, cards=provider(), now=now())


def test_a_window_takes_so_many_visits_and_no_more() -> None:
    for _ in range(PLACES_PER_WINDOW):
        hold()

    assert code_of(post(Client(), PATH, a_request())) == (409, "window_full")
    assert days()[1]["windows"] == ["afternoon"]
    hold(time_window="afternoon")


def test_of_two_requests_for_the_last_place_the_constraint_lets_one_have_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Both read that the window is free, as two transactions at one moment do."""
    second = hold()
    first = a_request()
    monkeypatch.setattr(diagnostics, "_taken_places", lambda _diagnostic: set())

    assert post(Client(), PATH, first).status_code == 201
    monkeypatch.setattr(diagnostics, "open_windows", lambda now: {second.day: ["morning"]})
    assert code_of(post(Client(), PATH, first)) == (409, "window_full")
    assert sorted(Diagnostic.objects.values_list("place_no", flat=True)) == [1, 2]


def test_a_repeated_request_gets_the_first_answer() -> None:
    body = a_request()
    answers = [post(Client(), PATH, body, key="k" * 20) for _ in range(2)]

    assert answers[0].content == answers[1].content
    assert Diagnostic.objects.count() == 1
    assert code_of(post(Client(), PATH, {**body, "name": "Eve"}, key="k" * 20)) == (
        422,
        "idempotency_key_reused",
    )


def test_only_working_days_are_on_offer(holidays: set[date]) -> None:
    first, second = (date.fromisoformat(day["date"]) for day in days()[:2])
    holidays.add(first)
    CrewDay.objects.create(day=second, crews=0, reason="training")

    offered = [date.fromisoformat(day["date"]) for day in days()]

    assert {first, second}.isdisjoint(offered)
    assert {day.weekday() for day in offered} <= {0, 1, 2, 3, 4}
    assert code_of(post(Client(), PATH, a_request(day=first.isoformat()))) == (409, "window_full")


def test_we_come_to_covered_homes_only() -> None:
    far = post(Client(), PATH, a_request(address="1 Far St, Dallas, TX 75201"))

    assert far.json()["code"] == "address_not_covered"
    assert far.json()["errors"][0]["field"] == "address"


def test_an_unpaid_hold_lapses_and_its_page_closes() -> None:
    unopened, opened = hold(), hold()
    url = page_of(opened)
    opened.refresh_from_db()
    late = opened.hold_expires_at + timedelta(seconds=1)
    assert opened.page_expires_at is not None
    assert opened.page_expires_at < opened.hold_expires_at

    assert diagnostics.release_expired_diagnostics(cards=provider(), now=late) == 2

    for diagnostic in (unopened, opened):
        assert visit_of(diagnostic)["status"] == "expired"
        assert code_of(post(Client(), f"{PATH}/{diagnostic.public_id}/checkout", {})) == (
            409,
            "hold_expired",
        )
    assert code_of(cancel(opened)) == (409, "not_booked")
    assert b"expired" in Client().get(url.removeprefix("http://testserver")).content
    assert days()[1]["windows"] == ["morning", "afternoon"]
    erase_expired_customers(now=now() + UNPAID_RETENTION + timedelta(days=1))
    assert not Diagnostic.objects.exists()


def test_a_page_that_was_paid_at_the_last_moment_keeps_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    diagnostic = hold()
    Client().post(page_of(diagnostic).removeprefix("http://testserver"), {"outcome": "approve"})
    diagnostic.refresh_from_db()
    late = diagnostic.hold_expires_at + timedelta(seconds=1)

    with monkeypatch.context() as outage:
        outage.setattr(TestCards, "close_checkout", down)
        diagnostics.release_expired_diagnostics(cards=provider(), now=late)
    assert visit_of(diagnostic)["status"] == "held"
    diagnostics.release_expired_diagnostics(cards=provider(), now=late)

    assert visit_of(diagnostic)["status"] == "booked"


def down(*_: object) -> None:
    raise CardsDown


def test_after_an_outage_the_same_page_is_asked_for_and_later_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    diagnostic, references = hold(), []

    def refuse(_cards: TestCards, request: Any) -> None:
        references.append(request.reference)
        raise CardsDown

    monkeypatch.setattr(TestCards, "open_checkout", refuse)
    for minutes in (0, 0, 2):
        with pytest.raises(CardsDown):
            diagnostics.open_checkout(
                diagnostic,
                cards=provider(),
                site_url="http://testserver",
                now=now() + timedelta(minutes=minutes),
            )

    assert references[0] == references[1] != references[2]


@pytest.mark.parametrize("is_full", [False, True])
def test_money_that_comes_after_the_hold_books_a_free_place_or_goes_back(
    monkeypatch: pytest.MonkeyPatch, is_full: bool
) -> None:
    late = hold()
    url = page_of(late)
    Diagnostic.objects.update(status="expired")
    for _ in range(PLACES_PER_WINDOW if is_full else 1):
        hold()

    Client().post(url.removeprefix("http://testserver"), {"outcome": "approve"})
    process_next_event(cards=provider(), now=now())
    diagnostics.send_diagnostic_refunds(cards=provider(), now=now())

    late.refresh_from_db()
    assert late.status == ("cancelled" if is_full else "booked")
    assert bool(late.refunded_at) == is_full
    [told] = messages_of("diagnostic_cancelled" if is_full else "diagnostic_booked")
    assert ("Somebody else took your time" in told.text) == is_full


def test_the_customer_cancels_until_the_day_before_and_is_refunded() -> None:
    diagnostic = booked()

    assert cancel(diagnostic).json()["status"] == "cancelled"
    assert cancel(diagnostic).status_code == 200, "repeating it changes nothing"
    diagnostics.send_diagnostic_refunds(cards=provider(), now=now())

    state = provider().look_up_charge(Diagnostic.objects.get().charge or "")
    assert state.refunded_cents == 9_00
    assert diagnostics.send_diagnostic_refunds(cards=provider(), now=now()) == 0
    [message] = messages_of("diagnostic_cancelled")
    assert "re refunding $9.00" in message.text
    assert "You canceled it on our site." in message.text
    assert "Somebody else" not in message.text
    assert "STATUS:CANCELLED" in message.calendar


def test_on_the_day_itself_only_staff_cancel() -> None:
    diagnostic = booked()
    today = now().date() - timedelta(days=1)
    Diagnostic.objects.update(day=today)

    assert code_of(cancel(diagnostic)) == (409, "too_late_to_cancel")
    path = f"/staff/tables/diagnostics/diagnostic/{diagnostic.pk}/change/"
    assert "Ada Lovelace" in at_the_tables(Role.DISPATCHER).get(path).text
    staff = at_the_tables(Role.MANAGER)
    save(staff, path, cancel="")
    assert visit_of(diagnostic)["status"] == "booked"
    save(staff, path, cancel="on")

    assert visit_of(diagnostic)["status"] == "cancelled"
    [told] = messages_of("diagnostic_cancelled")
    assert "We canceled it for you." in told.text
    assert "$9.00" in staff.get("/staff/tables/diagnostics/diagnostic/").text


def test_a_refund_that_does_not_leave_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    diagnostic, moment = booked(), now()
    cancel(diagnostic)

    def refuse(_cards: TestCards, request: RefundRequest) -> None:
        raise RefundRefused("charge_disputed")

    for fails, pause in ((down, timedelta(minutes=10)), (refuse, timedelta(days=1))):
        with monkeypatch.context() as outage:
            outage.setattr(TestCards, "refund", fails)
            assert diagnostics.send_diagnostic_refunds(cards=provider(), now=moment + pause) == 1
        assert diagnostics.send_diagnostic_refunds(cards=provider(), now=moment + pause) == 0
        moment += pause
    assert "refused: charge_disputed" in messages_of("diagnostic_for_staff")[-1].text

    assert (
        diagnostics.send_diagnostic_refunds(cards=provider(), now=moment + timedelta(days=2)) == 1
    )
    assert Diagnostic.objects.get().refunded_at


@pytest.mark.req("DIAG-01.1")
def test_the_fee_is_credited_once_to_the_order_of_the_same_email(tmp_path: Path) -> None:
    diagnostic, second = booked(), booked(time_window="afternoon")
    booked(email="eve@example.org", day=days()[3]["date"])
    proposal = a_proposal(tmp_path)
    order = Order.objects.get()
    begun = store_payment(bill_for_diagnostic(order), now=now())  # and never paid
    accept(proposal, now=now())
    begun.refresh_from_db()
    assert begun.status == "cancelled"

    assert (sum_of(order, "diagnostic"), sum_of(order, "credit")) == (9_00, -9_00)
    assert sum_of(order, "payment") == -9_00
    assert balance_cents(order) == sum(entry.amount_cents for entry in order.ledger.all())
    [fee] = order.payments.filter(purpose="diagnostic").exclude(pk=begun.pk)
    diagnostic.refresh_from_db()
    assert (fee.status, fee.provider_ref) == ("paid", diagnostic.charge)
    assert list(Diagnostic.objects.filter(order=order)) == [diagnostic]
    assert code_of(cancel(diagnostic)) == (409, "diagnostic_credited")
    diagnostics.credit_diagnostic(order, now=now())
    second.refresh_from_db()
    assert second.order is None
    state = provider().look_up(diagnostic.session_id)
    assert settled(state) == "settled before"


def test_a_fee_that_went_back_at_the_card_provider_cancels_the_visit() -> None:
    diagnostic = booked()
    charge, reference = diagnostic.charge or "", str(diagnostic.public_id)

    def follow() -> bool:
        return follow_charge_of_any(charge, payment_id=reference, cards=provider(), now=now())

    assert follow() is True
    assert visit_of(diagnostic)["status"] == "booked"
    provider().refund_by_hand(charge, amount_cents=9_00)
    assert follow() is True
    assert visit_of(diagnostic)["status"] == "cancelled"
    assert "went back at the card provider" in messages_of("diagnostic_for_staff")[-1].text
    assert (
        diagnostics.follow_charge(charge, payment_id="none", cards=provider(), now=now()) is False
    )


def test_a_restored_snapshot_learns_of_a_diagnostic_that_was_paid_since() -> None:
    diagnostic, before = hold(), now() - timedelta(minutes=1)
    Client().post(page_of(diagnostic).removeprefix("http://testserver"), {"outcome": "approve"})

    assert settle_pages_since(before, cards=provider(), now=now()) == []

    assert visit_of(diagnostic)["status"] == "booked"


def test_after_years_nobody_is_named() -> None:
    booked()
    erase_expired_customers(now=now() + ORDER_RETENTION + timedelta(days=1))

    row = Diagnostic.objects.get()
    assert row.receipt_contents == {}
    assert (row.name, row.address, row.email, row.email_key, row.phone) == (GONE, GONE, "", "", "")
