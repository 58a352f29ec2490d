"""Search over everything (OPS-15.5)."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from access_helpers import script_token, signed_in
from booking_helpers import reserve
from django.test import Client
from whole_orders import now

from standby.accounts.services.tokens import create_script_user
from standby.core.roles import Role
from standby.coverage.models import NotifyRequest
from standby.crews.models import Technician
from standby.diagnostics.models import Diagnostic
from standby.documents.models import BillingDocument
from standby.orders.models import Order
from standby.payments.models import Payout
from standby.pricing.models.quoting import ManualQuoteRequest, SavedQuote, WizardSession
from standby.sales.models import CustomQuote, Lead
from standby.tasks.models import StaffTask

pytestmark = pytest.mark.usefixtures("shop")


@pytest.fixture
def order() -> Order:
    order = reserve()
    moment = now()
    ManualQuoteRequest.objects.create(
        name="Walt Whitman",
        phone="(281) 555-0144",
        address="1 Far St",
        run_ft=210,
        repeat_key="k",
        created_at=moment,
    )
    task = {"created_by": "staff Jo", "created_at": moment}
    StaffTask.objects.create(title="Call Walt about the trench", **task)
    StaffTask.objects.create(title="Ring Ada about the trench", order=order, **task)
    a_lead_of_each_source()
    a_quote(name="Emily Dickinson", phone="281.555.0177", status="sent", sent_at=moment)
    a_quote(name="Emily Draft", phone="281.555.0177")
    Technician.objects.create(name="Sam Crew", phone="+1 (281) 555-0188")
    BillingDocument.objects.create(
        order=order, kind="invoice", number=123, fact="f", amount_cents=100_00, issued_at=moment
    )
    BillingDocument.objects.create(
        order=order,
        kind="receipt",
        number=77,
        fact="g",
        amount_cents=100_00,
        issued_at=moment,
        voided_at=moment,
        void_reason="replaced",
    )
    Payout.objects.create(
        provider="stripe",
        provider_ref="po_1Abc",
        amount_cents=1_234_56,
        arrives_on=date(2026, 3, 2),
        is_manual=False,
        created_at=moment,
    )
    a_visit(name="Herman Melville", phone="(281) 555-0199", receipt_number=78)
    return order


def a_lead_of_each_source() -> None:
    moment = now()
    common = {"created_at": moment, "updated_at": moment}
    Lead.objects.create(
        source="call", source_ref="c1", name="Cal Caller", phone="2815550151", **common
    )
    SavedQuote.objects.create(
        token_hash="t",
        band="close",
        band_from_ft=0,
        band_max_ft=25,
        generator_choice="provide_own",
        city="The Woodlands",
        zip_code="77380",
        phone="+12815550152",
        lines={"total_cents": 10_000_00},
        signature="s",
        created_at=moment,
        valid_until=moment + timedelta(days=30),
    )
    NotifyRequest.objects.create(
        address_formatted="1 Main St, Austin, TX 78701",
        phone_number="281-555-0153",
        notification_requested_at=moment,
        created_at=moment,
    )
    WizardSession.objects.create(
        session_id=uuid4().hex,
        secret_hash="s",
        full_name="Wiz Left",
        mobile_number="(281)555-0154",
        status="abandoned",
        **common,
    )


def a_quote(**fields: Any) -> CustomQuote:
    moment = now()
    values = {
        "email": "",
        "address": "2 Far St",
        "run_ft": 210,
        "generator_choice": "provide_own",
        "total_cents": 12_345_00,
        "valid_until": moment,
        "made_by": "staff Jo",
        "created_at": moment,
        "updated_at": moment,
        **fields,
    }
    return CustomQuote.objects.create(**values)


def a_visit(**fields: Any) -> Diagnostic:
    moment = now()
    values = {
        "email": "herman@example.org",
        "email_key": "herman@example.org",
        "address": "3 Near St",
        "zip_code": "77380",
        "day": date(2026, 3, 2),
        "time_window": "morning",
        "place_no": 1,
        "hold_expires_at": moment,
        "amount_cents": 9_00,
        "created_at": moment,
        **fields,
    }
    return Diagnostic.objects.create(**values)


@pytest.fixture
def token() -> str:
    return signed_in(Role.OWNER)


def titles_of(browser: Client, token: str, q: str) -> dict[str, list[Any]]:
    return {
        kind: [hit["title"] for hit in hits] for kind, hits in hits_of(browser, token, q).items()
    }


def hits_of(browser: Client, token: str, q: str) -> dict[str, list[Any]]:
    headers = {"Authorization": f"Bearer {token}"}
    kinds = browser.get("/api/staff/search", {"q": q}, headers=headers).json()
    return {kind: hits for kind, hits in kinds.items() if hits}


@pytest.mark.req("OPS-15.5")
def test_orders_customers_quotes_and_tasks_are_found_by_what_is_known_of_them(
    browser: Client, order: Order, token: str
) -> None:
    for q in ("Ada Lovelace", "2815550100", "ada@example.org", order.confirmation_code):
        assert titles_of(browser, token, q)["orders"] == ["Ada Lovelace"], q
    assert titles_of(browser, token, "ada love")["customers"] == ["Ada Lovelace"]
    assert titles_of(browser, token, "walt") == {
        "quote_requests": ["Walt Whitman"],
        "tasks": ["Call Walt about the trench"],
    }
    assert titles_of(browser, token, "ring ada")["tasks"] == ["Ring Ada about the trench"]


@pytest.mark.req("TRUTH-03.5")
def test_a_request_for_a_quote_is_found_by_the_reference_that_it_was_given(
    browser: Client, order: Order, token: str
) -> None:
    reference = ManualQuoteRequest.objects.get().reference

    for q in (reference, reference.lower().replace("-", "")):
        [hit] = hits_of(browser, token, q)["quote_requests"]
        assert (hit["title"], hit["detail"].startswith(reference)) == ("Walt Whitman", True), q


@pytest.mark.req("OPS-15.5")
def test_leads_quotes_visits_technicians_and_payouts_are_found_too(
    browser: Client, order: Order, token: str
) -> None:
    [caller] = hits_of(browser, token, "cal caller")["leads"]
    assert caller["id"] == "call/c1"
    assert titles_of(browser, token, "austin") == {"leads": ["(281) 555-0153"]}
    assert titles_of(browser, token, "emily") == {"custom_quotes": ["Emily Dickinson"]}, "no draft"
    assert titles_of(browser, token, "sam crew") == {"technicians": ["Sam Crew"]}
    [visit] = hits_of(browser, token, "melville near")["diagnostics"]
    assert (visit["id"], visit["detail"]) == (
        str(Diagnostic.objects.get().pk),
        "Mar 2, 2026 · 3 Near St",
    )
    for q in ("po_1abc", "1,234.56", "$1234.56"):
        assert titles_of(browser, token, q) == {"payouts": ["po_1Abc"]}, q


def test_an_invoice_or_receipt_is_found_by_its_number_and_leads_to_its_order(
    browser: Client, order: Order, token: str
) -> None:
    for q in ("INV-000123", "inv 123", "INV123", "000123"):
        [hit] = hits_of(browser, token, q)["documents"]
        assert (hit["title"], hit["order_id"]) == ("INV-000123", str(order.public_id)), q
    [void] = hits_of(browser, token, "rec-77")["documents"]
    assert void["detail"] == "Ada Lovelace · $100.00 · void"
    assert titles_of(browser, token, "REC-78") == {"diagnostics": ["Herman Melville"]}
    assert titles_of(browser, token, "INV-000124") == {}


@pytest.mark.parametrize(
    ("digits", "kind"),
    [
        ("2815550144", "quote_requests"),
        ("2815550151", "leads"),
        ("2815550152", "leads"),
        ("2815550153", "leads"),
        ("2815550154", "leads"),
        ("2815550177", "custom_quotes"),
        ("2815550188", "technicians"),
        ("2815550199", "diagnostics"),
    ],
)
def test_a_phone_number_is_found_by_its_digits_however_it_is_written(
    browser: Client, order: Order, token: str, digits: str, kind: str
) -> None:
    area, middle, last = digits[:3], digits[3:6], digits[6:]
    for q in (
        digits,
        f"({area}) {middle}-{last}",
        f"+1 {area} {middle} {last}",
        f"1{digits}",
        f"{middle}-{last}",
        last,
    ):
        assert len(titles_of(browser, token, q)[kind]) == 1, q


@pytest.mark.parametrize(
    ("role", "unseen"),
    [
        (Role.VIEWER, {"leads", "quote_requests", "custom_quotes", "diagnostics", "payouts"}),
        (Role.REVIEWER, {"leads", "quote_requests", "custom_quotes", "diagnostics", "payouts"}),
        (Role.DISPATCHER, {"payouts"}),
        (Role.MANAGER, set()),
        (Role.OWNER, set()),
    ],
)
def test_a_role_finds_only_what_it_has_a_screen_for(
    browser: Client, order: Order, role: Role, unseen: set[str]
) -> None:
    token = signed_in(role)
    kinds = set()
    for q in ("ada", "call", "walt", "emily", "sam", "melville", "po_1", "inv-123", "cal caller"):
        kinds |= set(titles_of(browser, token, q))

    assert kinds == EVERY_KIND - unseen
    tasks = titles_of(browser, token, "trench")["tasks"]
    of_no_order = [] if role == Role.VIEWER else ["Call Walt about the trench"]
    assert sorted(tasks) == [*of_no_order, "Ring Ada about the trench"]


EVERY_KIND = {
    *("orders", "customers", "leads", "quote_requests", "custom_quotes", "diagnostics"),
    *("documents", "tasks", "technicians", "payouts"),
}


def test_a_script_finds_no_more_than_its_token_may(browser: Client, order: Order) -> None:
    create_script_user("Jo", role=Role.OWNER)
    token = script_token(Role.VIEWER, name="Jo")
    assert titles_of(browser, token, "ada")["orders"] == ["Ada Lovelace"]
    assert titles_of(browser, token, "walt") == {}


def test_a_request_that_is_no_lead_any_more_is_not_found(
    browser: Client, order: Order, token: str
) -> None:
    ManualQuoteRequest.objects.update(created_at=now() - timedelta(days=91))
    assert "quote_requests" not in titles_of(browser, token, "walt")


def test_at_most_eight_of_a_kind_are_found(browser: Client, token: str) -> None:
    for number in range(10):
        Technician.objects.create(name=f"Sam {number}", phone="2815550188")
    assert len(titles_of(browser, token, "sam")["technicians"]) == 8


def test_one_character_and_nonsense_find_nothing(browser: Client, order: Order, token: str) -> None:
    assert titles_of(browser, token, "a") == titles_of(browser, token, "zzyzx") == {}
