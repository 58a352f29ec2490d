"""What a crew checks and records at a home before the job is complete."""

from collections.abc import Collection
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, NamedTuple

from standby.core.market import TERMS
from standby.core.words import _, say

MOST_JOB_PHOTOS: Final = 40
MOST_PEOPLE: Final = 12
MOST_MINUTES: Final = 24 * 60
DAYS_AHEAD: Final = 14  # of jobs that a technician sees after today
# A phone may be without signal for days, but what it sends later still belongs to a recent visit.
_OLDEST: Final = timedelta(days=7)
_AHEAD: Final = timedelta(days=1)  # a clock further ahead than a time zone is simply wrong


class ChecklistItem(NamedTuple):
    """`title` is a message id."""

    item: str
    title: str


def item_title(each: ChecklistItem) -> str:
    return say(each.title, **TERMS.clearances)


CHECKLIST: Final = (
    ChecklistItem(
        "setbacks",
        _(
            "Clearances: %(wall_in)s in. to the wall, %(ends_ft)s ft at both ends and in front, "
            "%(openings_ft)s ft to windows, doors and vents"
        ),
    ),
    ChecklistItem("pad", _("Pad level, generator anchored")),
    ChecklistItem(
        "electrical", _("Transfer switch wired, lugs torqued, neutral and ground checked")
    ),
    ChecklistItem(
        "gas", _("Gas line pressure-tested, no leak at any joint, shutoff and sediment trap")
    ),
    ChecklistItem("start", _("First start: oil, battery, voltage and frequency right")),
    ChecklistItem("transfer", _("Power cut at the main: the house transferred and came back")),
    ChecklistItem("alarms", _("Carbon monoxide alarm in the home works")),
    ChecklistItem("shown", _("Homeowner was shown: start, stop, exercise time, oil check")),
    ChecklistItem("clean", _("Site cleaned, panel labeled, gate closed")),
)
ITEMS: Final = frozenset(each.item for each in CHECKLIST)


# What a homeowner signs, newest first; a phone without signal may still show an earlier one.
SIGNED_TEXTS: Final = (
    _("I have seen the finished work and was shown how the generator starts and stops."),
)


class PhotoStage(StrEnum):
    BEFORE = "before"
    AFTER = "after"


class MissingForJob(StrEnum):
    """What a job still needs before it is complete."""

    CHECKLIST = "checklist"
    PHOTO_BEFORE = "photo_before"
    PHOTO_AFTER = "photo_after"
    SERIAL_NUMBER = "serial_number"
    SIGNATURE = "signature"


def missing_for_completion(
    *, ticked: Collection[str], stages: Collection[str], serial_number: str, signed_by: str
) -> list[MissingForJob]:
    """Return what is missing, in the order in which a crew does it. `stages` are of the photos."""
    is_there = {
        MissingForJob.PHOTO_BEFORE: PhotoStage.BEFORE in stages,
        MissingForJob.CHECKLIST: set(ticked) >= ITEMS,
        MissingForJob.SERIAL_NUMBER: bool(serial_number),
        MissingForJob.PHOTO_AFTER: PhotoStage.AFTER in stages,
        MissingForJob.SIGNATURE: bool(signed_by),
    }
    return [each for each, is_done in is_there.items() if not is_done]


def is_plausible(at: datetime, *, now: datetime) -> bool:
    """Whether a phone's clock is near enough to ours to be recorded as it is."""
    return now - _OLDEST <= at <= now + _AHEAD


def happened_at(at: datetime, *, now: datetime) -> datetime:
    """Return when something happened by the phone's clock, which may be wrong: within a week."""
    return min(max(at, now - _OLDEST), now)
