"""The book of all prices, as visitors read it."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime
from typing import Any

from standby.core.words import say
from standby.coverage.rules.addresses import (
    ANY_COVERED_CITY,
)
from standby.pricing.rules.pricing import (
    BILLED_AT_COST,
    PriceBreakdown,
    in_shown_dollars,
    parts_of,
)
from standby.pricing.selectors.catalog import catalog_snapshot, price_of


def price_book(*, now: datetime) -> dict[str, Any]:
    """Compute every price: each band, with each generator for sale or none, in each township.

    The rows are those of `PriceBookOut`; amounts are cents.
    """
    snapshot = catalog_snapshot(now=now)
    fees = snapshot.rules.permit_fees
    generators = [each for each in snapshot.listed if each.model_number is not None]
    townships: list[dict[str, Any]] = [
        *(
            {"key": key, "name": fees.names[key], "permit_fee_cents": cents, "at_cost": False}
            for key, cents in fees.city_specific.items()
        ),
        {
            "key": ANY_COVERED_CITY,
            "name": say("Another covered city"),
            "permit_fee_cents": fees.default_cents,
            "at_cost": False,
        },
        # A fee billed at cost is not in the total (HOME-05.4).
        {"key": BILLED_AT_COST, "name": say("Other"), "permit_fee_cents": 0, "at_cost": True},
    ]
    return {
        "version": snapshot.version,
        "tax_rate": str(snapshot.rules.sales_tax_rate),
        "scheduling_fee_cents": snapshot.rules.scheduling_fee_cents,
        "bands": [
            {
                "band": band,
                "max_distance_ft": package.max_distance_feet,
                "package_id": package.pk,
                "package_name": package.name,
            }
            for band, package in snapshot.packages.items()
        ],
        "generators": [
            {
                "id": generator.pk,
                "model_number": generator.model_number,
                "kw": generator.kw,
                "label": f"{generator.brand} {generator.kw} kW",
            }
            for generator in generators
        ],
        "townships": townships,
        "prices": [
            {
                "band": band,
                "generator_id": generator.pk if generator else None,
                "township": township["key"],
                "permit_at_cost": township["at_cost"],
                **as_shown(
                    price_of(
                        package,
                        generator,
                        permit_cents=township["permit_fee_cents"],
                        tax_rate=snapshot.rules.sales_tax_rate,
                    ),
                    percents=snapshot.rules.payment_terms.milestones,
                ),
            }
            for band, package in snapshot.packages.items()
            for generator in [*generators, None]
            for township in townships
        ],
    }


def as_shown(price: PriceBreakdown, *, percents: Mapping[str, int]) -> dict[str, Any]:
    """Return the lines of a price in cents, those of pages in whole dollars, and its payments."""
    parts = parts_of(price.total_cents, percents=percents)
    return {
        **price.as_dict(),
        "before_tax_cents": price.total_cents - price.sales_tax_cents,
        "shown": in_shown_dollars(price).as_dict(),
        "milestones": [asdict(part) for part in parts],
    }
