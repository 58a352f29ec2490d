"""Read boundary files in a child process that may crash without harm."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from standby.coverage.providers.outlines import BoundariesRefused, Boundary, BoundaryFile
from standby.coverage.rules.policy import MAP_OUTLINES_BYTES, OUTLINE_DIGITS, OUTLINE_TOLERANCES_DEG

_CHILD: Final = Path(__file__).with_name("child.py")
# wall-clock seconds on a busy machine; the child's own limit counts CPU time
_LONGEST_S: Final = 900.0
_ALONE: Final = {"OPENBLAS_NUM_THREADS": "1"}  # one thread per core would exceed the memory limit


class CensusBoundaryReader:
    """Reads shapefiles as published (a zip with .shp, .shx, .dbf and .prj), and GeoJSON."""

    def read(self, file: Path, *, zip_codes: frozenset[str]) -> BoundaryFile:
        with tempfile.TemporaryDirectory(prefix="standby-outlines-") as folder:
            rules = Path(folder) / "rules.json"
            rules.write_text(_rules(zip_codes))
            result = _run_child(file.resolve(), rules)
        if "refused" in result:
            raise BoundariesRefused(result["refused"])
        return BoundaryFile(
            outlines=tuple(_outline(one) for one in result["outlines"]),
            unlisted=tuple(result["unlisted"]),
            tolerance_deg=result["tolerance_deg"],
            do_borders_match=result["do_borders_match"],
            repaired=tuple(result["repaired"]),
            peak_bytes=result["peak_bytes"],
        )


def _rules(zip_codes: frozenset[str]) -> str:
    return json.dumps(
        {
            "wanted": sorted(zip_codes),
            "tolerances_deg": OUTLINE_TOLERANCES_DEG,
            "digits": OUTLINE_DIGITS,
            "most_bytes": MAP_OUTLINES_BYTES,
        }
    )


def _run_child(file: Path, rules: Path) -> dict[str, Any]:
    try:
        ran = subprocess.run(  # noqa: S603 - our own program, no shell
            [sys.executable, "-I", _CHILD, file, rules],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_ALONE,
            timeout=_LONGEST_S,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise BoundariesRefused("boundaries_too_detailed") from late
    if ran.returncode < 0:
        raise BoundariesRefused("boundaries_too_detailed")
    if ran.returncode:
        raise BoundariesRefused("boundaries_unreadable")
    result: dict[str, Any] = json.loads(ran.stdout)
    return result


def _outline(data: dict[str, Any]) -> Boundary:
    west, south, east, north = data["bbox"]
    lat, lon = data["inner_point"]
    return Boundary(
        zip_code=data["zip_code"],
        bbox=(west, south, east, north),
        geometry=data["geometry"],
        inner_point=(lat, lon),
        points_before=data["points_before"],
        points_after=data["points_after"],
    )
