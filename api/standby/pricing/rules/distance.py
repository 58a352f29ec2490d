"""Distances from the electrical panel to the generator spot: feet, steps and distance bands."""

from enum import StrEnum
from typing import Any, Final

from standby.core.errors import Invalid, _
from standby.core.market import PACKAGES
from standby.core.policy import LONGEST_QUOTED_RUN_FT

FEET_PER_STEP: Final = 3  # DIST-01.2
MOST_STEPS: Final = 80  # DIST-01.2


class RunTooLong(Invalid):
    code = "run_too_long"
    message = _("This distance is beyond the bands.")


class RunMissing(Invalid):
    code = "run_untold"
    message = _("Please enter the distance, in feet or in steps.")


class RunNotQuoted(Invalid):
    code = "run_not_quoted"
    message = _("We quote only runs beyond the flat-rate distances, up to 2,000 ft.")


class DistanceBand(StrEnum):
    """Distance from the generator to the panel; a limit belongs to the nearer band."""

    # How far each one reaches is in the market's packages.json.
    CLOSE = "close"
    MEDIUM = "medium"
    FAR = "far"

    @property
    def max_distance_ft(self) -> int:
        return _LIMITS_FT[self]

    @property
    def in_words(self) -> str:
        """The band for a sentence: "up to 25 ft", "25 to 50 ft"."""
        nearer_ft = nearer_limit_ft(self.max_distance_ft)
        if nearer_ft is None:
            return f"up to {self.max_distance_ft} ft"
        return f"{nearer_ft} to {self.max_distance_ft} ft"

    @classmethod
    def _missing_(cls, value: object) -> "DistanceBand | None":
        # A band is also named by its farthest foot, as in /order?band=25.
        return next((band for band, feet in _LIMITS_FT.items() if str(feet) == str(value)), None)


def limits_of(packages: list[dict[str, Any]]) -> dict[DistanceBand, int]:
    """Return how far each band reaches, in feet, nearest first.

    Raises ValueError unless there is one package for each band.
    """
    limits = {package["band"]: package["max_distance_feet"] for package in packages}
    if sorted(package["band"] for package in packages) != sorted(DistanceBand):
        names = ", ".join(DistanceBand)
        raise ValueError(f"packages.json needs one package for each of {names}")
    return {band: limits[band] for band in sorted(DistanceBand, key=lambda band: limits[band])}


_LIMITS_FT: Final = limits_of(PACKAGES)  # nearest first
BAND_LIMITS_FT: Final = tuple(_LIMITS_FT.values())
FARTHEST_BAND: Final = tuple(_LIMITS_FT)[-1]
LONGEST_FLAT_RUN_FT: Final = BAND_LIMITS_FT[-1]


def nearer_limit_ft(run_ft: int) -> int | None:
    """Return from which run on down the price is a nearer band's; None in the nearest band."""
    nearer = [feet for feet in BAND_LIMITS_FT if feet < run_ft]
    return nearer[-1] if nearer else None


def feet_from_steps(steps: int) -> int:
    return min(max(steps, 0), MOST_STEPS) * FEET_PER_STEP


def band_for(run_ft: int) -> DistanceBand:
    for band, farthest_ft in _LIMITS_FT.items():
        if run_ft <= farthest_ft:
            return band
    raise RunTooLong(f"a run of {run_ft} ft is over {LONGEST_FLAT_RUN_FT} ft")


def manual_quote_run_ft(*, run_ft: int | None, steps: int | None) -> int:
    if (run_ft is None) == (steps is None):
        raise RunMissing(field="run_ft")
    requested_ft = run_ft if steps is None else feet_from_steps(steps)
    if requested_ft is None or not LONGEST_FLAT_RUN_FT < requested_ft <= LONGEST_QUOTED_RUN_FT:
        raise RunNotQuoted(field="run_ft" if steps is None else "steps")
    return requested_ft
