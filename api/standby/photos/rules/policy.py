from datetime import timedelta
from typing import Final

from standby.core.policy import RateLimitRule

# Photos of the home (PHOTO-01)
LEAST_PHOTOS: Final = 5  # requested after a reservation
PHOTOS_ANSWERED_WITHIN: Final = timedelta(hours=48)  # "24-48 business hours" (Photo Review Policy)
FULL_REVIEW_PHOTOS: Final = 10  # where five cannot settle the run
LARGEST_PHOTO_BYTES: Final = 10 * 1024 * 1024
LARGEST_VIDEO_BYTES: Final = 100 * 1024 * 1024
LARGEST_ORDER_BYTES: Final = 200 * 1024 * 1024
MOST_PHOTO_PIXELS: Final = 50_000_000
SHORTEST_VIDEO_S: Final = 30
LONGEST_VIDEO_S: Final = 60
UPLOADS_PER_ORDER: Final = RateLimitRule(name="uploads_order", limit=40, window=timedelta(hours=1))
UNFINISHED_UPLOADS_KEPT: Final = timedelta(days=7)
STORAGE_LINK_LASTS: Final = timedelta(minutes=10)
PHOTO_CONSENT: Final = (
    "I agree to the Photo Review Policy (version 1.0): these pictures may be viewed, copied and "
    "annotated for pricing, permits, HOA applications, installation and warranty. They are mine "
    "to share."
)
