"""Photo slots of a review, limits of uploads, and the deadline for answering submitted photos."""

from datetime import UTC, datetime, time, timedelta
from typing import Final, NamedTuple

from standby.core.business_days import is_federal_holiday
from standby.core.policy import MARKET_ZONE, MOST_PHOTOS, RateLimitRule
from standby.core.words import Sentence, _, say

# Photos of the home (PHOTO-01)
PHOTOS_ANSWERED_WITHIN: Final = timedelta(hours=48)  # the later end of TERMS.photo_review
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
PHOTO_CONSENT: Final = _(
    "I agree to the Photo Review Policy (version 1.0): these pictures may be viewed, copied and "
    "annotated for pricing, permits, HOA applications, installation and warranty. They are mine "
    "to share."
)
_WORKING_WEEKDAYS: Final = range(5)


# In the order of the Photo Review Policy, item 5
class PhotoSlot(NamedTuple):
    """`title` and `hint` are message ids."""

    slot: str
    title: str
    hint: str

    @property
    def in_words(self) -> dict[str, str]:
        return {"slot": self.slot, "title": slot_title(self.slot), "hint": say(self.hint)}


# The same, as staff ask a customer who mailed the photos or showed the home
TOLD_PHOTO_CONSENT: Final = _(
    "May we keep these photos of your home to confirm your price, under our Photo Review Policy? "
    "Are they of your own home?"
)
FIRST_FIVE: Final = (
    PhotoSlot(
        "panel_open",
        _("Electrical panel, door open"),
        _("Open the hinged door only. Come close enough to read the main breaker."),
    ),
    PhotoSlot(
        "panel_wide",
        _("Wall around the panel and the electric meter"),
        _("Step back until both are in the picture."),
    ),
    PhotoSlot("gas_meter", _("Gas meter or propane tank"), _("With its label or nameplate.")),
    PhotoSlot(
        "generator_spot",
        _("Spot for the generator"),
        _("Put your stake or flag there, and show what is near it."),
    ),
    PhotoSlot(
        "wall_run",
        _("Path from the panel to the spot"),
        _("In one picture if you can. If not, add another below."),
    ),
)
FULL_REVIEW: Final = (
    PhotoSlot(
        "path_left", _("The spot from its left"), _("Stand a few steps to the left of the stake.")
    ),
    PhotoSlot(
        "path_right",
        _("The spot from its right"),
        _("Stand a few steps to the right of the stake."),
    ),
    PhotoSlot(
        "ac_unit",
        _("Nearest window, door and AC intake"),
        _("Whichever are closest to the spot, with the stake in sight."),
    ),
    PhotoSlot(
        "side_yard",
        _("Ground that the path crosses"),
        _("Concrete, paving, a fence or a gate. Lawn alone need not be shown twice."),
    ),
    PhotoSlot(
        "meter", _("Electric meter, close up"), _("Close enough to read its number and label.")
    ),
)
GUIDED: Final = FIRST_FIVE + FULL_REVIEW
_ANOTHER: Final = _("Another picture %(number)s")
_EXTRA_HINTS: Final = (
    _("The nameplate of a large electric appliance: air conditioner, dryer, range, water heater."),
    _("A generator or transfer switch you already have."),
    _("Anything else that helps."),
)
EXTRAS: Final = tuple(
    PhotoSlot(
        f"extra-{number}",
        _ANOTHER,
        _EXTRA_HINTS[min(number, len(_EXTRA_HINTS)) - 1],
    )
    for number in range(1, MOST_PHOTOS - len(GUIDED) + 1)
)
VIDEO: Final = PhotoSlot(
    "video", _("Video, 30 to 60 seconds"), _("Walk from the panel to the spot.")
)
SLOT_TITLES: Final = {shot.slot: shot.title for shot in (*GUIDED, *EXTRAS, VIDEO)}
PHOTO_SLOTS: Final = frozenset(shot.slot for shot in GUIDED + EXTRAS)


def slot_title(slot: str) -> str:
    """Return what a slot is called, in the active language. Raises KeyError."""
    return str(slot_sentence(slot))


def slot_sentence(slot: str) -> Sentence:
    """Return the same to be said later. Raises KeyError."""
    title, number = SLOT_TITLES[slot], slot.removeprefix("extra-")
    return Sentence(title, numbers={"number": int(number)} if number != slot else {})


def requested_slots(least: int) -> tuple[str, ...]:
    """Return the slots that a review of at least so many photos asks for."""
    shots = GUIDED if least > len(FIRST_FIVE) else FIRST_FIVE
    return tuple(shot.slot for shot in shots)


def is_slot_for(slot: str, *, kind: str) -> bool:
    if kind == "video":
        return slot == VIDEO.slot
    return slot in PHOTO_SLOTS


def review_deadline(submitted_at: datetime) -> datetime:
    """Return when the photos submitted at this moment must be answered, in UTC.

    Hours of weekends and federal holidays do not count (Photo Review Policy, item 7).
    """
    day = submitted_at.astimezone(MARKET_ZONE).date()
    moment, left = submitted_at, PHOTOS_ANSWERED_WITHIN
    while True:
        midnight = datetime.combine(day + timedelta(days=1), time(), tzinfo=MARKET_ZONE).astimezone(
            UTC
        )
        if day.weekday() in _WORKING_WEEKDAYS and not is_federal_holiday(day):
            if left <= midnight - moment:
                return moment + left
            left -= midnight - moment
        day, moment = day + timedelta(days=1), midnight
