from datetime import timedelta
from typing import Final

from standby.core.policy import TRAIL_KEPT_YEARS

TRAIL_KEPT: Final = timedelta(days=366 * TRAIL_KEPT_YEARS)  # never less than the trigger's years
