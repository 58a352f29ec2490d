"""Distances from the electrical panel to the generator spot: feet, steps and distance bands."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from standby.core.errors import Invalid, _
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


@dataclass(frozen=True, slots=True)
class Band:
    """Runs from the panel to the generator at one flat price: beyond `from_ft`, up to `max_ft`.

    `from_ft` is 0 in the nearest band.
    """

    code: str
    from_ft: int
    max_ft: int

    @property
    def in_words(self) -> str:
        """The band in the stored line of a price, which is English: "up to 25 ft"."""
        if self.from_ft == 0:
            return f"up to {self.max_ft} ft"
        return f"{self.from_ft} to {self.max_ft} ft"

    @property
    def as_quoted(self) -> dict[str, Any]:
        """The columns of a quote that keep the band as it was."""
        return {"band": self.code, "band_from_ft": self.from_ft, "band_max_ft": self.max_ft}

    def holds(self, run_ft: int) -> bool:
        return (self.from_ft == 0 or self.from_ft < run_ft) and run_ft <= self.max_ft


def bands_of(reaches: Iterable[tuple[str, int]]) -> tuple[Band, ...]:
    """Return the bands of these codes and reaches in feet, nearest first.

    Of two with the same code or the same reach the first counts.
    """
    max_ft_by_code: dict[str, int] = {}
    for code, max_ft in reaches:
        if code not in max_ft_by_code and max_ft not in max_ft_by_code.values():
            max_ft_by_code[code] = max_ft
    nearest_first = sorted(max_ft_by_code.items(), key=lambda each: each[1])
    limits_ft = [0, *(max_ft for _code, max_ft in nearest_first)]
    return tuple(
        Band(code, from_ft, max_ft)
        for (code, max_ft), from_ft in zip(nearest_first, limits_ft, strict=False)
    )


def band_named(name: str, bands: Sequence[Band]) -> Band | None:
    """Return the band of a code, or of its farthest foot, as in /order?band=25."""
    return next((band for band in bands if name in (band.code, str(band.max_ft))), None)


def band_for(run_ft: int, bands: Sequence[Band]) -> Band:
    """Return the band of a run; an edge belongs to the nearer one. Raises RunTooLong."""
    for band in bands:
        if run_ft <= band.max_ft:
            return band
    raise RunTooLong


def package_band_for(run_ft: int, bands: Sequence[Band]) -> Band:
    """Return the band whose package a run has: beyond all of them that of the farthest.

    Raises RunTooLong where there are no bands.
    """
    return band_for(min(run_ft, longest_flat_run_ft(bands)), bands)


def longest_flat_run_ft(bands: Sequence[Band]) -> int:
    return bands[-1].max_ft if bands else 0


def feet_from_steps(steps: int) -> int:
    return min(max(steps, 0), MOST_STEPS) * FEET_PER_STEP


def manual_quote_run_ft(*, run_ft: int | None, steps: int | None, bands: Sequence[Band]) -> int:
    """Return the run that a request names, in feet. Raises RunMissing and RunNotQuoted."""
    if (run_ft is None) == (steps is None):
        raise RunMissing(field="run_ft")
    requested_ft = run_ft if steps is None else feet_from_steps(steps)
    beyond_ft = longest_flat_run_ft(bands)
    if requested_ft is None or not beyond_ft < requested_ft <= LONGEST_QUOTED_RUN_FT:
        raise RunNotQuoted(field="run_ft" if steps is None else "steps")
    return requested_ft
