"""Pictures a photo review asks for, in the order of the Photo Review Policy, item 5."""

from dataclasses import dataclass
from typing import Final

from standby.core.policy import MOST_PHOTOS


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
