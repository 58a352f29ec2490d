"""Who waits, and is told when their ZIP code opens."""

import json
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from tables_browser import at_the_tables, said, save
from ways_out import send_all

from standby.coverage.models import CoveredZip, NotifyRequest
from standby.messaging.providers import wiring as messaging_providers
from standby.messaging.rules.sms import earliest_send_time
from standby.pricing.models.quoting import ManualQuoteRequest
from standby.workflows.send_messages import SendContext

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("shop")]


def run(*words: str) -> str:
    output = StringIO()
    call_command(*words, stdout=output)
    return output.getvalue()


def leave_phone(client: Client, phone: str, **told: Any) -> None:
    body = {"address_formatted": f"{phone[-1]} Oak St, Brenham, TX 77833", "phone_number": phone}
    answer = client.post(
        "/api/coverage-rejection-requests",
        {"consent": True} | body | told,
        content_type="application/json",
    )
    assert answer.status_code == 201


def sent_to(outbox: Path) -> list[str]:
    post = SendContext(
        mail=messaging_providers.mail(),
        texts=messaging_providers.texts(),
        site_url="https://site.test",
        staff_mail="staff@site.test",
        secret_keys=["k"],
    )
    send_all(post, now=earliest_send_time(datetime.now(UTC)))
    return sorted(json.loads(text.read_text())["to"] for text in outbox.glob("*.sms.json"))


@pytest.mark.req("MSG-03")
def test_from_a_phone_left_to_one_text_each(client: Client, own_folder: Path) -> None:
    leave_phone(client, "979-555-0101")
    leave_phone(client, "979-555-0101", address_formatted="7 Elm St, Brenham, TX 77833")
    leave_phone(client, "979-555-0102")
    leave_phone(client, "979-555-0103", consent=False)
    zips, browser = "/staff/tables/coverage/coveredzip/", at_the_tables()
    row = {"zip_code": "77833", "city": "Brenham", "lat": "30.17", "lon": "-96.40"}

    told = said(
        browser.post(f"{zips}add/", {**row, "state": "TX", "status": "active"}, follow=True)
    )
    page = f"{zips}{CoveredZip.objects.get(zip_code='77833').pk}/change/"
    save(browser, page, status="inactive")
    again = said(browser.post(page, {**row, "state": "TX", "status": "active"}, follow=True))

    assert "Waited for 77833 and told by text: 2." in told
    assert "Waited for 77833 and told by text: 0." in again
    assert sent_to(own_folder / "outbox") == ["9795550101", "9795550102"]
    checked = client.get("/api/coverage-check", {"address": "1 Oak St, Brenham, TX 77833"}).json()
    assert checked["is_covered"]
    assert "77833" in {row["zip_code"] for row in client.get("/api/coverage-zipcodes").json()}


def ask_for_quote() -> None:
    ManualQuoteRequest.objects.create(
        name="Ada Lovelace",
        phone="(281) 555-0100",
        email="ada@example.org",
        address="1 Long Lane, Tomball, TX 77375",
        run_ft=240,
        notes="Behind\nthe barn",
        repeat_key="k",
        created_at=datetime(2025, 11, 3, 15, tzinfo=UTC),
    )


def ask_to_be_told(**changed: Any) -> None:
    fields: dict[str, Any] = {
        "address_formatted": "2 Oak St, Brenham",
        "phone_number": "9795550102",
        "formatted_phone": "(979) 555-0102",
        "rejection_reason": "not_covered",
        "notification_requested_at": datetime(2025, 11, 3, 16, tzinfo=UTC),
        "created_at": datetime(2025, 11, 3, 16, tzinfo=UTC),
    }
    NotifyRequest.objects.create(**fields | changed)


def test_requests_are_listed_the_newest_first_with_their_phones_masked() -> None:
    ask_for_quote()
    ask_to_be_told()

    assert run("requests").splitlines() == [
        "2025-11-03 10:00  notify  pending | no ZIP | ***0102 | 2 Oak St, Brenham"
        " | no consent to texts | not_covered",
        "2025-11-03 09:00  quote   new | 240 ft | Ada Lovelace | ***0100"
        " | 1 Long Lane, Tomball, TX 77375",
    ]


def test_whole_phones_are_shown_when_asked_for() -> None:
    ask_for_quote()
    ask_to_be_told(
        zip_code="77833", consent_text="Text me.", consented_at=datetime(2025, 11, 3, tzinfo=UTC)
    )

    notify, quote = run("requests", "--full").splitlines()

    assert "pending | 77833 | (979) 555-0102 | " in notify
    assert "may be texted" in notify
    assert "(281) 555-0100" in quote
    assert quote.endswith("| ada@example.org | Behind the barn")


def test_of_each_kind_as_many_as_asked_for() -> None:
    assert run("requests") == "No open requests.\n"

    ask_to_be_told()
    ask_to_be_told(phone_number="9795550103")

    assert len(run("requests", "--most", "1").splitlines()) == 1
