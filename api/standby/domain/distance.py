"""Runs from the electrical panel to the generator spot, the steps they take, and their bands."""

from enum import StrEnum
from typing import Final

from standby.domain.errors import Invalid

FEET_PER_STEP: Final = 3  # spec §5
MOST_STEPS: Final = 80  # spec §5


class RunTooLong(Invalid):
    """Distance over 150 ft detected."""

    code = "run_too_long"


class DistanceBand(StrEnum):
    """How far the generator stands from the panel; an edge belongs to the nearer band."""

    CLOSE = "close"
    MEDIUM = "medium"
    FAR = "far"

    @property
    def max_distance_ft(self) -> int:
        return _FARTHEST_FT[self]

    @classmethod
    def _missing_(cls, named: object) -> "DistanceBand | None":
        """A band is also named by its farthest foot, as in /order?band=25 (spec §5)."""
        return next((band for band, feet in _FARTHEST_FT.items() if str(feet) == str(named)), None)


_FARTHEST_FT: Final = {
    DistanceBand.CLOSE: 25,
    DistanceBand.MEDIUM: 50,
    DistanceBand.FAR: 150,
}


def feet_from_steps(steps: int) -> int:
    """Steps are clamped to 0 to 80; one is 3 ft (spec §5)."""
    return min(max(steps, 0), MOST_STEPS) * FEET_PER_STEP


def band_for(run_ft: int) -> DistanceBand:
    """The nearest band that holds the run. Raises RunTooLong over 150 ft."""
    for band, farthest_ft in _FARTHEST_FT.items():
        if run_ft <= farthest_ft:
            return band
    raise RunTooLong(f"a run of {run_ft} ft is over {DistanceBand.FAR.max_distance_ft} ft")


def band_of_max_distance(max_distance_ft: int) -> DistanceBand:
    """The band that a package of this distance serves. Raises KeyError for any other distance."""
    return {farthest_ft: band for band, farthest_ft in _FARTHEST_FT.items()}[max_distance_ft]
