"""Staff find a customer, give them a copy of all we hold, erase them; and take lists (OPS-13)."""

import csv
import io
import zipfile
from typing import Any

import pytest
from access_helpers import actor_named, ask, signed_in
from booking_helpers import ADA, NOW, OTHER_DAY, a_request, pay, reserve, settle
from django.db import transaction
from django.test import Client
from document_helpers import a_submitted_review, decide

from standby.accounts.models import User
from standby.accounts.services.recover_account import invite
from standby.audit.models import AuditEvent
from standby.core.roles import Role
from standby.coverage.models import NotifyRequest
from standby.messaging.models import Message
from standby.orders.models import Customer, Order
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.orders.services.orders import Contact, move_order
from standby.payments.providers.cards.test_mode import TestCards

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
HOSTILE = Contact(name='=HYPERLINK("x")', email="evil@example.org", phone="+1 (281) 555-0177")
NOVEMBER = "from=2025-11-01&to=2025-11-30"


@pytest.fixture
def staff(shop: None) -> Client:
    """An owner who has just shown the second factor."""
    return Client(headers={"authorization": f"Bearer {signed_in(Role.OWNER)}"})


def cancelled(order: Order) -> Order:
    move_order(order, to=Order.Status.CANCELLED, actor="staff jo", now=NOW)
    return order


def path_of(order: Order) -> str:
    return f"/api/staff/customers/{order.customer.public_id}"


def rows_of(answer: Any) -> list[dict[str, str]]:
    text = b"".join(answer.streaming_content).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


@pytest.mark.parametrize(
    ("typed", "count"),
    [
        *((one, 1) for one in ("lovelace", "ADA@example.org", "555-0100", "Waterway")),
        *(("77380", 2), ("", 2)),
    ],
)
def test_a_customer_is_found_by_whatever_is_known(staff: Client, typed: str, count: int) -> None:
    order, again = reserve(), reserve()
    elsewhere = Slot(OTHER_DAY, TimeWindow.MORNING)
    reserve(a_request(contact=HOSTILE, address="1 Elm St, Spring, TX 77380", slot=elsewhere))
    found = staff.get(f"/api/staff/customers?q={typed}").json()["customers"]
    assert len(found) == count
    for ada in [one for one in found if one["name"] == ADA.name]:
        assert {one["id"] for one in ada["orders"]} == {str(order.public_id), str(again.public_id)}


def test_what_we_hold_is_counted_and_what_stands_in_the_way_is_told(staff: Client) -> None:
    order = reserve()

    live = staff.get(path_of(order)).json()
    over = staff.get(path_of(cancelled(order))).json()

    held = {one["table"]: (one["rows"], one["becomes"]) for one in live["holdings"]}
    assert held["customers"] == (1, "wiped")
    assert held["payments"] == (1, "kept")
    assert held["messages"][1] == "wiped"
    assert held["idempotent_answers"][1] == "deleted"
    assert live["refused_code"] == "order_still_live"
    assert live["refused"].endswith("is reserved. Complete or cancel it first.")
    assert (over["refused_code"], over["refused"]) == (None, None)


@pytest.mark.req("OPS-13.2")
def test_a_copy_of_all_we_hold_is_a_file(staff: Client) -> None:
    order = reserve()
    told = staff.get(f"{path_of(order)}/export")
    packed = staff.get(f"{path_of(order)}/export.zip")
    assert told.json()["tables"]["customers"][0]["email"] == ADA.email
    assert "attachment" in told["Content-Disposition"]
    assert told["Cache-Control"] == packed["Cache-Control"] == "no-store"
    with zipfile.ZipFile(io.BytesIO(b"".join(packed))) as archive:
        assert archive.namelist() == ["customer.json"]


@pytest.mark.req("OPS-13.3")
def test_a_customer_is_erased_by_their_typed_name(staff: Client) -> None:
    order = cancelled(reserve())
    assert staff.get("/api/staff/customers?q=lovelace").json()["customers"]

    typed = {"typed_name": "ada lovelace", "reason": "asked"}
    answer = staff.post(f"{path_of(order)}/erase", typed, content_type="application/json")

    assert answer.json()["rows"]["customers"] == 1
    assert Customer.objects.get().name == "erased"
    events = [event.action for event in AuditEvent.objects.all()]
    assert events == ["find_customers", "customer_erased", "erase_customer"]
    assert staff.get(path_of(order)).status_code == 404
    assert staff.get("/api/staff/customers?q=lovelace").json() == {"customers": []}


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"typed_name": "Ada", "reason": "asked"}, 422, "name_not_theirs"),
        ({"typed_name": "Ada Lovelace", "reason": "mistake"}, 409, "order_still_live"),
    ],
)
def test_what_is_not_meant_or_not_possible_erases_nothing(
    staff: Client, body: dict[str, object], status: int, code: str
) -> None:
    order = reserve()
    answer = staff.post(f"{path_of(order)}/erase", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert Customer.objects.get().name == ADA.name


def test_no_cell_of_any_list_is_a_formula(staff: Client, cards: TestCards) -> None:
    """E10"""
    settle(pay(reserve(a_request(contact=HOSTILE)), cards=cards), cards=cards)
    NotifyRequest.objects.create(
        address_formatted="@SUM(A1)",
        phone_number="+12815550177",
        notification_requested_at=NOW,
        created_at=NOW,
    )
    lists = ("orders", "customers", "payments", "messages", "notify-requests")

    told = {name: staff.get(f"/api/staff/exports/{name}.csv?{NOVEMBER}") for name in lists}
    read = {name: rows_of(answer) for name, answer in told.items()}

    cells = [cell for rows in read.values() for row in rows for cell in row.values()]
    assert {name: len(rows) > 0 for name, rows in read.items()} == dict.fromkeys(lists, True)
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))] == []
    assert {answer["Cache-Control"] for answer in told.values()} == {"no-store"}
    assert read["customers"][0]["Name"] == "'" + HOSTILE.name
    assert read["orders"][0]["Phone"] == "'" + HOSTILE.phone
    assert read["payments"][0]["Customer"] == "'" + HOSTILE.name
    assert read["notify-requests"][0]["Address"] == "'@SUM(A1)"


def test_account_mail_is_in_no_export_also_where_a_customer_has_its_address(staff: Client) -> None:
    order = reserve()
    user = User.objects.create(username="ada@example.org", email="ada@example.org", is_staff=True)
    with transaction.atomic():
        invite(user, now=NOW)

    rows = rows_of(staff.get(f"/api/staff/exports/messages.csv?{NOVEMBER}"))
    told = staff.get(f"{path_of(order)}/export").json()["tables"]

    kinds = {row["Kind"] for row in rows} | {row["kind"] for row in told["messages"]}
    assert kinds == {"date_held"}
    assert Message.objects.filter(kind="account_recovery").exists()


@pytest.mark.req("OPS-13.1")
def test_an_order_is_exported_in_dollars_with_its_lines_its_visit_and_its_distance(
    staff: Client, cards: TestCards
) -> None:
    review = a_submitted_review()
    settle(pay(review.order, cards=cards), cards=cards)
    [reserved] = rows_of(staff.get(f"/api/staff/exports/orders.csv?{NOVEMBER}"))
    order = decide(review, run_ft=20).order
    quote = order.quote
    [row] = rows_of(staff.get(f"/api/staff/exports/orders.csv?{NOVEMBER}"))

    assert (row["Code"], row["Customer"]) == (order.confirmation_code, ADA.name)
    money = {
        "Installation": quote.installation_cents,
        "Generator price": quote.generator_cents,
        "Permit": quote.permit_cents,
        "Extras": 0,
        "Discount": 0,
        "Sales tax": quote.sales_tax_cents,
        "Total": quote.total_cents,
        "Reservation fee": 100_00,
        "Due": 0,
    }
    assert {name: row[name] for name in money} == {
        name: f"{cents / 100:.2f}" for name, cents in money.items()
    }
    assert quote.sales_tax_cents > 0
    assert row["Visit"] == str(order.appointments.get().day)
    assert (row["Window"], row["Package"]) == ("morning", str(order.package))
    assert (reserved["Distance (ft)"], row["Distance (ft)"]) == ("", "20")
    assert row["Reserved"] == "2025-11-03 09:00"


def test_people_and_messages_are_exported_with_the_codes_of_their_orders(staff: Client) -> None:
    order = reserve()

    [customer] = rows_of(staff.get(f"/api/staff/exports/customers.csv?{NOVEMBER}"))
    messages = rows_of(staff.get(f"/api/staff/exports/messages.csv?{NOVEMBER}"))

    assert (customer["Orders"], customer["Since"]) == (order.confirmation_code, "2025-11-03 09:00")
    assert {(row["Order"], row["Customer"]) for row in messages} == {
        (order.confirmation_code, ADA.name)
    }
    assert {row["Written"] for row in messages} == {"2025-11-03 09:00"}


@pytest.mark.req("OPS-13.1")
def test_a_list_is_of_the_asked_days_and_stands_in_the_trail(staff: Client) -> None:
    reserve()  # on Nov 3, 2025, 9 AM in Houston

    of_that_day = staff.get("/api/staff/exports/orders.csv?from=2025-11-03&to=2025-11-03")
    of_the_next = staff.get("/api/staff/exports/orders.csv?from=2025-11-04&to=2025-11-05")
    backwards = staff.get("/api/staff/exports/orders.csv?from=2025-11-03&to=2025-11-01")

    assert (len(rows_of(of_that_day)), len(rows_of(of_the_next))) == (1, 0)
    assert "standby-orders-2025-11-03-2025-11-03.csv" in of_that_day["Content-Disposition"]
    event = AuditEvent.objects.order_by("pk")[0]
    assert (event.action, event.object) == ("export_csv", "/api/staff/exports/orders.csv")
    assert event.after == {"from": "2025-11-03", "to": "2025-11-03"}
    assert backwards.json()["code"] == "period_wrong"


@pytest.mark.req("OPS-11.10")
def test_the_trail_is_checked_and_read_by_person_order_and_day(
    staff: Client, browser: Client
) -> None:
    order = reserve()
    staff.get(f"/api/staff/orders/{order.public_id}")
    verdict = staff.post("/api/staff/audit-log/verify", content_type="application/json").json()
    ask(browser, "GET /api/staff/messages", signed_in(Role.VIEWER))

    everything, by_order, by_person, changes, long_ago = (
        staff.get(f"/api/staff/audit-log{asked}").json()
        for asked in (
            "",
            f"?order_id={order.public_id}",
            f"?actor={actor_named('viewer@example.org')}",
            "?looks=false",
            "?from=2020-01-01&to=2020-01-31",
        )
    )

    assert (verdict["is_whole"], verdict["broken"]) == (True, [])
    assert verdict["entries"] == 3
    assert everything["count"] == 3
    assert [each["who"] for each in everything["actors"]] == [
        *("owner@example.org", "viewer@example.org"),
    ]
    assert [event["sentence"] for event in by_order["events"]] == [
        "owner@example.org viewed an order."
    ]
    assert [event["action"] for event in by_person["events"]] == ["messages_for_staff"]
    assert [event["action"] for event in changes["events"]] == ["verify_audit_log"]
    assert (long_ago["count"], everything["proved_at"]) == (0, None)
