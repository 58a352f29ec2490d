"""Timeline of an order, and the next step shown to its homeowner."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import Final


class TimelineKey(StrEnum):
    """The stations of an installation, in their order (BOOK-04)."""

    RESERVED = "reserved"
    CONFIRMED = "confirmed"
    PHOTOS = "photos"
    PRICE_LOCKED = "price_locked"
    PROPOSAL = "proposal"
    EQUIPMENT = "equipment"
    INSTALLATION = "installation"
    POWER_ON = "power_on"


class StageState(StrEnum):
    DONE = "done"
    NOW = "now"
    LATER = "later"


class NextStepKey(StrEnum):
    """What is next: asked of the homeowner, or awaited from us."""

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
    WAIT_EQUIPMENT = "wait_equipment"
    WAIT_INSTALLATION = "wait_installation"
    WAIT_POWER_ON = "wait_power_on"
    DONE = "done"
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    status: str
    day: date
    start_at: datetime
    confirmed_at: datetime | None = None
    held_until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgressFacts:
    """Facts of an order that its timeline depends on. A time is None until the event happened."""

    order_status: str
    reserved_at: datetime
    visit: Visit | None
    is_fee_due: bool
    photos_status: str | None = None
    photos_sent_at: datetime | None = None
    is_change_proposed: bool = False
    price_locked_at: datetime | None = None
    has_proposal: bool = False
    accepted_at: datetime | None = None
    equipment_at: datetime | None = None
    completed_at: datetime | None = None
    powered_on_at: datetime | None = None
    milestone_by: datetime | None = None  # due date of the milestone to be paid now


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineStage:
    key: TimelineKey
    state: StageState
    at: datetime | None
    day: date | None


@dataclass(frozen=True, slots=True)
class NextStep:
    """`by` is the deadline, or when it happens."""

    key: NextStepKey
    by: datetime | None = None


_OF_PHOTOS: Final = {
    "retake_requested": NextStepKey.RETAKE_PHOTOS,
    "submitted": NextStepKey.WAIT_REVIEW,
    "decided": NextStepKey.WAIT_REVIEW,
}
_ONCE_ACCEPTED: Final = {
    "accepted": NextStepKey.WAIT_EQUIPMENT,
    "equipment_arrived": NextStepKey.WAIT_INSTALLATION,
    "completed": NextStepKey.WAIT_POWER_ON,
}
_ARRIVED: Final = ("equipment_arrived", "completed")
_AGREED: Final = ("accepted", *_ARRIVED)


def build_timeline(facts: ProgressFacts) -> list[TimelineStage]:
    """Build the eight stages: done, now (the first one not reached) or later.

    A cancelled order has no current stage.
    """
    passed = _passed(facts)
    remaining = [stage for stage in TimelineKey if stage not in passed]
    current = None if facts.order_status == "cancelled" else next(iter(remaining), None)
    return [
        TimelineStage(
            key=stage,
            state=_reached(stage, passed=passed, current=current),
            at=passed.get(stage),
            day=_day_of(stage, facts),
        )
        for stage in TimelineKey
    ]


def next_step(facts: ProgressFacts) -> NextStep:
    """Return the most urgent next step: date, price change, payments, then the rest."""
    if facts.order_status == "cancelled":
        return NextStep(NextStepKey.CANCELLED)
    step = _date_step(facts) or _price_step(facts)
    if step is not None:
        return step
    if facts.powered_on_at is not None:
        return NextStep(NextStepKey.DONE)
    key = _ONCE_ACCEPTED.get(facts.order_status) or _before_acceptance(facts)
    awaited = facts.visit if key is NextStepKey.WAIT_INSTALLATION else None
    return NextStep(key, awaited.start_at if awaited else None)


def _passed(facts: ProgressFacts) -> dict[TimelineKey, datetime | None]:
    # The time is None where a stage was reached but its time is not known.
    visit = facts.visit
    is_photographed = facts.photos_status in ("submitted", "decided")
    stages = {
        TimelineKey.RESERVED: (True, facts.reserved_at),
        TimelineKey.CONFIRMED: (
            visit is not None and visit.status == "confirmed",
            visit.confirmed_at if visit else None,
        ),
        TimelineKey.PHOTOS: (
            is_photographed or facts.price_locked_at is not None,
            facts.photos_sent_at if is_photographed else None,
        ),
        TimelineKey.PRICE_LOCKED: (facts.price_locked_at is not None, facts.price_locked_at),
        TimelineKey.PROPOSAL: (facts.order_status in _AGREED, facts.accepted_at),
        TimelineKey.EQUIPMENT: (facts.order_status in _ARRIVED, facts.equipment_at),
        TimelineKey.INSTALLATION: (facts.order_status == "completed", facts.completed_at),
        TimelineKey.POWER_ON: (facts.powered_on_at is not None, facts.powered_on_at),
    }
    return {stage: at for stage, (is_reached, at) in stages.items() if is_reached}


def _reached(
    stage: TimelineKey, *, passed: dict[TimelineKey, datetime | None], current: TimelineKey | None
) -> StageState:
    if stage in passed:
        return StageState.DONE
    return StageState.NOW if stage is current else StageState.LATER


def _day_of(stage: TimelineKey, facts: ProgressFacts) -> date | None:
    # The agreed day; none while a new one is being looked for.
    is_agreed = facts.visit is not None and facts.visit.status in ("held", "confirmed")
    if facts.visit is None or not is_agreed or stage is not TimelineKey.INSTALLATION:
        return None
    return facts.visit.day


def _date_step(facts: ProgressFacts) -> NextStep | None:
    # An unconfirmed date takes priority over everything else. A completed installation needs none.
    if facts.order_status == "completed":
        return None
    visit = facts.visit
    if visit is None or visit.status not in ("held", "confirmed"):
        return NextStep(NextStepKey.CHOOSE_DATE)
    if visit.status == "held":
        return NextStep(
            NextStepKey.PAY_FEE if facts.is_fee_due else NextStepKey.CONFIRM, visit.held_until
        )
    return None


def _price_step(facts: ProgressFacts) -> NextStep | None:
    if facts.is_change_proposed:
        return NextStep(NextStepKey.DECIDE_CHANGE)
    if facts.milestone_by is not None:
        return NextStep(NextStepKey.PAY_MILESTONE, facts.milestone_by)
    return None


def _before_acceptance(facts: ProgressFacts) -> NextStepKey:
    if facts.has_proposal:
        return NextStepKey.ACCEPT_PROPOSAL
    if facts.price_locked_at is not None:
        return NextStepKey.WAIT_PROPOSAL
    return _OF_PHOTOS.get(facts.photos_status or "", NextStepKey.SEND_PHOTOS)
