"""A market of any bands, from an empty database to a reservation; test_any_market.py runs this."""

import json
from io import StringIO
from typing import Any

import pytest
from booking_client import body_for, first_open_days, post, post_order, with_change
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from standby.core.market import GAS, PLACE, REPOSITORY, read_reaches
from standby.coverage.services.coverage import load_coverage_seed
from standby.orders.models import Order
from standby.pricing.models.quoting import Quote
from standby.pricing.rules.distance import Band, band_for, bands_of
from standby.pricing.selectors.catalog import bands_in_force
from standby.server.contract import contract_text
from standby.server.page_facts import advertised_fees, advertised_prices, advertised_terms

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalog")]

BANDS = bands_of(read_reaches(settings.MARKET).items())
PACKAGES = json.loads((settings.MARKET / "packages.json").read_text())["packages"]
CENTS = {package["code"]: package["price_cents"] for package in PACKAGES}
MODEL = GAS["usual_generator"]


def test_migrations_and_the_contract_say_nothing_of_a_market() -> None:
    found = StringIO()
    call_command("makemigrations", check_changes=True, dry_run=True, stdout=found)
    assert found.getvalue() == "No changes detected\n"
    assert contract_text() == (REPOSITORY / "api" / "openapi.json").read_text()


def test_the_catalog_and_the_pages_have_each_band(browser: Client) -> None:
    assert bands_in_force() == BANDS
    packages = browser.get("/api/installation-packages").json()
    assert [(each["max_distance_feet"], each["price"] * 100) for each in packages] == [
        (band.max_ft, CENTS[band.code]) for band in BANDS
    ]
    book = browser.get("/api/price-book").json()
    assert [(each["band"], each["max_distance_ft"]) for each in book["bands"]] == [
        (band.code, band.max_ft) for band in BANDS
    ]
    prices = advertised_prices()
    assert {key.partition(".")[0] for key in prices} == {band.code for band in BANDS}
    assert [prices[f"{band.code}.own.other"][0] for band in BANDS] == [
        CENTS[band.code] for band in BANDS
    ]
    assert advertised_fees()["scheduling"] == book["scheduling_fee_cents"]
    assert advertised_terms()["sales_tax"].removesuffix("%") in f"{float(book['tax_rate']) * 100}"


@pytest.mark.parametrize("band", BANDS, ids=lambda band: band.code)
def test_each_band_is_quoted_at_both_of_its_edges(browser: Client, band: Band) -> None:
    load_coverage_seed(settings.MARKET)
    assert [band_for(run_ft, BANDS) for run_ft in (band.from_ft + 1, band.max_ft)] == [band, band]
    for named in (band.code, str(band.max_ft), band.max_ft):
        chosen = {"address": PLACE.sample_address, "band": named, "generator_choice": "buy_here"}
        made = post(browser, "/api/saved-quotes", {**chosen, "model_number": MODEL})
        assert made.status_code == 201, made.content
        saved = browser.get(f"/api/saved-quotes/{made.json()['token']}").json()
        assert saved["lines"]["installation_cents"] == CENTS[band.code]
        assert (saved["band"], saved["band_from_ft"], saved["band_max_ft"]) == (
            band.code,
            band.from_ft,
            band.max_ft,
        )


def test_a_run_beyond_the_farthest_band_is_quoted_by_hand(browser: Client) -> None:
    asked = {"name": "Ada", "phone": "(281) 555-0100", "address": PLACE.sample_address}

    def ask(run_ft: int) -> Any:
        return post(browser, "/api/manual-quote-requests", {**asked, "run_ft": run_ft})

    assert ask(BANDS[-1].max_ft + 1).status_code == 201
    assert ask(BANDS[-1].max_ft).json()["code"] == "run_not_quoted"


def test_the_farthest_band_is_reserved_and_its_limits_are_kept(browser: Client) -> None:
    load_coverage_seed(settings.MARKET)
    body = body_for(first_open_days(browser)[0])
    for path, value in (
        ("wizardData.location.address.formatted", PLACE.sample_address),
        ("wizardData.location.coverage.zip_code", PLACE.sample_address[-5:]),
        ("wizardData.location.distance.band", BANDS[-1].code),
        ("wizardData.generator.product.model_number", MODEL),
    ):
        body = with_change(body, path, value)
    made = post_order(browser, body)
    assert made.status_code == 201, made.content
    quote = Quote.objects.get()
    assert quote.quoted_band == BANDS[-1]
    assert quote.installation_cents == CENTS[BANDS[-1].code]
    assert Order.objects.get().total_cents == quote.total_cents == made.json()["totalCents"]
