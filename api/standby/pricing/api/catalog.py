"""Packages, generators and configuration for visitors."""

from datetime import timedelta
from typing import Any, Final, Literal

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router, Schema

from standby.core.errors import NotFound, _
from standby.core.response_cache import CachedResponse, cache_response, response_for
from standby.core.schema import ProblemOut, RowId
from standby.pricing.models.catalog import (
    AppConfiguration,
    Generator,
    InstallationPackage,
    PackageBonusItem,
    PackageIncludedService,
    PlannedChange,
)
from standby.pricing.rules.configuration import Configuration
from standby.pricing.selectors import catalog

router = Router(tags=["catalog"])
MISSING = {404: ProblemOut, 422: ProblemOut}
CATALOG_MODELS: Final = (
    InstallationPackage,
    PackageIncludedService,
    PackageBonusItem,
    Generator,
    AppConfiguration,
    PlannedChange,
)


class PackageOut(Schema):
    """An installation at a flat rate; `price` is in dollars."""

    id: int
    name: str
    description: str
    max_distance_feet: int
    price: float


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
    """A machine; `price` is in dollars. `model_number` is null for the customer's own."""

    id: int
    brand: str
    model: str
    model_number: str | None
    kw: int
    price: float
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
    """Who finds addresses; `google` without `browser_key`: a visitor may lend one (REC-01)."""

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
def get_packages(request: HttpRequest) -> HttpResponse:
    """Packages for sale, the nearest first. Answered with an ETag."""
    return response_for(request)


@router.get(
    "/installation-packages/{package_id}/included-services",
    response={200: list[IncludedServiceOut], **MISSING},
    operation_id="list_included_services",
)
def get_included_services(request: HttpRequest, package_id: RowId) -> HttpResponse:
    """What the package's flat rate pays for, in display order."""
    return response_for(request, otherwise=PackageNotFound)


@router.get(
    "/installation-packages/{package_id}/bonus-items",
    response={200: list[BonusItemOut], **MISSING},
    operation_id="list_bonus_items",
)
def get_bonus_items(request: HttpRequest, package_id: RowId) -> HttpResponse:
    """What comes with the package at no charge, in display order."""
    return response_for(request, otherwise=PackageNotFound)


@router.get("/generators", response=list[GeneratorOut], operation_id="list_generators")
def get_generators(request: HttpRequest) -> HttpResponse:
    """Generators for sale and the entries for one's own, the smallest first."""
    return response_for(request)


@router.get("/app-configuration", response=ConfigurationOut, operation_id="get_app_configuration")
def get_configuration(request: HttpRequest) -> HttpResponse:
    """Scheduling and pricing rules and the maps chosen, category by category."""
    return response_for(request)


def dollars(cents: int) -> float:
    """Convert cents to dollars for the two dollar fields; whole dollars have no fraction."""
    return cents // 100 if cents % 100 == 0 else cents / 100


def _payloads() -> dict[str, Any]:
    moment = now()
    packages = catalog.packages_for_sale(now=moment)
    services = catalog.included_services()
    bonuses = catalog.bonus_items()
    payloads: dict[str, Any] = {
        "/api/installation-packages": [_package(package) for package in packages],
        "/api/generators": [
            _generator(generator) for generator in catalog.generators_for_sale(now=moment)
        ],
        "/api/app-configuration": _configuration(catalog.catalog_snapshot(now=moment).rules),
    }
    for package in packages:
        path = f"/api/installation-packages/{package.pk}"
        payloads[f"{path}/included-services"] = [
            _service(service) for service in services if service.package_id == package.pk
        ]
        payloads[f"{path}/bonus-items"] = [
            _bonus(bonus) for bonus in bonuses if bonus.package_id == package.pk
        ]
    return payloads


def _package(package: InstallationPackage) -> dict[str, Any]:
    return {
        "id": package.pk,
        "name": package.name,
        "description": package.description,
        "max_distance_feet": package.max_distance_feet,
        "price": dollars(package.price_cents),
    }


def _service(service: PackageIncludedService) -> dict[str, Any]:
    return {name: getattr(service, name) for name in IncludedServiceOut.model_fields}


def _bonus(bonus: PackageBonusItem) -> dict[str, Any]:
    return {name: getattr(bonus, name) for name in BonusItemOut.model_fields}


def _generator(generator: Generator) -> dict[str, Any]:
    return {
        "id": generator.pk,
        "brand": generator.brand,
        "model": generator.model,
        "model_number": generator.model_number,
        "kw": generator.kw,
        "price": dollars(generator.price_cents),
        "description": generator.description,
        "fuel_type": generator.fuel_type,
        "has_wifi": generator.has_wifi,
        "switch_type": generator.switch_type,
    }


def _configuration(rules: Configuration) -> dict[str, Any]:
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
                "amount_cents": rules.scheduling_fee.amount_cents,
                "refundable": rules.scheduling_fee.refundable,
            },
            "sales_tax_rate": str(settings.SALES_TAX_RATE),
        },
        "maps": {
            "provider": settings.ENVIRONMENT.places,
            "browser_key": bool(settings.ENVIRONMENT.google_browser_key),
        },
    }


cache_response(
    CachedResponse(
        prefixes=("/api/installation-packages", "/api/generators", "/api/app-configuration"),
        version=lambda: catalog.current_version(now=now()),
        payloads=_payloads,
        models=CATALOG_MODELS,
    )
)
