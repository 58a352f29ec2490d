"""Boundaries of ZIP codes, from the boundary files that the Census Bureau publishes."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol


@dataclass(frozen=True, slots=True, kw_only=True)
class Boundary:
    """One ZIP code's simplified boundary as GeoJSON; `inner_point` is (latitude, longitude)."""

    zip_code: str
    bbox: tuple[float, float, float, float]
    geometry: Mapping[str, Any]
    inner_point: tuple[float, float]
    points_before: int
    points_after: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundaryFile:
    """The result of reading a file; `unlisted` are ZIP codes in it that were not requested."""

    boundaries: tuple[Boundary, ...]
    unlisted: tuple[str, ...]
    tolerance_deg: float
    do_borders_match: bool
    repaired: tuple[str, ...]
    peak_bytes: int


class BoundariesRefused(Exception):
    """The file cannot be used; `code` is the reason."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class BoundaryReader(Protocol):
    def read(self, file: Path, *, zip_codes: frozenset[str]) -> BoundaryFile:
        """Read the boundaries of these ZIP codes, ignoring all others. Raises BoundariesRefused.

        A border shared by two of them is still the same line after simplification.
        """
        ...
