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
    *("milestones.json", "taxes.json"),
)
_OPTIONAL: Final = frozenset({"placeholders"})
# No digit first: a band is also named by its farthest foot.
BAND_CODE: Final = r"^[a-z][a-z0-9-]{0,19}\Z"


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
    facts: dict[str, Any] = _read(market, "company.json")
    return Company(**{**facts, "placeholders": tuple(facts.get("placeholders", ()))})


def read_colors(market: Path) -> dict[str, str]:
    """Read colors.json: the palette's names with their colors as #rrggbb."""
    colors: dict[str, str] = _read(market, "colors.json")
    return colors


def color_variables(colors: Mapping[str, str]) -> dict[str, str]:
    """Return the palette by names that a Django template can read: `night_900`."""
    return {name.replace("-", "_"): color for name, color in colors.items()}


def read_milestones(market: Path) -> dict[str, int]:
    """Read milestones.json: what percentage of the total is due at each milestone, in order."""
    percents: dict[str, int] = _read(market, "milestones.json")
    if sum(percents.values()) != 100:
        raise ValueError(f"{market / 'milestones.json'}: they are not 100 % of the total")
    return percents


def read_reaches(market: Path) -> dict[str, int]:
    """Read how far each distance band reaches, in feet, from packages.json.

    Raises ValueError unless each package has a band and a distance of its own.
    """
    packages = _read(market, "packages.json")["packages"]
    reaches = {str(each.get("code")): each.get("max_distance_feet") for each in packages}
    for code, max_ft in reaches.items():
        if not re.match(BAND_CODE, code) or type(max_ft) is not int or max_ft < 1:
            raise ValueError(f"{market / 'packages.json'}: {code!r} to {max_ft} ft is no band")
    if not len(packages) == len(reaches) == len(set(reaches.values())):
        raise ValueError(f"{market / 'packages.json'}: two packages are for the same distances")
    return reaches


def read_cities(market: Path) -> dict[str, str]:
    """Read the cities that have a page from cities.json: their names by the page's path."""
    cities = _read(market, "cities.json")
    return {city["slug"]: city["name"] for city in cities}


def read_sales_tax_rate(market: Path) -> Decimal:
    """Read the rate from taxes.json. It is on the generator only (PRICE-01.2)."""
    return Decimal(_read(market, "taxes.json")["sales_tax_rate"])


def read_translated_terms(market: Path) -> dict[str, Terms]:
    """Read terms.json in other languages, by their codes: terms.es.json has the texts that differ.

    Raises ValueError where one has something else than a text that terms.json has in that place.
    """
    facts = _read(market, "terms.json")
    translated = {}
    for path in sorted(market.glob("terms.*.json")):
        language = path.name.split(".")[1]
        translated[language] = Terms(**_translated(facts, _read(market, path.name), at=path.name))
    return translated


def _translated(facts: Any, texts: Any, *, at: str) -> Any:
    # Figures and addresses of pages are the same in every language, so only texts may differ.
    if isinstance(facts, dict) and isinstance(texts, dict) and texts.keys() <= facts.keys():
        return facts | {
            name: _translated(facts[name], text, at=f"{at}: {name}") for name, text in texts.items()
        }
    if isinstance(facts, list) and isinstance(texts, list) and len(facts) == len(texts):
        return [_translated(*pair, at=at) for pair in zip(facts, texts, strict=True)]
    if isinstance(facts, str) and isinstance(texts, str):
        return texts
    raise ValueError(f"{at} is no translation of what terms.json has there")


def read_generators(market: Path) -> dict[str, dict[str, Any]]:
    """Read the generators we sell from generators.json, by their model numbers."""
    generators = _read(market, "generators.json")
    return {each["model_number"]: each for each in generators}


def _read(market: Path, name: str) -> Any:
    """Raises ValueError naming the file, and line and column where it is no JSON."""
    try:
        text = (market / name).read_bytes().decode()
        return json.loads(text, object_pairs_hook=_each_once, parse_constant=_no_number)
    except RecursionError as deep:
        raise ValueError(f"{market / name} is nested too deeply") from deep
    except ValueError as wrong:
        raise ValueError(f"{market / name} cannot be read: {wrong}") from wrong


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    if len(mapping) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{twice!r} is in it twice")
    return mapping


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no number")


def market_problem(market: Path) -> str:
    """Return what is wrong with a market's files, or "".

    Each is there and JSON, and what our own market has is in it, of the same kind.
    """
    try:
        for name in FILES:
            if not (market / name).is_file():
                return f"{market} has no {name}"
            if wrong := _unlike(_read(market, name), _read(market_folder(""), name), is_top=True):
                return f"{market / name}: {wrong}"
        read_milestones(market)
        read_reaches(market)
        for kind, name in ((Place, "place.json"), (Terms, "terms.json"), (Company, "company.json")):
            kind(**_read(market, name))
        read_translated_terms(market)
    except ValueError as wrong:
        return str(wrong)
    except TypeError as unknown:
        return f"{market / name}: {unknown}"
    return ""


def _unlike(theirs: Any, ours: Any, *, at: str = "", is_top: bool = False) -> str:
    # Below the top names may differ: those of cities do. What is null is not known there.
    if theirs is None or ours is None:
        return "" if at else "it is null"
    if _kind(theirs) != _kind(ours):
        return f"{at or 'it'} is {_kind(theirs)}, not {_kind(ours)}"
    if isinstance(theirs, list):
        if None in theirs or (is_top and not theirs):
            return f"{at or 'it'} has nothing where {_kind(ours[0])} is needed"
        pairs = [(f"{at}[{number}]", one, ours[0]) for number, one in enumerate(theirs) if ours]
    elif isinstance(theirs, dict):
        missing = sorted(ours.keys() - theirs.keys() - _OPTIONAL)
        if is_top and missing:
            return f"{missing[0]} is missing"
        pairs = [
            (f"{at}.{name}".strip("."), theirs[name], ours[name]) for name in theirs.keys() & ours
        ]
    else:
        return ""
    return next(filter(None, (_unlike(one, like, at=name) for name, one, like in pairs)), "")


def _kind(value: Any) -> str:
    kinds = {str: "a text", bool: "true or false", list: "a list", dict: "an object"}
    return kinds.get(type(value), "a number")


_NAMED: Final = market_folder(os.environ.get("STANDBY_MARKET", ""))
# Rules import no Django, so what they need is read here and not by way of the settings. These
# refuse a folder with something wrong in it, together with what else is wrong in them.
_IN_USE: Final = market_folder("") if market_problem(_NAMED) else _NAMED
PLACE: Final = Place(**_read(_IN_USE, "place.json"))
TERMS: Final = Terms(**_read(_IN_USE, "terms.json"))
TRANSLATED_TERMS: Final = read_translated_terms(_IN_USE)
CALENDAR: Final = _read(_IN_USE, "calendar.json")
CONFIGURATION: Final = _read(_IN_USE, "configuration.json")
GAS: Final = _read(_IN_USE, "gas.json")
GENERATORS: Final = read_generators(_IN_USE)
TAXES: Final = _read(_IN_USE, "taxes.json")
MILESTONES: Final = read_milestones(_IN_USE)
# The bonus item that is a load management module.
LOAD_MODULE: Final[str] = _read(_IN_USE, "packages.json")["load_module"]
