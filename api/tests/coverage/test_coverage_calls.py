"""Coverage over HTTP: the check, the list, the outlines, the notify request."""

import logging
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from standby.coverage.models import CoveredZip, NotifyRequest
from standby.coverage.services.coverage import load_coverage_seed

pytestmark = pytest.mark.django_db
NOTIFY = "/api/coverage-rejection-requests"


@pytest.fixture(autouse=True)
def _seeded(catalog: None) -> None:
    load_coverage_seed(settings.SEEDS)


def check(client: Client, address: str) -> dict[str, Any]:
    answer = client.get("/api/coverage-check", {"address": address})
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def ask(client: Client, **told: Any) -> Any:
    body = {"address_formatted": "1 Oak, Dallas, TX 75201", "phone_number": "214-555-0123"}
    return client.post(NOTIFY, body | told, content_type="application/json")


def test_a_covered_address_is_told_with_its_township(client: Client) -> None:
    assert check(client, "1234 Main St, The Woodlands, TX 77380") == {
        "is_covered": True,
        "zip_code": "77380",
        "city": "The Woodlands",
        "township": "woodlands",
        "formatted_address": "1234 Main St, The Woodlands, TX 77380",
        "reason": None,
    }


def test_an_address_with_a_zip_takes_two_queries_and_one_zip_one(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    address = "1234 Main St, Tomball, TX 77375"
    check(client, address)
    client.get("/api/coverage-zipcodes")

    with django_assert_num_queries(2):  # the ZIP, the catalogue's version
        check(client, address)
    with django_assert_num_queries(1):
        answer = client.get("/api/coverage-zipcodes/77375")

    assert answer.json() == {
        "zip_code": "77375",
        "city": "Tomball",
        "state": "TX",
        "status": "active",
        "region": "Northwest",
    }


@pytest.mark.req("API-02.1")
@pytest.mark.parametrize("zip_code", ["75201", "7737", "77375-1234", "٧٧٣٧٥", "9" * 400])
def test_a_zip_that_is_not_on_the_list_is_missing(client: Client, zip_code: str) -> None:
    answer = client.get(f"/api/coverage-zipcodes/{zip_code}")

    assert (answer.status_code, answer.json()["code"]) == (404, "zip_not_covered")


@pytest.mark.req("API-02.2")
def test_the_list_is_by_city_then_zip_and_kept_for_a_quarter_of_an_hour(client: Client) -> None:
    answer = client.get("/api/coverage-zipcodes")

    rows = answer.json()
    assert len(rows) == 183
    assert rows == sorted(rows, key=lambda row: (row["city"], row["zip_code"]))
    assert answer["Cache-Control"] == "public, max-age=900"
    again = client.get("/api/coverage-zipcodes", headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.req("API-02.11")
def test_outlines_are_told_for_every_served_zip(client: Client) -> None:
    answer = client.get("/api/coverage-geometries")

    rows = answer.json()
    assert len(rows) == 183
    assert set(rows[0]) == {"zip_code", "city", "state", "bbox", "geometry_json"}
    assert len(rows[0]["bbox"]) == 4
    assert answer["Cache-Control"] == "public, max-age=900, stale-while-revalidate=2700"


@pytest.mark.django_db(transaction=True)
def test_a_zip_that_staff_switch_off_leaves_the_list_at_once(client: Client) -> None:
    assert len(client.get("/api/coverage-zipcodes").json()) == 183

    one = CoveredZip.objects.get(zip_code="77375")
    one.status = CoveredZip.Status.INACTIVE
    one.save()

    assert len(client.get("/api/coverage-zipcodes").json()) == 182
    assert len(client.get("/api/coverage-geometries").json()) == 182
    assert client.get("/api/coverage-zipcodes/77375").json()["status"] == "inactive"


@pytest.mark.req("API-02.3")
def test_a_notify_request_is_kept(client: Client) -> None:
    answer = ask(client, rejection_reason="lookup_failed", source="hero", consent=True)

    kept = NotifyRequest.objects.get()
    assert answer.status_code == 201
    assert answer.json() == {"id": str(kept.pk), "notification_status": "pending"}
    assert (kept.rejection_reason, kept.country) == ("lookup_failed", "USA")
    assert "STOP" in kept.consent_text


@pytest.mark.parametrize(
    ("told", "field", "code"),
    [
        *(({"phone_number": few}, "phone_number", "phone_incomplete") for few in ("12345", "")),
        *(
            ({"phone_number": wrong}, "phone_number", "invalid")
            for wrong in (None, "1" * 41, 2145550123)
        ),
        *(({"address_formatted": no}, "address_formatted", "invalid") for no in ("", "\x00")),
        ({"city": "x" * 101}, "city", "invalid"),
        ({"zip_code": ["77375"]}, "zip_code", "invalid"),
        ({"source": "a\nb"}, "source", "invalid"),
    ],
)
def test_a_notify_request_that_is_wrong_names_its_field(
    client: Client, told: dict[str, Any], field: str, code: str
) -> None:
    answer = ask(client, **told)

    found = answer.json()
    assert (answer.status_code, found["code"]) == (422, code)
    assert found["errors"][0]["field"] == field
    assert NotifyRequest.objects.count() == 0


def test_nothing_personal_is_logged(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="standby")

    check(client, "77 Canary Lane, Tomball, TX 77375")
    check(client, "77 Canary Lane, Tomball")
    ask(client, address_formatted="77 Canary Lane", phone_number="713-555-7777")

    assert "Canary" not in caplog.text
    assert "7777" not in caplog.text
