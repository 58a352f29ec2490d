"""Distances from the electrical panel to the generator spot: feet, steps and distance bands."""

from enum import StrEnum
from typing import Final

from standby.core.errors import Invalid, _
from standby.core.policy import LONGEST_QUOTED_RUN_FT

FEET_PER_STEP: Final = 3  # DIST-01.2
MOST_STEPS: Final = 80  # DIST-01.2


class RunTooLong(Invalid):
    code = "run_too_long"
    message = _("Distance over 150 ft detected.")


class RunMissing(Invalid):
    code = "run_untold"
    message = _("Please tell the distance, in feet or in steps.")


class RunNotQuoted(Invalid):
    code = "run_not_quoted"
    message = _("We quote runs from 151 to 2,000 ft one by one; up to 150 ft the price is flat.")


class DistanceBand(StrEnum):
    """Distance from the generator to the panel; a limit belongs to the nearer band."""

    CLOSE = "close"
    MEDIUM = "medium"
    FAR = "far"

    @property
    def max_distance_ft(self) -> int:
        return _FARTHEST_FT[self]

    @property
    def in_words(self) -> str:
        """The band for a sentence: "up to 25 ft", "25 to 50 ft"."""
        nearer_ft = [feet for feet in BAND_LIMITS_FT if feet < self.max_distance_ft]
        if not nearer_ft:
            return f"up to {self.max_distance_ft} ft"
        return f"{nearer_ft[-1]} to {self.max_distance_ft} ft"

    @classmethod
    def _missing_(cls, value: object) -> "DistanceBand | None":
        # A band is also named by its farthest foot, as in /order?band=25.
        return next((band for band, feet in _FARTHEST_FT.items() if str(feet) == str(value)), None)


_FARTHEST_FT: Final = {DistanceBand.CLOSE: 25, DistanceBand.MEDIUM: 50, DistanceBand.FAR: 150}

BAND_LIMITS_FT: Final = tuple(_FARTHEST_FT.values())


def feet_from_steps(steps: int) -> int:
    return min(max(steps, 0), MOST_STEPS) * FEET_PER_STEP


def band_for(run_ft: int) -> DistanceBand:
    for band, farthest_ft in _FARTHEST_FT.items():
        if run_ft <= farthest_ft:
            return band
    raise RunTooLong(f"a run of {run_ft} ft is over {DistanceBand.FAR.max_distance_ft} ft")


def manual_quote_run_ft(*, run_ft: int | None, steps: int | None) -> int:
    if (run_ft is None) == (steps is None):
        raise RunMissing(field="run_ft")
    requested_ft = run_ft if steps is None else feet_from_steps(steps)
    if (
        requested_ft is None
        or not DistanceBand.FAR.max_distance_ft < requested_ft <= LONGEST_QUOTED_RUN_FT
    ):
        raise RunNotQuoted(field="run_ft" if steps is None else "steps")
    return requested_ft


def band_for_max_distance(max_distance_ft: int) -> DistanceBand:
    return {farthest_ft: band for band, farthest_ft in _FARTHEST_FT.items()}[max_distance_ft]
