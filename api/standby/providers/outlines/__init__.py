"""The outlines of ZIP codes, from the boundary files that the Census Bureau publishes."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Boundary:
    """One ZIP code's border, made simpler, as GeoJSON. `inner_point`: latitude, longitude."""

    zip_code: str
    bbox: tuple[float, float, float, float]
    geometry: Mapping[str, Any]
    inner_point: tuple[float, float]
    points_before: int
    points_after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundaryFile:
    """What was found in a file. `unlisted` are its ZIP codes that nobody asked for."""

    outlines: tuple[Boundary, ...]
    unlisted: tuple[str, ...]
    tolerance_deg: float
    do_borders_match: bool
    repaired: tuple[str, ...]
    peak_bytes: int


class BoundariesRefused(Exception):
    """Nothing can be taken from this file; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class BoundaryReader(Protocol):
    def read(self, file: Path, *, zip_codes: frozenset[str]) -> BoundaryFile:
        """The outlines of these ZIP codes, whatever else the file holds. Raises BoundariesRefused.

        Borders that two of them share are the same line afterwards too.
        """
        ...
