"""The price book: every price, computed on the server; the web only looks up and formats."""

from typing import Any

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Router, Schema
from ninja.decorators import decorate_view

from standby.core.middleware import same_for_everybody
from standby.pricing.rules.distance import DistanceBand
from standby.pricing.selectors import catalog

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
    return catalog.price_book(now=now())
