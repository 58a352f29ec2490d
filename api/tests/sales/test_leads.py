"""Leads: one list, with the next contact (OPS-16.4)."""

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any
from uuid import uuid4

import pytest
from access_helpers import script_token
from booking_client import ADDRESS
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from whole_orders import now, reserve

from standby.accounts.models import User
from standby.core.business_days import contact_promised_on
from standby.core.clock import last_minute, local_date
from standby.core.contacts import phone_key
from standby.core.market import TERMS
from standby.core.policy import MARKET_ZONE
from standby.core.roles import Role
from standby.coverage.models import NotifyRequest
from standby.messaging.models import InboundMessage, Suppression
from standby.messaging.services.consents import record_consent
from standby.pricing.models.quoting import ManualQuoteRequest, SavedQuote, WizardSession
from standby.sales.models import Lead
from standby.sales.selectors.leads import lead_row
from standby.workflows.data_subjects import data_subject_of
from standby.workflows.personal_data_map import PERSONAL_DATA_MAP
from standby.workflows.retention import erase_expired_customers

pytestmark = pytest.mark.usefixtures("shop", "own_folder")


@pytest.fixture
def desk() -> Client:
    return Client(headers={"authorization": f"Bearer {script_token(Role.DISPATCHER)}"})


def send(desk: Client, method: str, path: str, **body: Any) -> Any:
    return getattr(desk, method)(
        f"/api/staff{path}",
        body,
        content_type="application/json",
        headers={"Idempotency-Key": str(uuid4())},
    )


def listed(desk: Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = desk.get("/api/staff/leads").json()["leads"]
    return found


def walt(**changed: Any) -> ManualQuoteRequest:
    values = {
        "name": "Walt",
        "phone": "(281) 555-0144",
        "address": ADDRESS,
        "run_ft": 210,
        "repeat_key": uuid4().hex,
        "created_at": now(),
        **changed,
    }
    return ManualQuoteRequest.objects.create(**values)


def left_in_wizard(email: str, *, agrees: bool) -> WizardSession:
    if agrees:
        record_consent(
            "email",
            recipient=email,
            agrees=True,
            purpose="recovery",
            wording="w",
            page="/p",
            now=now(),
        )
    return WizardSession.objects.create(
        session_id=uuid4().hex,
        secret_hash="s",
        full_name="Jo",
        email=email,
        total_cents=13_694_77,
        status="abandoned",
        created_at=now(),
        updated_at=now(),
    )


@pytest.mark.req("OPS-16.4")
def test_everybody_who_may_become_a_customer_is_in_one_list(desk: Client) -> None:
    walt()
    NotifyRequest.objects.create(
        address_formatted="1 Main St, Austin, TX 78701",
        phone_number="5125550100",
        notification_requested_at=now(),
        created_at=now(),
    )
    left_in_wizard("jo@example.org", agrees=True)
    left_in_wizard("silent@example.org", agrees=False)
    send(desk, "post", "/leads", name="Cal", phone="(281) 555-0155", may_contact=True)

    rows = {(row["source"], row["email"]): row for row in listed(desk)}

    assert set(rows) == {
        ("manual_quote", ""),
        ("not_covered", ""),
        ("wizard", "jo@example.org"),
        ("wizard", "silent@example.org"),
        ("call", ""),
    }
    may = {key: row["may_contact"] for key, row in rows.items()}
    assert may["wizard", "jo@example.org"]
    assert not may["wizard", "silent@example.org"]
    assert not may["not_covered", ""]
    assert rows["wizard", "jo@example.org"]["price_cents"] == 13_694_77


@pytest.mark.req("TRUTH-03.5")
def test_staff_see_the_reference_and_the_time_that_a_request_was_told(desk: Client) -> None:
    request = walt()
    path = f"/leads/manual_quote/{request.pk}"

    [row] = listed(desk)
    promised = lead_row("manual_quote", str(request.pk), now=now())
    send(desk, "put", path, next_contact_on="2030-01-02", if_version=0)
    moved = lead_row("manual_quote", str(request.pk), now=now())

    assert row["reference"] == request.reference
    assert datetime.fromisoformat(row["promised_by"]) == request.call_by
    assert promised is not None
    assert promised.next_contact_on == contact_promised_on(request.created_at)
    assert moved is not None
    assert moved.contact_by == last_minute(date(2030, 1, 2))
    assert replace(moved, next_contact_on=None).contact_by is None
    assert replace(moved, next_contact_on=local_date(request.call_by)).contact_by == request.call_by


def test_who_opted_out_since_is_not_to_be_contacted(desk: Client) -> None:
    left_in_wizard("jo@example.org", agrees=True)
    Suppression.objects.create(
        channel="email", recipient="jo@example.org", reason="STOP", since=now()
    )

    assert [row["may_contact"] for row in listed(desk)] == [False]


def test_the_next_contact_is_noted_and_those_leads_come_first(desk: Client) -> None:
    first, newer = (
        left_in_wizard("jo@example.org", agrees=True),
        left_in_wizard("x@y.zz", agrees=True),
    )
    mary = User.objects.create(username="mary", email="mary@example.org", is_staff=True)
    path = f"/leads/wizard/{first.pk}"

    answer = send(
        desk,
        "put",
        path,
        next_contact_on="2030-01-02",
        assignee_id=str(mary.public_id),
        note="Call",
        if_version=0,
    )

    assert answer.status_code == 200, answer.content
    told = {name: answer.json()[name] for name in ("next_contact_on", "assignee_id", "person")}
    assert told == {
        "next_contact_on": "2030-01-02",
        "assignee_id": str(mary.public_id),
        "person": "mary@example.org",
    }
    assert [row["source_ref"] for row in listed(desk)] == [str(first.pk), str(newer.pk)]


def test_only_who_is_of_the_staff_contacts_a_lead(desk: Client) -> None:
    path = f"/leads/manual_quote/{walt().pk}"

    answer = send(desk, "put", path, assignee_id=str(uuid4()), if_version=0)

    assert (answer.status_code, answer.json()["code"]) == (422, "assignee_unknown")
    assert not Lead.objects.exists()


def test_whom_the_first_release_named_in_words_is_named_still(desk: Client) -> None:
    request = walt()
    Lead.objects.create(
        source="manual_quote",
        source_ref=str(request.pk),
        person="staff Jo",
        created_at=now(),
        updated_at=now(),
    )

    [row] = listed(desk)

    assert (row["person"], row["assignee_id"]) == ("Jo", None)


@pytest.mark.parametrize(
    ("asked", "promised"),
    [
        ("2026-03-02 09:00", "2026-03-04"),  # Monday
        ("2026-03-05 09:00", "2026-03-06"),  # Thursday: the promise ends on a Saturday
        ("2026-03-06 09:00", "2026-03-06"),  # Friday
        ("2026-03-07 09:00", "2026-03-09"),  # Saturday
        ("2026-07-02 09:00", "2026-07-02"),  # the day after is a holiday, then the weekend
    ],
)
def test_who_asks_is_contacted_on_a_working_day_before_the_promise_ends(
    asked: str, promised: str
) -> None:
    asked_at = datetime.fromisoformat(asked).replace(tzinfo=MARKET_ZONE)

    assert contact_promised_on(asked_at) == date.fromisoformat(promised)
    assert asked_at + timedelta(hours=TERMS.contact_hours[-1]) >= datetime.combine(
        date.fromisoformat(promised), time(), tzinfo=MARKET_ZONE
    )


def test_whom_we_promised_a_call_has_a_next_contact_until_staff_set_another(desk: Client) -> None:
    request = walt()
    walt(status="answered")
    send(desk, "post", "/leads", name="Cal", phone="(281) 555-0155", may_contact=True)
    send(desk, "post", "/leads", name="Sal", phone="(281) 555-0166", may_contact=False)
    promised = str(contact_promised_on(now()))

    days = {(row["source"], row["name"]): row["next_contact_on"] for row in reversed(listed(desk))}

    assert days == {
        ("manual_quote", "Walt"): promised,
        ("call", "Cal"): promised,
        ("call", "Sal"): None,
    }
    path = f"/leads/manual_quote/{request.pk}"
    later = send(desk, "put", path, next_contact_on="2030-01-02", if_version=0)
    assert later.json()["next_contact_on"] == "2030-01-02"


def test_of_two_who_note_at_once_the_second_is_told(desk: Client) -> None:
    path = f"/leads/manual_quote/{walt().pk}"

    answers = [send(desk, "put", path, note=note, if_version=0) for note in ("one", "two")]

    assert [answer.status_code for answer in answers] == [200, 409]
    assert answers[1].json()["code"] == "lead_changed"
    assert Lead.objects.get().note == "one"
    seen = answers[0].json()["version"]
    assert send(desk, "put", path, note="three", if_version=seen).status_code == 200


def test_an_outcome_closes_the_request_and_lost_needs_a_reason(desk: Client) -> None:
    request = walt()
    path = f"/leads/manual_quote/{request.pk}"

    silent = send(desk, "put", path, outcome="lost", if_version=0)
    told = send(desk, "put", path, outcome="lost", lost_reason="Too dear", if_version=0)

    assert (silent.status_code, silent.json()["errors"][0]["field"]) == (422, "lost_reason")
    assert told.json()["outcome"] == "lost"
    request.refresh_from_db()
    assert request.status == "closed"


def test_erasing_a_customer_erases_what_was_noted_about_their_request(desk: Client) -> None:
    order = reserve(Client(), phone="(281) 555-0144")
    request = walt()
    send(desk, "put", f"/leads/manual_quote/{request.pk}", note="Ada's gate", if_version=0)
    subject = data_subject_of(order.customer.public_id)
    [leads] = [each for each in PERSONAL_DATA_MAP if each.table is Lead]

    assert list(leads.select(subject)) == [Lead.objects.get()]


def test_a_caller_without_phone_and_email_is_no_lead(desk: Client) -> None:
    answer = send(desk, "post", "/leads", name="Nobody", may_contact=True)

    assert (answer.status_code, answer.json()["code"]) == (422, "contact_missing")


def test_a_lead_without_an_order_is_erased_after_its_retention(desk: Client) -> None:
    send(desk, "post", "/leads", name="Cal", phone="(281) 555-0155", may_contact=True)
    assert erase_expired_customers(now=now() + timedelta(days=89)) == 0

    erase_expired_customers(now=now() + timedelta(days=91))

    assert not Lead.objects.exists()


def test_a_quote_that_expired_without_an_answer_says_so(desk: Client) -> None:
    saved = a_saved_quote(email="jo@example.org")
    SavedQuote.objects.filter(pk=saved.pk).update(valid_until=now() - timedelta(days=1))

    [row] = listed(desk)

    assert "Their saved quote, expired on" in row["wants"]


def test_whom_a_saved_quote_was_sent_to_is_a_lead_nobody_may_write_to(desk: Client) -> None:
    saved = a_saved_quote(email="jo@example.org", phone="(281) 555-0155")
    a_saved_quote()  # was sent to nobody

    [row] = listed(desk)

    assert (row["source"], row["email"], row["phone"], row["may_contact"]) == (
        "saved_quote",
        "jo@example.org",
        "(281) 555-0155",
        False,
    )
    answer = desk.get(f"/api/staff/leads/saved_quote/{saved.pk}")
    assert answer.json() == row | {"received": []}


def test_one_lead_comes_with_what_they_wrote_to_us(desk: Client) -> None:
    request = walt()
    InboundMessage.objects.create(
        provider_ref="SM1",
        channel="sms",
        sender=f"+1{phone_key(request.phone)}",
        text="When?",
        meaning="words",
        received_at=now(),
    )
    InboundMessage.objects.create(
        provider_ref="SM2",
        channel="sms",
        sender="+17135550999",
        text="Other",
        meaning="words",
        received_at=now(),
    )

    found = desk.get(f"/api/staff/leads/manual_quote/{request.pk}").json()

    assert [(each["channel"], each["text"]) for each in found["received"]] == [("sms", "When?")]


def test_one_lead_is_looked_up_alone_and_a_made_up_one_is_none(desk: Client) -> None:
    request = walt()
    left_in_wizard("jo@example.org", agrees=True)

    with CaptureQueriesContext(connection) as queries:
        row = lead_row("manual_quote", str(request.pk), now=now())
    assert row is not None
    tables = ("wizard_sessions", "saved_quotes", "notify_requests")
    assert not [one for one in queries if any(table in one["sql"] for table in tables)]

    for name in ("manual_quote/1", "wizard/x", "call/x", "wizard/99999999999999999999", "dream/1"):
        assert desk.get(f"/api/staff/leads/{name}").status_code == 404


def a_saved_quote(**contact: str) -> SavedQuote:
    return SavedQuote.objects.create(
        token_hash=uuid4().hex,
        band="close",
        band_from_ft=0,
        band_max_ft=25,
        generator_choice="provide_own",
        city="The Woodlands",
        zip_code="77380",
        lines={"total_cents": 10_000_00},
        signature="s",
        created_at=now(),
        valid_until=now() + timedelta(days=30),
        **contact,
    )
