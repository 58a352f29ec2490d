"""Packages, generators, rules and prices: on the wire, and as offered for a selection."""

import json
from pathlib import Path
from typing import Any

import pytest
from booking_helpers import HOLD, NOW
from django.db import transaction
from django.test import Client
from pytest_django import Settings

from standby.pricing.models.catalog import (
    AppConfiguration,
    Generator,
    InstallationPackage,
    PackageBonusItem,
)
from standby.pricing.selectors.catalog import (
    BandNotSold,
    GeneratorNotSold,
    PricedOffer,
    Selection,
    catalog_snapshot,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalog")]


def package_id(feet: int = 25) -> int:
    return InstallationPackage.objects.get(max_distance_feet=feet).pk


@pytest.mark.req("API-02.6")
def test_packages_are_for_sale_the_nearest_first_in_dollars(client: Client) -> None:
    InstallationPackage.objects.filter(max_distance_feet=50).update(is_active=False)
    InstallationPackage.objects.filter(max_distance_feet=150).update(price_cents=7_490_50)
    packages = client.get("/api/installation-packages").json()
    assert [(found["max_distance_feet"], found["price"]) for found in packages] == [
        (25, 4990),
        (150, 7490.5),
    ]


@pytest.mark.req("API-02.7")
def test_generators_are_listed_by_size_with_the_entries_for_ones_own(client: Client) -> None:
    Generator.objects.filter(model_number="7291").update(is_active=False)
    found = client.get("/api/generators").json()
    assert [row["kw"] for row in found] == [18, 18, 22, 22, 26]
    own = [row for row in found if "provide" in f"{row['brand']} {row['description']}".lower()]
    assert [(row["kw"], row["price"]) for row in own] == [(18, 0), (22, 0), (26, 0)]
    sold = next(row for row in found if row["model_number"] == "7043")
    assert (sold["price"], sold["fuel_type"]) == (6979, "Natural Gas/Propane")
    assert (sold["has_wifi"], sold["switch_type"]) == (True, "automatic")


@pytest.mark.req("API-02.9")
def test_the_services_of_a_package_come_in_their_order(client: Client) -> None:
    found = client.get(f"/api/installation-packages/{package_id()}/included-services").json()
    assert [row["display_order"] for row in found] == [1, 2, 3, 4, 5, 6, 7]
    assert {row["package_id"] for row in found} == {package_id()}
    assert found[1]["service_name"] == "Gas tie-in"


@pytest.mark.req("API-02.9")
def test_inactive_bonus_items_are_not_shown(client: Client) -> None:
    PackageBonusItem.objects.filter(bonus_name="26R battery").update(is_active=False)
    found = client.get(f"/api/installation-packages/{package_id()}/bonus-items").json()
    assert [row["retail_value_cents"] for row in found] == [0, 399_00, 124_99, 291_99]


@pytest.mark.parametrize("kind", ["included-services", "bonus-items"])
def test_a_package_that_is_not_sold_answers_404(kind: str, client: Client) -> None:
    InstallationPackage.objects.filter(max_distance_feet=150).update(is_active=False)
    unknown = client.get(f"/api/installation-packages/987654/{kind}")
    withdrawn = client.get(f"/api/installation-packages/{package_id(150)}/{kind}")
    for response in (unknown, withdrawn):
        assert response.status_code == 404
        assert response.headers["Content-Type"] == "application/problem+json"
        assert response.json()["code"] == "package_not_found"


@pytest.mark.req("API-02.8")
def test_the_rules_are_grouped_by_category(client: Client) -> None:
    days = {"current_min": 15, "min": 15, "current_max": 45, "max": 45, "unit": "days"}
    assert client.get("/api/app-configuration").json() == {
        "scheduling": {
            "scheduling_date_range": days,
            "scheduling_disabled_weekdays": ["SUN", "SAT"],
            "crews_per_day": 2,
            "hold_minutes": HOLD.seconds // 60,
        },
        "pricing": {
            "permit_fee": {"default_cents": 150_00, "city_specific": {"woodlands": 150_00}},
            "scheduling_fee": {"amount_cents": 100_00, "refundable": False},
            "sales_tax_rate": "0.0825",
        },
        "maps": {"provider": "offline", "browser_key": False},
    }


@pytest.mark.parametrize("key", ["", "AIzaBrowser"])
def test_the_maps_chosen_are_told_and_never_their_key(
    client: Client, settings: Settings, key: str
) -> None:
    settings.ENVIRONMENT = settings.ENVIRONMENT.model_copy(
        update={"places": "google", "google_browser_key": key, "google_server_key": "AIzaMine"}
    )
    answer = client.get("/api/app-configuration")
    assert answer.json()["maps"] == {"provider": "google", "browser_key": bool(key)}
    assert b"AIza" not in answer.content


def test_an_empty_catalogue_answers_empty_lists(client: Client) -> None:
    Generator.objects.all().delete()
    InstallationPackage.objects.all().delete()
    assert client.get("/api/installation-packages").json() == []
    assert client.get("/api/generators").json() == []
    assert client.get("/api/price-book").json()["prices"] == []


def offer_for(*, zip_city: str | None = "The Woodlands", **changes: Any) -> PricedOffer:
    fields: dict[str, Any] = {
        "band": "close",
        "address": "1 Main St, The Woodlands, TX 77380",
        "claimed_zip_code": "",
        "generator_choice": "buy_here",
        "model_number": "7043",
    }
    selection = Selection(**fields | changes)
    return catalog_snapshot(now=NOW).offer_for(selection, zip_code="77380", zip_city=zip_city)


def test_the_citys_own_permit_fee_is_taken() -> None:
    AppConfiguration.objects.filter(key="permit_fee").update(
        value={"default_cents": 150_00, "city_specific": {"tomball": 90_00}}
    )
    tomball = offer_for(address="2 Oak, Tomball, TX 77375", zip_city="Tomball")
    houston = offer_for(address="2 Oak, Houston, TX 77002", zip_city="Houston")
    assert (tomball.township, tomball.price.permit_cents) == ("tomball", 90_00)
    assert (houston.township, houston.price.permit_cents) == ("default", 150_00)


@pytest.mark.parametrize(
    ("job", "city"),
    [
        ({"address": "1 Main St"}, "The Woodlands"),
        ({"address": "1 Main St", "zip_city": None}, ""),
        ({"address": f"1 Main St, {'x' * 400}, TX"}, "x" * 100),
    ],
    ids=["without one, that of its ZIP code", "none", "cut to what a quote keeps"],
)
def test_which_city_an_address_has(job: dict[str, Any], city: str) -> None:
    assert offer_for(**job).city == city


@pytest.mark.parametrize("model_number", ["", "9999", "provide", "7043 ", "7291"])
def test_a_generator_nobody_sells_is_refused(model_number: str) -> None:
    Generator.objects.filter(model_number="7291").update(is_active=False)
    with pytest.raises(GeneratorNotSold) as refusal:
        offer_for(model_number=model_number)
    assert refusal.value.field == "wizardData.generator.product.model_number"


def test_a_band_no_longer_sold_is_refused() -> None:
    InstallationPackage.objects.filter(max_distance_feet=150).update(is_active=False)
    with pytest.raises(BandNotSold):
        offer_for(band="far")


def test_the_catalogue_is_read_once_for_each_version(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(5):
        catalog_snapshot(now=NOW)
    with django_assert_num_queries(1):
        catalog_snapshot(now=NOW)
    Generator.objects.filter(model_number="7043").update(price_cents=7_000_00)
    with django_assert_num_queries(5):
        generator = catalog_snapshot(now=NOW).generators["7043"]
    assert generator.price_cents == 7_000_00


def test_what_was_never_written_after_all_is_not_kept() -> None:
    sold = offer_for().price
    with transaction.atomic():
        Generator.objects.filter(model_number="7043").update(price_cents=1)
        assert offer_for().price != sold
        transaction.set_rollback(True)
    assert offer_for().price == sold


GOLDEN = json.loads(
    (Path(__file__).parents[3] / "contract" / "price-cases.json").read_text(encoding="utf-8")
)


def book(client: Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/price-book").json()
    return found


def rows(found: dict[str, Any]) -> dict[tuple[str, str | None, str], dict[str, Any]]:
    numbers = {row["id"]: row["model_number"] for row in found["generators"]}
    return {
        (row["band"], numbers.get(row["generator_id"]), row["township"]): row
        for row in found["prices"]
    }


def test_the_starting_book_is_the_golden_table(client: Client) -> None:
    golden = [case for case in GOLDEN["cases"] if "band" in case]
    found = rows(book(client))
    assert len(found) == len(golden) == 3 * 4 * 3
    for case in golden:
        row = found[case["band"], case["model_number"], case["township"]]
        lines = {name: cents for name, cents in case.items() if name.endswith("_cents")}
        assert len(lines) == 7
        parts = lines.pop("payments_cents")
        assert {line: row[line] for line in lines} == lines
        assert [part["amount_cents"] for part in row["milestones"]] == parts


@pytest.mark.req("TRUTH-04.1")
def test_what_pages_show_of_a_price_in_whole_dollars_sums_to_its_cut_total(client: Client) -> None:
    golden = [case for case in GOLDEN["cases"] if "band" in case]
    found = rows(book(client))
    for case in golden:
        row = found[case["band"], case["model_number"], case["township"]]
        shown = {line: f"${row['shown'][f'{line}_cents'] // 100:,}" for line in case["shown"]}
        parts = [f"${part['shown_cents'] // 100:,}" for part in row["milestones"]]
        assert (shown, parts) == (case["shown"], case["payments_shown"])
        assert sum(part["shown_cents"] for part in row["milestones"]) == row["shown"]["total_cents"]
        assert row["shown"]["total_cents"] == row["total_cents"] // 100 * 100


def test_the_townships_are_the_configured_ones_then_any_then_at_cost(client: Client) -> None:
    AppConfiguration.objects.filter(key="permit_fee").update(
        value={
            "default_cents": 160_00,
            "city_specific": {"tomball": 90_00, "the woodlands": 150_00},
            "city_names": {"woodlands": "The Woodlands"},
        }
    )

    found = book(client)

    assert [(row["key"], row["name"]) for row in found["townships"]] == [
        ("tomball", "Tomball"),
        ("woodlands", "The Woodlands"),
        ("default", "Another covered city"),
        ("other", "Other"),
    ]
    assert [row["permit_fee_cents"] for row in found["townships"]] == [90_00, 150_00, 160_00, 0]
    assert [row["at_cost"] for row in found["townships"]] == [False, False, False, True]
    assert rows(found)["close", None, "other"]["permit_at_cost"] is True


@pytest.mark.req("HOME-05.2")
@pytest.mark.parametrize("usual", ["woodlands", "The Woodlands", "katy"])
def test_the_usual_township_is_first_however_the_database_keeps_them(
    client: Client, usual: str
) -> None:
    """PostgreSQL keeps the keys of JSON by their length: without a rule it would be Katy."""
    fees = {"woodlands": 150_00, "tomball": 90_00, "katy": 80_00}
    AppConfiguration.objects.filter(key="permit_fee").update(
        value={"usual": usual, "city_specific": fees, "city_names": {"woodlands": "The Woodlands"}}
    )

    named = [row["key"] for row in book(client)["townships"]]
    others = {"katy", "tomball", "woodlands"} - {named[0]}

    assert named[0] == usual.lower().removeprefix("the ")
    assert named[1:] == [*sorted(others), "default", "other"]


def test_the_book_says_by_which_rules_it_was_made(client: Client) -> None:
    found = book(client)

    assert (found["tax_rate"], found["scheduling_fee_cents"]) == ("0.0825", 100_00)
    assert len(found["version"]) == 32
    assert [(row["band"], row["max_distance_ft"]) for row in found["bands"]] == [
        ("close", 25),
        ("medium", 50),
        ("far", 150),
    ]
    assert [row["label"] for row in found["generators"]] == [
        "Generac 18 kW",
        "Generac 22 kW",
        "Generac 26 kW",
    ]


def test_what_is_not_sold_has_no_price(client: Client) -> None:
    InstallationPackage.objects.filter(max_distance_feet=150).update(is_active=False)
    Generator.objects.filter(model_number="7291").update(is_active=False)
    found = rows(book(client))
    assert len(found) == 2 * 3 * 3
    assert {band for band, _, _ in found} == {"close", "medium"}
