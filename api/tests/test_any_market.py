"""Markets of other bands are served from the same migrations and the same contract."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from market_bands import bands_in
from ops.tools import with_tools

from standby.core.market import market_folder, market_problem

HERE = Path(__file__).parent


def market_with(packages: list[dict[str, Any]], *, like: str, folder: Path) -> Path:
    """Return a copy of a market's folder with these packages changed or added, by their codes."""
    market = Path(shutil.copytree(market_folder(like), folder / "market"))
    file = market / "packages.json"
    catalog = json.loads(file.read_text())
    by_code = {package["code"]: package for package in catalog["packages"]}
    for package in packages:
        last = catalog["packages"][-1]
        by_code[package["code"]] = by_code.get(package["code"], last) | package
    file.write_text(json.dumps(catalog | {"packages": list(by_code.values())}))
    assert market_problem(market) == ""
    return market


def run_any_market(market: Path) -> None:
    # In a process of its own, because rules read the market when they are imported.
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/any_market.py"],
        cwd=HERE.parent,
        # On SQLite, because the suite's own test database would be made and dropped under it.
        env=with_tools(STANDBY_MARKET=str(market), DATABASE_URL=""),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.req("MARKET-03.1")
@pytest.mark.slow
def test_a_market_reaches_farther_than_its_folder_says(tmp_path: Path) -> None:
    last = bands_in("dallas")[-1]
    far = {"code": last.code, "max_distance_feet": last.max_ft + 10}
    run_any_market(market_with([far], like="dallas", folder=tmp_path))


@pytest.mark.req("MARKET-03.1")
@pytest.mark.slow
def test_houston_has_a_fourth_band(tmp_path: Path) -> None:
    barn = {"code": "barn", "max_distance_feet": 233, "price_cents": 9_870_00}
    run_any_market(market_with([barn], like="houston", folder=tmp_path))


@pytest.mark.req("MARKET-03.1")
@pytest.mark.slow
def test_a_market_has_two_bands_another_clock_and_another_tax() -> None:
    run_any_market(market_folder("test"))
