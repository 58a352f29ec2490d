"""The starting data, as the specification gives it, and the rules staff may change."""

from datetime import timedelta
from io import StringIO
from typing import Any

import hypothesis
import pytest
from booking_helpers import HOLD as MARKETS_HOLD
from django.conf import settings
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from standby.pricing.models.catalog import (
    AppConfiguration,
    Generator,
    InstallationPackage,
    PackageBonusItem,
    PackageIncludedService,
)
from standby.pricing.rules.configuration import configuration_from, ensure_usable
from standby.pricing.selectors import catalog
from standby.pricing.services.catalog import load_catalog_seed

RANGE = ("scheduling", "scheduling_date_range")
WEEKDAYS = ("scheduling", "scheduling_disabled_weekdays")
CREWS = ("scheduling", "crews_per_day")
HOLD = ("scheduling", "hold_minutes")
SPAN = ("scheduling", "afternoon_may_span_closed_days")
FEE = ("pricing", "scheduling_fee")
PERMIT = ("pricing", "permit_fee")
SETTINGS = (RANGE, WEEKDAYS, CREWS, HOLD, SPAN, FEE, PERMIT)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=6,
)


@pytest.mark.req("WIZ-05.2")
def test_without_any_row_the_defaults_of_the_spec_hold() -> None:
    rules = configuration_from({})
    assert (rules.scheduling.min_days, rules.scheduling.max_days) == (15, 45)
    assert rules.scheduling.disabled_weekdays == ("SUN", "SAT")
    assert rules.scheduling.crews_per_day == 2
    assert rules.scheduling.hold == MARKETS_HOLD
    assert (rules.scheduling_fee_cents, rules.is_scheduling_fee_refundable) == (100_00, False)
    assert rules.permit_fees.cents_for("woodlands") == 150_00


@pytest.mark.req("WIZ-05.2")
def test_what_staff_set_is_what_holds() -> None:
    rules = configuration_from(
        {
            RANGE: {"current_min": 7, "min": 15, "current_max": 60, "max": 45, "unit": "days"},
            WEEKDAYS: ["SUN"],
            CREWS: 3,
            HOLD: 60,
            FEE: {"amount_cents": 0, "refundable": True},
            PERMIT: {"default_cents": 200_00, "city_specific": {"The Woodlands": 175_00}},
        }
    )

    assert (rules.scheduling.min_days, rules.scheduling.max_days) == (7, 60)
    assert rules.scheduling.disabled_weekdays == ("SUN",)
    assert rules.scheduling.crews_per_day == 3
    assert rules.scheduling.hold == timedelta(hours=1)
    assert (rules.scheduling_fee_cents, rules.is_scheduling_fee_refundable) == (0, True)
    assert rules.permit_fees.cents_for("woodlands") == 175_00
    assert rules.permit_fees.cents_for("default") == 200_00
    assert rules.permit_fees.names == {"woodlands": "Woodlands"}
    rules = configuration_from({RANGE: {"min": 10, "max": 20}})  # without the current ones
    assert (rules.scheduling.min_days, rules.scheduling.max_days) == (10, 20)


@pytest.mark.parametrize(
    ("setting", "wrong"),
    [
        (RANGE, None),
        (RANGE, {"min": 15}),
        (RANGE, {"min": 45, "max": 15}),
        (RANGE, {"min": 15, "max": 10**30}),
        (RANGE, {"min": 15, "max": 45, "unit": "weeks"}),
        (WEEKDAYS, "SUN"),
        (WEEKDAYS, ["Sunday"]),
        (CREWS, -1),
        (CREWS, "2"),
        (HOLD, 30),
        (HOLD, 10**9),
        (SPAN, "no"),
        (SPAN, 1),
        (FEE, {"amount_cents": -1}),
        (FEE, {"refundable": True}),
        (FEE, {"amount_cents": 100_00, "refundable": "no"}),
        (PERMIT, {"default_cents": 1.5}),
        (PERMIT, {"city_specific": {"": 1}}),
        (PERMIT, {"city_specific": {"The Default": 1}}),
        (PERMIT, {"city_specific": {"x" * 101: 1}}),
    ],
)
def test_a_value_that_nobody_can_use_is_logged_and_the_default_holds(
    setting: tuple[str, str], wrong: Any, caplog: pytest.LogCaptureFixture
) -> None:
    rules = configuration_from({setting: wrong})
    assert rules == configuration_from({})
    assert ".".join(setting) in caplog.text


@hypothesis.settings(max_examples=20)
@given(found=st.dictionaries(st.sampled_from(SETTINGS), JSON))
def test_no_value_can_break_the_rules(found: dict[tuple[str, str], Any]) -> None:
    rules = configuration_from(found)
    assert 0 <= rules.scheduling.min_days <= rules.scheduling.max_days <= 365
    assert rules.scheduling.hold > timedelta(minutes=30)
    assert rules.scheduling_fee_cents >= 0


def test_a_value_of_another_kind_is_refused_before_it_is_stored() -> None:
    with pytest.raises(ValueError, match="is not of its kind"):
        ensure_usable(FEE, {"amount": 100})


@pytest.mark.req("API-02.8")
@pytest.mark.usefixtures("catalog")
def test_inactive_rows_do_not_count() -> None:
    AppConfiguration.objects.filter(key="crews_per_day").update(value=9, is_active=False)
    rules = catalog.configuration()
    assert rules.scheduling.crews_per_day == 2
    assert rules.permit_fees.names == {"woodlands": "The Woodlands"}


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
    close = InstallationPackage.objects.filter(code="close")
    close.update(name="Near", price_cents=1, max_distance_feet=30)
    InstallationPackage.objects.filter(code="medium").update(code="middle")
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


@pytest.mark.django_db
def test_the_command_seeds_catalogue_and_coverage_and_says_how_much_was_new() -> None:
    first, second = StringIO(), StringIO()
    call_command("seed", stdout=first)
    call_command("seed", stdout=second)
    assert "New rows: 20 in the catalog" in first.getvalue()
    assert second.getvalue() == "New rows: 0 in the catalog, 0 in the coverage list.\n"
