"""The catalog as it is in force, and prices computed from it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, Literal

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet

from standby.core.clock import today_in_houston
from standby.core.errors import Conflict, Invalid, _
from standby.coverage.rules.addresses import ANY_COVERED_CITY, city_of, extract_zip, township_of
from standby.coverage.selectors import ZipNotCovered, get_zip
from standby.pricing.models.catalog import (
    AppConfiguration,
    Coupon,
    Generator,
    InstallationPackage,
    PackageBonusItem,
    PackageIncludedService,
    PlannedChange,
)
from standby.pricing.rules.configuration import Configuration, PermitFees, configuration_from
from standby.pricing.rules.distance import DistanceBand, band_for_max_distance
from standby.pricing.rules.pricing import (
    BILLED_AT_COST,
    PriceBreakdown,
    price_installation,
    with_discount,
)
from standby.pricing.selectors.planned import Table, by_row, changed_row, pending_changes

_LONGEST_CITY: Final = 100
_ADDRESS: Final = "wizardData.location.address.formatted"


class BandNotSold(Conflict):
    code = "band_not_sold"
    message = _("No installation is sold for this distance at the moment.")


class GeneratorNotSold(Invalid):
    code = "generator_not_sold"
    message = _("Generator selection is required: the one chosen is not for sale.")


class AddressNotCovered(Invalid):
    code = "address_not_covered"
    message = _("We are not in your area, yet.")


class GeneratorMissing(Invalid):
    code = "generator_missing"
    message = _("Please choose a generator, or say that you bring your own.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    # It carries no price: the server computes every price (BOOK-03.1).
    band: DistanceBand
    address: str
    claimed_zip_code: str
    generator_choice: Literal["buy_here", "provide_own"]
    model_number: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PricingInput:
    """A selection checked against coverage; all that a price depends on.

    `model_number` names the generator bought here; it is ignored when the customer brings one.
    """

    band: DistanceBand
    address: str
    zip_code: str
    zip_city: str | None
    generator_choice: Literal["buy_here", "provide_own"]
    model_number: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedOffer:
    job: PricingInput
    package: InstallationPackage
    generator: Generator | None
    city: str
    township: str
    price: PriceBreakdown

    def with_coupon(self, coupon: Coupon) -> "PricedOffer":
        price = with_discount(self.price, kind=coupon.kind, value=coupon.value)
        return replace(self, price=price)


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogSnapshot:
    """Packages, generators and settings as one catalog version has them."""

    version: str
    rules: Configuration
    packages: Mapping[DistanceBand, InstallationPackage]  # only those for sale
    generators: Mapping[str, Generator]  # by model number, for sale or not
    listed: tuple[Generator, ...]  # for sale and customer-owned entries, smallest first

    def offer_for(self, job: PricingInput) -> PricedOffer:
        """Price a selection. Raises BandNotSold and GeneratorNotSold."""
        package = self._package_for(job.band)
        bought_here = job.generator_choice == "buy_here"
        generator = self._generator_for_sale(job.model_number) if bought_here else None
        fees = self.rules.permit_fees
        township = township_of(
            address=job.address, zip_city=job.zip_city, configured=fees.city_specific
        )
        return PricedOffer(
            job=job,
            package=package,
            generator=generator,
            city=(city_of(job.address) or job.zip_city or "")[:_LONGEST_CITY],
            township=township,
            price=_price(package, generator, permit_cents=fees.cents_for(township)),
        )

    def kw_of(self, model_number: str) -> int | None:
        generator = self.generators.get(model_number)
        return generator.kw if generator else None

    def _package_for(self, band: DistanceBand) -> InstallationPackage:
        if band not in self.packages:
            raise BandNotSold
        return self.packages[band]

    def _generator_for_sale(self, model_number: str | None) -> Generator:
        generator = self.generators.get(model_number or "")
        if generator is None or not generator.is_active:
            raise GeneratorNotSold(field="wizardData.generator.product.model_number")
        return generator


@dataclass(frozen=True, slots=True, kw_only=True)
class Township:
    """A township and its permit fee; a fee billed at cost is not in the total (HOME-05.4)."""

    key: str
    name: str
    permit_cents: int
    at_cost: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceBookEntry:
    band: DistanceBand
    generator: Generator | None
    township: Township
    price: PriceBreakdown


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceBook:
    packages: dict[DistanceBand, InstallationPackage]
    generators: list[Generator]
    townships: list[Township]
    prices: list[PriceBookEntry]
    scheduling_fee_cents: int


@dataclass(frozen=True, slots=True, eq=False)
class _CatalogRows:
    """The stored rows, and the planned changes on top of them."""

    version: str
    configuration: tuple[AppConfiguration, ...]
    packages: tuple[InstallationPackage, ...]
    generators: tuple[Generator, ...]
    planned: tuple[PlannedChange, ...]

    def due(self, now: datetime) -> int:
        today = today_in_houston(now)
        return sum(change.starts_on <= today for change in self.planned)


def version() -> str:
    """Return the token that every write to the catalog renews; "" before the first write."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT token FROM catalog_version WHERE id = 1")
        row = cursor.fetchone()
    return str(row[0]) if row else ""


def current_version(*, now: datetime) -> str:
    """Return the catalog version, which also changes when a planned change takes effect."""
    rows = _load_catalog(version())
    due = rows.due(now)
    return f"{rows.version}-{due}" if due else rows.version


def catalog_snapshot(*, now: datetime) -> CatalogSnapshot:
    """Return the catalog in force at this moment.

    It costs one short query; tables are read again only after a write to one of them. Planned
    prices take effect at midnight in Houston, even if the job that writes them is late.
    """
    rows = _load_catalog(version())
    return _in_force(rows, rows.due(now))


def configuration() -> Configuration:
    """Return the rules that staff may change, without planned changes.

    For amounts to be charged use `catalog_snapshot`, since fees may have planned changes.
    """
    return _in_force(_load_catalog(version()), 0).rules


def resolve_selection(selection: Selection) -> PricingInput:
    """Return the pricing input of a selection. Raises GeneratorMissing and AddressNotCovered."""
    if selection.generator_choice == "buy_here" and not selection.model_number:
        raise GeneratorMissing(field="wizardData.generator.product.model_number")
    # The ZIP code in the address outranks the one that the wizard sent.
    try:
        covered = get_zip(extract_zip(selection.address) or selection.claimed_zip_code)
    except ZipNotCovered as error:
        raise AddressNotCovered(field=_ADDRESS) from error
    if not covered.is_served:
        raise AddressNotCovered(field=_ADDRESS)
    return PricingInput(
        band=selection.band,
        address=selection.address,
        zip_code=covered.zip_code,
        zip_city=covered.city,
        generator_choice=selection.generator_choice,
        model_number=selection.model_number or None,
    )


def packages_for_sale(*, now: datetime) -> list[InstallationPackage]:
    packages = catalog_snapshot(now=now).packages.values()
    return sorted(packages, key=lambda package: package.max_distance_feet)


def generators_for_sale(*, now: datetime) -> list[Generator]:
    return list(catalog_snapshot(now=now).listed)


def included_services(package_id: int) -> QuerySet[PackageIncludedService]:
    services = PackageIncludedService.objects.filter(is_active=True, package_id=package_id)
    return services.order_by("display_order", "id")


def bonus_items(package_id: int) -> QuerySet[PackageBonusItem]:
    items = PackageBonusItem.objects.filter(is_active=True, package_id=package_id)
    return items.order_by("display_order", "id")


def price_book(*, now: datetime) -> PriceBook:
    """Compute every price: each band, with each generator for sale or none, in each township."""
    current = catalog_snapshot(now=now)
    generators = [generator for generator in current.listed if generator.model_number is not None]
    townships = _townships(current.rules.permit_fees)
    return PriceBook(
        packages=dict(current.packages),
        generators=generators,
        townships=townships,
        prices=[
            PriceBookEntry(
                band=band,
                generator=generator,
                township=township,
                price=_price(package, generator, permit_cents=township.permit_cents),
            )
            for band, package in current.packages.items()
            for generator in [*generators, None]
            for township in townships
        ],
        scheduling_fee_cents=current.rules.scheduling_fee.amount_cents,
    )


@lru_cache(maxsize=1)
def _load_catalog(version: str) -> _CatalogRows:
    # The version is read before the tables. A write in between makes the rows look older than they
    # are, which only causes one more reload.
    return _CatalogRows(
        version=version,
        configuration=tuple(AppConfiguration.objects.filter(is_active=True)),
        packages=tuple(InstallationPackage.objects.filter(is_active=True)),
        generators=tuple(Generator.objects.order_by("kw", "price_cents", "id")),
        planned=tuple(pending_changes()),
    )


@lru_cache(maxsize=2)
def _in_force(rows: _CatalogRows, due: int) -> CatalogSnapshot:
    # The catalog with the first `due` planned changes applied.
    changes = by_row(rows.planned[:due])

    def of(table: Table, table_rows: Iterable[Any]) -> list[Any]:
        return [changed_row(row, changes.get((table, row.pk), ())) for row in table_rows]

    rules = of(Table.CONFIGURATION, rows.configuration)
    generators = of(Table.GENERATORS, rows.generators)
    for_sale = [generator for generator in generators if generator.is_active]
    nearest_first = sorted(
        of(Table.PACKAGES, rows.packages), key=lambda package: package.max_distance_feet
    )
    return CatalogSnapshot(
        version=rows.version,
        rules=configuration_from({(row.category, row.key): row.value for row in rules}),
        packages={band_for_max_distance(each.max_distance_feet): each for each in nearest_first},
        generators={
            generator.model_number: generator
            for generator in generators
            if generator.model_number is not None
        },
        listed=tuple(
            sorted(
                for_sale, key=lambda generator: (generator.kw, generator.price_cents, generator.pk)
            )
        ),
    )


def _price(
    package: InstallationPackage, generator: Generator | None, *, permit_cents: int
) -> PriceBreakdown:
    return price_installation(
        installation_cents=package.price_cents,
        generator_cents=generator.price_cents if generator else 0,
        permit_cents=permit_cents,
        tax_rate=settings.SALES_TAX_RATE,
    )


def _townships(fees: PermitFees) -> list[Township]:
    configured = [
        Township(key=key, name=fees.names[key], permit_cents=cents, at_cost=False)
        for key, cents in fees.city_specific.items()
    ]
    anywhere = Township(
        key=ANY_COVERED_CITY,
        name="Another covered city",
        permit_cents=fees.default_cents,
        at_cost=False,
    )
    unknown = Township(key=BILLED_AT_COST, name="Other", permit_cents=0, at_cost=True)
    return [*configured, anywhere, unknown]
