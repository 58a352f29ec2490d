"""The price book: every price, computed on the server; the web only looks up and formats."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Router, Schema
from ninja.decorators import decorate_view

from standby.core.middleware import same_for_everybody
from standby.pricing.rules.distance import DistanceBand
from standby.pricing.selectors import catalog
from standby.pricing.selectors.catalog import PriceBookEntry

router = Router(tags=["prices"])


class BandOut(Schema):
    band: DistanceBand
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


class PriceOut(Schema):
    """One price by its lines. `generator_id` is null for the customer's own generator."""

    band: DistanceBand
    generator_id: int | None
    township: str
    installation_cents: int
    generator_cents: int
    permit_cents: int
    sales_tax_cents: int
    discount_cents: int
    total_cents: int
    permit_at_cost: bool


class PriceBookOut(Schema):
    version: str
    tax_rate: str
    scheduling_fee_cents: int
    bands: list[BandOut]
    generators: list[BookGeneratorOut]
    townships: list[TownshipOut]
    prices: list[PriceOut]


@router.get("/price-book", response=PriceBookOut, operation_id="get_price_book")
@decorate_view(same_for_everybody())
def get_price_book(request: HttpRequest) -> dict[str, Any]:
    """The price of every band, generator (or the customer's own) and township."""
    # The version is read first: it may be older than the rows, never newer.
    moment = now()
    version = catalog.current_version(now=moment)
    book = catalog.price_book(now=moment)
    return {
        "version": version,
        "tax_rate": str(settings.SALES_TAX_RATE),
        "scheduling_fee_cents": book.scheduling_fee_cents,
        "bands": [
            {
                "band": band,
                "max_distance_ft": package.max_distance_feet,
                "package_id": package.pk,
                "package_name": package.name,
            }
            for band, package in book.packages.items()
        ],
        "generators": [
            {
                "id": generator.pk,
                "model_number": generator.model_number,
                "kw": generator.kw,
                "label": f"{generator.brand} {generator.kw} kW",
            }
            for generator in book.generators
        ],
        "townships": [
            {
                "key": township.key,
                "name": township.name,
                "permit_fee_cents": township.permit_cents,
                "at_cost": township.at_cost,
            }
            for township in book.townships
        ],
        "prices": [_row(entry) for entry in book.prices],
    }


def _row(entry: PriceBookEntry) -> dict[str, Any]:
    return {
        "band": entry.band,
        "generator_id": entry.generator.pk if entry.generator else None,
        "township": entry.township.key,
        "installation_cents": entry.price.installation_cents,
        "generator_cents": entry.price.generator_cents,
        "permit_cents": entry.price.permit_cents,
        "sales_tax_cents": entry.price.sales_tax_cents,
        "discount_cents": entry.price.discount_cents,
        "total_cents": entry.price.total_cents,
        "permit_at_cost": entry.township.at_cost,
    }
