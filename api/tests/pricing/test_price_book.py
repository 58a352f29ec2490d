"""Every price there is."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from standby.pricing.models.catalog import AppConfiguration, Generator, InstallationPackage

GOLDEN = json.loads(
    (Path(__file__).parents[3] / "contract" / "price-cases.json").read_text(encoding="utf-8")
)
LINES = (
    "installation_cents",
    "generator_cents",
    "permit_cents",
    "sales_tax_cents",
    "discount_cents",
    "total_cents",
)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalog")]


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
        assert {line: row[line] for line in LINES} == {line: case[line] for line in LINES}


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
