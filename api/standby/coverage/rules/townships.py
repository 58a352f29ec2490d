import re
from collections.abc import Collection
from typing import Final

ANY_COVERED_CITY: Final = "default"  # a covered city without its own fee
_UNIT: Final = re.compile(r"(?:apt|apartment|unit|ste|suite|bldg|building|lot|floor|rm|room)\b|#")


def township_key(city: str) -> str:
    """Normalize a city name: "The Woodlands" and "woodlands " are one township."""
    return " ".join(city.lower().split()).removeprefix("the ")


def township_of(*, address: str, zip_city: str | None, configured: Collection[str]) -> str:
    """Return the township whose permit fee an address pays: a configured key or "default".

    The city in the address comes first. When it has no configured fee, the city of the covered ZIP
    code decides, because a township is not a postal city.
    """
    for city in (city_of(address), zip_city or ""):
        key = township_key(city)
        if key in configured:
            return key
    return ANY_COVERED_CITY


def city_of(address: str) -> str:
    """Return the city of an address: its second comma part, skipping units; "" when missing."""
    parts = [part.strip() for part in address.split(",")][1:]
    return next((part for part in parts if not _UNIT.match(part.lower())), "")
