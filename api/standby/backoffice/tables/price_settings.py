"""The prices and fees that can have planned changes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any, Final
from urllib.parse import urlencode

from django.db.models import Model
from django.urls import reverse

from standby.backoffice.tables.money import dollars
from standby.core.policy import DEFAULT_PERMIT_CENTS, DEFAULT_SCHEDULING_FEE_CENTS
from standby.pricing.models.catalog import (
    AppConfiguration,
    Generator,
    InstallationPackage,
    PlannedChange,
)
from standby.pricing.rules.configuration import PERMIT_FEE, SCHEDULING_FEE
from standby.pricing.selectors.planned import CITY, pending_changes

_ADD: Final = "admin:pricing_plannedchange_add"
_CHANGE: Final = "admin:pricing_plannedchange_change"


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceSetting:
    row: Model
    field: str
    words: str
    cents: int

    @property
    def key(self) -> str:
        return f"{self.row._meta.db_table}/{self.row.pk}/{self.field}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedChangeLink:
    url: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedChangeText:
    words: str
    starts_on: date
    planned_by: str
    url: str


def all_figures() -> Iterator[PriceSetting]:
    for package in InstallationPackage.objects.filter(is_active=True).order_by("max_distance_feet"):
        yield from figures_of(package)
    for generator in Generator.objects.filter(is_active=True).order_by("kw"):
        yield from figures_of(generator)
    for rule in AppConfiguration.objects.filter(is_active=True).order_by("category", "key"):
        yield from figures_of(rule)


def figures_of(row: Model) -> Iterator[PriceSetting]:
    """Yield a row's price settings: a package's or generator's price, or a setting's fees."""
    if isinstance(row, AppConfiguration):
        yield from _fees_of(row)
    elif isinstance(row, InstallationPackage | Generator) and not _is_customer_owned(row):
        yield PriceSetting(row=row, field="price_cents", words=f"{row}", cents=row.price_cents)


def planned_words(row: Model) -> dict[str, Any]:
    """Return the admin page context about a row's planned changes."""
    figures = {figure.key: figure for figure in figures_of(row)}
    planned = [change for change in pending_changes() if key_of(change) in figures]
    return {
        "planned": [_to_text(change, figures[key_of(change)]) for change in planned],
        "plan_links": list(_links(figures.values())),
    }


def plans_of(row: Model) -> list[Model]:
    """Return every planned change of a row, including past and withdrawn ones."""
    return list(PlannedChange.objects.filter(table=row._meta.db_table, row_id=row.pk))


def key_of(change: PlannedChange) -> str:
    return f"{change.table}/{change.row_id}/{change.field}"


def township_name(value: dict[str, Any], city: str) -> str:
    return str(value.get("city_names", {}).get(city, city.title()))


def _is_customer_owned(row: InstallationPackage | Generator) -> bool:
    return isinstance(row, Generator) and row.model_number is None


def _fees_of(row: AppConfiguration) -> Iterator[PriceSetting]:
    setting, value = (row.category, row.key), row.value
    if setting == SCHEDULING_FEE:
        cents = value.get("amount_cents", DEFAULT_SCHEDULING_FEE_CENTS)
        yield PriceSetting(row=row, field="amount_cents", words="Scheduling fee", cents=cents)
    if setting != PERMIT_FEE:
        return
    others = value.get("default_cents", DEFAULT_PERMIT_CENTS)
    yield PriceSetting(
        row=row, field="default_cents", words="Permit fee, other cities", cents=others
    )
    for city, cents in value.get("city_specific", {}).items():
        words = f"Permit fee, {township_name(value, city)}"
        yield PriceSetting(row=row, field=f"{CITY}{city}", words=words, cents=cents)


def _to_text(change: PlannedChange, figure: PriceSetting) -> PlannedChangeText:
    return PlannedChangeText(
        words=f"{figure.words}: {dollars(change.new_cents)}",
        starts_on=change.starts_on,
        planned_by=change.planned_by.removeprefix("staff "),
        url=reverse(_CHANGE, args=[change.pk]),
    )


def _links(figures: Iterable[PriceSetting]) -> Iterator[PlannedChangeLink]:
    for figure in figures:
        url = f"{reverse(_ADD)}?{urlencode({'what': figure.key})}"
        yield PlannedChangeLink(url=url, words=figure.words)
