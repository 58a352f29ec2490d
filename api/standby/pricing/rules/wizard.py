"""The wizard's steps, and the answers of those whose answer no price or date depends on."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from standby.pricing.rules.stay_on import StayOn

# In the order of web/src/draft/steps.ts; a wizard session counts them from 1.
STEPS: Final = ("address", "generator", "date", "payment")
STEPS_BEFORE_AN_ORDER: Final = list(range(1, len(STEPS)))


@dataclass(frozen=True, slots=True, kw_only=True)
class WizardAnswers:
    """Answers that are stored with the order as they are, and shown to staff by name and value."""

    # A step's answer is a line here: `fuel: Literal["natural_gas", "propane"] | None = None`. What
    # the draft holds, an order request may say, the order stores and staff see follows from it.
    # An answer that is more than a word has its words beside it, as `stay_on` has.
    stay_on: StayOn | None = None


def in_words(answers: Mapping[str, Any]) -> dict[str, str]:
    """Return the answered questions and their answers as staff read them: "Fuel", "Natural gas"."""
    return {
        _words(question): _words(answer)
        for question, answer in answers.items()
        if isinstance(answer, str) and answer
    }


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()
