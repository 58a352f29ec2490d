"""Builds of a few pages, as `make build` leaves them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings

from standby.core.market import read_company
from standby.server.page_facts import advertised_fees, advertised_prices, advertised_terms
from standby.server.page_templates import make_templates, page_facts


def a_build(folder: Path, pages: Mapping[str, str]) -> Path:
    """Make a build of these templates; its own facts are the market's, of the catalog in force."""
    for name, template in pages.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(template)
    make_templates(folder, facts_of_the_market())
    return folder


def facts_of_the_market() -> dict[str, Any]:
    company = read_company(settings.MARKET)
    return page_facts(company, advertised_prices(), advertised_fees(), advertised_terms())
