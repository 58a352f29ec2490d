"""Custom quotes: made of lines, sent, accepted, turned into orders (OPS-16.2)."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from access_helpers import script_token
from booking_client import ADDRESS, first_open_days
from django.test import Client
from document_helpers import words_of
from market_bands import BEYOND_FT
from whole_orders import now

from standby.core.clock import local_date
from standby.core.roles import Role
from standby.messaging.models import Consent, Message
from standby.orders.models import Appointment, Order
from standby.pricing.models.quoting import ManualQuoteRequest, Quote
from standby.sales.models import CustomQuote, Lead
from standby.sales.services.quotes import link_of

pytestmark = pytest.mark.usefixtures("shop", "own_folder")
TOTAL = 11_000_00 + 6_979_00 + 575_77 + 1_800_00
LINES = [
    {
        "kind": "installation",
        "description": f"Installation, {BEYOND_FT} ft run",
        "unit_cents": 11_000_00,
    },
    {
        "kind": "generator",
        "description": "Generac 22 kW",
        "unit_cents": 6_979_00,
        "taxable": True,
    },
    {
        "kind": "extra",
        "description": "Trenching under a hard surface",
        "quantity": 40,
        "unit": "ft",
        "unit_cents": 45_00,
    },
]


@pytest.fixture
def desk() -> Client:
    return Client(headers={"authorization": f"Bearer {script_token(Role.DISPATCHER)}"})


def send(browser: Client, method: str, path: str, **body: Any) -> Any:
    return getattr(browser, method)(
        path,
        body,
        content_type="application/json",
        headers={"Idempotency-Key": str(uuid4())},
    )


def a_content(**changed: Any) -> dict[str, Any]:
    return {
        "name": "Walt Whitman",
        "phone": "(281) 555-0144",
        "email": "walt@example.org",
        "address": ADDRESS,
        "run_ft": BEYOND_FT,
        "model_number": "7043",
        "line_items": LINES,
        **changed,
    }


def made(desk: Client, **changed: Any) -> CustomQuote:
    answer = send(desk, "post", "/api/staff/quotes", **a_content(**changed))
    assert answer.status_code == 201, answer.content
    return CustomQuote.objects.get(public_id=answer.json()["id"])


def sent(desk: Client, **changed: Any) -> CustomQuote:
    quote = made(desk, **changed)
    path = f"/api/staff/quotes/{quote.public_id}/send"
    answer = send(desk, "post", path, if_version=quote.version)
    assert answer.status_code == 200, answer.content
    quote.refresh_from_db()
    return quote


def public(quote: CustomQuote, action: str = "") -> str:
    return f"/api/custom-quotes/{link_of(quote).rpartition('/')[2]}{action}"


def accept(quote: CustomQuote, *, version: int | None = None, browser: Client | None = None) -> Any:
    return send(
        browser or Client(),
        "post",
        public(quote, "/accept"),
        version=version or quote.version,
        typed_name="Walt Whitman",
        terms_accepted=True,
        privacy_policy_accepted=True,
        day=first_open_days(Client())[0],
        time_window="morning",
    )


@pytest.mark.req("OPS-16.2")
def test_a_quote_is_sent_opened_accepted_and_is_an_order_at_its_price(desk: Client) -> None:
    quote, homeowner = sent(desk), Client()
    assert (quote.status, quote.total_cents) == ("sent", TOTAL)
    message = Message.objects.get(kind="custom_quote")
    assert link_of(quote) in message.text

    shown = homeowner.get(public(quote)).json()
    assert (shown["status"], shown["total_cents"], shown["is_open"]) == ("opened", TOTAL, True)
    assert sum(line["amount_cents"] for line in shown["line_items"]) == TOTAL
    answer = accept(quote, browser=homeowner)

    assert answer.status_code == 201, answer.content
    order = Order.objects.get()
    assert (order.total_cents, order.quote.quoted_run_ft) == (TOTAL, BEYOND_FT)
    quote.refresh_from_db()
    assert (quote.status, quote.order, quote.typed_name) == ("accepted", order, "Walt Whitman")
    assert order.agreements_accepted_at is not None
    assert quote.agreement_versions == order.agreement_versions
    assert Appointment.objects.get().status == "held"
    booking = homeowner.get("/api/my-booking").json()  # the browser opens it from here on
    assert booking["price"]["lines"]["extras_cents"] == 1_800_00
    assert [line["kind"] for line in booking["price"]["lines"]["line_items"]] == [
        "installation",
        "generator",
        "extra",
        "tax",
    ]


def test_a_draft_is_under_no_link_and_a_made_up_link_leads_nowhere(desk: Client) -> None:
    quote = made(desk)

    assert Client().get(public(quote)).status_code == 404
    assert Client().get(f"/api/custom-quotes/{quote.public_id.hex}.x").status_code == 404


def test_a_changed_quote_is_a_new_version_under_the_same_link(desk: Client) -> None:
    quote = sent(desk)
    old_version, link = quote.version, public(quote)
    path = f"/api/staff/quotes/{quote.public_id}"
    lines = [{**LINES[0], "unit_cents": 10_000_00}, *LINES[1:]]

    answer = send(desk, "put", path, **a_content(line_items=lines), if_version=old_version)

    assert answer.status_code == 200, answer.content
    assert Client().get(link).json()["total_cents"] == TOTAL - 1_000_00
    refused = accept(quote, version=old_version)
    assert (refused.status_code, refused.json()["code"]) == (409, "custom_quote_changed")
    assert not Order.objects.exists()
    assert [one["total_cents"] for one in answer.json()["versions"]] == [TOTAL, TOTAL - 1_000_00]
    assert Message.objects.filter(kind="custom_quote").count() == 2


def test_a_quote_is_a_pdf_for_its_customer_and_for_staff(desk: Client) -> None:
    draft = made(desk, message="As we said on the phone.")
    path = f"/api/staff/quotes/{draft.public_id}/pdf"
    unsent = words_of(desk.get(path).content)
    hidden = Client().get(public(draft, "/pdf"))
    answer = send(
        desk, "post", f"/api/staff/quotes/{draft.public_id}/send", if_version=draft.version
    )
    assert answer.status_code == 200, answer.content
    quote = CustomQuote.objects.get(pk=draft.pk)

    of_customer, of_staff = Client().get(public(quote, "/pdf")), desk.get(path)

    assert "VALID UNTIL not sent yet" in unsent
    assert hidden.json()["code"] == "custom_quote_not_found"
    assert of_customer.content == of_staff.content
    number = str(quote.public_id)[:8]
    assert f'standby-quote-{number}-2.pdf"' in of_customer["Content-Disposition"]
    text = words_of(of_customer.content)
    until = local_date(quote.valid_until)
    for part in (
        f"{number.upper()}, version 2",
        f"{until:%B} {until.day}, {until.year}",
        "Walt Whitman",
        "As we said on the phone.",
        f"Installation, {BEYOND_FT} ft run 1 $11,000.00 no $11,000.00",
        "Generac 22 kW 1 $6,979.00 yes $6,979.00",
        "Trenching under a hard surface 40 ft $45.00 no $1,800.00",
        "Sales tax $575.77",
        "Total $20,354.77",
        "electrical contractor license TECL 00000",
    ):
        assert part in text, part


def test_a_quote_is_accepted_once_and_one_that_was_declined_or_expired_never(desk: Client) -> None:
    quote = sent(desk)
    assert accept(quote).status_code == 201
    again = accept(quote)
    assert (again.status_code, again.json()["code"]) == (409, "custom_quote_answered")

    declined = sent(desk)
    answer = send(
        Client(), "post", public(declined, "/decline"), version=declined.version, reason="Too much"
    )
    assert answer.json()["status"] == "declined"
    assert accept(declined).json()["code"] == "custom_quote_answered"

    expired = sent(desk)
    CustomQuote.objects.filter(pk=expired.pk).update(valid_until=now() - timedelta(days=1))
    assert accept(expired).json()["code"] == "custom_quote_expired"
    assert Order.objects.count() == 1


def test_a_day_that_is_taken_leaves_the_quote_open(desk: Client) -> None:
    quote = sent(desk)
    answer = send(
        Client(),
        "post",
        public(quote, "/accept"),
        version=quote.version,
        typed_name="Walt Whitman",
        terms_accepted=True,
        privacy_policy_accepted=True,
        day="2020-01-01",
        time_window="morning",
    )

    assert answer.status_code == 422
    quote.refresh_from_db()
    assert quote.status == "sent"
    assert not Quote.objects.exists()


def test_what_does_not_add_up_is_refused(desk: Client) -> None:
    def code(**changed: Any) -> str:
        answer = send(desk, "post", "/api/staff/quotes", **a_content(**changed))
        return str(answer.json()["code"])

    assert code(line_items=[LINES[2]]) == "installation_line_missing"
    assert code(line_items=[LINES[0], LINES[0], LINES[1]]) == "line_twice"
    assert code(line_items=[LINES[0]]) == "generator_line_mismatch"
    assert code(generator_choice="provide_own") == "generator_line_mismatch"
    assert code(address="1 Main St, Austin, TX 78701") == "address_not_covered"
    slip = LINES[2] | {"quantity": 10_000, "unit_cents": 10**9}
    assert code(line_items=[*LINES[:2], slip]) == "price_too_large"


def test_a_quote_for_a_request_answers_it_and_its_order_closes_it(desk: Client) -> None:
    request = ManualQuoteRequest.objects.create(
        name="Walt", phone="(281) 555-0144", address=ADDRESS, run_ft=BEYOND_FT, created_at=now()
    )

    quote = sent(
        desk,
        lead={"source": "manual_quote", "source_ref": str(request.pk)},
        agrees_to_texts=True,
    )
    request.refresh_from_db()
    assert request.status == "answered"

    assert accept(quote).status_code == 201
    request.refresh_from_db()
    assert request.status == "closed"
    assert Lead.objects.get().outcome == "won"
    consents = Consent.objects.filter(order_ref=Order.objects.get().public_id)
    assert [one.page.split(",")[0] for one in consents] == ["/staff/new-order"]


def accept_by_phone(desk: Client, quote: CustomQuote, **changed: Any) -> Any:
    body = {
        "if_version": quote.version,
        "day": first_open_days(Client())[0],
        "time_window": "morning",
        **changed,
    }
    return send(desk, "post", f"/api/staff/quotes/{quote.public_id}/accept", **body)


@pytest.mark.req("OPS-16.2")
def test_a_yes_on_the_phone_is_an_order_that_says_who_took_it_with_one_link_to_pay(
    desk: Client,
) -> None:
    quote = sent(desk)

    answer = accept_by_phone(desk, quote, hold="4_hours")

    assert answer.status_code == 201, answer.content
    order = Order.objects.get()
    assert (answer.json()["code"], order.total_cents) == (order.confirmation_code, TOTAL)
    quote.refresh_from_db()
    assert (quote.status, quote.order, quote.typed_name) == ("accepted", order, "Walt Whitman")
    assert quote.accepted_by.startswith("staff ")
    # The customer reads the terms under the link and accepts them with the payment.
    assert (quote.agreement_versions, order.agreements_accepted_at) == ({}, None)
    assert order.log.order_by("pk")[0].actor == quote.accepted_by
    told = Message.objects.filter(order_ref=order.public_id)
    assert [(one.kind, one.channel) for one in told] == [("pay_link", "email")]
    again = accept_by_phone(desk, quote)
    assert (again.status_code, again.json()["code"]) == (409, "custom_quote_answered")
    assert accept(quote).json()["code"] == "custom_quote_answered"


def test_neither_a_draft_nor_a_past_day_is_accepted_on_the_phone(desk: Client) -> None:
    draft, quote = made(desk), sent(desk)

    assert accept_by_phone(desk, draft).json()["code"] == "custom_quote_answered"
    late = accept_by_phone(desk, quote, day="2020-01-01")
    assert (late.status_code, late.json()["errors"][0]["field"]) == (422, "day")
    assert not Order.objects.exists()
