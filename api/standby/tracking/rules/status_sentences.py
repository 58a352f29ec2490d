"""What a homeowner reads about where their order stands, and the facts that each sentence asserts.

One table: a sentence is said only at its steps, while all facts hold that it `says` and none that
it `denies`. A page, mail or button that tells where an order stands takes its words from here.
"""

from collections.abc import Collection, Mapping
from typing import Final

from standby.core.words import _, say
from standby.readiness.rules import StepKind, StepStatus
from standby.tracking.rules import sentences_after_signing, sentences_before_signing
from standby.tracking.rules.progress import NextStepKey as Step
from standby.tracking.rules.status_facts import Fact, Part, Sentence

SENTENCES: Final = (*sentences_before_signing.SENTENCES, *sentences_after_signing.SENTENCES)

# Of the button: what pressing it does, never that it was done.
_ACTIONS: Final[Mapping[Step, str]] = {
    Step.PAY_FEE: _("Go to the payment"),
    Step.CONFIRM: _("Check and confirm"),
    Step.CHOOSE_DATE: _("See if it is still open"),
    Step.SEND_PHOTOS: _("Add your photos"),
    Step.RETAKE_PHOTOS: _("Retake photos"),
    Step.DECIDE_CHANGE: _("See what changes"),
    Step.ACCEPT_PROPOSAL: _("Read and accept"),
    Step.PAY_MILESTONE: _("See the payment"),
    Step.DONE: _("Review your installation"),
    Step.CANCELLED: _("Start a new estimate"),
}


def sentences_for(step: Step, facts: Collection[Fact]) -> tuple[Sentence, list[Sentence]]:
    """Return the title of the next step and the sentences below it, as the facts allow them."""
    stated = [each for each in SENTENCES if each.may_be_stated(step, facts)]
    titles = [each for each in stated if each.part is Part.TITLE]
    return titles[0], [each for each in stated if each.part is Part.TEXT]


def action_for(step: Step, facts: Collection[Fact]) -> str:
    """Return what the button of the next step says; empty when there is only to wait."""
    if step == Step.CHOOSE_DATE and Fact.DAY_LOST in facts:
        return say("Choose a day")
    if step == Step.SEND_PHOTOS and Fact.ALL_PHOTOS in facts:
        return say("Go to your photos")
    if step == Step.DONE and Fact.MONEY_OPEN in facts:
        return ""
    return say(_ACTIONS.get(step, ""))


PREPARATIONS: Final[Mapping[StepKind, str]] = {
    StepKind.PERMIT: _("City permit"),
    StepKind.HOA: _("HOA approval"),
    StepKind.GAS: _("Gas company"),
    StepKind.EQUIPMENT: _("Generator and equipment"),
    StepKind.ROUGH_INSPECTION: _("First inspection"),
    StepKind.FINAL_INSPECTION: _("Final inspection"),
    StepKind.STARTUP: _("Start-up and test"),
}
# Of a preparation, and of several at once: "Done: HOA approval."
STATES: Final[Mapping[StepStatus, str]] = {
    StepStatus.DONE: _("Done"),
    StepStatus.REQUESTED: _("Under way"),
    StepStatus.FAILED: _("Held up"),
    StepStatus.TO_DO: _("Not started"),
    StepStatus.ASK: _("We will ask you"),
    StepStatus.NOT_NEEDED: _("Not needed"),
}
_BEFORE_THE_VISIT: Final = (StepKind.PERMIT, StepKind.HOA, StepKind.GAS, StepKind.EQUIPMENT)


def preparations_in_words(statuses: Mapping[StepKind, StepStatus]) -> str:
    """Return "Done: HOA approval. Not started: City permit, Gas company." of what comes before."""
    groups = [
        (state, [kind for kind in _BEFORE_THE_VISIT if statuses.get(kind) == status])
        for status, state in STATES.items()
        if status not in (StepStatus.ASK, StepStatus.NOT_NEEDED)
    ]
    return " ".join(
        f"{say(state)}: {', '.join(say(PREPARATIONS[kind]) for kind in kinds)}."
        for state, kinds in groups
        if kinds
    )
