"""The facts of the market we serve: the folder of JSON and CSV files that STANDBY_MARKET names."""

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

REPOSITORY: Final = Path(__file__).resolve().parents[3]
_DEFAULT: Final = "market/houston"
FILES: Final = (
    *("company.json", "calendar.json", "place.json", "configuration.json", "colors.json"),
    *("packages.json", "generators.json", "terms.json", "gas.json", "extras.json"),
)


def market_folder(name: str) -> Path:
    """Return the folder of a market: `dallas` is market/dallas, a path starts at the repository."""
    path = Path(name.strip() or _DEFAULT).expanduser()
    return (REPOSITORY / (path if len(path.parts) > 1 else "market" / path)).resolve()


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """The contractor, as pages, messages and documents name it.

    `name` is the brand, `legal_name` the name on the license. `placeholders` lists the facts that
    are invented: they do for a developer's machine only.
    """

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

    def file_name(self, name: str) -> str:
        """Return the name of a download: `standby-orders.csv` tells in a folder whose it is."""
        return f"{re.sub('[^a-z0-9]+', '-', self.name.lower()).strip('-')}-{name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the market is: its main city, the slug of that city's page, and its state.

    `zip_code_count` is what pages state before they know it, such as "115+" (COVMAP-02.5).
    `search_example` is for the search of covered areas, `sample_address` for previews of messages,
    `gas_utility` the one that most homes have. `venue` is the county whose courts decide.
    The map ends at `map_limits`, its south-western and north-eastern corner, and names larger
    cities but `unlabeled_cities`, whose labels would overlap others.
    `center` is where maps begin, as `lat` and `lng` in degrees.
    """

    city: str
    slug: str
    state: str
    state_code: str
    zip_code_count: str
    search_example: str
    sample_address: str
    venue: str
    map_limits: Sequence[Sequence[float]]
    unlabeled_cities: Sequence[str]
    gas_utility: str
    center: Mapping[str, float]

    @property
    def center_text(self) -> str:
        return f"{self.center['lat']},{self.center['lng']}"

    @property
    def state_names(self) -> tuple[str, str]:
        """Both names of the state, as staff and visitors write it."""
        return self.state_code, self.state

    @property
    def path(self) -> str:
        """The page of the main city, to which unknown cities fall back (CITY-01.2)."""
        return f"/{self.state_code.lower()}/{self.slug}/home-generator-installation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What pages, checkout, messages and documents promise, in the same words and figures.

    The fee is what reserves a date. It is credited for `fee_credit_days`; canceling later than
    `fee_cancel_hours` before forfeits it. We call whoever asked for it
    within `contact_hours`: the fewest and the most. `photo_review`, `photos_take`,
    `equipment_takes` and `permit_takes` are spans of time as we state them. What the flat price
    does not cover has a name and a text. `warranty` is that of the manufacturer and of our
    workmanship. `clearances` are what we leave around a generator, by the manufacturer's manual:
    inches to the wall behind, feet at both ends and in front, to openings, and above.
    A review is declined for no other reason than `reviews_declined_for`.
    `diagnostic` is the visit before an order: its fee in cents, its minutes, how many we make in
    one arrival window, and the first and last day on offer, counted from today.
    """

    fee_name: str
    fee_includes: str
    fee_credit_days: int
    fee_cancel_hours: int
    price_rise_percent: int
    free_reschedule_hours: int
    diagnostic: Mapping[str, int]
    contact_hours: Sequence[int]
    photo_review: str
    photos_take: str
    equipment_takes: str
    permit_takes: str
    not_included: Sequence[Mapping[str, Any]]
    warranty: Mapping[str, str]
    clearances: Mapping[str, int]
    review_invited_after_days: int
    reviews_declined_for: Mapping[str, str]


def read_company(market: Path) -> Company:
    """Read company.json. Raises TypeError when a fact is missing or unknown."""
    facts = _read(market, "company.json")
    return Company(**{**facts, "placeholders": tuple(facts.get("placeholders", ()))})


def read_colors(market: Path) -> dict[str, str]:
    """Read colors.json: the palette's names with their colors as #rrggbb."""
    return _read(market, "colors.json")


def color_variables(colors: Mapping[str, str]) -> dict[str, str]:
    """Return the palette by names that a Django template can read: `night_900`."""
    return {name.replace("-", "_"): color for name, color in colors.items()}


def read_milestones(market: Path) -> dict[str, int]:
    """Read milestones.json: what percentage of the total is due at each milestone, in order."""
    percents: dict[str, int] = _read(market, "milestones.json")
    if sum(percents.values()) != 100:
        raise ValueError("the milestones are not 100 % of the total")
    return percents


def read_cities(market: Path) -> dict[str, str]:
    """Read the cities that have a page from cities.json: their names by the page's path."""
    cities = json.loads((market / "cities.json").read_text())
    return {city["slug"]: city["name"] for city in cities}


def read_sales_tax_rate(market: Path) -> Decimal:
    """Read the rate from taxes.json. It is on the generator only (PRICE-01.2)."""
    return Decimal(_read(market, "taxes.json")["sales_tax_rate"])


def read_generators(market: Path) -> dict[str, dict[str, Any]]:
    """Read the generators we sell from generators.json, by their model numbers."""
    generators = json.loads((market / "generators.json").read_text())
    return {each["model_number"]: each for each in generators}


def _read(market: Path, name: str) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads((market / name).read_text())
    return facts


_NAMED: Final = market_folder(os.environ.get("STANDBY_MARKET", ""))
# Rules import no Django, so what they need is read here and not by way of the settings. These
# refuse a folder without its files, together with what else is wrong in them.
_IN_USE: Final = _NAMED if all((_NAMED / name).is_file() for name in FILES) else market_folder("")
PLACE: Final = Place(**_read(_IN_USE, "place.json"))
TERMS: Final = Terms(**_read(_IN_USE, "terms.json"))
CALENDAR: Final = _read(_IN_USE, "calendar.json")
CONFIGURATION: Final = _read(_IN_USE, "configuration.json")
GAS: Final = _read(_IN_USE, "gas.json")
GENERATORS: Final = read_generators(_IN_USE)
TAXES: Final = _read(_IN_USE, "taxes.json")
MILESTONES: Final = read_milestones(_IN_USE)
PACKAGES: Final = _read(_IN_USE, "packages.json")["packages"]
# The bonus item that is a load management module.
LOAD_MODULE: Final[str] = _read(_IN_USE, "packages.json")["load_module"]
