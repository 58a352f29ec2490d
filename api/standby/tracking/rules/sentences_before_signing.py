"""What a homeowner reads from the reservation to the proposal."""

from typing import Final

from standby.tracking.rules.progress import NextStepKey as Step
from standby.tracking.rules.status_facts import Fact, Part, sentence

_TITLE, _TEXT = Part.TITLE, Part.TEXT
_HOLDING: Final = (Step.PAY_FEE, Step.CONFIRM)

SENTENCES: Final = (
    sentence(
        _TITLE,
        "pay_fee",
        [Step.PAY_FEE],
        "Pay the %(fee_name)s to keep your day",
        [Fact.FEE_DUE],
        [Fact.FEE_PAID],
    ),
    sentence(
        _TITLE, "confirm", [Step.CONFIRM], "Confirm your appointment", [], [Fact.DAY_CONFIRMED]
    ),
    sentence(
        _TEXT, "held", _HOLDING, "Your day is held for you until %(held_until)s.", [Fact.HOLD_RUNS]
    ),
    sentence(
        _TEXT,
        "hold_ended",
        _HOLDING,
        "The hold on your day has ended. If the day is still open, you can still get it.",
        [],
        [Fact.HOLD_RUNS],
    ),
    sentence(
        _TEXT,
        "fee_credited",
        [Step.PAY_FEE],
        "The fee is credited in full if you go ahead within %(fee_credit_days)s days of your "
        "final price.",
        [Fact.FEE_DUE],
    ),
    sentence(_TEXT, "nothing_due", [Step.CONFIRM], "Nothing is due today.", [], [Fact.FEE_DUE]),
    sentence(
        _TITLE, "choose_date", [Step.CHOOSE_DATE], "Choose another day", [], [Fact.DAY_CONFIRMED]
    ),
    sentence(
        _TEXT,
        "hold_over",
        [Step.CHOOSE_DATE],
        "Your hold ended before the fee was paid. Nothing was charged. If your day is still "
        "open, paying gets it back.",
        [Fact.FEE_DUE],
        [Fact.ANYTHING_PAID],
    ),
    sentence(
        _TEXT,
        "day_lost",
        [Step.CHOOSE_DATE],
        "Your payment arrived after the day was taken. It counts in full: choose another day "
        "and it's confirmed right away.",
        [Fact.DAY_LOST, Fact.FEE_PAID],
    ),
    sentence(
        _TITLE,
        "send_photos",
        [Step.SEND_PHOTOS],
        "Send us %(least)s photos",
        [],
        [Fact.SOME_PHOTOS, Fact.ALL_PHOTOS],
    ),
    sentence(
        _TITLE,
        "send_more_photos",
        [Step.SEND_PHOTOS],
        "Send us %(missing_photos)s more of the %(least)s photos",
        [Fact.SOME_PHOTOS],
    ),
    sentence(
        _TITLE,
        "photos_to_send",
        [Step.SEND_PHOTOS],
        "Your photos are uploaded: send them for review",
        [Fact.ALL_PHOTOS],
    ),
    sentence(
        _TEXT,
        "photos_why",
        [Step.SEND_PHOTOS],
        "It takes %(photos_take)s with your phone. Your photos confirm the distance and lock your "
        "price.",
        [],
        [Fact.PRICE_AGREED, Fact.ALL_PHOTOS],
    ),
    sentence(
        _TEXT,
        "photos_wait_for_send",
        [Step.SEND_PHOTOS],
        "We look at them once you press Send on the photo page.",
        [Fact.ALL_PHOTOS],
    ),
    sentence(_TITLE, "retake", [Step.RETAKE_PHOTOS], "We need another look"),
    sentence(
        _TEXT, "retake_why", [Step.RETAKE_PHOTOS], "%(retake_reason)s", [Fact.RETAKE_EXPLAINED]
    ),
    sentence(
        _TEXT,
        "retake_unexplained",
        [Step.RETAKE_PHOTOS],
        "One of the photos doesn't show what we need to see.",
        [],
        [Fact.RETAKE_EXPLAINED],
    ),
    sentence(
        _TITLE,
        "in_review",
        [Step.WAIT_REVIEW],
        "We're reviewing your photos",
        [],
        [Fact.CHANGE_DECLINED],
    ),
    sentence(
        _TITLE, "declined", [Step.WAIT_REVIEW], "You declined the new price", [Fact.CHANGE_DECLINED]
    ),
    sentence(
        _TEXT,
        "review_soon",
        [Step.WAIT_REVIEW],
        "Within %(photo_review)s of your sending them we confirm the distance and lock your price. "
        "There's nothing for you to do now.",
        [],
        [Fact.CHANGE_DECLINED, Fact.REVIEW_LATE],
    ),
    sentence(
        _TEXT,
        "review_late",
        [Step.WAIT_REVIEW],
        "It takes us longer than the %(photo_review)s that we promised. We're sorry: call us if "
        "you need the price now.",
        [Fact.REVIEW_LATE],
        [Fact.CHANGE_DECLINED],
    ),
    sentence(
        _TEXT,
        "declined_what_next",
        [Step.WAIT_REVIEW],
        "Nothing is installed at that price. We'll call you about what is possible, or call us.",
        [Fact.CHANGE_DECLINED],
    ),
    sentence(_TITLE, "decide_change", [Step.DECIDE_CHANGE], "Your price needs your answer"),
    sentence(
        _TEXT,
        "change_run",
        [Step.DECIDE_CHANGE],
        "The run to your generator is longer than your price includes.",
        [Fact.CHANGE_RUN],
    ),
    sentence(
        _TEXT,
        "change_modules",
        [Step.DECIDE_CHANGE],
        "The new price has the load management modules that your price did not include yet.",
        [Fact.CHANGE_MODULES],
    ),
    sentence(
        _TEXT,
        "change_both",
        [Step.DECIDE_CHANGE],
        "The run to your generator is longer than your price includes, and load management "
        "modules are added that it did not include yet.",
        [Fact.CHANGE_BOTH],
    ),
    sentence(
        _TEXT,
        "change_asked",
        [Step.DECIDE_CHANGE],
        "Nothing changes unless you approve it. Why, and both prices, are shown below.",
    ),
    sentence(
        _TITLE, "price_locked", [Step.WAIT_PROPOSAL], "Your price is locked", [Fact.PRICE_AGREED]
    ),
    sentence(
        _TEXT,
        "proposal_comes",
        [Step.WAIT_PROPOSAL],
        "We're writing your proposal. You read and accept it here. There's nothing for you to do "
        "now.",
        [Fact.PRICE_AGREED],
    ),
    sentence(_TITLE, "accept", [Step.ACCEPT_PROPOSAL], "Your proposal is ready"),
    sentence(
        _TEXT,
        "accept_why",
        [Step.ACCEPT_PROPOSAL],
        "What we install, the price, and when each payment is due. Take your time to read it, "
        "then accept it here.",
    ),
)
