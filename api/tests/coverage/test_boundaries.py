"""Boundary files as the Census Bureau publishes them: read in bounded memory, borders kept."""

import json
import random
import time
import zipfile
from collections.abc import Iterable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from census_files import NAD83, TEXAS_FEET, Grid, write_geojson, write_shapefile

from standby.coverage.providers.boundaries import MOST_BYTES, BoundariesRefused, read_boundaries

ZIPS = [f"770{number:02d}" for number in range(2, 22)]
WANTED = frozenset(ZIPS[:12])
GRID = Grid(zips=ZIPS, detail=200, islands=frozenset({"77003"}))


def read(file: Path, *, wanted: Iterable[str] = WANTED) -> dict[str, Any]:
    return read_boundaries(file, zip_codes=frozenset(wanted))


def refused(file: Path) -> str:
    with pytest.raises(BoundariesRefused) as refusal:
        read(file)
    return refusal.value.code


def borders(outline: dict[str, Any]) -> set[frozenset[tuple[float, float]]]:
    """Every stretch of its border, whichever way it is walked."""
    polygons = outline["geometry"]["coordinates"]
    if outline["geometry"]["type"] == "Polygon":
        polygons = [polygons]
    return {
        frozenset((tuple(here), tuple(there)))
        for polygon in polygons
        for ring in polygon
        for here, there in pairwise(ring)
    }


@pytest.mark.parametrize("kind", ["tiger", "cartographic"])
def test_both_published_forms_give_the_wanted_outlines_and_name_the_others(
    tmp_path: Path, kind: Any
) -> None:
    found = read(write_shapefile(tmp_path / "zcta.zip", GRID, kind=kind), wanted={*WANTED, "77999"})

    assert [one["zip_code"] for one in found["boundaries"]] == sorted(WANTED)
    assert set(found["unlisted"]) == set(ZIPS) - WANTED
    assert found["do_borders_match"]
    assert found["repaired"] == []
    first = found["boundaries"][0]
    west, south, east, north = first["bbox"]
    lat, lon = first["inner_point"]
    assert south < lat < north
    assert west < lon < east
    assert first["points_after"] < first["points_before"] / 2
    assert found["boundaries"][1]["geometry"]["type"] == "MultiPolygon"


def test_the_same_areas_as_geojson_give_the_same_outlines(tmp_path: Path) -> None:
    shapes = read(write_shapefile(tmp_path / "zcta.zip", GRID))
    plain = read(write_geojson(tmp_path / "zcta.geojson", GRID))
    with zipfile.ZipFile(tmp_path / "geo.zip", "w") as archive:
        archive.write(tmp_path / "zcta.geojson", "houston.json")
    packed = read(tmp_path / "geo.zip")

    assert [one["points_before"] for one in plain["boundaries"]] == [
        one["points_before"] for one in shapes["boundaries"]
    ]
    assert list(map(borders, packed["boundaries"])) == list(map(borders, plain["boundaries"]))


def test_neighbours_share_their_border_point_by_point_afterwards(tmp_path: Path) -> None:
    found = read(write_shapefile(tmp_path / "zcta.zip", Grid(zips=ZIPS, detail=200)), wanted=ZIPS)

    sides: dict[frozenset[tuple[float, float]], int] = {}
    for outline in found["boundaries"]:
        for side in borders(outline):
            sides[side] = sides.get(side, 0) + 1
    shared = sum(1 for count in sides.values() if count == 2)
    print(f"sides: {len(sides)}, shared by two: {shared}, by more: {max(sides.values())}")
    assert max(sides.values()) == 2
    assert shared > len(sides) / 2  # 20 cells in 4 columns: 31 borders inside, 18 on the edge


def test_what_is_too_much_for_the_map_is_drawn_coarser(tmp_path: Path) -> None:
    many = [f"77{number:03d}" for number in range(200)]

    found = read(write_shapefile(tmp_path / "zcta.zip", Grid(zips=many, detail=200)), wanted=many)

    weight = len(
        json.dumps([one["geometry"] for one in found["boundaries"]], separators=(",", ":"))
    )
    assert found["tolerance_deg"] > 0.0005
    assert weight <= MOST_BYTES


def test_parts_of_one_zip_in_several_records_are_one_outline(tmp_path: Path) -> None:
    found = read(write_shapefile(tmp_path / "z.zip", Grid(zips=["77002"] * 2)), wanted={"77002"})

    [one] = found["boundaries"]
    assert one["geometry"]["type"] == "Polygon"


def test_a_border_that_crosses_itself_is_repaired_and_told(tmp_path: Path) -> None:
    bow = [[[-95, 29], [-94.9, 29.1], [-94.9, 29], [-95, 29.1], [-95, 29]]]
    file = feature(tmp_path, {"type": "Polygon", "coordinates": bow})

    found = read(file)

    assert found["repaired"] == ["77002"]
    assert found["boundaries"][0]["geometry"]["type"] == "MultiPolygon"


def test_neighbours_drawn_apart_are_told(tmp_path: Path) -> None:
    file = write_geojson(tmp_path / "z.json", Grid(zips=["77002", "77003"], detail=4))
    file.write_text(file.read_text().replace("-95.9,", "-95.89997,", 1))

    assert not read(file)["do_borders_match"]


@pytest.mark.parametrize("column", ["ZCTA5CE10", "GEOID20", "ZIP_CODE", "zipcode", "PostalCode"])
def test_the_column_of_the_zip_code_is_found_and_a_number_has_its_zeros_back(
    tmp_path: Path, column: str
) -> None:
    file = write_geojson(tmp_path / "z.json", Grid(zips=["07001"]), column=column)
    assert [one["zip_code"] for one in read(file, wanted={"07001"})["boundaries"]] == ["07001"]

    file.write_text(file.read_text().replace('"07001"', "7001"))
    assert [one["zip_code"] for one in read(file, wanted={"07001"})["boundaries"]] == ["07001"]


def test_an_area_that_is_empty_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    assert read(feature(tmp_path, None))["boundaries"] == []


def feature(folder: Path, geometry: Any) -> Path:
    file = folder / "one.geojson"
    told = {"type": "Feature", "properties": {"ZIP": "77002"}, "geometry": geometry}
    file.write_text(json.dumps({"type": "FeatureCollection", "features": [told]}))
    return file


@pytest.mark.parametrize(
    ("without", "prj", "code"),
    [
        (".dbf", NAD83, "boundaries_incomplete"),
        (".shx", NAD83, "boundaries_incomplete"),
        (".shp", NAD83, "boundaries_not_found"),
        ("", TEXAS_FEET, "boundaries_not_in_degrees"),
    ],
)
def test_a_shapefile_that_lacks_something_is_refused_with_its_reason(
    tmp_path: Path, without: str, prj: str, code: str
) -> None:
    file = write_shapefile(tmp_path / "z.zip", GRID, without=without, prj=prj)

    assert refused(file) == code


def test_a_shapefile_without_its_prj_is_read_if_it_is_in_degrees(tmp_path: Path) -> None:
    assert read(write_shapefile(tmp_path / "z.zip", GRID, without=".prj"))["boundaries"]
    in_feet = Grid(zips=ZIPS, west=3_100_000, south=13_800_000, cell_deg=10_000)
    file = write_shapefile(tmp_path / "feet.zip", in_feet, without=".prj")
    assert refused(file) == "boundaries_not_in_degrees"


def features(geometry: str) -> bytes:
    return b'{"features": [{"properties": {"ZIP": "77002"}, "geometry": %s}]}' % geometry.encode()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "boundaries_unreadable"),
        (b"zip_code,city\n77002,Houston\n", "boundaries_unreadable"),
        (b'{"type": "FeatureCollection", "features": []}', "boundaries_not_found"),
        (b'{"features": [{"properties": {"name": "x"}}]}', "boundaries_without_zips"),
        (b'{"features": [{"properties": null}]}', "boundaries_without_zips"),
        (b'{"features": [1, 2]}', "boundaries_unreadable"),
        (b'{"features": [{"properties": {"ZIP": "77002"}, "geometry":', "boundaries_unreadable"),
        (b'{"features":' + b"[" * 100_000, "boundaries_too_detailed"),
        (b"PK\x05\x06" + bytes(18), "boundaries_not_found"),
        (features('{"type": "Point", "coordinates": [-95, 29]}'), "boundaries_no_areas"),
        *(
            (features(f'{{"type": "Polygon", "coordinates": {rings}}}'), "boundaries_unreadable")
            for rings in (
                "[[[-95, 29], [-94, 29]]]",
                '[[["a", "b"], ["a", "b"], ["a", "b"], ["a", "b"]]]',
                '"x"',
            )
        ),
    ],
)
def test_what_is_no_boundary_file_is_refused(tmp_path: Path, content: bytes, code: str) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)

    assert refused(file) == code


def test_what_stays_too_much_for_the_map_is_refused(tmp_path: Path) -> None:
    islands = [
        [[[x, y], [x + 0.004, y], [x + 0.004, y + 0.004], [x, y + 0.004], [x, y]]]
        for x, y in ((-96 + step % 100 / 100, 29 + step // 100 / 100) for step in range(9_000))
    ]
    file = tmp_path / "islands.geojson"
    file.write_bytes(features(json.dumps({"type": "MultiPolygon", "coordinates": islands})))

    assert refused(file) == "boundaries_too_detailed"


def test_a_feature_without_properties_or_area_is_passed_by(tmp_path: Path) -> None:
    square = write_geojson(tmp_path / "z.geojson", Grid(zips=ZIPS[:2], detail=3))
    whole = json.loads(square.read_text())
    flat = json.loads(json.dumps(whole["features"][0]))
    flat["geometry"] = {
        "type": "Polygon",
        "coordinates": [[[-95, 29], [-94, 29], [-95, 29], [-95, 29]]],
    }
    flat["properties"] = dict.fromkeys(flat["properties"], ZIPS[2])
    odd = {"type": "Feature", "properties": None, "geometry": None}
    file = tmp_path / "odd.geojson"
    file.write_text(json.dumps({**whole, "features": [odd, flat, *whole["features"]]}))

    found = read(file, wanted=ZIPS[:3])

    assert [one["zip_code"] for one in found["boundaries"]] == ZIPS[:2]


def test_a_locked_or_double_zip_is_refused(tmp_path: Path) -> None:
    file = write_shapefile(tmp_path / "z.zip", GRID)
    locked = bytearray(file.read_bytes())
    locked[locked.index(b"PK\x01\x02") + 8] |= 1
    (tmp_path / "l.zip").write_bytes(bytes(locked))
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("another.shp", b"")

    assert refused(file) == "boundaries_two_layers"
    assert refused(tmp_path / "l.zip") == "boundaries_locked"


def test_damage_is_refused_or_read_past_and_never_worse(tmp_path: Path) -> None:
    whole = write_shapefile(tmp_path / "z.zip", Grid(zips=ZIPS[:4], detail=3)).read_bytes()
    pick = random.Random(42)

    for _ in range(12):
        damaged = bytearray(
            whole[: pick.randrange(50, len(whole))] if pick.random() < 0.5 else whole
        )
        for _ in range(20):
            damaged[pick.randrange(len(damaged))] = pick.randrange(256)
        file = tmp_path / "damaged.zip"
        file.write_bytes(bytes(damaged))
        with suppress(BoundariesRefused):
            read(file)


@pytest.mark.slow
@pytest.mark.nightly
def test_a_national_file_is_read_within_a_fixed_memory(tmp_path: Path) -> None:
    """33,791 areas, as in 2020; 183 of them are ours, and spread over the whole file."""
    country = [f"{number:05d}" for number in range(1, 33_792)]
    wanted = frozenset(country[::185])
    file = write_shapefile(tmp_path / "tl_2020_us_zcta520.zip", Grid(zips=country, detail=100))
    with zipfile.ZipFile(file) as archive:
        unpacked = sum(member.file_size for member in archive.infolist())

    started = time.perf_counter()
    found = read(file, wanted=wanted)
    took_s = time.perf_counter() - started

    print(
        f"OPS-12: {file.stat().st_size >> 20} MB ({unpacked >> 20} MB unpacked), "
        f"{len(country):,} areas: {took_s:.1f} s, peak memory {found['peak_bytes'] >> 20} MB"
    )
    assert {one["zip_code"] for one in found["boundaries"]} == wanted
    assert len(found["unlisted"]) == len(country) - len(wanted)
    assert found["peak_bytes"] < 300 * 1024 * 1024
