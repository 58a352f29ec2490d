"""The steps that an installation waits for, and whether its visit may come."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from standby.core.market import GENERATORS
from standby.core.words import _, listed, say


class StepKind(StrEnum):
    """What has to be obtained, ordered or passed, in the order in which it usually is."""

    PERMIT = "permit"
    HOA = "hoa"
    GAS = "gas"
    EQUIPMENT = "equipment"
    ROUGH_INSPECTION = "rough_inspection"
    FINAL_INSPECTION = "final_inspection"
    STARTUP = "startup"


_SERIAL_NUMBERS: Final = {
    "pattern": "[0-9A-Z][0-9A-Z./-]{3,29}",
    "words": _("4 to 30 letters and digits, as on its label"),
}


def why_no_serial_number(serial_number: str, *, model_number: str | None) -> str:
    """Return what serial numbers of this model have, where this one is none; else nothing.

    The patterns of the models we sell are the market's; of others it is only what labels can hold.
    """
    known = GENERATORS.get(model_number or "", {}).get("serial_numbers", _SERIAL_NUMBERS)
    if re.fullmatch(known["pattern"], serial_number, re.IGNORECASE):
        return ""
    return say(str(known["words"]))


class StepStatus(StrEnum):
    """`ask`: nobody knows yet whether it is needed. `done`: approved, arrived or passed."""

    ASK = "ask"
    NOT_NEEDED = "not_needed"
    TO_DO = "to_do"
    REQUESTED = "requested"
    DONE = "done"
    FAILED = "failed"


class Missing(StrEnum):
    """What a job still lacks for its visit."""

    PROPOSAL = "proposal"
    FIRST_PAYMENT = "first_payment"
    PERMIT = "permit"
    HOA = "hoa"
    GAS = "gas"
    EQUIPMENT = "equipment"
    TECHNICIAN = "technician"


# Inspections and start-up follow the visit.
_BEFORE_THE_VISIT: Final = {
    StepKind.PERMIT: Missing.PERMIT,
    StepKind.HOA: Missing.HOA,
    StepKind.GAS: Missing.GAS,
    StepKind.EQUIPMENT: Missing.EQUIPMENT,
}
_SETTLED: Final = (StepStatus.DONE, StepStatus.NOT_NEEDED)
_BEFORE_POWER_ON: Final = (
    StepKind.ROUGH_INSPECTION,
    StepKind.FINAL_INSPECTION,
    StepKind.STARTUP,
)
_STEP_NAMES: Final = {
    StepKind.PERMIT: _("permit"),
    StepKind.HOA: _("HOA"),
    StepKind.GAS: _("gas"),
    StepKind.EQUIPMENT: _("equipment"),
    StepKind.ROUGH_INSPECTION: _("rough inspection"),
    StepKind.FINAL_INSPECTION: _("final inspection"),
    StepKind.STARTUP: _("startup"),
}
_STATUS_WORDS: Final = {
    StepStatus.ASK: _("ask"),
    StepStatus.NOT_NEEDED: _("not needed"),
    StepStatus.TO_DO: _("to do"),
    StepStatus.REQUESTED: _("requested"),
    StepStatus.DONE: _("done"),
    StepStatus.FAILED: _("failed"),
}
_IN_WORDS: Final = {
    Missing.PROPOSAL: _("the accepted proposal"),
    Missing.FIRST_PAYMENT: _("the first payment"),
    Missing.PERMIT: _("the permit"),
    Missing.HOA: _("the HOA's approval"),
    Missing.GAS: _("the gas company"),
    Missing.EQUIPMENT: _("the equipment"),
    Missing.TECHNICIAN: _("a technician"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StepFacts:
    """A step as far as the rules need it."""

    status: str
    expected_on: date | None = None


def first_status(kind: StepKind) -> StepStatus:
    """Return the status of a step that staff have not touched yet."""
    return StepStatus.ASK if kind == StepKind.HOA else StepStatus.TO_DO


def missing_for_visit(
    steps: Mapping[StepKind, StepFacts],
    *,
    is_accepted: bool,
    is_first_part_paid: bool,
    has_technician: bool,
) -> list[Missing]:
    """Return what a job lacks for its visit; empty when it is ready."""
    lacks = {
        Missing.PROPOSAL: not is_accepted,
        Missing.FIRST_PAYMENT: is_accepted and not is_first_part_paid,
        **{
            missing: steps[kind].status not in _SETTLED
            for kind, missing in _BEFORE_THE_VISIT.items()
        },
        Missing.TECHNICIAN: not has_technician,
    }
    return [missing for missing, is_lacking in lacks.items() if is_lacking]


def open_before_power_on(statuses: Mapping[str, str]) -> list[StepKind]:
    """Return the inspections and the start-up that are not done, by the stored steps' statuses."""
    return [
        kind for kind in _BEFORE_POWER_ON if statuses.get(kind, first_status(kind)) not in _SETTLED
    ]


def needs_follow_up(step: StepFacts, *, today: date) -> bool:
    """Return whether a step failed, or what was expected of it has not happened in time."""
    if step.status in _SETTLED:
        return False
    is_late = step.expected_on is not None and step.expected_on < today
    return is_late or step.status == StepStatus.FAILED


def step_name(kind: StepKind) -> str:
    return say(_STEP_NAMES[kind])


def status_word(status: StepStatus) -> str:
    return say(_STATUS_WORDS[status])


def in_words(missing: Collection[Missing]) -> str:
    """Return "the permit, the equipment and a technician"."""
    return listed([say(_IN_WORDS[each]) for each in missing])
