from datetime import timedelta
from typing import Final

from standby.core.policy import RateLimitRule

# Rate limits per visitor (SEC-03.4)
PLACES_PER_WIZARD: Final = RateLimitRule(
    name="places_wizard", limit=60, window=timedelta(minutes=10)
)
PLACES_PER_CLIENT: Final = RateLimitRule(
    name="places_client", limit=120, window=timedelta(minutes=10)
)
MAPS_PER_CLIENT: Final = RateLimitRule(name="maps_client", limit=120, window=timedelta(minutes=10))
SEARCH_LOG_PER_CLIENT: Final = RateLimitRule(
    name="search_log_client", limit=60, window=timedelta(minutes=10)
)
NOTIFY_PER_CLIENT: Final = RateLimitRule(name="notify_client", limit=5, window=timedelta(hours=1))
SEARCHED_ADDRESSES_KEPT: Final = timedelta(days=30)  # later only the ZIP code, to measure demand
# Google's price of one request, in thousandths of a cent (price list, first tier, 2025)
AUTOCOMPLETE_MILLICENTS: Final = 283
GEOCODE_MILLICENTS: Final = 500
STATIC_MAP_MILLICENTS: Final = 200
# Consent of somebody who leaves a phone number outside the coverage area (MSG-02.3)
NOTIFY_CONSENT: Final = (
    "Text or call me once when service becomes available in my area. "
    "Message and data rates may apply. Reply STOP to opt out."
)
# Boundaries of ZIP codes on the coverage map (decision 13).
# The finest tolerance is about 50 m, a third of a pixel at zoom 10.
BOUNDARY_TOLERANCES_DEG: Final = (0.0005, 0.001, 0.002)
BOUNDARY_DIGITS: Final = 5  # about one meter
MAP_BOUNDARIES_BYTES: Final = 500_000  # about 150 kB compressed
# Size limits of ZIP code lists and boundary files
LARGEST_ZIP_LIST_BYTES: Final = 5 * 1024 * 1024
MOST_LISTED_ZIPS: Final = 45_000  # more than there are in the country
