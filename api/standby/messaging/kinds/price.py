"""Messages to customers about their price: locked, changed, proposed and accepted."""

from datetime import date, timedelta
from typing import Final

from standby.core.market import TERMS
from standby.core.words import (
    _,
    brief_weekday_date,
    dollars,
    full_weekday_date,
    market_terms,
    say,
    weekday_date,
)
from standby.messaging.kinds.definition import (
    SEE_PRICE,
    BookingContext,
    Button,
    MessageKind,
    context_for,
)
from standby.messaging.rendering import TemplateContext, sanitize_input


def price_locked(
    booking: BookingContext, *, total_cents: int, was_cents: int, receipt_code: str
) -> TemplateContext:
    return context_for(
        booking,
        details=(
            (say("Locked price"), dollars(total_cents)),
            (say("Promised before"), dollars(was_cents)),
            (say("Price receipt"), receipt_code),
        ),
        button=SEE_PRICE,
        total=dollars(total_cents),
        lower=_saved(was_cents - total_cents),
        receipt_code=receipt_code,
    )


def _saved(cents: int) -> str:
    if cents <= 0:
        return ""
    return say("That is %(amount)s less than promised.", amount=dollars(cents))


# By the cause of a price change (orders/services/changes.py): a sentence, and for a text.
_CAUSES: Final = {
    "run": (
        _("The run to your generator is longer than your price includes:"),
        _("the run is longer than planned"),
    ),
    "modules": (
        _("The new price has the load management modules that your price did not include yet:"),
        _("the price with load management"),
    ),
    "run_and_modules": (
        _(
            "The run to your generator is longer than your price includes, and load management "
            "modules are added that it did not include yet:"
        ),
        _("a longer run, load management"),
    ),
    "other": (
        _("We would have to change your price:"),
        _("a price change needs your answer"),
    ),
}
# What holds after a "no": before the answer, after it, and for a text.
_IF_DECLINED: Final = {
    "price_stays": (
        _(
            "If you decline, the agreed price and the agreed work stay, and the %(fee)s stays on "
            "the usual terms."
        ),
        _("The agreed price and the agreed work stay, and the %(fee)s stays on the usual terms."),
        _("The agreed price and work stay."),
    ),
    "within_limit": (
        _(
            "If you decline, nothing is done at this price, and we call you to find another way. "
            "It is not more than %(percent)s%% higher, so the %(fee)s stays on the usual terms."
        ),
        _(
            "Nothing is done at that price, and we will call you to find another way. It was not "
            "more than %(percent)s%% higher, so the %(fee)s stays on the usual terms."
        ),
        _("We will call you to find another way."),
    ),
    "refundable": (
        _(
            "If you decline, nothing is done at this price, and we call you to find another way. "
            "It is more than %(percent)s%% higher: if you would rather cancel then, you get back "
            "everything you have paid, including the %(fee)s."
        ),
        _(
            "Nothing is done at that price, and we will call you to find another way. It was more "
            "than %(percent)s%% higher: if you would rather cancel, you get back everything you "
            "have paid, including the %(fee)s."
        ),
        _("We will call you, or you cancel for a full refund."),
    ),
}


def _if_declined(holds: str, place: int) -> str:
    terms = {"fee": market_terms().fee_name, "percent": TERMS.price_rise_percent}
    return say(_IF_DECLINED[holds][place], **terms)


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
    was = _("Agreed price") if if_declined == "price_stays" else _("Promised price")
    return context_for(
        booking,
        details=((say(was), dollars(was_cents)), (say("New price"), dollars(total_cents))),
        button=Button(_("Review and decide")),
        total=dollars(total_cents),
        promised=dollars(was_cents),
        reason=sanitize_input(reason),
        cause=say(sentence),
        cause_in_short=say(in_short),
        if_declined=_if_declined(if_declined, 0),
    )


def price_lowered(
    booking: BookingContext, *, total_cents: int, was_cents: int, reason: str
) -> TemplateContext:
    return context_for(
        booking,
        details=(
            (say("Agreed price"), dollars(was_cents)),
            (say("New price"), dollars(total_cents)),
        ),
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
        what_next=say("It is part of the payments that are still to come.")
        if is_accepted
        else say("Your proposal is next."),
    )


def change_declined(booking: BookingContext, *, if_declined: str) -> TemplateContext:
    return context_for(
        booking,
        what_now=_if_declined(if_declined, 1),
        what_now_in_short=_if_declined(if_declined, 2),
    )


def proposal_ready(
    booking: BookingContext, *, total_cents: int, was_cents: int = 0, receipt_code: str = ""
) -> TemplateContext:
    """With a receipt's code it also says that the price has just been locked."""
    total = dollars(total_cents)
    details = [
        (say("Total"), total),
        (say("Installation"), full_weekday_date(booking.day)),
    ]
    locked, brief = "", say("your proposal for %(total)s is ready", total=total)
    if receipt_code:
        brief = say("your price is locked at %(total)s and your proposal is ready", total=total)
        details.append((say("Price receipt"), receipt_code))
        reviewed = say("We reviewed your photos, and your price is locked.")
        locked = f"{reviewed} {_saved(was_cents - total_cents)}".rstrip()
    return context_for(
        booking,
        details=tuple(details),
        button=Button(_("Read the proposal")),
        total=total,
        locked=locked,
        brief=brief,
    )


def proposal_accepted(
    booking: BookingContext, *, cancel_until: date, due_cents: int, due_on: date
) -> TemplateContext:
    # Credits may cover the first payment.
    first_payment = say(
        "Your first payment, %(amount)s, is due by %(day)s. You don't have to pay before your "
        "cancellation period ends.",
        amount=dollars(due_cents),
        day=full_weekday_date(due_on),
    )
    return context_for(
        booking,
        details=booking.visit,
        cancel_until=weekday_date(cancel_until),
        brief_cancel_until=brief_weekday_date(cancel_until),
        cancel_until_long=full_weekday_date(cancel_until),
        first_payment=first_payment if due_cents else "",
    )


# Each says what the price is from then on.
_NEWER_PRICE: Final = frozenset(
    {"price_locked", "price_lowered", "change_approved", "corrected:price"}
)

KINDS: Final = (
    MessageKind(
        name="price_locked",
        title=_("The price is locked"),
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
        title=_("A higher price is proposed"),
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
        title=_("A price change after the price was locked"),
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
        title=_("The price is lowered"),
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
        title=_("The change was approved"),
        context=change_approved,
        sample={"total_cents": 13_494_77},
        placeholders={"total": "the locked price", "what_next": "what follows"},
        required_placeholders={"total"},
        is_immediate=True,
        overtaken_by=_NEWER_PRICE,
    ),
    MessageKind(
        name="change_declined",
        title=_("The change was declined"),
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
        title=_("The proposal is ready"),
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
        title=_("The proposal was accepted"),
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
