"""Coverage and addresses over HTTP: the check, the list, suggestions, maps, the notify request."""

import io
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from PIL import Image
from pytest_django import DjangoAssertNumQueries, Settings
from rate_limit_windows import in_one_window

from standby.core import visitor_cookies
from standby.core.models import RateLimitBucket
from standby.core.provider_calls import Breaker
from standby.coverage.models import AddressSearch, CoveredZip, NotifyRequest
from standby.coverage.providers import wiring as coverage_providers
from standby.coverage.providers.places import google
from standby.coverage.services.coverage import load_coverage_seed

pytestmark = pytest.mark.django_db


NOTIFY = "/api/coverage-rejection-requests"


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
        "nearest": None,
        "street_problem": None,
    }


@pytest.mark.req("CONTACT-01.3")
@pytest.mark.parametrize(
    ("address", "asked"),
    [
        ("PO Box 1234, The Woodlands, TX 77380", "A crew can't come to a PO box."),
        ("Waterway Ave, The Woodlands, TX 77380", "with its house number"),
    ],
)
def test_an_address_where_no_crew_finds_a_home_asks_for_its_street_at_once(
    client: Client, address: str, asked: str
) -> None:
    found = check(client, address)
    assert found["is_covered"] is True
    assert asked in found["street_problem"]


def test_a_zip_that_is_not_covered_is_told_the_nearest_town_that_is(client: Client) -> None:
    weimar = check(client, "12 Elm St, Weimar, TX 78962")
    CoveredZip.objects.filter(zip_code=weimar["nearest"]["zip_code"]).update(
        status=CoveredZip.Status.INACTIVE
    )
    later = check(client, "12 Elm St, Weimar, TX 78962")
    closed = check(client, f"12 Elm St, {weimar['nearest']['zip_code']}")

    assert (weimar["is_covered"], weimar["reason"]) == (False, "not_covered")
    assert weimar["nearest"] == {"city": "Brookshire", "zip_code": "77423", "miles": 47}
    assert later["nearest"]["zip_code"] != "77423"
    assert later["nearest"]["miles"] >= 47
    # One that is served no longer is not covered either: its neighbor is the nearest.
    assert closed["nearest"]["zip_code"] not in (None, "77423")


@pytest.mark.parametrize(
    "address",
    [
        "350 5th Ave, New York, NY 10001",  # farther than anybody looks for us
        "12 Elm St, TX 99999",  # of no place
        "12 Elm St, Nowhere",  # without a ZIP code
        "PSC 3, APO AE 09001",  # of a mailbox abroad, which the list has at 0 degrees
        "12 Elm St, San Juan, PR 00901-4321",
        "12 Elm St, TX 00000",
        "12 Elm St, TX \u0667\u0667\u0663\u0668\u0660",  # digits of another script
        "10 Downing St, London SW1A 2AA",
        "1 Wellington St, Ottawa K1A 0B1",
        f"12 Elm St, TX {'9' * 60}",
    ],
)
def test_no_town_is_named_where_none_is_known_to_be_near(client: Client, address: str) -> None:
    answer = check(client, address)

    assert (answer["is_covered"], answer["nearest"]) == (False, None)


def test_full_width_digits_find_the_same_town(client: Client) -> None:
    weimar = check(client, "12 Elm St, Weimar, TX \uff17\uff18\uff19\uff16\uff12")

    assert (weimar["zip_code"], weimar["nearest"]["city"]) == ("78962", "Brookshire")


def test_no_town_is_named_while_none_is_served(client: Client) -> None:
    CoveredZip.objects.update(status=CoveredZip.Status.INACTIVE)

    assert check(client, "12 Elm St, Weimar, TX 78962")["nearest"] is None


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
        "county": "Harris",
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
    specified = {"zip_code", "city", "state", "bbox", "geometry_json"}
    assert set(rows[0]) == specified | {"is_approximate", "source"}
    assert all(row["is_approximate"] for row in rows)
    assert len(rows[0]["bbox"]) == 4
    assert answer["Cache-Control"] == "public, max-age=900, stale-while-revalidate=2700"


@pytest.mark.django_db(transaction=True)
def test_a_zip_that_staff_switch_off_or_of_another_state_leaves_the_list_at_once(
    client: Client,
) -> None:
    lists = [f"/api/coverage-{name}" for name in ("zipcodes", "geometries")]
    before = [{row["zip_code"] for row in client.get(path).json()} for path in lists]

    for zip_code, change in (
        ("77375", {"status": CoveredZip.Status.INACTIVE}),
        ("77377", {"state": "Texas"}),
        ("77380", {"state": "LA"}),
    ):
        CoveredZip.objects.filter(zip_code=zip_code).update(**change)

    after = [{row["zip_code"] for row in client.get(path).json()} for path in lists]
    assert [len(each) for each in before] == [183, 183]
    assert [all_of - left for all_of, left in zip(before, after, strict=True)] == [
        {"77375", "77380"}
    ] * 2
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
        ({"address_formatted": "\x00"}, "address_formatted", "invalid"),
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


TOMBALL = "1234 Main St, Tomball, TX 77375"


@pytest.fixture(autouse=True)
def _seeded(catalog: None, settings: Settings, tmp_path: Path) -> Iterator[None]:
    load_coverage_seed(settings.MARKET)
    settings.DATA = tmp_path
    coverage_providers._map_cache.cache_clear()
    yield
    coverage_providers._map_cache.cache_clear()


def post(client: Client, path: str, body: Any) -> Any:
    return client.post(f"/api/{path}", body, content_type="application/json")


@pytest.mark.req("API-01.1")
def test_suggestions_have_the_specified_shape_and_begin_no_wizard(client: Client) -> None:
    answer = post(client, "google-places", {"input": "1234 Main St, Tom", "sessionToken": "t"})

    first, second = answer.json()["predictions"]
    assert first["description"] == TOMBALL
    assert first["place_id"].startswith("offline:")
    assert first["structured_formatting"] == {
        "main_text": "1234 Main St",
        "secondary_text": "Tomball, TX 77375",
    }
    assert second["description"] == "1234 Main St, Tomball, TX 77377"
    assert "wz" not in answer.cookies


def test_a_street_as_typed_is_told_and_what_it_still_needs(client: Client) -> None:
    completed = post(client, "google-places", {"input": "1234 Main St, Tom"}).json()
    street = post(client, "google-places", {"input": "2114 Cinco"}).json()
    in_a_large_city = post(client, "google-places", {"input": "1 Main St, Houston"}).json()

    assert all(one["is_street_as_typed"] for one in completed["predictions"])
    assert completed["missing"] is None
    assert street == {"predictions": [], "missing": "town_or_zip"}
    assert in_a_large_city == {"predictions": [], "missing": "zip"}


def test_a_wizard_asks_sixty_times_and_its_address_twice_that(client: Client) -> None:
    in_one_window()
    client.cookies[visitor_cookies.NAME] = "w" * 43

    first = [post(client, "google-places", {"input": "1"}) for _ in range(61)]
    other = [post(Client(), "google-places", {"input": "1"}) for _ in range(61)]

    assert [answer.status_code for answer in first] == [200] * 60 + [429]
    assert [answer.status_code for answer in other] == [200] * 60 + [429]
    assert int(first[-1]["Retry-After"]) <= 2 * 600  # the window slides


def test_limits_can_be_switched_off_for_load_tests(client: Client, settings: Settings) -> None:
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(update={"rate_limits": False})

    post(client, "google-places", {"input": "1234 Main St"})

    assert RateLimitBucket.objects.count() == 0


@pytest.mark.req("API-01.2")
@pytest.mark.parametrize(
    ("address", "zip_code"), [(TOMBALL, "77375"), ("12345 Main St, Tomball", None)]
)
def test_the_zip_of_an_address_is_extracted(
    client: Client, address: str, zip_code: str | None
) -> None:
    answer = post(client, "extract-zipcode", {"address": address})

    assert answer.json()["zipCode"] == zip_code
    assert answer.json()["formattedAddress"]


@pytest.mark.req("API-01.3")
def test_an_address_is_told_in_its_parts(client: Client) -> None:
    assert post(client, "geocode-complete", {"address": TOMBALL}).json() == {
        "formatted_address": TOMBALL,
        "components": {
            "street_number": "1234",
            "street_name": "Main St",
            "city": "Tomball",
            "state": "TX",
            "zip_code": "77375",
            "country": "USA",
        },
        "location": _location_of("77375"),
        "precision": "zip",
        "provider": "offline",
    }


def _location_of(zip_code: str) -> dict[str, float]:
    found = CoveredZip.objects.get(zip_code=zip_code)
    return {"lat": found.lat, "lng": found.lon}


@pytest.mark.req("ADDR-06.1", "API-01.4")
def test_a_search_is_kept(client: Client) -> None:
    answer = post(
        client,
        "log-address-search",
        {
            "address": TOMBALL,
            "coverage_status": "covered",
            "session_id": "a-session",
            "search_context": "hero_cta",
            "geocoding_response": {"precision": "zip"},
        },
    )

    kept = AddressSearch.objects.get()
    assert (answer.status_code, answer.json()) == (202, {})
    assert (kept.address, kept.search_context) == (TOMBALL, "hero_cta")
    assert kept.geocoding_response == {"precision": "zip"}


@pytest.mark.parametrize(
    "told", ["\x00", {"a": "\x00"}, {"\ud800": 1}, {"a": "x" * 9000}, [10**400], float("inf")]
)
def test_a_strange_geocoding_response_fails_nothing(client: Client, told: Any) -> None:
    answer = post(client, "log-address-search", {"address": "x", "geocoding_response": told})

    assert answer.status_code in (202, 400)


@pytest.mark.req("API-01.5")
def test_a_map_is_a_picture_of_the_size_asked_for_else_of_where_we_work(client: Client) -> None:
    answer, elsewhere, nowhere = (
        client.get("/api/map-static", {"center": center, "size": "320x200", "scale": "2"})
        for center in (TOMBALL, "500 Elm St, Dallas, TX 75201", "somewhere")
    )

    for told in (answer, elsewhere):
        assert (told.status_code, told["Content-Type"]) == (200, "image/png")
    with Image.open(io.BytesIO(answer.content)) as image:
        assert image.size == (640, 400)
    assert answer.content != elsewhere.content == nowhere.content


@pytest.mark.parametrize(
    "asked",
    [
        *({"center": center} for center in ("", "\x00")),
        *({"size": size} for size in ("9999x9999", "641x400", "1x1", "640x400x2", "٦٤x٦٤")),
        {"maptype": "satellite"},
    ],
)
def test_a_map_that_cannot_be_drawn_is_refused(client: Client, asked: dict[str, str]) -> None:
    assert client.get("/api/map-static", {"center": TOMBALL, **asked}).status_code == 422


@pytest.mark.req("API-01.6")
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_only_our_own_pages_are_given_the_browser_key(
    client: Client, settings: Settings, method: str
) -> None:
    def ask(site: str) -> Any:
        return client.generic(method, "/api/google-maps-key", headers={"Sec-Fetch-Site": site})

    assert ask("same-origin").json() == {"apiKey": None}
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
        update={"google_browser_key": "AIzaBrowser", "google_server_key": "AIzaServer"}
    )
    assert ask("same-origin").json() == {"apiKey": "AIzaBrowser"}
    assert (ask("cross-site").status_code, ask("same-site").status_code) == (403, 403)


@pytest.fixture
def _google_is_down(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Google is chosen, and its line leads to a port where nobody listens."""
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
        update={"places": "google", "google_server_key": "AIzaTestsOnly"}
    )
    for host in ("PLACES_HOST", "MAPS_HOST"):
        monkeypatch.setattr(google, host, "http://127.0.0.1:9")
    with google.http_client() as ours:
        connection = ours, Breaker()
        monkeypatch.setattr(coverage_providers, "_google_connection", lambda: connection)
        yield


@pytest.mark.req("ADDR-04.2")
@pytest.mark.usefixtures("_google_is_down")
def test_while_google_is_down_the_list_answers_what_it_can(client: Client) -> None:
    without_zip = "1234 Main St, Tomball"

    suggested = post(client, "google-places", {"input": "1234 Main St"})
    covered = client.get("/api/coverage-check", {"address": TOMBALL}).json()
    failed = client.get("/api/coverage-check", {"address": without_zip}).json()
    geocoded = post(client, "geocode-complete", {"address": TOMBALL}).json()
    drawn = client.get("/api/map-static", {"center": TOMBALL, "size": "64x64", "scale": "1"})
    later = post(client, "extract-zipcode", {"address": without_zip})

    assert (suggested.status_code, suggested.json()) == (
        200,
        {"error": "Failed to get address suggestions", "status": "UNAVAILABLE"},
    )
    assert (covered["is_covered"], covered["city"]) == (True, "Tomball")
    assert failed["reason"] == "lookup_failed"
    assert AddressSearch.objects.filter(coverage_status="lookup_failed").exists()
    assert (geocoded["provider"], geocoded["precision"]) == ("offline", "zip")
    assert drawn["Content-Type"] == "image/png"
    assert (later.status_code, later.json()["code"]) == (503, "places_down")
    assert later["Retry-After"]
