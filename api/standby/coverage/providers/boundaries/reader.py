"""Read boundary files in a child process that may crash without harm."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from standby.coverage.providers.boundaries import BoundariesRefused, Boundary, BoundaryFile
from standby.coverage.rules.policy import (
    BOUNDARY_DIGITS,
    BOUNDARY_TOLERANCES_DEG,
    MAP_BOUNDARIES_BYTES,
)

_CHILD: Final = Path(__file__).with_name("child.py")
# wall-clock seconds on a busy machine; the child's own limit counts CPU time
_LONGEST_S: Final = 900.0
_ALONE: Final = {"OPENBLAS_NUM_THREADS": "1"}  # one thread per core would exceed the memory limit


class CensusBoundaryReader:
    """Reads shapefiles as published (a zip with .shp, .shx, .dbf and .prj), and GeoJSON."""

    def read(self, file: Path, *, zip_codes: frozenset[str]) -> BoundaryFile:
        with tempfile.TemporaryDirectory(prefix="standby-boundaries-") as folder:
            rules = Path(folder) / "rules.json"
            rules.write_text(
                json.dumps(
                    {
                        "wanted": sorted(zip_codes),
                        "tolerances_deg": BOUNDARY_TOLERANCES_DEG,
                        "digits": BOUNDARY_DIGITS,
                        "most_bytes": MAP_BOUNDARIES_BYTES,
                    }
                )
            )
            result = _run_child(file.resolve(), rules)
        if "refused" in result:
            raise BoundariesRefused(result["refused"])
        return BoundaryFile(
            boundaries=tuple(
                Boundary(
                    **one | {"bbox": tuple(one["bbox"]), "inner_point": tuple(one["inner_point"])},
                )
                for one in result["boundaries"]
            ),
            unlisted=tuple(result["unlisted"]),
            tolerance_deg=result["tolerance_deg"],
            do_borders_match=result["do_borders_match"],
            repaired=tuple(result["repaired"]),
            peak_bytes=result["peak_bytes"],
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
