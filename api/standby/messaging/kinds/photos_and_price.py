"""Messages to customers from the photo request to the accepted proposal."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Final

from standby.core.market import TERMS
from standby.messaging.kinds.definition import (
    SEE_PRICE,
    TAKE_PHOTOS,
    BookingContext,
    MessageKind,
    brief_day,
    context_for,
    dollars,
    long_day,
    short_day,
)
from standby.messaging.rendering import MY_BOOKING, MY_PHOTOS, TemplateContext, sanitize_input


def photos_missing(booking: BookingContext, *, least: int = 5) -> TemplateContext:
    return context_for(booking, button=TAKE_PHOTOS, least=str(least), lower=booking.lower)


def photos_received(booking: BookingContext, *, count: int) -> TemplateContext:
    return context_for(booking, photos="1 photo" if count == 1 else f"{count} photos")


def retake_wanted(
    booking: BookingContext, *, reason: str, photos: Sequence[str] = ()
) -> TemplateContext:
    text = short = sanitize_input(reason)
    # A text has room for 100 characters of a reason; the whole is on the linked page.
    if len(text) > 100:
        short = text[:97].rsplit(" ", 1)[0] + "..."
    noun = "Photo" if len(photos) == 1 else "Photos"
    named = f"{noun} to take again: {'; '.join(photos)}." if photos else ""
    return context_for(
        booking, button=("Retake it", MY_PHOTOS), reason=text, short_reason=short, photos=named
    )


def price_locked(
    booking: BookingContext, *, total_cents: int, was_cents: int, receipt_code: str
) -> TemplateContext:
    saved = was_cents - total_cents
    return context_for(
        booking,
        details=(
            ("Locked price", dollars(total_cents)),
            ("Promised before", dollars(was_cents)),
            ("Price receipt", receipt_code),
        ),
        button=SEE_PRICE,
        total=dollars(total_cents),
        lower=f"That is {dollars(saved)} less than promised." if saved > 0 else "",
        receipt_code=receipt_code,
    )


# By the cause of a price change (orders/services/changes.py): a sentence, and for a text.
_CAUSES: Final = {
    "run": (
        "The run to your generator is longer than your price includes:",
        "the run is longer than planned",
    ),
    "modules": (
        "The new price has the load management modules that your price did not include yet:",
        "the price with load management",
    ),
    "run_and_modules": (
        "The run to your generator is longer than your price includes, and load management "
        "modules are added that it did not include yet:",
        "a longer run, load management",
    ),
    "other": (
        "We would have to change your price:",
        "a price change needs your answer",
    ),
}
_USUAL_TERMS: Final = f"the {TERMS.fee_name} stays on the usual terms."
# What holds after a "no": before the answer, after it, and for a text.
_IF_DECLINED: Final = {
    "price_stays": (
        f"If you decline, the agreed price and the agreed work stay, and {_USUAL_TERMS}",
        f"The agreed price and the agreed work stay, and {_USUAL_TERMS}",
        "The agreed price and work stay.",
    ),
    "within_limit": (
        "If you decline, nothing is done at this price, and we call you to find another way. It is "
        f"not more than {TERMS.price_rise_percent}% higher, so {_USUAL_TERMS}",
        "Nothing is done at that price, and we will call you to find another way. It was not more "
        f"than {TERMS.price_rise_percent}% higher, so {_USUAL_TERMS}",
        "We will call you to find another way.",
    ),
    "refundable": (
        "If you decline, nothing is done at this price, and we call you to find another way. It is "
        f"more than {TERMS.price_rise_percent}% higher: if you would rather cancel then, you get "
        f"back everything you have paid, including the {TERMS.fee_name}.",
        "Nothing is done at that price, and we will call you to find another way. It was more than "
        f"{TERMS.price_rise_percent}% higher: if you would rather cancel, you get back everything "
        f"you have paid, including the {TERMS.fee_name}.",
        "We will call you, or you cancel for a full refund.",
    ),
}


def price_change(
    booking: BookingContext,
    *,
    total_cents: int,
    was_cents: int,
    reason: str,
    cause: str,
    if_declined: str,
) -> TemplateContext:
    sentence, in_short = _CAUSES[cause]
    was = "Agreed price" if if_declined == "price_stays" else "Promised price"
    return context_for(
        booking,
        details=((was, dollars(was_cents)), ("New price", dollars(total_cents))),
        button=("Review and decide", MY_BOOKING),
        total=dollars(total_cents),
        promised=dollars(was_cents),
        reason=sanitize_input(reason),
        cause=sentence,
        cause_in_short=in_short,
        if_declined=_IF_DECLINED[if_declined][0],
    )


def price_lowered(
    booking: BookingContext, *, total_cents: int, was_cents: int, reason: str
) -> TemplateContext:
    return context_for(
        booking,
        details=(("Agreed price", dollars(was_cents)), ("New price", dollars(total_cents))),
        button=SEE_PRICE,
        total=dollars(total_cents),
        promised=dollars(was_cents),
        reason=sanitize_input(reason),
    )


def change_approved(
    booking: BookingContext, *, total_cents: int, is_accepted: bool = False
) -> TemplateContext:
    return context_for(
        booking,
        button=SEE_PRICE,
        total=dollars(total_cents),
        what_next="It is part of the payments that are still to come."
        if is_accepted
        else "Your proposal is next.",
    )


def change_declined(booking: BookingContext, *, if_declined: str) -> TemplateContext:
    _, what_now, in_short = _IF_DECLINED[if_declined]
    return context_for(booking, what_now=what_now, what_now_in_short=in_short)


def proposal_ready(
    booking: BookingContext, *, total_cents: int, was_cents: int = 0, receipt_code: str = ""
) -> TemplateContext:
    """With a receipt's code it also says that the price has just been locked."""
    details = [("Total", dollars(total_cents)), ("Installation", long_day(booking.day))]
    locked, brief = "", f"your proposal for {dollars(total_cents)} is ready"
    if receipt_code:
        brief = f"your price is locked at {dollars(total_cents)} and your proposal is ready"
        details.append(("Price receipt", receipt_code))
        saved = was_cents - total_cents
        locked = "We reviewed your photos, and your price is locked." + (
            f" That is {dollars(saved)} less than promised." if saved > 0 else ""
        )
    return context_for(
        booking,
        details=tuple(details),
        button=("Read the proposal", MY_BOOKING),
        total=dollars(total_cents),
        locked=locked,
        brief=brief,
    )


def proposal_accepted(
    booking: BookingContext, *, cancel_until: date, due_cents: int, due_on: date
) -> TemplateContext:
    # Credits may cover the first payment.
    first_payment = (
        f"Your first payment, {dollars(due_cents)}, is due by {long_day(due_on)}. "
        "You don't have to pay before your cancellation period ends."
    )
    return context_for(
        booking,
        details=booking.visit,
        cancel_until=short_day(cancel_until),
        brief_cancel_until=brief_day(cancel_until),
        cancel_until_long=long_day(cancel_until),
        first_payment=first_payment if due_cents else "",
    )


# Each says what the price is from then on.
_NEWER_PRICE: Final = frozenset(
    {"price_locked", "price_lowered", "change_approved", "corrected:price"}
)

KINDS: Final = (
    MessageKind(
        name="photo_link",
        title="Photos, please",
        context=photos_missing,
        sample={"least": 5},
        placeholders={
            "least": "how many photos",
            "lower": "from which run on down it costs less; empty where none does",
        },
        is_immediate=True,
    ),
    MessageKind(
        name="photo_reminder",
        title="Photos are still missing",
        context=photos_missing,
        sample={"least": 5},
        placeholders={"least": "how many photos"},
    ),
    MessageKind(
        name="photos_received",
        title="Photos arrived",
        context=photos_received,
        sample={"count": 6},
        placeholders={"photos": "how many, such as 6 photos"},
        is_immediate=True,
        overtaken_by=frozenset({"photos_received"}),
    ),
    MessageKind(
        name="retake_wanted",
        title="A photo needs a retake",
        context=retake_wanted,
        sample={
            "reason": "The photo of the gas meter is blurred; we need its number.",
            "photos": ["Gas meter or propane tank"],
        },
        placeholders={
            "reason": "which one and why",
            "short_reason": "the same, cut for a text",
            "photos": "the photos in question; empty if none was marked",
        },
        required_placeholders={"reason", "short_reason"},
        free_text_placeholders={"reason", "short_reason"},
        overtaken_by=frozenset({"retake_wanted"}),
    ),
    MessageKind(
        name="price_locked",
        title="The price is locked",
        context=price_locked,
        sample={
            "total_cents": 12_194_77,
            "was_cents": 12_694_77,
            "receipt_code": "HNX4-7K2M-9QPD",
        },
        placeholders={
            "total": "the locked price",
            "lower": "how much lower it is; empty if it is not",
            "receipt_code": "the code of the price receipt",
        },
        required_placeholders={"total"},
        waits=timedelta(minutes=1),
        overtaken_by=_NEWER_PRICE,
    ),
    MessageKind(
        name="price_change",
        title="A higher price is proposed",
        fixed_reason="It says which rule of the agreement applies, and what declining means.",
        context=price_change,
        sample={
            "total_cents": 13_494_77,
            "was_cents": 12_694_77,
            "reason": "The run is 42 ft around the garage, which is the next band.",
            "cause": "run",
            "if_declined": "within_limit",
        },
        placeholders={
            "total": "the new price",
            "promised": "the promised price",
            "reason": "why it would change, as staff wrote it",
            "cause": "what makes it higher",
            "cause_in_short": "the same for a text",
            "if_declined": "what holds if the customer says no",
        },
        free_text_placeholders={"reason"},
        overtaken_by=frozenset({"price_change", "price_change_later"}),
    ),
    MessageKind(
        name="price_change_later",
        title="A price change after the price was locked",
        fixed_reason="It says which rule of the agreement applies, and what declining means.",
        context=price_change,
        sample={
            "total_cents": 13_494_77,
            "was_cents": 12_694_77,
            "reason": "There is rock in the ground where the trench goes.",
            "cause": "other",
            "if_declined": "price_stays",
        },
        placeholders={
            "total": "the new price",
            "promised": "the agreed price",
            "reason": "why it would change, as staff wrote it",
            "cause": "what makes it higher",
            "cause_in_short": "the same for a text",
            "if_declined": "what holds if the customer says no",
        },
        free_text_placeholders={"reason"},
        overtaken_by=frozenset({"price_change", "price_change_later"}),
    ),
    MessageKind(
        name="price_lowered",
        title="The price is lowered",
        context=price_lowered,
        sample={
            "total_cents": 12_494_77,
            "was_cents": 12_694_77,
            "reason": "No trench is needed along the drive.",
        },
        placeholders={
            "total": "the new price",
            "promised": "the agreed price",
            "reason": "why",
        },
        free_text_placeholders={"reason"},
        overtaken_by=_NEWER_PRICE,
    ),
    MessageKind(
        name="change_approved",
        title="The change was approved",
        context=change_approved,
        sample={"total_cents": 13_494_77},
        placeholders={"total": "the locked price", "what_next": "what follows"},
        required_placeholders={"total"},
        is_immediate=True,
        overtaken_by=_NEWER_PRICE,
    ),
    MessageKind(
        name="change_declined",
        title="The change was declined",
        context=change_declined,
        sample={"if_declined": "refundable"},
        placeholders={
            "what_now": "what happens next, by the rules",
            "what_now_in_short": "the same for a text",
        },
        required_placeholders={"what_now", "what_now_in_short"},
        is_immediate=True,
        overtaken_by=frozenset({"price_locked", "price_lowered", "corrected:price"}),
    ),
    MessageKind(
        name="proposal_ready",
        title="The proposal is ready",
        context=proposal_ready,
        sample={
            "total_cents": 12_194_77,
            "was_cents": 12_694_77,
            "receipt_code": "HNX4-7K2M-9QPD",
        },
        placeholders={
            "total": "the total",
            "locked": "that the price is locked; empty if they know",
            "brief": "what is ready, in short",
        },
        required_placeholders={"total"},
        overtaken_by=frozenset({"proposal_ready"}),
    ),
    MessageKind(
        name="proposal_accepted",
        title="The proposal was accepted",
        fixed_reason="It says until when the law lets a customer cancel.",
        context=proposal_accepted,
        sample={
            "cancel_until": date(2026, 2, 26),
            "due_cents": 2_948_69,
            "due_on": date(2026, 3, 3),
        },
        placeholders={
            "cancel_until": "the last day to cancel",
            "cancel_until_long": "the same with its year",
            "brief_cancel_until": "the same in short",
            "first_payment": "what the first payment is and when it is due",
        },
        is_immediate=True,
    ),
)
