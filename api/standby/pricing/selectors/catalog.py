"""The catalog as it is in force, and prices computed from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final, Literal

from django.db import connection
from django.db.models import Count, Q, QuerySet, Subquery

from standby.core.clock import local_date
from standby.core.errors import Conflict, Invalid, _
from standby.core.market import LOAD_MODULE
from standby.coverage.models import CoveredZip
from standby.coverage.rules.addresses import (
    city_of,
    extract_zip,
    street_lacks,
    township_of,
)
from standby.coverage.selectors import ZipNotCovered, get_zip
from standby.pricing.models.catalog import (
    AppConfiguration,
    CatalogVersion,
    Coupon,
    Generator,
    InstallationPackage,
    PackageBonusItem,
    PackageIncludedService,
    PlannedChange,
)
from standby.pricing.rules.configuration import Configuration, configuration_from
from standby.pricing.rules.distance import Band, band_named, bands_of
from standby.pricing.rules.line_items import LineItem, flat_lines, stored_lines
from standby.pricing.rules.pricing import (
    PriceBreakdown,
    price_installation,
    with_discount,
)

Table = PlannedChange.Table
CITY: Final = "city_specific:"  # prefix of a township key in `PlannedChange.field`
_LONGEST_CITY: Final = 100
_ADDRESS: Final = "wizardData.location.address.formatted"


class BandNotSold(Conflict):
    code = "band_not_sold"
    message = _("No installation is available for this distance right now.")


class BandUnknown(Invalid):
    code = "band_unknown"
    message = _("This distance band is no longer offered. Please choose another.")


class GeneratorNotSold(Invalid):
    code = "generator_not_sold"
    message = _("Generator selection is required: the one chosen is not for sale.")


class AddressNotCovered(Invalid):
    code = "address_not_covered"
    message = _("We are not in your area, yet.")


class AddressIsPoBox(Invalid):
    code = "address_is_po_box"
    message = _("A crew can't come to a PO box. Please enter the street address of the home.")


class AddressHasNoNumber(Invalid):
    code = "address_has_no_number"
    message = _("Please enter the street address of the home, with its house number.")


class GeneratorMissing(Invalid):
    code = "generator_missing"
    message = _("Please choose a generator, or say that you bring your own.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    # It carries no price: the server computes every price (BOOK-03.1).
    band: str  # the code of a band, or its farthest foot
    address: str
    claimed_zip_code: str
    generator_choice: Literal["buy_here", "provide_own"]
    model_number: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedOffer:
    selection: Selection
    zip_code: str
    band: Band
    package: InstallationPackage
    generator: Generator | None
    city: str
    township: str
    town: str  # the township as people write it; empty where it has no fee of its own
    price: PriceBreakdown
    modules_included: int  # of load management, that come with the generator
    custom: "CustomPrice | None" = None  # instead of the flat price

    def with_coupon(self, coupon: Coupon) -> "PricedOffer":
        price = with_discount(self.price, kind=coupon.kind, value=coupon.value)
        return replace(self, price=price)

    def at(self, custom: "CustomPrice") -> "PricedOffer":
        return replace(self, price=custom.price, custom=custom)

    @property
    def line_items(self) -> list[dict[str, Any]]:
        """The lines as the quote stores them."""
        lines = self.custom.lines if self.custom else self._flat_lines()
        return stored_lines(lines, self.price)

    def _flat_lines(self) -> Sequence[LineItem]:
        machine = self.generator
        return flat_lines(
            self.price,
            reach=self.band.in_words,
            generator=f"{machine.brand} {machine.model}" if machine else None,
            town=self.town,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomPrice:
    """The price of a custom quote: its lines, and its run where that is beyond the bands."""

    lines: Sequence[LineItem]
    price: PriceBreakdown
    run_ft: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogSnapshot:
    """Packages, generators and settings as one catalog version has them."""

    version: str  # it also changes when a planned change takes effect
    rules: Configuration
    bands: tuple[Band, ...]  # nearest first, of packages for sale or not
    packages: Mapping[str, InstallationPackage]  # by band, only those for sale, nearest first
    generators: Mapping[str, Generator]  # by model number, for sale or not
    modules: Mapping[int, int]  # of load management, that a package includes, by its id
    listed: tuple[Generator, ...]  # for sale and customer-owned entries, smallest first

    def offer_for(
        self, selection: Selection, *, zip_code: str, zip_city: str | None
    ) -> PricedOffer:
        """Price a selection in a covered ZIP code.

        Raises BandUnknown, BandNotSold and GeneratorNotSold.
        """
        band = band_named(selection.band, self.bands)
        if band is None:
            raise BandUnknown(field="wizardData.location.distance.band")
        if band.code not in self.packages:
            raise BandNotSold
        package, generator = self.packages[band.code], None
        if selection.generator_choice == "buy_here":
            generator = self.generators.get(selection.model_number)
            if generator is None or not generator.is_active:
                raise GeneratorNotSold(field="wizardData.generator.product.model_number")
        address, fees = selection.address, self.rules.permit_fees
        township = township_of(address=address, zip_city=zip_city, configured=fees.city_specific)
        return PricedOffer(
            selection=selection,
            zip_code=zip_code,
            band=band,
            package=package,
            generator=generator,
            city=(city_of(address) or zip_city or "")[:_LONGEST_CITY],
            township=township,
            town=fees.names.get(township, ""),
            # What comes with our generator comes with no other.
            modules_included=self.modules.get(package.pk, 0) if generator else 0,
            price=price_of(
                package,
                generator,
                permit_cents=fees.cents_for(township),
                tax_rate=self.rules.sales_tax_rate,
            ),
        )

    def kw_of(self, model_number: str) -> int | None:
        generator = self.generators.get(model_number)
        return generator.kw if generator else None


def pending_changes() -> list[PlannedChange]:
    """Return pending changes by day; of one day, the one planned last wins."""
    pending = PlannedChange.objects.filter(applied_at=None, withdrawn_at=None)
    return list(pending.order_by("starts_on", "id"))


def catalog_snapshot(*, now: datetime) -> CatalogSnapshot:
    """Return the catalog in force at this moment.

    It costs one short query; tables are read again only after a write to one of them, and when a
    day begins. Planned prices take effect at local midnight, even if the job that writes them
    is late.
    """
    return _load_catalog(stored_version(), local_date(now))


def configuration() -> Configuration:
    """Return the rules that staff may change, without planned changes.

    For amounts to be charged use `catalog_snapshot`, since fees may have planned changes.
    """
    return _load_catalog(stored_version(), None).rules


def bands_in_force() -> tuple[Band, ...]:
    """Return the bands nearest first. No planned change is about them."""
    return _load_catalog(stored_version(), None).bands


def covered_zip_of(selection: Selection) -> tuple[str, str]:
    """Return the covered ZIP code of a selection, and its city.

    Raises GeneratorMissing and the errors of `covered_zip_at`.
    """
    _ensure_generator(selection)
    return covered_zip_at(selection.address, claimed=selection.claimed_zip_code, field=_ADDRESS)


def catalog_for(selection: Selection, *, now: datetime) -> tuple[CatalogSnapshot, str, str]:
    """Return the catalog in force, the covered ZIP code of a selection and its city, by one query.

    Raises what `covered_zip_of` does.
    """
    _ensure_generator(selection)
    version = Subquery(CatalogVersion.objects.values("token")[:1])
    covered = _covered(
        selection.address,
        claimed=selection.claimed_zip_code,
        field=_ADDRESS,
        zips=CoveredZip.objects.annotate(catalog_version=version),
    )
    snapshot = _load_catalog(covered.catalog_version or "", local_date(now))
    return snapshot, covered.zip_code, covered.city


def _ensure_generator(selection: Selection) -> None:
    if selection.generator_choice == "buy_here" and not selection.model_number:
        raise GeneratorMissing(field="wizardData.generator.product.model_number")


def street_problem(address: str) -> type[Invalid] | None:
    """Return the error of an address by which a crew cannot find a home; None for any other."""
    lacks = street_lacks(address)
    if lacks == "po_box":
        return AddressIsPoBox
    return AddressHasNoNumber if lacks else None


def covered_zip_at(address: str, *, claimed: str, field: str) -> tuple[str, str]:
    """Return the covered ZIP code of an address, and its city.

    The ZIP code in the address outranks the claimed one. Raises AddressIsPoBox, AddressHasNoNumber
    and AddressNotCovered, naming `field`.
    """
    covered = _covered(address, claimed=claimed, field=field, zips=CoveredZip.objects.all())
    return covered.zip_code, covered.city


def _covered(address: str, *, claimed: str, field: str, zips: QuerySet[CoveredZip]) -> Any:
    if problem := street_problem(address):
        raise problem(field=field)
    try:
        covered = get_zip(extract_zip(address) or claimed, of=zips)
    except ZipNotCovered as error:
        raise AddressNotCovered(field=field) from error
    if not covered.is_served:
        raise AddressNotCovered(field=field)
    return covered


def packages_for_sale(*, now: datetime) -> list[InstallationPackage]:
    return list(catalog_snapshot(now=now).packages.values())


def included_services(package_id: int) -> QuerySet[PackageIncludedService]:
    services = PackageIncludedService.objects.filter(is_active=True, package_id=package_id)
    return services.order_by("display_order", "id")


def bonus_items(package_id: int) -> QuerySet[PackageBonusItem]:
    items = PackageBonusItem.objects.filter(is_active=True, package_id=package_id)
    return items.order_by("display_order", "id")


def change_row(row: Any, change: PlannedChange) -> None:
    if change.table != Table.CONFIGURATION:
        setattr(row, change.field, change.new_cents)
    # A fee is either an amount of its own or that of one township.
    elif change.field.startswith(CITY):
        cities = row.value.get("city_specific", {})
        changed = {**cities, change.field.removeprefix(CITY): change.new_cents}
        row.value = {**row.value, "city_specific": changed}
    else:
        row.value = {**row.value, change.field: change.new_cents}


def stored_version() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT token FROM catalog_version WHERE id = 1")
        row = cursor.fetchone()
    return str(row[0]) if row else ""


@lru_cache(maxsize=3)
def _load_catalog(version: str, today: date | None) -> CatalogSnapshot:
    # The version is read before the tables. A write in between makes the rows look older than they
    # are, which only causes one more reload. Without a day, planned changes are left out.
    due = [change for change in pending_changes() if today and change.starts_on <= today]

    def in_force(table: Table, rows: QuerySet[Any]) -> list[Any]:
        by_key = {row.pk: row for row in rows}
        for change in due:
            if change.table == table and change.row_id in by_key:
                change_row(by_key[change.row_id], change)
        return list(by_key.values())

    settings_rows = in_force(Table.CONFIGURATION, AppConfiguration.objects.filter(is_active=True))
    is_module = Q(bonus_items__is_active=True, bonus_items__bonus_name=LOAD_MODULE)
    newest_first = InstallationPackage.objects.order_by("-is_active", "-id")
    with_modules = newest_first.annotate(load_modules=Count("bonus_items", filter=is_module))
    packages = in_force(Table.PACKAGES, with_modules)
    bands = bands_of((each.code, each.max_distance_feet) for each in packages)
    sold = {each.code: each for each in packages if each.is_active}
    generators = in_force(Table.GENERATORS, Generator.objects.order_by("kw", "price_cents", "id"))
    for_sale = [generator for generator in generators if generator.is_active]
    return CatalogSnapshot(
        version=f"{version}-{len(due)}" if due else version,
        rules=configuration_from({(row.category, row.key): row.value for row in settings_rows}),
        bands=bands,
        packages={band.code: sold[band.code] for band in bands if band.code in sold},
        modules={each.pk: each.load_modules for each in packages},
        generators={
            each.model_number: each for each in generators if each.model_number is not None
        },
        listed=tuple(sorted(for_sale, key=lambda each: (each.kw, each.price_cents, each.pk))),
    )


def price_of(
    package: InstallationPackage,
    generator: Generator | None,
    *,
    permit_cents: int,
    tax_rate: Decimal,
) -> PriceBreakdown:
    return price_installation(
        installation_cents=package.price_cents,
        generator_cents=generator.price_cents if generator else 0,
        permit_cents=permit_cents,
        tax_rate=tax_rate,
    )
