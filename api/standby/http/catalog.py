"""What is sold and by which rules: packages, generators, configuration."""

from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema

from standby.http.schema import ProblemOut, RowId

router = Router(tags=["catalog"])
MISSING = {404: ProblemOut, 422: ProblemOut}


class PackageOut(Schema):
    """An installation at a flat rate; `price` is in dollars (spec §3)."""

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
    """A machine; `price` is in dollars (spec §3). `model_number` is null for the customer's own."""

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


class ConfigurationOut(Schema):
    scheduling: SchedulingOut
    pricing: PricingOut


@router.get(
    "/installation-packages", response=list[PackageOut], operation_id="list_installation_packages"
)
def get_packages(request: HttpRequest) -> HttpResponse:
    """Packages for sale, the nearest first. Answered with an ETag."""
    raise NotImplementedError


@router.get(
    "/installation-packages/{package_id}/included-services",
    response={200: list[IncludedServiceOut], **MISSING},
    operation_id="list_included_services",
)
def get_included_services(request: HttpRequest, package_id: RowId) -> HttpResponse:
    """What the package's flat rate pays for, in display order."""
    raise NotImplementedError


@router.get(
    "/installation-packages/{package_id}/bonus-items",
    response={200: list[BonusItemOut], **MISSING},
    operation_id="list_bonus_items",
)
def get_bonus_items(request: HttpRequest, package_id: RowId) -> HttpResponse:
    """What comes with the package at no charge, in display order."""
    raise NotImplementedError


@router.get("/generators", response=list[GeneratorOut], operation_id="list_generators")
def get_generators(request: HttpRequest) -> HttpResponse:
    """Generators for sale and the entries for one's own, the smallest first."""
    raise NotImplementedError


@router.get("/app-configuration", response=ConfigurationOut, operation_id="get_app_configuration")
def get_configuration(request: HttpRequest) -> HttpResponse:
    """Scheduling and pricing rules, category by category."""
    raise NotImplementedError
