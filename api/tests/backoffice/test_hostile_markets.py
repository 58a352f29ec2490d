"""A market's files that nobody can use: a start names the file, and seeding adds nothing."""

import json
import shutil
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any, Final

import pytest
from django.core.management import CommandError, call_command
from environment_helpers import environment_of
from hostile_json import BODIES
from pytest_django import Settings
from table_rows import counts

from standby.core.market import FILES, REPOSITORY, market_problem
from standby.coverage.models import CoveredZip
from standby.environment import SettingsWrong

HOUSTON: Final = REPOSITORY / "market" / "houston"
ZIP_CODES, SHAPES = "coverage_zip_codes.csv", "coverage_geometries_approximate.json"


@pytest.fixture
def market(tmp_path: Path) -> Path:
    return Path(shutil.copytree(HOUSTON, tmp_path / "houston"))


def hostile_facts(name: str) -> Iterator[bytes]:
    """A file of the market with one thing wrong in it."""
    raw = (HOUSTON / name).read_bytes()
    yield from BODIES.values()
    yield from (b"\xef\xbb\xbf" + raw, raw.decode().encode("utf-16"), raw[:-3], raw + b"]", b"[]]")
    facts = json.loads(raw)
    if isinstance(facts, dict):
        first = next(iter(facts))
        yield json.dumps({key: facts[key] for key in facts if key != first}).encode()
        yield raw.replace(b"{", f'{{"{first}": 1, '.encode(), 1)
        values: tuple[Any, ...] = ({"a": []}, [[]], "1e308", float("nan"), 7, True)
        for value in values:
            if type(value) is not type(facts[first]) or value != value:
                yield json.dumps(facts | {first: value}).encode()


@pytest.mark.parametrize("name", FILES)
def test_each_file_that_cannot_be_used_is_named_at_a_start(market: Path, name: str) -> None:
    file, raw = market / name, (market / name).read_bytes()
    missed = []
    contents = list(hostile_facts(name))
    for content in contents:
        file.write_bytes(content)
        if name not in market_problem(market):
            missed.append((content[:60], market_problem(market)))

    assert missed == []
    file.write_bytes(raw)
    assert market_problem(market) == ""
    file.unlink()
    assert market_problem(market) == f"{market} has no {name}"


def test_the_markets_are_right_and_a_wrong_fact_is_named_with_its_place(market: Path) -> None:
    for name in ("dallas", "test"):
        assert market_problem(REPOSITORY / "market" / name) == ""
    (market / "taxes.json").write_text('{\n"sales_tax_rate": 0.08.25 }')
    assert market_problem(market).endswith(
        "taxes.json cannot be read: Expecting ',' delimiter: line 2 column 23 (char 24)"
    )
    (market / "taxes.json").write_text('{"sales_tax_rate": "0.0825"}')
    (market / "milestones.json").write_text('{"acceptance": 25, "equipment": 50, "completion": 26}')
    assert market_problem(market).endswith("milestones.json: they are not 100 % of the total")
    (market / "milestones.json").write_text('{"acceptance": 25, "equipment": 50, "completion": 25}')
    place = json.loads((market / "place.json").read_text())
    (market / "place.json").write_text(json.dumps(place | {"mayor": "Ada"}))
    assert "place.json: " in market_problem(market)
    assert "mayor" in market_problem(market)
    (market / "place.json").write_text(json.dumps(place))
    calendar = json.loads((market / "calendar.json").read_text())
    calendar["office_hours"]["opens"] = 8
    (market / "calendar.json").write_text(json.dumps(calendar))
    assert market_problem(market).endswith("office_hours.opens is a number, not a text")


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"code": "medium"}, "two packages are for the same distances"),
        ({"max_distance_feet": 50}, "two packages are for the same distances"),
        ({"max_distance_feet": 0}, "'close' to 0 ft is no band"),
        ({"max_distance_feet": 2.5}, "'close' to 2.5 ft is no band"),
        ({"code": "25"}, "'25' to 25 ft is no band"),
        ({"code": "Close"}, "'Close' to 25 ft is no band"),
        ({"code": "c" * 21}, f"'{'c' * 21}' to 25 ft is no band"),
    ],
)
def test_each_package_has_a_band_and_a_distance_of_its_own(
    market: Path, changed: dict[str, Any], problem: str
) -> None:
    file = market / "packages.json"
    catalog = json.loads(file.read_text())
    catalog["packages"][0] |= changed
    file.write_text(json.dumps(catalog))
    assert market_problem(market) == f"{file}: {problem}"


HEADER: Final = b"zip_code,city,state,county,region,lat,lon\n"


def hostile_seeds() -> Iterator[tuple[str, bytes]]:
    for name, raw in BODIES.items():
        if name not in ("only []", "only {}"):  # no outlines
            yield SHAPES, raw
    shapes: tuple[Any, ...] = ([1], ["a"], [{}], [{"zip_code": "77380"}], {"zip_code": 1}, 7)
    for shape in shapes:
        yield SHAPES, json.dumps(shape).encode()
    for line in (
        b"77380", b"77380,Spring", b"77380,Spring,TX,M,N,north,west",
        b"77380,Spring,TX,M,N,1e308,0",
        b"77380,Spring,TX,M,N,nan,-95", b"77380,Spring,TX,M,N,30,-999", b"a" * 140_000,
        b"77380,\xff,TX,M,N,30,-95", b"77380,Spr\x00ing,TX,M,N,30,-95", b"77380,Spring,TX,M,N,,",
        b"77380,Spring,TX,M,N,30,-95\n77380,Spring,TX,M,N,30,-95",
    ):  # fmt: skip
        yield ZIP_CODES, HEADER + line + b"\n"
    for raw in (b"city\nSpring\n", b"zip_code\n77380\n", HEADER.decode().encode("utf-16")):
        yield ZIP_CODES, raw
    for name in ("packages.json", "generators.json", "configuration.json"):
        for raw in (b"", b"[[]]", b'{"packages": [{}]}', b'[{"kw": 1}]', b"[" * 50_000, b"\xff"):
            yield name, raw


@pytest.mark.django_db
def test_seeding_adds_nothing_of_a_market_with_a_hostile_file_and_all_of_the_good_one(
    market: Path, settings: Settings
) -> None:
    settings.MARKET = market
    before, missed = counts(), []
    tried = list(hostile_seeds())
    for name, content in tried:
        raw = (market / name).read_bytes()
        (market / name).write_bytes(content)
        try:
            call_command("seed", stdout=StringIO())
            missed.append((name, content[:60]))
        except CommandError as refused:
            assert "nothing was added" in str(refused)  # noqa: PT017 - one of many
        (market / name).write_bytes(raw)
        if counts() != before:
            missed.append((name, content[:60]))
            break

    assert missed == []
    assert len(tried) > 70
    call_command("seed", stdout=StringIO())
    assert CoveredZip.objects.count() > 100


def test_a_start_is_refused_by_the_name_of_the_file(market: Path) -> None:
    (market / "gas.json").write_bytes(b"[1")

    with pytest.raises(SettingsWrong) as refused:
        environment_of({"STANDBY_MARKET": str(market)})

    [problem] = refused.value.problems
    assert problem == (
        f"STANDBY_MARKET: {market}/gas.json cannot be read: Expecting ',' delimiter: "
        "line 1 column 3 (char 2); allowed: a folder like market/houston"
    )
