"""The facts of the market we serve: a folder of JSON and CSV files, market/houston by default."""

import json
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path

from pydantic import BaseModel, ConfigDict


class Company(BaseModel):
    """The contractor, as pages, messages and documents name it.

    `name` is the brand, `legal_name` the name on the license. `placeholders` lists the facts that
    are invented: they do for a developer's machine only.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    legal_name: str
    address: str
    phone: str
    email: str
    licence: str
    regulator: str
    hours: str
    support_hours: str
    area: str
    metro: str
    service_center: Mapping[str, str]
    placeholders: tuple[str, ...] = ()


def read_company(market: Path) -> Company:
    """Read company.json. Raises ValidationError when a fact is missing or unknown."""
    return Company.model_validate_json((market / "company.json").read_bytes())


def read_colors(market: Path) -> dict[str, str]:
    """Read colors.json: the palette's names with their colors as #rrggbb."""
    colors: dict[str, str] = json.loads((market / "colors.json").read_text())
    return colors


def color_variables(colors: Mapping[str, str]) -> dict[str, str]:
    """Return the palette by names that a Django template can read: `night_900`."""
    return {name.replace("-", "_"): color for name, color in colors.items()}


def read_milestones(market: Path) -> dict[str, int]:
    """Read milestones.json: what percentage of the total is due at each milestone, in order."""
    percents: dict[str, int] = json.loads((market / "milestones.json").read_text())
    if sum(percents.values()) != 100:
        raise ValueError("the milestones are not 100 % of the total")
    return percents


def read_sales_tax_rate(market: Path) -> Decimal:
    """Read the rate from taxes.json. It is on the generator only (PRICE-01.2)."""
    return Decimal(json.loads((market / "taxes.json").read_text())["sales_tax_rate"])
