"""What the catalogue's tables forbid, and their version."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from bookings import NOW
from django.apps import apps
from django.db import connection, models
from refusals import refused_by

from standby.apps.catalog import queries
from standby.apps.catalog.models import (
    AppConfiguration,
    CatalogVersion,
    Coupon,
    CouponUse,
    Generator,
    InstallationPackage,
    PackageBonusItem,
    PackageIncludedService,
    PlannedChange,
)

pytestmark = pytest.mark.django_db


def a_package(**changes: Any) -> InstallationPackage:
    fields: dict[str, Any] = {"name": "Flat", "max_distance_feet": 25, "price_cents": 4_990_00}
    return InstallationPackage(**fields | changes)


def a_generator(**changes: Any) -> Generator:
    fields: dict[str, Any] = {
        "brand": "Generac",
        "model": "7043",
        "model_number": "7043",
        "kw": 22,
        "price_cents": 6_979_00,
        "fuel_type": "Natural Gas/Propane",
    }
    return Generator(**fields | changes)


def the_package() -> InstallationPackage:
    package, _ = InstallationPackage.objects.get_or_create(
        max_distance_feet=25, defaults={"name": "Flat", "price_cents": 1}
    )
    return package


def a_service(**changes: Any) -> PackageIncludedService:
    fields = {"package": the_package(), "service_name": "Gas tie-in"}
    return PackageIncludedService(**fields | changes)


def a_bonus(**changes: Any) -> PackageBonusItem:
    fields: dict[str, Any] = {
        "package": the_package(),
        "bonus_category": "included",
        "bonus_name": "Pad",
        "retail_value_cents": 399_00,
    }
    return PackageBonusItem(**fields | changes)


def a_rule(**changes: Any) -> AppConfiguration:
    fields = {"category": "scheduling", "key": "crews_per_day", "value": 2}
    return AppConfiguration(**fields | changes)


def a_plan(**changes: Any) -> PlannedChange:
    fields: dict[str, Any] = {
        "table": "generators",
        "row_id": 1,
        "field": "price_cents",
        "new_cents": 7_000_00,
        "starts_on": NOW.date(),
        "planned_by": "staff Jo",
        "planned_at": NOW,
    }
    return PlannedChange(**fields | changes)


def a_coupon(**changes: Any) -> Coupon:
    return Coupon(**{"code": "SPRING", "kind": "percent", "value": 5} | changes)


def a_use() -> CouponUse:
    coupon, _ = Coupon.objects.get_or_create(
        code="SPRING", defaults={"kind": "percent", "value": 5}
    )
    return CouponUse(coupon=coupon, order_ref=UUID(int=1), used_at=NOW)


BROKEN: dict[str, Callable[[], list[models.Model]]] = {
    "package_distance_is_25_50_or_150": lambda: [a_package(max_distance_feet=30)],
    "package_price_is_not_negative": lambda: [a_package(price_cents=-1)],
    "package_one_active_per_distance": lambda: [a_package(), a_package(name="Twin")],
    "included_service_price_is_not_negative": lambda: [a_service(price_cents=-1)],
    "included_service_named_once_per_package": lambda: [a_service(), a_service()],
    "bonus_item_value_is_not_negative": lambda: [a_bonus(retail_value_cents=-1)],
    "bonus_item_named_once_per_package": lambda: [a_bonus(), a_bonus()],
    "generator_price_is_not_negative": lambda: [a_generator(price_cents=-1)],
    "generator_size_is_1_to_150_kw": lambda: [a_generator(kw=0)],
    "generator_of_the_customer_is_free": lambda: [a_generator(model_number=None)],
    "generator_listed_once": lambda: [a_generator(), a_generator(model_number="7044")],
    "configuration_one_value_per_key": lambda: [a_rule(), a_rule(value=3)],
    "planned_change_table_is_known": lambda: [a_plan(table="quotes")],
    "planned_change_price_is_not_negative": lambda: [a_plan(new_cents=-1)],
    "planned_change_is_applied_or_withdrawn": lambda: [a_plan(applied_at=NOW, withdrawn_at=NOW)],
    "planned_change_once_a_day": lambda: [a_plan(), a_plan(new_cents=1)],
    "coupon_code_is_in_capitals": lambda: [a_coupon(code="Spring")],
    "coupon_value_is_of_its_kind": lambda: [a_coupon(value=101)],
    "coupon_ends_after_it_starts": lambda: [
        a_coupon(starts_on=NOW.date(), ends_on=NOW.date() - timedelta(days=1))
    ],
    "coupon_is_used_at_most_so_often": lambda: [a_coupon(most_uses=2, used=3)],
    "coupon_use_one_an_order": lambda: [a_use(), a_use()],
    "catalog_version_is_one_row": lambda: [CatalogVersion(id=2, token="x")],
}


@pytest.mark.parametrize("name", BROKEN)
def test_the_table_forbids(name: str) -> None:
    rows = BROKEN[name]()

    with refused_by(name):
        for row in rows:
            row.save(force_insert=True)


def test_every_constraint_of_the_catalogue_is_broken_once() -> None:
    named = {
        constraint.name
        for model in apps.get_app_config("catalog").get_models()
        for constraint in model._meta.constraints
    }

    assert named == set(BROKEN)


def test_two_packages_of_a_distance_may_stand_when_only_one_is_sold() -> None:
    a_package().save()

    a_package(name="Old", is_active=False).save()

    assert [package.name for package in queries.packages_for_sale(now=NOW)] == ["Flat"]


@pytest.mark.parametrize("new_row", [a_package, a_service, a_bonus, a_generator, a_rule, a_plan])
def test_any_write_to_a_catalogue_table_renews_the_version(
    new_row: Callable[[], models.Model],
) -> None:
    """By hand, past every signal: the tables' own triggers do it."""
    row = new_row()
    tokens = [queries.version()]
    row.save()
    tokens.append(queries.version())
    for change in ("UPDATE {} SET id = id", "DELETE FROM {} WHERE id = %s"):
        with connection.cursor() as cursor:
            cursor.execute(change.format(row._meta.db_table), [row.pk] if "%s" in change else [])
        tokens.append(queries.version())

    assert len(set(tokens)) == 4


def test_before_the_first_write_the_version_is_empty() -> None:
    CatalogVersion.objects.all().delete()

    assert queries.version() == ""


def test_every_row_says_what_it_is() -> None:
    rows = [a_package(), a_service(), a_bonus(), a_generator(), a_rule(), CatalogVersion(token="t")]

    assert [str(row) for row in rows] == [
        "Flat (to 25 ft)",
        "Gas tie-in",
        "Pad",
        "Generac 7043 22 kW",
        "scheduling.crews_per_day",
        "catalogue version t",
    ]
