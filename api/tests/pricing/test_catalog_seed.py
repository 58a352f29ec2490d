"""The starting data, as the specification gives it; safe to repeat."""

from io import StringIO

import pytest
from django.conf import settings
from django.core.management import call_command

from standby.pricing.models.catalog import (
    AppConfiguration,
    Generator,
    InstallationPackage,
    PackageBonusItem,
    PackageIncludedService,
)
from standby.pricing.services.catalog import load_catalog_seed

pytestmark = pytest.mark.django_db


@pytest.mark.req("HOME-07.3", "RUN-01.2")
@pytest.mark.usefixtures("catalog")
def test_the_starting_data_is_the_specs() -> None:
    packages = InstallationPackage.objects.order_by("max_distance_feet")
    generators = Generator.objects.filter(model_number__isnull=False).order_by("kw")
    bonuses = PackageBonusItem.objects.filter(package=packages[0]).order_by("display_order")

    assert list(packages.values_list("max_distance_feet", "price_cents")) == [
        (25, 4_990_00),
        (50, 5_990_00),
        (150, 7_490_00),
    ]
    assert list(generators.values_list("model_number", "kw", "price_cents")) == [
        ("7228", 18, 5_979_00),
        ("7043", 22, 6_979_00),
        ("7291", 26, 7_979_00),
    ]
    assert list(bonuses.values_list("bonus_name", "retail_value_cents")) == [
        ("Automatic transfer switch", 0),
        ("3-inch concrete pad", 399_00),
        ("26R battery", 69_74),
        ("Whole-house surge protector", 124_99),
        ("Smart management module 100A", 291_99),
    ]
    assert set(Generator.objects.filter(price_cents=0).values_list("kw", flat=True)) == {18, 22, 26}


@pytest.mark.usefixtures("catalog")
def test_a_second_seed_changes_nothing_that_staff_changed() -> None:
    InstallationPackage.objects.filter(max_distance_feet=25).update(name="Near", price_cents=1)
    InstallationPackage.objects.filter(max_distance_feet=150).update(is_active=False)
    Generator.objects.filter(model_number="7043").update(brand="Other", kw=24, price_cents=1)
    AppConfiguration.objects.filter(key="crews_per_day").update(value=5)
    PackageBonusItem.objects.filter(bonus_name="26R battery").delete()
    PackageIncludedService.objects.update(service_description="ours")

    added = load_catalog_seed(settings.MARKET)

    assert added == 0
    assert InstallationPackage.objects.filter(is_active=True).count() == 2
    assert Generator.objects.get(model_number="7043").kw == 24
    assert AppConfiguration.objects.get(key="crews_per_day").value == 5
    assert not PackageBonusItem.objects.filter(bonus_name="26R battery").exists()


def test_the_command_seeds_catalogue_and_coverage_and_says_how_much_was_new() -> None:
    first, second = StringIO(), StringIO()
    call_command("seed", stdout=first)
    call_command("seed", stdout=second)
    assert "New rows: 16 in the catalog" in first.getvalue()
    assert second.getvalue() == "New rows: 0 in the catalog, 0 in the coverage list.\n"
