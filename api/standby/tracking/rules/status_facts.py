"""What is on record about an order, and how a sentence names the facts that it asserts."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from standby.core.words import say
from standby.tracking.rules.progress import NextStepKey as Step

_APOSTROPHE: Final = "\N{RIGHT SINGLE QUOTATION MARK}"


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
    CHANGE_RUN = "a longer run alone makes the proposed price higher"
    CHANGE_MODULES = "load management modules alone make the proposed price higher"
    CHANGE_BOTH = "a longer run and load management modules make the proposed price higher"
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
    TRANSFER_FAILED = "the bank transfer for a payment failed, and it was not paid since"
    MONEY_OPEN = "something of the price is not paid"
    ANYTHING_PAID = "something was paid"
    REFUNDED = "a refund was made"
    TRANSFER_MOVING = "a bank transfer to the canceled order is still on its way"
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

    def with_values(self, values: Mapping[str, str]) -> str:
        """Return the words in the active language, with typographic apostrophes."""
        return say(self.words).replace("'", _APOSTROPHE) % values

    def may_be_stated(self, step: Step, facts: Collection[Fact]) -> bool:
        return (
            step in self.at
            and all(fact in facts for fact in self.says)
            and not any(fact in facts for fact in self.denies)
        )


def sentence(
    part: Part,
    id: str,  # noqa: A002  (the table reads like one)
    at: Iterable[Step],
    words: str,
    says: Iterable[Fact] = (),
    denies: Iterable[Fact] = (),
) -> Sentence:
    """Return a sentence of the table; `words` are its message id."""
    return Sentence(
        id=id,
        part=part,
        at=frozenset(at),
        words=words,
        says=frozenset(says),
        denies=frozenset(denies),
    )
