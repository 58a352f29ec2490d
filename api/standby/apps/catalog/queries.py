"""What today's catalogue answers."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from django.db import connection

from standby.apps.catalog.configuration import Configuration, PermitFees, configuration_from
from standby.apps.catalog.models import (
    AppConfiguration,
    Generator,
    InstallationPackage,
    PackageBonusItem,
    PackageIncludedService,
)
from standby.domain.distance import DistanceBand, band_of_max_distance
from standby.domain.errors import Conflict, Invalid
from standby.domain.policy import SALES_TAX_RATE
from standby.domain.pricing import (
    ANY_COVERED_CITY,
    BILLED_AT_COST,
    PriceBreakdown,
    city_of,
    price_installation,
    township_of,
)

_LONGEST_CITY: Final = 100


class BandNotSold(Conflict):
    """No installation is sold for this distance at the moment."""

    code = "band_not_sold"


class GeneratorNotSold(Invalid):
    """Generator selection is required: the one chosen is not for sale."""

    code = "generator_not_sold"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What is asked for: an installation of this run at this address, with a generator or none.

    `model_number` names the generator bought here; it is not read when the customer brings one.
    """

    band: DistanceBand
    address: str
    zip_code: str
    zip_city: str | None
    generator_choice: Literal["buy_here", "provide_own"]
    model_number: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """What today's catalogue answers to a job."""

    job: Job
    package: InstallationPackage
    generator: Generator | None
    city: str
    township: str
    price: PriceBreakdown


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """All that prices and dates are made from, as one version of the catalogue has it."""

    version: str
    rules: Configuration
    packages: Mapping[DistanceBand, InstallationPackage]  # for sale
    generators: Mapping[str, Generator]  # by model number, sold now or not

    def offer_for(self, job: Job) -> Offer:
        """Raises BandNotSold and GeneratorNotSold."""
        package = self._package_for(job.band)
        bought_here = job.generator_choice == "buy_here"
        generator = self._generator_for_sale(job.model_number) if bought_here else None
        fees = self.rules.permit_fees
        township = township_of(
            address=job.address, zip_city=job.zip_city, configured=fees.city_specific
        )
        return Offer(
            job=job,
            package=package,
            generator=generator,
            city=(city_of(job.address) or job.zip_city or "")[:_LONGEST_CITY],
            township=township,
            price=_price(package, generator, permit_cents=fees.cents_for(township)),
        )

    def kw_of(self, model_number: str) -> int | None:
        """The size of a model that we know, sold now or not; None for any other."""
        known = self.generators.get(model_number)
        return known.kw if known else None

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
    """Whose permit fee is paid. Billed at cost, it is not in the total (spec §9)."""

    key: str
    name: str
    permit_cents: int
    at_cost: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedJob:
    """One row of the price book."""

    band: DistanceBand
    generator: Generator | None
    township: Township
    price: PriceBreakdown


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceBook:
    packages: dict[DistanceBand, InstallationPackage]
    generators: list[Generator]
    townships: list[Township]
    prices: list[PricedJob]
    scheduling_fee_cents: int


def version() -> str:
    """The token that every write to the catalogue renews; '' before the first."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT token FROM catalog_version WHERE id = 1")
        row = cursor.fetchone()
    return str(row[0]) if row else ""


def edition() -> Edition:
    """Today's: one cheap query, and all the tables once after each write to any of them."""
    return _edition_of(version())


def configuration() -> Configuration:
    """Every rule that staff may change; the spec's default where one is unusable."""
    return edition().rules


def packages_for_sale() -> list[InstallationPackage]:
    return list(InstallationPackage.objects.filter(is_active=True).order_by("max_distance_feet"))


def generators_listed() -> list[Generator]:
    """Those for sale and the entries for the customer's own, the smallest first."""
    return list(Generator.objects.filter(is_active=True).order_by("kw", "price_cents", "id"))


def included_services() -> list[PackageIncludedService]:
    """Of every package for sale, in display order."""
    listed = PackageIncludedService.objects.filter(is_active=True, package__is_active=True)
    return list(listed.order_by("display_order", "id"))


def bonus_items() -> list[PackageBonusItem]:
    """Of every package for sale, in display order."""
    listed = PackageBonusItem.objects.filter(is_active=True, package__is_active=True)
    return list(listed.order_by("display_order", "id"))


def price_book() -> PriceBook:
    """Every band, with each generator for sale or one's own, in every township."""
    current = edition()
    generators = [found for found in generators_listed() if found.model_number is not None]
    townships = _townships(current.rules.permit_fees)
    return PriceBook(
        packages=dict(current.packages),
        generators=generators,
        townships=townships,
        prices=[
            PricedJob(
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
def _edition_of(version: str) -> Edition:
    """The version was read before the tables: a write in between only makes it look older."""
    rows = AppConfiguration.objects.filter(is_active=True).values_list("category", "key", "value")
    known = Generator.objects.exclude(model_number=None)
    return Edition(
        version=version,
        rules=configuration_from({(category, key): value for category, key, value in rows}),
        packages=_by_band(packages_for_sale()),
        generators={str(generator.model_number): generator for generator in known},
    )


def _by_band(packages: list[InstallationPackage]) -> dict[DistanceBand, InstallationPackage]:
    return {band_of_max_distance(package.max_distance_feet): package for package in packages}


def _price(
    package: InstallationPackage, generator: Generator | None, *, permit_cents: int
) -> PriceBreakdown:
    return price_installation(
        installation_cents=package.price_cents,
        generator_cents=generator.price_cents if generator else 0,
        permit_cents=permit_cents,
        tax_rate=SALES_TAX_RATE,
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
