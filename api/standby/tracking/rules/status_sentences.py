"""What a homeowner reads about where their order stands, and the facts that each sentence asserts.

One table: a sentence is said only at its steps, while all facts hold that it `says` and none that
it `denies`. A page, mail or button that tells where an order stands takes its words from here.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from standby.readiness.rules import StepKind, StepStatus
from standby.tracking.rules.progress import NextStepKey as Step


class Fact(StrEnum):
    """What is on record about an order."""

    FEE_DUE = "the reservation fee is due"
    FEE_PAID = "the reservation fee was paid"
    HOLD_RUNS = "its day is held"
    DAY_LOST = "its day was taken before the payment arrived"
    DAY_CONFIRMED = "its day is confirmed"
    DAY_PAST = "its day is over"
    SOME_PHOTOS = "some photos were uploaded, and some are missing"
    ALL_PHOTOS = "all requested photos were uploaded"
    RETAKE_EXPLAINED = "staff wrote why a photo is to be taken again"
    REVIEW_LATE = "the time to review the photos is over"
    CHANGE_DECLINED = "the customer declined the new price"
    PRICE_AGREED = "the price was locked"
    MAY_CANCEL_FREELY = "the customer may still cancel for a full refund"
    OWN_GENERATOR = "the customer has their own generator"
    EQUIPMENT_ORDERED = "the equipment was ordered"
    HOA_TO_ASK = "nobody knows yet whether an HOA has to approve"
    INSTALLED = "the installation is complete"
    INSPECTION_PASSED = "the final inspection passed"
    INSPECTION_NOT_NEEDED = "no final inspection is needed"
    INSPECTION_FAILED = "the final inspection did not pass"
    STARTED_UP = "the start-up is done"
    POWER_ON = "the power is on"
    PAYMENT_DUE = "a payment is asked for"
    PAYMENT_COMING = "a payment is due, and asked for once the right to cancel ends"
    PAYMENT_LATE = "the last day of a payment is over"
    MONEY_OPEN = "something of the price is not paid"
    ANYTHING_PAID = "something was paid"
    REFUNDED = "a refund was made"
    OWED = "the customer owes something after canceling"


class Part(StrEnum):
    """Where of the next step a sentence stands; the first that may be said is its title."""

    TITLE = "title"
    TEXT = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """Words with named values, said at any of the steps `at` while its facts hold."""

    id: str
    part: Part
    at: frozenset[Step]
    words: str
    says: frozenset[Fact] = frozenset()
    denies: frozenset[Fact] = frozenset()

    def may_be_said(self, step: Step, facts: Collection[Fact]) -> bool:
        return (
            step in self.at
            and all(fact in facts for fact in self.says)
            and not any(fact in facts for fact in self.denies)
        )


_APOSTROPHE: Final = "\N{RIGHT SINGLE QUOTATION MARK}"


def _said(
    part: Part,
    id: str,  # noqa: A002  (the table reads like one)
    at: Iterable[Step],
    words: str,
    says: Iterable[Fact] = (),
    denies: Iterable[Fact] = (),
) -> Sentence:
    return Sentence(
        id=id,
        part=part,
        at=frozenset(at),
        words=words.replace("'", _APOSTROPHE),
        says=frozenset(says),
        denies=frozenset(denies),
    )


_F = Fact
_TITLE, _TEXT = Part.TITLE, Part.TEXT
_HOLDING: Final = (Step.PAY_FEE, Step.CONFIRM)
_PREPARING: Final = (Step.WAIT_EQUIPMENT,)
# While preparations go on, a payment may be due or on its way.
_SIGNED: Final = (
    *(Step.PAY_MILESTONE, Step.WAIT_TRANSFER, Step.WAIT_EQUIPMENT, Step.WAIT_INSTALLATION),
)
_BUILT: Final = (Step.PAY_MILESTONE, Step.WAIT_TRANSFER, Step.WAIT_POWER_ON, Step.DONE)

SENTENCES: Final = (
    _said(
        _TITLE,
        "pay_fee",
        [Step.PAY_FEE],
        "Pay the {fee_name} to keep your day",
        [_F.FEE_DUE],
        [_F.FEE_PAID],
    ),
    _said(_TITLE, "confirm", [Step.CONFIRM], "Confirm your appointment", [], [_F.DAY_CONFIRMED]),
    _said(_TEXT, "held", _HOLDING, "Your day is held for you until {held_until}.", [_F.HOLD_RUNS]),
    _said(
        _TEXT,
        "hold_ended",
        _HOLDING,
        "The hold on your day has ended. If the day is still open, you can still get it.",
        [],
        [_F.HOLD_RUNS],
    ),
    _said(
        _TEXT,
        "fee_credited",
        [Step.PAY_FEE],
        "The fee is credited in full if you go ahead within {fee_credit_days} days of your "
        "final price.",
        [_F.FEE_DUE],
    ),
    _said(_TEXT, "nothing_due", [Step.CONFIRM], "Nothing is due today.", [], [_F.FEE_DUE]),
    _said(_TITLE, "choose_date", [Step.CHOOSE_DATE], "Choose another day", [], [_F.DAY_CONFIRMED]),
    _said(
        _TEXT,
        "hold_over",
        [Step.CHOOSE_DATE],
        "Your hold ended before the fee was paid. Nothing was charged. If your day is still "
        "open, paying gets it back.",
        [_F.FEE_DUE],
        [_F.ANYTHING_PAID],
    ),
    _said(
        _TEXT,
        "day_lost",
        [Step.CHOOSE_DATE],
        "Your payment arrived after the day was taken. It counts in full: choose another day "
        "and it's confirmed right away.",
        [_F.DAY_LOST, _F.FEE_PAID],
    ),
    _said(
        _TITLE,
        "send_photos",
        [Step.SEND_PHOTOS],
        "Send us {least} photos",
        [],
        [_F.SOME_PHOTOS, _F.ALL_PHOTOS],
    ),
    _said(
        _TITLE,
        "send_more_photos",
        [Step.SEND_PHOTOS],
        "Send us {missing_photos} more of the {least} photos",
        [_F.SOME_PHOTOS],
    ),
    _said(
        _TITLE,
        "photos_to_send",
        [Step.SEND_PHOTOS],
        "Your photos are uploaded: send them for review",
        [_F.ALL_PHOTOS],
    ),
    _said(
        _TEXT,
        "photos_why",
        [Step.SEND_PHOTOS],
        "It takes {photos_take} with your phone. Your photos confirm the distance and lock your "
        "price.",
        [],
        [_F.PRICE_AGREED, _F.ALL_PHOTOS],
    ),
    _said(
        _TEXT,
        "photos_wait_for_send",
        [Step.SEND_PHOTOS],
        "We look at them once you press Send on the photo page.",
        [_F.ALL_PHOTOS],
    ),
    _said(_TITLE, "retake", [Step.RETAKE_PHOTOS], "We need another look"),
    _said(_TEXT, "retake_why", [Step.RETAKE_PHOTOS], "{retake_reason}", [_F.RETAKE_EXPLAINED]),
    _said(
        _TEXT,
        "retake_unexplained",
        [Step.RETAKE_PHOTOS],
        "One of the photos doesn't show what we need to see.",
        [],
        [_F.RETAKE_EXPLAINED],
    ),
    _said(
        _TITLE,
        "in_review",
        [Step.WAIT_REVIEW],
        "We're reviewing your photos",
        [],
        [_F.CHANGE_DECLINED],
    ),
    _said(
        _TITLE, "declined", [Step.WAIT_REVIEW], "You declined the new price", [_F.CHANGE_DECLINED]
    ),
    _said(
        _TEXT,
        "review_soon",
        [Step.WAIT_REVIEW],
        "Within {photo_review} of your sending them we confirm the distance and lock your price. "
        "There's nothing for you to do now.",
        [],
        [_F.CHANGE_DECLINED, _F.REVIEW_LATE],
    ),
    _said(
        _TEXT,
        "review_late",
        [Step.WAIT_REVIEW],
        "It takes us longer than the {photo_review} that we promised. We're sorry: call us if "
        "you need the price now.",
        [_F.REVIEW_LATE],
        [_F.CHANGE_DECLINED],
    ),
    _said(
        _TEXT,
        "declined_what_next",
        [Step.WAIT_REVIEW],
        "Nothing is installed at that price. We'll call you about what is possible, or call us.",
        [_F.CHANGE_DECLINED],
    ),
    _said(_TITLE, "decide_change", [Step.DECIDE_CHANGE], "Your price needs your answer"),
    _said(
        _TEXT,
        "change_before",
        [Step.DECIDE_CHANGE],
        "Your photos show more work than your promised price includes. Nothing changes unless "
        "you approve it.",
        [],
        [_F.PRICE_AGREED],
    ),
    _said(
        _TEXT,
        "change_after",
        [Step.DECIDE_CHANGE],
        "We found work that the agreed price doesn't include. Nothing changes unless you approve "
        "it.",
        [_F.PRICE_AGREED],
    ),
    _said(_TITLE, "price_locked", [Step.WAIT_PROPOSAL], "Your price is locked", [_F.PRICE_AGREED]),
    _said(
        _TEXT,
        "proposal_comes",
        [Step.WAIT_PROPOSAL],
        "We're writing your proposal. You read and accept it here. There's nothing for you to do "
        "now.",
        [_F.PRICE_AGREED],
    ),
    _said(_TITLE, "accept", [Step.ACCEPT_PROPOSAL], "Your proposal is ready"),
    _said(
        _TEXT,
        "accept_why",
        [Step.ACCEPT_PROPOSAL],
        "What we install, the price, and when each payment is due. Take your time to read it, "
        "then accept it here.",
    ),
    # The machine comes first once it can be used, whatever is still to pay.
    _said(_TITLE, "power_on", _BUILT, "Your home has standby power", [_F.POWER_ON]),
    _said(
        _TITLE,
        "payment_due",
        [Step.PAY_MILESTONE],
        "A payment is due",
        [_F.PAYMENT_DUE],
        [_F.POWER_ON],
    ),
    _said(
        _TITLE, "transfer", [Step.WAIT_TRANSFER], "Your payment is on its way", [], [_F.POWER_ON]
    ),
    _said(
        _TITLE,
        "preparing",
        _PREPARING,
        "We're preparing your installation",
        [],
        [_F.EQUIPMENT_ORDERED],
    ),
    _said(
        _TITLE,
        "equipment_ordered",
        _PREPARING,
        "Your generator is ordered",
        [_F.EQUIPMENT_ORDERED],
        [_F.OWN_GENERATOR],
    ),
    _said(
        _TITLE,
        "material_ordered",
        _PREPARING,
        "Your equipment is ordered",
        [_F.EQUIPMENT_ORDERED, _F.OWN_GENERATOR],
    ),
    _said(
        _TITLE,
        "install_on",
        [Step.WAIT_INSTALLATION],
        "We install on {day}",
        [_F.DAY_CONFIRMED],
        [_F.DAY_PAST],
    ),
    _said(
        _TITLE,
        "installation_planned",
        [Step.WAIT_INSTALLATION],
        "Your installation was planned for {day}",
        [_F.DAY_PAST],
        [_F.INSTALLED],
    ),
    _said(
        _TITLE,
        "installed",
        [Step.WAIT_POWER_ON],
        "Your generator is installed",
        [_F.INSTALLED],
        [_F.POWER_ON],
    ),
    _said(
        _TEXT,
        "amount_due",
        [Step.PAY_MILESTONE],
        "{due} is due by {due_by}. Bank transfers and debit cards have no extra fee.",
        [_F.PAYMENT_DUE],
        [_F.PAYMENT_LATE],
    ),
    _said(
        _TEXT,
        "amount_late",
        [Step.PAY_MILESTONE],
        "{due} was due by {due_by}. Bank transfers and debit cards have no extra fee.",
        [_F.PAYMENT_DUE, _F.PAYMENT_LATE],
    ),
    _said(
        _TEXT,
        "transfer_since",
        [Step.WAIT_TRANSFER],
        "The bank transfer started on {transfer_since}. It usually takes 4 to 5 business days. "
        "Please don't pay a second time.",
    ),
    _said(_TEXT, "preparations", _SIGNED, "{preparations}", [], [_F.INSTALLED]),
    _said(
        _TEXT,
        "cancel_until",
        _SIGNED,
        "You can cancel for any reason and a full refund until midnight on {cancel_until}.",
        [_F.MAY_CANCEL_FREELY],
    ),
    _said(
        _TEXT,
        "payment_comes",
        (Step.WAIT_EQUIPMENT, Step.WAIT_INSTALLATION),
        "Your first payment, {due}, is due by {due_by}. You don't have to pay before your right "
        "to cancel ends.",
        [_F.PAYMENT_COMING],
    ),
    _said(
        _TEXT,
        "hoa_asked",
        _SIGNED,
        "Does your home belong to an HOA? Please tell us: we don't know yet.",
        [_F.HOA_TO_ASK],
        [_F.INSTALLED],
    ),
    _said(
        _TEXT,
        "nothing_to_do",
        (Step.WAIT_EQUIPMENT, Step.WAIT_POWER_ON),
        "There's nothing for you to do now.",
        [],
        [_F.MAY_CANCEL_FREELY, _F.PAYMENT_COMING, _F.PAYMENT_DUE, _F.HOA_TO_ASK],
    ),
    _said(
        _TEXT,
        "installation_takes",
        [Step.WAIT_INSTALLATION],
        "The installation takes about {hours} hours, mostly outside. The power will be off for "
        "part of the day.",
        [_F.DAY_CONFIRMED],
        [_F.DAY_PAST],
    ),
    _said(
        _TEXT,
        "installation_not_recorded",
        [Step.WAIT_INSTALLATION],
        "It is not recorded as finished yet. Call us if nobody came.",
        [_F.DAY_PAST],
        [_F.INSTALLED],
    ),
    _said(
        _TEXT,
        "all_done",
        _BUILT,
        "It is installed, inspected and paid.",
        [_F.POWER_ON, _F.INSTALLED, _F.INSPECTION_PASSED],
        [_F.MONEY_OPEN],
    ),
    _said(
        _TEXT,
        "done_uninspected",
        _BUILT,
        "It is installed and paid.",
        [_F.POWER_ON, _F.INSTALLED],
        [_F.MONEY_OPEN, _F.INSPECTION_PASSED],
    ),
    _said(
        _TEXT,
        "done_unpaid",
        _BUILT,
        "It is installed and inspected.",
        [_F.POWER_ON, _F.INSTALLED, _F.INSPECTION_PASSED, _F.MONEY_OPEN],
    ),
    _said(
        _TEXT,
        "still_to_pay",
        (Step.WAIT_POWER_ON, Step.DONE),
        "Still to pay: {to_pay}.",
        [_F.MONEY_OPEN, _F.INSTALLED],
    ),
    _said(
        _TEXT,
        "inspection_passed",
        [Step.WAIT_POWER_ON],
        "The final inspection passed.",
        [_F.INSPECTION_PASSED],
    ),
    _said(
        _TEXT,
        "inspection_failed",
        _BUILT,
        "The final inspection did not pass. We are working on it.",
        [_F.INSPECTION_FAILED, _F.INSTALLED],
    ),
    _said(
        _TEXT,
        "inspection_open",
        _BUILT,
        "The final inspection is not on record.",
        [_F.INSTALLED],
        [_F.INSPECTION_PASSED, _F.INSPECTION_NOT_NEEDED, _F.INSPECTION_FAILED],
    ),
    _said(_TEXT, "startup_done", [Step.WAIT_POWER_ON], "The start-up is done.", [_F.STARTED_UP]),
    _said(
        _TEXT,
        "startup_open",
        _BUILT,
        "The start-up is not on record.",
        [_F.INSTALLED],
        [_F.STARTED_UP],
    ),
    _said(
        _TEXT,
        "power_comes",
        [Step.WAIT_POWER_ON],
        "This page says so once your standby power is on.",
        [],
        [_F.POWER_ON],
    ),
    _said(_TITLE, "canceled", [Step.CANCELLED], "This order is canceled"),
    _said(
        _TEXT,
        "canceled_refunded",
        [Step.CANCELLED],
        "Your refund is shown below under Payments.",
        [_F.REFUNDED],
    ),
    _said(
        _TEXT,
        "canceled_uncharged",
        [Step.CANCELLED],
        "Nothing was charged.",
        [],
        [_F.ANYTHING_PAID, _F.OWED],
    ),
    _said(
        _TEXT,
        "canceled_owed",
        [Step.CANCELLED],
        "{to_pay} is still owed: see Payments below.",
        [_F.OWED],
    ),
    _said(_TEXT, "canceled_over", [Step.CANCELLED], "There's nothing more to do.", [], [_F.OWED]),
)

# Of the button: what pressing it does, never that it was done.
_ACTIONS: Final[Mapping[Step, str]] = {
    Step.PAY_FEE: "Go to the payment",
    Step.CONFIRM: "Check and confirm",
    Step.CHOOSE_DATE: "See if it is still open",
    Step.SEND_PHOTOS: "Add your photos",
    Step.RETAKE_PHOTOS: "Retake photos",
    Step.DECIDE_CHANGE: "See what changes",
    Step.ACCEPT_PROPOSAL: "Read and accept",
    Step.PAY_MILESTONE: "See the payment",
    Step.DONE: "Review your installation",
    Step.CANCELLED: "Start a new estimate",
}


def sentences_for(step: Step, facts: Collection[Fact]) -> tuple[Sentence, list[Sentence]]:
    """Return the title of the next step and the sentences below it, as the facts allow them."""
    said = [each for each in SENTENCES if each.may_be_said(step, facts)]
    titles = [each for each in said if each.part is Part.TITLE]
    return titles[0], [each for each in said if each.part is Part.TEXT]


def action_for(step: Step, facts: Collection[Fact]) -> str:
    """Return what the button of the next step says; empty when there is only to wait."""
    if step == Step.CHOOSE_DATE and Fact.DAY_LOST in facts:
        return "Choose a day"
    if step == Step.SEND_PHOTOS and Fact.ALL_PHOTOS in facts:
        return "Go to your photos"
    if step == Step.DONE and Fact.MONEY_OPEN in facts:
        return ""
    return _ACTIONS.get(step, "")


PREPARATIONS: Final[Mapping[StepKind, str]] = {
    StepKind.PERMIT: "City permit",
    StepKind.HOA: "HOA approval",
    StepKind.GAS: "Gas company",
    StepKind.EQUIPMENT: "Generator and equipment",
    StepKind.ROUGH_INSPECTION: "First inspection",
    StepKind.FINAL_INSPECTION: "Final inspection",
    StepKind.STARTUP: "Start-up and test",
}
# Of a preparation, and of several at once: "Done: HOA approval."
STATES: Final[Mapping[StepStatus, str]] = {
    StepStatus.DONE: "Done",
    StepStatus.REQUESTED: "Under way",
    StepStatus.FAILED: "Held up",
    StepStatus.TO_DO: "Not started",
    StepStatus.ASK: "We will ask you",
    StepStatus.NOT_NEEDED: "Not needed",
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
        f"{state}: {', '.join(PREPARATIONS[kind] for kind in kinds)}."
        for state, kinds in groups
        if kinds
    )
