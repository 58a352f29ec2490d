"""Packages, generators and rules on the wire."""

import pytest
from django.test import Client
from pytest_django import Settings

from standby.pricing.models.catalog import Generator, InstallationPackage, PackageBonusItem

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
            "hold_minutes": 35,
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
