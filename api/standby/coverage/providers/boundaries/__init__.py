"""Boundaries of ZIP codes, from the files that the Census Bureau publishes: shapefiles in a zip
(.shp, .shx, .dbf and .prj), and GeoJSON. Read in a child process that may crash without harm.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

# The finest tolerance is about 50 m, a third of a pixel at zoom 10 (decision 13).
TOLERANCES_DEG: Final = (0.0005, 0.001, 0.002)
DIGITS: Final = 5  # about one meter
MOST_BYTES: Final = 500_000  # all boundaries of the coverage map; about 150 kB compressed
_CHILD: Final = Path(__file__).with_name("child.py")
# wall-clock seconds on a busy machine; the child's own limit counts CPU time
_LONGEST_S: Final = 900.0
_ALONE: Final = {"OPENBLAS_NUM_THREADS": "1"}  # one thread per core would exceed the memory limit


class BoundariesRefused(Exception):
    """The file cannot be used; `code` is the reason."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def read_boundaries(file: Path, *, zip_codes: frozenset[str]) -> dict[str, Any]:
    """Read and simplify the boundaries of these ZIP codes. Raises BoundariesRefused.

    A border shared by two of them is still the same line after simplification. Returns
    `boundaries` (each with zip_code, bbox, geometry, inner_point as latitude and longitude,
    points_before, points_after), the `unlisted` other ZIP codes of the file, `tolerance_deg`,
    `do_borders_match`, the ZIP codes whose border was `repaired`, and `peak_bytes` of memory.
    """
    with tempfile.TemporaryDirectory(prefix="standby-boundaries-") as folder:
        rules = Path(folder) / "rules.json"
        rules.write_text(
            json.dumps(
                {
                    "wanted": sorted(zip_codes),
                    "tolerances_deg": TOLERANCES_DEG,
                    "digits": DIGITS,
                    "most_bytes": MOST_BYTES,
                }
            )
        )
        try:
            ran = subprocess.run(  # noqa: S603 - our own program, no shell
                [sys.executable, "-I", _CHILD, file.resolve(), rules],
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
    if "refused" in result:
        raise BoundariesRefused(result["refused"])
    return result
