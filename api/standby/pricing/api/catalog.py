"""Packages, generators, configuration and the price book for visitors.

The price book holds every price, computed on the server; the web only looks up and formats.
"""

from datetime import timedelta
from typing import Annotated, Any, Literal

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Router, Schema
from ninja.decorators import decorate_view
from pydantic import BeforeValidator, Field, PlainSerializer

from standby.core.errors import NotFound, _
from standby.core.middleware import same_for_everybody
from standby.core.schema import RowId
from standby.pricing.models.catalog import (
    Generator,
    InstallationPackage,
    PackageBonusItem,
    PackageIncludedService,
)
from standby.pricing.selectors import catalog, price_book

router = Router(tags=["catalog"])
price_router = Router(tags=["prices"])


# Read from cents; whole dollars have no fraction on the wire.
Dollars = Annotated[
    float,
    BeforeValidator(lambda cents: cents / 100),
    PlainSerializer(lambda price: int(price) if price.is_integer() else price, return_type=float),
]


class PackageOut(Schema):
    """An installation at a flat rate; `price` is in dollars."""

    id: int
    name: str
    description: str
    max_distance_feet: int
    price: Dollars = Field(validation_alias="price_cents")


class IncludedServiceOut(Schema):
    package_id: int
    service_name: str
    service_description: str
    price_cents: int
    display_order: int
    is_active: bool


class BonusItemOut(Schema):
    id: int
    bonus_category: str
    bonus_name: str
    bonus_description: str
    retail_value_cents: int
    highlight_color: str
    display_order: int


class GeneratorOut(Schema):
    """A generator; `price` is in dollars. `model_number` is null for the customer's own."""

    id: int
    brand: str
    model: str
    model_number: str | None
    kw: int
    price: Dollars = Field(validation_alias="price_cents")
    description: str
    fuel_type: str
    has_wifi: bool
    switch_type: str


class DateRangeOut(Schema):
    current_min: int
    min: int
    current_max: int
    max: int
    unit: str


class SchedulingOut(Schema):
    scheduling_date_range: DateRangeOut
    scheduling_disabled_weekdays: list[str]
    crews_per_day: int
    hold_minutes: int


class PermitFeeOut(Schema):
    default_cents: int
    city_specific: dict[str, int]


class SchedulingFeeOut(Schema):
    amount_cents: int
    refundable: bool


class PricingOut(Schema):
    permit_fee: PermitFeeOut
    scheduling_fee: SchedulingFeeOut
    sales_tax_rate: str


class MapsOut(Schema):
    """The maps provider; with `google` and no `browser_key` a visitor may enter one (REC-01)."""

    provider: Literal["offline", "google"]
    browser_key: bool


class ConfigurationOut(Schema):
    scheduling: SchedulingOut
    pricing: PricingOut
    maps: MapsOut


class PackageNotFound(NotFound):
    code = "package_not_found"
    message = _("There is no such installation package.")


@router.get(
    "/installation-packages", response=list[PackageOut], operation_id="list_installation_packages"
)
@decorate_view(same_for_everybody())
def get_packages(request: HttpRequest) -> list[InstallationPackage]:
    """Packages for sale, the shortest run first, with an ETag."""
    return catalog.packages_for_sale(now=now())


@router.get(
    "/installation-packages/{package_id}/included-services",
    response=list[IncludedServiceOut],
    operation_id="list_included_services",
)
@decorate_view(same_for_everybody())
def get_included_services(
    request: HttpRequest, package_id: RowId
) -> QuerySet[PackageIncludedService]:
    """What the package's flat rate includes, in display order."""
    _require_on_sale(package_id)
    return catalog.included_services(package_id)


@router.get(
    "/installation-packages/{package_id}/bonus-items",
    response=list[BonusItemOut],
    operation_id="list_bonus_items",
)
@decorate_view(same_for_everybody())
def get_bonus_items(request: HttpRequest, package_id: RowId) -> QuerySet[PackageBonusItem]:
    """What comes with the package at no charge, in display order."""
    _require_on_sale(package_id)
    return catalog.bonus_items(package_id)


@router.get("/generators", response=list[GeneratorOut], operation_id="list_generators")
@decorate_view(same_for_everybody())
def get_generators(request: HttpRequest) -> list[Generator]:
    """Generators for sale and the entries for a customer's own, smallest first."""
    return list(catalog.catalog_snapshot(now=now()).listed)


@router.get("/app-configuration", response=ConfigurationOut, operation_id="get_app_configuration")
@decorate_view(same_for_everybody())
def get_configuration(request: HttpRequest) -> dict[str, Any]:
    """Scheduling rules, pricing rules and the maps provider, by category."""
    rules = catalog.catalog_snapshot(now=now()).rules
    # `min` and `max` repeat `current_min` and `current_max`: the specification lists both pairs,
    # and no other limits are in force.
    scheduling = rules.scheduling
    return {
        "scheduling": {
            "scheduling_date_range": {
                "current_min": scheduling.min_days,
                "min": scheduling.min_days,
                "current_max": scheduling.max_days,
                "max": scheduling.max_days,
                "unit": "days",
            },
            "scheduling_disabled_weekdays": list(scheduling.disabled_weekdays),
            "crews_per_day": scheduling.crews_per_day,
            "hold_minutes": scheduling.hold // timedelta(minutes=1),
        },
        "pricing": {
            "permit_fee": {
                "default_cents": rules.permit_fees.default_cents,
                "city_specific": rules.permit_fees.city_specific,
            },
            "scheduling_fee": {
                "amount_cents": rules.scheduling_fee_cents,
                "refundable": rules.is_scheduling_fee_refundable,
            },
            "sales_tax_rate": str(rules.sales_tax_rate),
        },
        "maps": {
            "provider": settings.ENVIRONMENT.places,
            "browser_key": bool(settings.ENVIRONMENT.google_browser_key),
        },
    }


def _require_on_sale(package_id: int) -> None:
    if package_id not in {package.pk for package in catalog.packages_for_sale(now=now())}:
        raise PackageNotFound


class BandOut(Schema):
    band: str
    max_distance_ft: int
    package_id: int
    package_name: str


class BookGeneratorOut(Schema):
    id: int
    model_number: str
    kw: int
    label: str


class TownshipOut(Schema):
    """`at_cost`: the permit is billed at cost and is not in the total."""

    key: str
    name: str
    permit_fee_cents: int
    at_cost: bool


class ShownPriceOut(Schema):
    """The lines as pages in whole dollars show them, in cents: they sum to the total, whose cents
    are cut.
    """

    installation_cents: int
    generator_cents: int
    permit_cents: int
    sales_tax_cents: int
    discount_cents: int
    total_cents: int


class PricePartOut(Schema):
    """A payment of the price: as it will be billed, and as pages in whole dollars show it. Both sum
    to the total.
    """

    kind: Literal["acceptance", "equipment", "completion"]
    percent: int
    amount_cents: int
    shown_cents: int


class PriceOut(Schema):
    """One price by its lines. `generator_id` is null for the customer's own generator."""

    band: str
    generator_id: int | None
    township: str
    installation_cents: int
    generator_cents: int
    permit_cents: int
    sales_tax_cents: int
    discount_cents: int
    total_cents: int
    permit_at_cost: bool
    before_tax_cents: int
    shown: ShownPriceOut
    milestones: list[PricePartOut]


class PriceBookOut(Schema):
    version: str
    tax_rate: str
    scheduling_fee_cents: int
    bands: list[BandOut]
    generators: list[BookGeneratorOut]
    townships: list[TownshipOut]
    prices: list[PriceOut]


@price_router.get("/price-book", response=PriceBookOut, operation_id="get_price_book")
@decorate_view(same_for_everybody())
def get_price_book(request: HttpRequest) -> dict[str, Any]:
    """The price of every band, generator (or the customer's own) and township."""
    return price_book.price_book(now=now())
