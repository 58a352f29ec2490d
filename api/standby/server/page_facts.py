"""What pages state: the prices, terms and company that are in force."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from django.conf import settings
from django.utils.timezone import now

from standby.company.selectors import company, settings_version
from standby.core.market import read_cities
from standby.core.words import any_of, hours_label, percent_text
from standby.coverage.rules.addresses import township_key
from standby.pricing.rules.configuration import WINDOW_NAMES
from standby.pricing.selectors import catalog, price_book
from standby.server.page_templates import Fees, Prices, page_facts

_OWN_GENERATOR: Final = "own"
LINES: Final = ("installation", "generator", "permit", "sales_tax", "total")


def facts_version() -> str:
    """Return a text that changes with what pages state; two short queries."""
    return f"{catalog.catalog_snapshot(now=now()).version} {settings_version()}"


def facts_in_force(built: Mapping[str, Any]) -> dict[str, Any]:
    """Return what pages state now, over the facts of the build: a template also has places of what
    is not sold any more."""
    return page_facts(
        company(),
        {**built["prices"], **advertised_prices()},
        {**built["fees"], **advertised_fees()},
        {**built["terms"], **advertised_terms()},
    )


def advertised_prices() -> Prices:
    """Return the price book in force as pages in whole dollars show it.

    In cents by "band.model number or own.township": the lines, then the three payments.
    """
    book = price_book.price_book(now=now())
    models = {generator["id"]: generator["model_number"] for generator in book["generators"]}
    models[None] = _OWN_GENERATOR
    return {
        f"{price['band']}.{models[price['generator_id']]}.{price['township']}": (
            *(price["shown"][f"{line}_cents"] for line in LINES),
            *(part["shown_cents"] for part in price["milestones"]),
        )
        for price in book["prices"]
    }


def advertised_fees() -> Fees:
    """Return the fees in force, in cents by name: "scheduling", "permit.katy" of Katy's page."""
    rules = catalog.catalog_snapshot(now=now()).rules
    permits = {
        f"permit.{slug}": rules.permit_fees.cents_for(township_key(name))
        for slug, name in read_cities(settings.MARKET).items()
    }
    return {"scheduling": rules.scheduling_fee_cents, **permits}


def advertised_terms() -> dict[str, str]:
    """Return the sales tax, the late fee and the parts of the price in force, in percent."""
    rules = catalog.catalog_snapshot(now=now()).rules
    shares = rules.payment_terms.milestones.items()
    windows = rules.scheduling.windows
    return {
        "arrival_windows": any_of([hours_label(hours) for hours in windows.values()]),
        **{
            # Empty for one that is not on offer.
            f"window_{name}": "-".join(f"{hour:%H:%M}" for hour in windows.get(name, ()))
            for name in WINDOW_NAMES
        },
        "sales_tax": percent_text(rules.sales_tax_rate),
        "late_fee": percent_text(rules.payment_terms.late_fee_rate),
        **{kind: percent_text(Decimal(percent) / 100) for kind, percent in shares},
    }
