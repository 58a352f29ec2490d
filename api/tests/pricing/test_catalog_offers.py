"""What today's catalogue answers to a job."""

from typing import Any

import pytest
from bookings import NOW
from django.db import transaction

from standby.pricing.models.catalog import AppConfiguration, Generator, InstallationPackage
from standby.pricing.rules.distance import DistanceBand
from standby.pricing.selectors.catalog import (
    BandNotSold,
    GeneratorNotSold,
    PricedOffer,
    PricingInput,
    catalog_snapshot,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("catalog")]


def a_job(**changes: Any) -> PricingInput:
    fields: dict[str, Any] = {
        "band": DistanceBand.CLOSE,
        "address": "1 Main St, The Woodlands, TX 77380",
        "zip_code": "77380",
        "zip_city": "The Woodlands",
        "generator_choice": "buy_here",
        "model_number": "7043",
    }
    return PricingInput(**fields | changes)


def offer_for(job: PricingInput) -> PricedOffer:
    return catalog_snapshot(now=NOW).offer_for(job)


def test_the_citys_own_permit_fee_is_taken() -> None:
    AppConfiguration.objects.filter(key="permit_fee").update(
        value={"default_cents": 150_00, "city_specific": {"tomball": 90_00}}
    )

    tomball = offer_for(a_job(address="2 Oak, Tomball, TX 77375", zip_city="Tomball"))
    houston = offer_for(a_job(address="2 Oak, Houston, TX 77002", zip_city="Houston"))

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
def test_which_city_an_address_has(job: dict[str, str | None], city: str) -> None:
    assert offer_for(a_job(**job)).city == city


@pytest.mark.parametrize("model_number", [None, "", "9999", "provide", "7043 ", "7291"])
def test_a_generator_nobody_sells_is_refused(model_number: str | None) -> None:
    Generator.objects.filter(model_number="7291").update(is_active=False)

    with pytest.raises(GeneratorNotSold) as refusal:
        offer_for(a_job(model_number=model_number))

    assert refusal.value.field == "wizardData.generator.product.model_number"


def test_a_band_no_longer_sold_is_refused() -> None:
    InstallationPackage.objects.filter(max_distance_feet=150).update(is_active=False)

    with pytest.raises(BandNotSold):
        offer_for(a_job(band=DistanceBand.FAR))


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
    sold = offer_for(a_job()).price
    with transaction.atomic():
        Generator.objects.filter(model_number="7043").update(price_cents=1)
        assert offer_for(a_job()).price != sold
        transaction.set_rollback(True)

    assert offer_for(a_job()).price == sold
