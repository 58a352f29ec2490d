"""The folder of the market in use, and what is read from it."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from standby.core.market import (
    REPOSITORY,
    market_folder,
    market_problem,
    read_company,
    read_translated_terms,
)


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


@pytest.fixture
def market(tmp_path: Path) -> Path:
    return Path(shutil.copytree(market_folder("test"), tmp_path / "market"))


def test_terms_in_another_language_are_the_texts_that_differ(market: Path) -> None:
    ours = json.loads((market / "terms.json").read_text())
    things = [{"text": f"⟦{each['name']}⟧"} for each in ours["not_included"]]
    texts = {"fee_name": "⟦fee⟧", "warranty": {"workmanship": "⟦ours⟧"}, "not_included": things}
    (market / "terms.el.json").write_text(json.dumps(texts))

    terms = read_translated_terms(market)["el"]

    assert market_problem(market) == ""
    assert (terms.fee_name, terms.fee_includes) == ("⟦fee⟧", ours["fee_includes"])
    assert terms.warranty == ours["warranty"] | {"workmanship": "⟦ours⟧"}
    assert terms.fee_credit_days == ours["fee_credit_days"]
    assert [each["text"] for each in terms.not_included] == [each["text"] for each in things]
    assert [each["name"] for each in terms.not_included] == [
        each["name"] for each in ours["not_included"]
    ]


@pytest.mark.parametrize(
    "texts",
    [
        {"fee_credit_days": 90},
        {"diagnostic": {"fee_cents": 1}},
        {"slogan": "Always on"},
        {"not_included": []},
        {"warranty": "forever"},
        {"fee_name": None},
        [],
    ],
)
def test_a_translation_promises_nothing_else_than_the_terms(texts: Any, market: Path) -> None:
    (market / "terms.el.json").write_text(json.dumps(texts))

    assert "is no translation of what terms.json has" in market_problem(market)
