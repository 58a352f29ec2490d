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
    return sorted({match[1] for match in _ONLY_FIRST.finditer(text)})


def words_of_the_second(text: str) -> list[str]:
    """Return the names, numbers and ZIP codes in this text that only the second market has."""
    return sorted({match[1] for match in _ONLY_SECOND.finditer(text)})


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


def _words_only_of(market: Path, *, other: Path, in_any_spelling: str) -> "re.Pattern[str]":
    # Names begin with a capital and stand alone, so that "spring" is a season and 77002 not a part
    # of a longer number. The main city is none of another market's in any spelling.
    words = sorted(_own_words(market) - _own_words(other), key=len, reverse=True)
    names = "|".join(re.escape(word) for word in words)
    return re.compile(rf"(?<![\w$.#-])({names}|(?i:{in_any_spelling}))(?![\w-])")


_ONLY_FIRST: Final = _words_only_of(
    FIRST, other=SECOND, in_any_spelling="houston|harris county|beryl"
)
_ONLY_SECOND: Final = _words_only_of(SECOND, other=FIRST, in_any_spelling="dallas|collin county")


if __name__ == "__main__":
    sys.exit(main())
