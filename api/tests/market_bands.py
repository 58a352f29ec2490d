"""The distance bands of a market's folder."""

from typing import Final

from standby.core.market import market_folder, read_reaches
from standby.pricing.rules.distance import FEET_PER_STEP, Band, bands_of
from standby.settings import ENVIRONMENT


def bands_in(market: str) -> tuple[Band, ...]:
    return bands_of(read_reaches(market_folder(market)).items())


_OURS: Final = bands_of(read_reaches(ENVIRONMENT.market).items())
# The longest run that has a flat rate here, in feet, and one that staff have to price.
REACH_FT: Final = _OURS[-1].max_ft
BEYOND_FT: Final = REACH_FT + 60
# The same runs as a homeowner paces them off.
REACH_STEPS: Final = REACH_FT // FEET_PER_STEP
BEYOND_STEPS: Final = REACH_STEPS + 1
