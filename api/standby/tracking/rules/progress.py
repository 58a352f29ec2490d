"""Timeline of an order, and the next step shown to its homeowner."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum
from typing import Any, Final

from standby.core.words import _, say


class TimelineKey(StrEnum):
    """The stages of an installation, in order (BOOK-04), and the end of a canceled one."""

    RESERVED = "reserved"
    CONFIRMED = "confirmed"
    PHOTOS = "photos"
    PRICE_LOCKED = "price_locked"
    PROPOSAL = "proposal"
    EQUIPMENT = "equipment"
    INSTALLATION = "installation"
    POWER_ON = "power_on"
    CANCELLED = "cancelled"


class StageState(StrEnum):
    DONE = "done"
    NOW = "now"
    LATER = "later"


class NextStepKey(StrEnum):
    """The next step, by the homeowner or by us."""

    PAY_FEE = "pay_fee"
    CONFIRM = "confirm"
    CHOOSE_DATE = "choose_date"
    SEND_PHOTOS = "send_photos"
    RETAKE_PHOTOS = "retake_photos"
    WAIT_REVIEW = "wait_review"
    DECIDE_CHANGE = "decide_change"
    WAIT_PROPOSAL = "wait_proposal"
    ACCEPT_PROPOSAL = "accept_proposal"
    PAY_MILESTONE = "pay_milestone"
    WAIT_TRANSFER = "wait_transfer"
    WAIT_EQUIPMENT = "wait_equipment"
    WAIT_INSTALLATION = "wait_installation"
    WAIT_POWER_ON = "wait_power_on"
    DONE = "done"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressFacts:
    """Facts of an order that its timeline depends on. A time is None until the event happened."""

    order_status: str
    reserved_at: datetime
    visit_status: str | None = None
    visit_day: date | None = None
    visit_starts_at: datetime | None = None
    visit_confirmed_at: datetime | None = None
    held_until: datetime | None = None
    is_fee_due: bool = False
    photos_status: str | None = None
    photos_sent_at: datetime | None = None
    is_change_proposed: bool = False
    price_locked_at: datetime | None = None
    has_proposal: bool = False
    accepted_at: datetime | None = None
    equipment_at: datetime | None = None
    completed_at: datetime | None = None
    powered_on_at: datetime | None = None
    cancelled_at: datetime | None = None
    milestone_by: datetime | None = None  # last day to pay the milestone that we ask for
    transfer_since: datetime | None = None  # since when the payment of a milestone is on its way


_ARRIVED: Final = ("equipment_arrived", "completed")
_AGREED: Final = ("accepted", *_ARRIVED)


# A stage of the timeline by what is true of it; all others have one name whatever their state.
_STAGES: Final[Mapping[TimelineKey, str]] = {
    TimelineKey.RESERVED: _("Date reserved"),
    TimelineKey.CONFIRMED: _("Appointment confirmed"),
    TimelineKey.PHOTOS: _("Photos reviewed"),
    TimelineKey.PRICE_LOCKED: _("Price locked"),
    TimelineKey.PROPOSAL: _("Proposal accepted"),
    TimelineKey.EQUIPMENT: _("Equipment arrives"),
    TimelineKey.INSTALLATION: _("Installation day"),
    TimelineKey.POWER_ON: _("Power on"),
    TimelineKey.CANCELLED: _("Order canceled"),
}


def _photos_status_before(facts: ProgressFacts) -> str | None:
    is_sent = facts.photos_status != "decided" and facts.photos_sent_at is not None
    return "submitted" if is_sent else facts.photos_status


def stage_name(key: TimelineKey, *, is_done: bool, photos_status: str | None) -> str:
    """Name a stage of the timeline: nothing was "reviewed" or "arrived" before it did."""
    if is_done and key is TimelineKey.PHOTOS:
        if photos_status == "submitted":
            return say("Photos sent")
        is_decided = photos_status == "decided"
        return say("Photos reviewed") if is_decided else say("Price set without photos")
    if is_done and key is TimelineKey.EQUIPMENT:
        return say("Equipment arrived")
    return say(_STAGES[key])


def build_timeline(facts: ProgressFacts) -> list[dict[str, Any]]:
    """Return the stages as TimelineStageOut has them. Of a canceled order nothing is still to come:
    the stages that it reached, and its end."""
    reached = _canceled_stages(facts) if facts.cancelled_at else _stages_of(facts)
    photos_status = _photos_status_before(facts) if facts.cancelled_at else facts.photos_status
    current = next((stage for stage, (is_done, _) in reached.items() if not is_done), None)
    # The agreed day; none while a new one is being looked for.
    is_agreed = facts.visit_status in ("held", "confirmed")
    stages = []
    for stage, (is_done, at) in reached.items():
        open_state = StageState.NOW if stage is current else StageState.LATER
        stages.append(
            {
                "key": stage,
                "state": StageState.DONE if is_done else open_state,
                "name": stage_name(stage, is_done=is_done, photos_status=photos_status),
                "at": at if is_done else None,
                "day": facts.visit_day if stage is TimelineKey.INSTALLATION and is_agreed else None,
            }
        )
    return stages


Reached = dict[TimelineKey, tuple[bool, datetime | None]]


def _stages_of(facts: ProgressFacts) -> Reached:
    # Whether each stage was reached, and when; the time is None where it is not known.
    is_photographed = facts.photos_status in ("submitted", "decided")
    is_locked = facts.price_locked_at is not None
    return {
        TimelineKey.RESERVED: (True, facts.reserved_at),
        TimelineKey.CONFIRMED: (facts.visit_status == "confirmed", facts.visit_confirmed_at),
        TimelineKey.PHOTOS: (
            is_photographed or is_locked,
            facts.photos_sent_at if is_photographed else None,
        ),
        TimelineKey.PRICE_LOCKED: (is_locked, facts.price_locked_at),
        TimelineKey.PROPOSAL: (facts.order_status in _AGREED, facts.accepted_at),
        TimelineKey.EQUIPMENT: (facts.order_status in _ARRIVED, facts.equipment_at),
        TimelineKey.INSTALLATION: (facts.order_status == "completed", facts.completed_at),
        TimelineKey.POWER_ON: (facts.powered_on_at is not None, facts.powered_on_at),
    }


def _canceled_stages(facts: ProgressFacts) -> Reached:
    # The states of its parts are "canceled" now: their times tell what was reached before.
    past = replace(
        facts,
        visit_status="confirmed" if facts.visit_confirmed_at else None,
        photos_status=_photos_status_before(facts),
    )
    reached = _stages_of(past) | {
        TimelineKey.PROPOSAL: (facts.accepted_at is not None, facts.accepted_at),
        TimelineKey.EQUIPMENT: (facts.equipment_at is not None, facts.equipment_at),
        TimelineKey.CANCELLED: (True, facts.cancelled_at),
    }
    return {stage: (is_done, at) for stage, (is_done, at) in reached.items() if is_done}


def next_step(facts: ProgressFacts) -> tuple[NextStepKey, datetime | None]:
    # The second value is its deadline, when it happens, or since when we wait.
    is_completed = facts.order_status == "completed"
    has_date = facts.visit_status in ("held", "confirmed")
    pay_or_confirm = NextStepKey.PAY_FEE if facts.is_fee_due else NextStepKey.CONFIRM
    steps = [
        (facts.order_status == "cancelled", NextStepKey.CANCELLED, None),
        # An unconfirmed date takes priority over everything else. A completed installation needs
        # none.
        (not (is_completed or has_date), NextStepKey.CHOOSE_DATE, None),
        (not is_completed and facts.visit_status == "held", pay_or_confirm, facts.held_until),
        (facts.is_change_proposed, NextStepKey.DECIDE_CHANGE, None),
        (facts.milestone_by is not None, NextStepKey.PAY_MILESTONE, facts.milestone_by),
        (facts.transfer_since is not None, NextStepKey.WAIT_TRANSFER, facts.transfer_since),
        (facts.powered_on_at is not None, NextStepKey.DONE, None),
        (facts.order_status == "accepted", NextStepKey.WAIT_EQUIPMENT, None),
        (
            facts.order_status == "equipment_arrived",
            NextStepKey.WAIT_INSTALLATION,
            facts.visit_starts_at,
        ),
        (is_completed, NextStepKey.WAIT_POWER_ON, None),
        (facts.has_proposal, NextStepKey.ACCEPT_PROPOSAL, None),
        (facts.price_locked_at is not None, NextStepKey.WAIT_PROPOSAL, None),
        (facts.photos_status == "retake_requested", NextStepKey.RETAKE_PHOTOS, None),
        (facts.photos_status in ("submitted", "decided"), NextStepKey.WAIT_REVIEW, None),
        (True, NextStepKey.SEND_PHOTOS, None),
    ]
    return next((key, by) for applies, key, by in steps if applies)
