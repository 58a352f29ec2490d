"""Photo slots of a review, limits of uploads, and the deadline for answering submitted photos."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Final

from standby.core.policy import HOUSTON, MOST_PHOTOS, RateLimitRule
from standby.orders.rules.cancelling import is_federal_holiday

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
_WORKING_WEEKDAYS: Final = range(5)


# In the order of the Photo Review Policy, item 5
@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoSlot:
    slot: str
    title: str
    hint: str


FIRST_FIVE: Final = (
    PhotoSlot(
        slot="panel_open",
        title="Electrical panel, door open",
        hint="Open the hinged door only. Come close enough to read the main breaker.",
    ),
    PhotoSlot(
        slot="panel_wide",
        title="Wall around the panel and the electric meter",
        hint="Step back until both are in the picture.",
    ),
    PhotoSlot(
        slot="gas_meter",
        title="Gas meter or propane tank",
        hint="With its label or number plate.",
    ),
    PhotoSlot(
        slot="generator_spot",
        title="Spot for the generator",
        hint="Put your stake or flag there, and show what is near it.",
    ),
    PhotoSlot(
        slot="wall_run",
        title="Path from the panel to the spot",
        hint="In one picture if you can. If not, add another below.",
    ),
)
FULL_REVIEW: Final = (
    PhotoSlot(
        slot="path_left",
        title="The spot from its left",
        hint="Stand a few steps to the left of the stake.",
    ),
    PhotoSlot(
        slot="path_right",
        title="The spot from its right",
        hint="Stand a few steps to the right of the stake.",
    ),
    PhotoSlot(
        slot="ac_unit",
        title="Nearest window, door and AC intake",
        hint="Whichever are closest to the spot, with the stake in sight.",
    ),
    PhotoSlot(
        slot="side_yard",
        title="Ground that the path crosses",
        hint="Concrete, paving, a fence or a gate. Lawn alone need not be shown twice.",
    ),
    PhotoSlot(
        slot="meter",
        title="Electric meter, close up",
        hint="So that its number and label can be read.",
    ),
)
GUIDED: Final = FIRST_FIVE + FULL_REVIEW
_EXTRA_HINTS: Final = (
    "The nameplate of a large electric appliance: air conditioner, dryer, range, water heater.",
    "A generator or transfer switch you already have.",
    "Anything else that helps.",
)
EXTRAS: Final = tuple(
    PhotoSlot(
        slot=f"extra-{number}",
        title=f"Another picture {number}",
        hint=_EXTRA_HINTS[min(number, len(_EXTRA_HINTS)) - 1],
    )
    for number in range(1, MOST_PHOTOS - len(GUIDED) + 1)
)
VIDEO: Final = PhotoSlot(
    slot="video",
    title="Video, 30 to 60 seconds",
    hint="Walk from the panel to the spot.",
)
PHOTO_SLOTS: Final = frozenset(shot.slot for shot in GUIDED + EXTRAS)


def is_slot_for(slot: str, *, kind: str) -> bool:
    if kind == "video":
        return slot == VIDEO.slot
    return slot in PHOTO_SLOTS


def review_deadline(submitted_at: datetime) -> datetime:
    """Return when the photos submitted at this moment must be answered, in UTC.

    Hours of weekends and federal holidays do not count (Photo Review Policy, item 7).
    """
    day = submitted_at.astimezone(HOUSTON).date()
    moment, left = submitted_at, PHOTOS_ANSWERED_WITHIN
    while True:
        midnight = datetime.combine(day + timedelta(days=1), time(), tzinfo=HOUSTON).astimezone(UTC)
        if day.weekday() in _WORKING_WEEKDAYS and not is_federal_holiday(day):
            if left <= midnight - moment:
                return moment + left
            left -= midnight - moment
        day, moment = day + timedelta(days=1), midnight
