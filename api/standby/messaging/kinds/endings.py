"""Messages to customers about how their order went on: done, corrected, reviewed, canceled."""

from collections.abc import Sequence
from typing import Final

from standby.core.market import TERMS
from standby.core.words import Sentence, _, dollars, listed, say
from standby.messaging.kinds.definition import (
    GET_DOCUMENTS,
    BookingContext,
    Button,
    MessageKind,
    context_for,
)
from standby.messaging.rendering import TemplateContext, sanitize_input


def installation_done(
    booking: BookingContext, *, is_inspected: bool | None, is_started_up: bool
) -> TemplateContext:
    # Only what is on record; `is_inspected` is None where no inspection is needed.
    parts = [
        say("set"),
        say("connected"),
        *([say("inspected")] if is_inspected else []),
        *([say("started")] if is_started_up else []),
    ]
    sentences = [
        say("Your installation is complete: %(parts)s.", parts=listed(parts)),
        say("The final inspection is not on record yet.") if is_inspected is False else "",
        say("When the grid goes down, it takes over on its own.")
        if is_started_up
        else say("The start-up is not on record yet."),
    ]
    return context_for(
        booking,
        done=" ".join(filter(None, sentences)),
        state=say("ready") if is_started_up else say("installed"),
        headline=say("The power stays on now")
        if is_started_up
        else say("The installation is complete"),
        details=((say("Address"), booking.address), booking.numbered),
        button=GET_DOCUMENTS,
    )


def review_invitation(booking: BookingContext) -> TemplateContext:
    return context_for(booking, button=Button(_("Write a review")))


def corrected(booking: BookingContext, *, correction: Sentence, reason: str) -> TemplateContext:
    return context_for(
        booking,
        details=(
            (say("What was wrong"), str(correction)),
            (say("Reason"), sanitize_input(reason)),
            booking.numbered,
        ),
        correction=str(correction),
        reason=sanitize_input(reason),
    )


def order_cancelled(
    booking: BookingContext,
    *,
    refund_cents: int,
    retained_cents: int,
    owed_cents: int = 0,
    is_credit: bool = False,
    under_way: Sequence[Sentence] = (),
) -> TemplateContext:
    # `under_way`: what becomes of a bank transfer or a refund on its way.
    days, retained, owed = TERMS.fee_credit_days, dollars(retained_cents), dollars(owed_cents)
    # Each sum has its sentence.
    sentences = []
    if refund_cents > 0:
        refund = dollars(refund_cents)
        sentences.append(
            say("We refund %(amount)s; banks take up to 10 business days.", amount=refund)
        )
    if retained_cents > 0 and is_credit:
        stays = _(
            "%(amount)s stays a credit for %(days)s days and comes off your bill if you go ahead "
            "by then."
        )
        sentences.append(say(stays, amount=retained, days=days))
    elif retained_cents > 0:
        sentences.append(say("By the cancellation rules, we keep %(amount)s.", amount=retained))
    if owed_cents > 0:
        sentences.append(say("Still to pay: %(amount)s.", amount=owed))
    moving = " ".join(map(str, under_way))
    if not sentences and not moving:
        sentences.append(say("There is nothing to pay and nothing to refund."))
    title = say("Kept as a credit for %(days)s days", days=days) if is_credit else say("We keep")
    return context_for(
        booking,
        details=(
            (say("Refund"), dollars(refund_cents)),
            (title, retained),
            *(((say("Still owed"), owed),) if owed_cents else ()),
            booking.numbered,
        ),
        money=" ".join(sentences) or moving,
        under_way=moving if sentences else "",
    )


KINDS: Final = (
    MessageKind(
        name="installation_done",
        title=_("The installation is complete"),
        context=installation_done,
        sample={"is_inspected": True, "is_started_up": True},
        placeholders={
            "done": "what was done, and which inspection or start-up is not on record",
            "state": "ready, or installed while the start-up is not on record",
            "headline": "the heading that fits it",
        },
        required_placeholders={"done"},
    ),
    MessageKind(
        name="corrected",
        title=_("A correction"),
        context=corrected,
        sample={
            "correction": Sentence(
                _(
                    "We wrote that your equipment has arrived. It has not, and nothing is due for "
                    "it."
                )
            ),
            "reason": "It was another customer's delivery.",
        },
        placeholders={"correction": "what was wrong, and what is so", "reason": "the reason"},
        required_placeholders={"correction"},
        free_text_placeholders={"correction", "reason"},
        is_immediate=True,
    ),
    MessageKind(
        name="review_invitation",
        title=_("Invitation to write a review"),
        context=review_invitation,
    ),
    MessageKind(
        name="order_cancelled",
        title=_("The installation is canceled"),
        fixed_reason="It is the notice of what is refunded and kept, by the rules of the "
        "agreement.",
        context=order_cancelled,
        sample={"refund_cents": 100_00, "retained_cents": 0},
        placeholders={
            "money": "what happens to what was paid",
            "under_way": "what becomes of money that is on its way",
        },
        is_immediate=True,
        has_calendar=True,
        outlives_cancellation=True,
    ),
)
