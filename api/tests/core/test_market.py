"""The folder of the market in use, and what is read from it."""

from dataclasses import replace
from pathlib import Path

import pytest

from standby.core.market import REPOSITORY, market_folder, read_company


@pytest.mark.req("MARKET-01.1")
@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("", REPOSITORY / "market" / "houston"),
        ("dallas", REPOSITORY / "market" / "dallas"),
        ("market/austin", REPOSITORY / "market" / "austin"),
        (" /srv/austin ", Path("/srv/austin")),
    ],
)
def test_a_market_is_a_folder_by_its_name_or_path(
    name: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert market_folder(name) == folder


def test_downloads_are_named_for_the_company() -> None:
    company = replace(read_company(market_folder("")), name="Smith & Sons, Inc.")
    assert company.file_name("orders.csv") == "smith-sons-inc-orders.csv"


def test_a_company_without_a_fact_or_with_an_unknown_one_is_refused(tmp_path: Path) -> None:
    for facts in ('{"name": "Standby"}', '{"slogan": "Always on"}'):
        (tmp_path / "company.json").write_text(facts)
        with pytest.raises(TypeError):
            read_company(tmp_path)
