"""What homeowners ticked under "What should stay on?", as the page sends it."""

from typing import Any

from standby.pricing.rules.stay_on import StayOn
from standby.pricing.rules.wizard import WizardAnswers

# Two modules are needed, and one is in the price.
IN_TURN: dict[str, Any] = {
    "floor_sq_ft": 2500,
    "ac_systems": 2,
    "ac_tons": 8,
    "heating": "gas",
    "heating_kw": 0,
    "loads": {"dryer": 5000, "range": 12_000},
    "verdict": "in-turn",
    "waiting": ["dryer", "range"],
}
ONE_WAITS = {**IN_TURN, "waiting": ["dryer"]}
AT_ONCE = {**IN_TURN, "verdict": "at-once", "waiting": []}
TOO_LARGE = {**IN_TURN, "verdict": "too-large", "waiting": []}


def answers(told: dict[str, Any]) -> WizardAnswers:
    return WizardAnswers(stay_on=StayOn(**told))
