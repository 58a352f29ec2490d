"""Boundary files in the exact form in which the Census Bureau publishes them, of invented areas.

The areas are cells of a grid with crooked borders: two neighbours have the very same points along
the border they share, as in the Census's own files.
"""

import io
import json
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isqrt
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import shapefile

Points = npt.NDArray[np.float64]
NAD83 = (
    'GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983",'
    'SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],'
    'UNIT["Degree",0.0174532925199433]]'
)
TEXAS_FEET = 'PROJCS["NAD_1983_StatePlane_Texas_South_Central_FIPS_4204_Feet",' + NAD83 + "]"
# Name, type and width of each column, as published
TIGER = (
    ("ZCTA5CE20", "C", 5), ("GEOID20", "C", 5), ("CLASSFP20", "C", 2), ("MTFCC20", "C", 5),
    ("FUNCSTAT20", "C", 1), ("ALAND20", "N", 14), ("AWATER20", "N", 14),
    ("INTPTLAT20", "C", 11), ("INTPTLON20", "C", 12),
)  # fmt: skip
CARTOGRAPHIC = (
    ("ZCTA5CE20", "C", 5), ("AFFGEOID20", "C", 14), ("GEOID20", "C", 5), ("NAME20", "C", 5),
    ("LSAD20", "C", 2), ("ALAND20", "N", 14), ("AWATER20", "N", 14),
)  # fmt: skip
Kind = Literal["tiger", "cartographic"]
LAYERS = {
    "tiger": ("tl_2020_us_zcta520", TIGER),
    "cartographic": ("cb_2020_us_zcta520_500k", CARTOGRAPHIC),
}


@dataclass(frozen=True, kw_only=True)
class Grid:
    """Cells in rows, each with a ZIP code; `detail` points along each of its four borders."""

    zips: Sequence[str]
    west: float = -96.0
    south: float = 29.0
    cell_deg: float = 0.1
    detail: int = 40
    islands: frozenset[str] = frozenset()  # those that have a second part, out at sea

    def cells(self) -> Iterator[tuple[str, list[Points]]]:
        """Each ZIP code with its rings, clockwise."""
        columns = isqrt(len(self.zips) - 1) + 1
        for number, zip_code in enumerate(self.zips):
            row, column = divmod(number, columns)
            parts = [self._ring(row, column)]
            if zip_code in self.islands:
                parts.append(self._ring(row - 100, column))
            yield zip_code, parts

    def _ring(self, row: int, column: int) -> Points:
        up = self._border(row, column, is_upright=True)
        top = self._border(row + 1, column, is_upright=False)
        down = self._border(row, column + 1, is_upright=True)[::-1]
        bottom = self._border(row, column, is_upright=False)[::-1]
        return np.concatenate([up[:-1], top[:-1], down[:-1], bottom])

    def _border(self, row: int, column: int, *, is_upright: bool) -> Points:
        """From a corner of the grid to the next: the same for both cells that it parts."""
        along = np.linspace(0.0, 1.0, self.detail + 1)
        noise = np.random.default_rng(abs(hash((row, column, is_upright))))
        walked = np.cumsum(noise.uniform(-1, 1, self.detail + 1)) / self.detail
        room = 0.3 * np.minimum(along, 1 - along)  # near a corner the other border is near, too
        crooked = np.clip(walked, -room, room)
        x = column + (crooked if is_upright else along)
        y = row + (along if is_upright else crooked)
        points = np.column_stack([self.west + x * self.cell_deg, self.south + y * self.cell_deg])
        rounded: Points = points.round(6)
        return rounded


def write_shapefile(
    file: Path, grid: Grid, *, kind: Kind = "tiger", prj: str = NAD83, without: str = ""
) -> Path:
    """`tl_2020_us_zcta520.zip` and its like. `without` leaves out the member of that ending."""
    layer, columns = LAYERS[kind]
    shp, shx, dbf = io.BytesIO(), io.BytesIO(), io.BytesIO()
    with shapefile.Writer(shp=shp, shx=shx, dbf=dbf, shapeType=shapefile.POLYGON) as out:
        for name, its_kind, width in columns:
            out.field(name, its_kind, width)
        for zip_code, parts in grid.cells():
            out.poly([part.tolist() for part in parts])
            out.record(**_record_of(zip_code, middle=parts[0].mean(axis=0)))
    members: dict[str, bytes] = {
        ".shp": shp.getvalue(),
        ".shx": shx.getvalue(),
        ".dbf": dbf.getvalue(),
        ".prj": prj.encode(),
        ".cpg": b"UTF-8",
        ".shp.iso.xml": b"<gmi:MI_Metadata/>",
        ".shp.ea.iso.xml": b"<gfc:FC_FeatureCatalogue/>",
    }
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for ending, content in members.items():
            if ending != without:
                archive.writestr(f"{layer}{ending}", content)
    return file


def write_geojson(file: Path, grid: Grid, *, column: str = "ZCTA5CE20") -> Path:
    features = []
    for zip_code, parts in grid.cells():
        rings = [[part[::-1].tolist()] for part in parts]
        geometry: dict[str, Any] = {"type": "MultiPolygon", "coordinates": rings}
        if len(rings) == 1:
            geometry = {"type": "Polygon", "coordinates": rings[0]}
        feature = {"type": "Feature", "properties": {column: zip_code}, "geometry": geometry}
        features.append(feature)
    file.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    return file


def _record_of(zip_code: str, *, middle: Points) -> dict[str, Any]:
    return {
        "ZCTA5CE20": zip_code,
        "GEOID20": zip_code,
        "NAME20": zip_code,
        "AFFGEOID20": f"860Z200US{zip_code}",
        "CLASSFP20": "B5",
        "MTFCC20": "G6350",
        "FUNCSTAT20": "S",
        "LSAD20": "Z5",
        "ALAND20": 63411475,
        "AWATER20": 157689,
        "INTPTLAT20": f"{middle[1]:+.7f}"[:11],
        "INTPTLON20": f"{middle[0]:+012.7f}"[:12],
    }
