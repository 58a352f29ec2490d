"""`python -m ops.second_market`: build the pages of market/dallas and find words of market/houston.

A second market is served without a word of the first (MARKET-01.2). Messages, documents and
answers of the API are checked by api/tests/test_second_market.py.
"""

import csv
import json
import os
import re
import sys
from pathlib import Path
from typing import Any, Final

from ops.build import build_for_these_settings
from ops.tools import ROOT

FIRST: Final = ROOT / "market" / "houston"
SECOND: Final = ROOT / "market" / "dallas"
_PAGES: Final = {".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest", ".xml"}


def main() -> int:
    os.environ["STANDBY_MARKET"] = SECOND.name
    built = build_for_these_settings().resolve()
    found = [
        f"{file.relative_to(built)}: {word}"
        for file in sorted(built.rglob("*"))
        if file.suffix in _PAGES
        for word in words_of_the_first(file.name + " " + file.read_text())
    ]
    pages = len(list(built.rglob("*.html")))
    print(f"{pages} pages of {SECOND.name}, {len(found)} words of {FIRST.name}", *found, sep="\n")
    return 1 if found or pages == 0 else 0


def words_of_the_first(text: str) -> list[str]:
    """Return the names, numbers and ZIP codes in this text that only the first market has."""
    return sorted({match[1] for match in _FOREIGN.finditer(text)})


def _own_words(market: Path) -> set[str]:
    with (market / "coverage_zip_codes.csv").open() as file:
        rows = list(csv.DictReader(file))
    words = {row[column] for row in rows for column in ("city", "county", "region", "zip_code")}
    words |= {city["name"] for city in _read(market, "cities.json")}
    words |= {outage["name"] for outage in _read(market, "outages.json")}
    company, place = _read(market, "company.json"), _read(market, "place.json")
    words |= {company[fact] for fact in ("address", "area", "metro", "phone")}
    words |= {*company["service_center"].values(), *place["unlabeled_cities"]}
    return words | {place[fact] for fact in ("city", "gas_utility", "sample_address", "venue")}


def _read(market: Path, name: str) -> Any:
    return json.loads((market / name).read_text())


# Names begin with a capital and stand alone, so that "spring" is a season and 77002 not a part of
# a longer number. The main city is none of another market's in any spelling.
_FOREIGN: Final = re.compile(
    r"(?<![\w$.#-])("
    + "|".join(
        re.escape(word)
        for word in sorted(_own_words(FIRST) - _own_words(SECOND), key=len, reverse=True)
    )
    + r"|(?i:houston|harris county|beryl))(?![\w-])"
)


if __name__ == "__main__":
    sys.exit(main())
