"""Messages to customers about money: due, received, refunded."""

from datetime import date
from decimal import Decimal
from typing import Final

from standby.core.words import (
    Sentence,
    _,
    brief_weekday_date,
    capitalized,
    dollars,
    full_weekday_date,
    percent_text,
    say,
    weekday_date,
)
from standby.messaging.kinds.definition import (
    GET_RECEIPT,
    PAY,
    SEE_PAYMENTS,
    BookingContext,
    MessageKind,
    context_for,
)
from standby.messaging.rendering import TemplateContext, sanitize_input

_MILESTONES: Final = {
    "acceptance": _("the first payment, for the proposal that you accepted"),
    "equipment": _("the second payment, for the equipment that arrived"),
    "completion": _("the last payment, for the installation that is complete"),
}
# When the next payment comes, where its day is not known yet
_NEXT: Final = {
    "acceptance": _("%(amount)s after you accept the proposal"),
    "equipment": _("%(amount)s when the equipment arrives"),
    "completion": _("%(amount)s when the work is complete"),
}


def milestone_due(
    booking: BookingContext, *, milestone: str, amount_cents: int, due_cents: int, due_on: date
) -> TemplateContext:
    # `due_cents` is what remains of `amount_cents` after credits; what stands above it sums to it.
    credited = amount_cents - due_cents
    credit_line = ((say("Credited"), f"-{dollars(credited)}"),) if credited > 0 else ()
    known = _MILESTONES.get(milestone)
    return context_for(
        booking,
        details=(
            (say("Amount"), dollars(amount_cents)),
            *credit_line,
            (say("Due"), dollars(due_cents)),
            (say("Due by"), full_weekday_date(due_on)),
        ),
        button=PAY,
        due=dollars(due_cents),
        due_by=weekday_date(due_on),
        brief_due_by=brief_weekday_date(due_on),
        milestone=say(known) if known else sanitize_input(milestone),
    )


def milestone_overdue(
    booking: BookingContext, *, due_cents: int, late_fee_cents: int, late_fee_rate: Decimal
) -> TemplateContext:
    return context_for(
        booking,
        details=(
            (say("Past due"), dollars(due_cents)),
            (say("Late fee for a full month"), dollars(late_fee_cents)),
            booking.numbered,
        ),
        button=PAY,
        due=dollars(due_cents),
        late_fee=dollars(late_fee_cents),
        late_fee_percent=percent_text(late_fee_rate),
    )


def payment_received(
    booking: BookingContext,
    *,
    amount_cents: int,
    what: Sentence,
    surcharge_cents: int,
    remaining_cents: int,
    next_milestone: str = "",
    next_cents: int = 0,
    next_due_on: date | None = None,
) -> TemplateContext:
    parts = (
        (say("Toward your installation"), dollars(amount_cents - surcharge_cents)),
        (say("Card surcharge"), dollars(surcharge_cents)),
    )
    # What is still to pay always comes with when it is due (PRICE-02.2).
    remaining = dollars(max(0, remaining_cents))
    if remaining_cents <= 0:
        next_in_short = next_step = say("Nothing remains to be paid.")
    elif next_milestone:
        coming = _next_payment(next_milestone, cents=next_cents, due_on=next_due_on)
        next_in_short = say("Next: %(payment)s.", payment=coming)
        next_step = say(
            "Still to pay: %(amount)s. Next is %(payment)s.", amount=remaining, payment=coming
        )
    else:
        next_in_short = next_step = say("Still to pay: %(amount)s.", amount=remaining)
    return context_for(
        booking,
        details=(
            (say("For"), capitalized(str(what))),
            *(parts if surcharge_cents else ()),
            (say("Received"), dollars(amount_cents)),
            (say("Still to pay"), remaining),
            booking.numbered,
        ),
        button=GET_RECEIPT,
        amount=dollars(amount_cents),
        next=next_step,
        next_in_short=next_in_short,
    )


def _next_payment(milestone: str, *, cents: int, due_on: date | None) -> str:
    amount = dollars(cents)
    if due_on:
        return say("%(amount)s by %(day)s", amount=amount, day=weekday_date(due_on))
    return say(_NEXT[milestone], amount=amount) if milestone in _NEXT else amount


def refund(
    booking: BookingContext, *, amount_cents: int, effect: Sentence | None = None
) -> TemplateContext:
    # `effect`: what it does to what remains to be paid.
    return context_for(
        booking,
        details=((say("Refund"), dollars(amount_cents)), booking.numbered),
        button=SEE_PAYMENTS,
        amount=dollars(amount_cents),
        effect=str(effect or ""),
    )


def payment_returned(
    booking: BookingContext, *, amount_cents: int, due_cents: int, is_paid_online: bool
) -> TemplateContext:
    # Some payments cannot be paid again online; then staff contact the customer.
    return context_for(
        booking,
        details=(
            (say("Reversed"), dollars(amount_cents)),
            (say("Due"), dollars(due_cents)),
            booking.numbered,
        ),
        button=PAY if is_paid_online else SEE_PAYMENTS,
        amount=dollars(amount_cents),
        due=dollars(due_cents),
        how=(
            say("You can pay it again on your booking page, by bank transfer or by card.")
            if is_paid_online
            else say("We will contact you about how to pay it.")
        ),
    )


def transfer_failed(
    booking: BookingContext,
    *,
    amount_cents: int,
    started_on: date,
    due_cents: int,
    due_on: date,
    is_late: bool,
) -> TemplateContext:
    is_due = _("%(amount)s was due by %(day)s") if is_late else _("%(amount)s is due by %(day)s")
    due = dollars(due_cents)
    return context_for(
        booking,
        details=(
            _not_received(amount_cents),
            (say("Due"), due),
            (say("Due by"), full_weekday_date(due_on)),
            booking.numbered,
        ),
        button=PAY,
        amount=dollars(amount_cents),
        started=weekday_date(started_on),
        due=say(is_due, amount=due, day=weekday_date(due_on)),
        brief_due=say(is_due, amount=due, day=brief_weekday_date(due_on)),
    )


def late_transfer_failed(
    booking: BookingContext, *, amount_cents: int, started_on: date, owed_cents: int
) -> TemplateContext:
    owed = dollars(owed_cents)
    due = say("Your order is canceled, and nothing is due.")
    if owed_cents:
        due = say(
            "Still to pay of your canceled order: %(amount)s. We will contact you about how to pay "
            "it.",
            amount=owed,
        )
    return context_for(
        booking,
        details=(
            _not_received(amount_cents),
            *(((say("Still to pay"), owed),) if owed_cents else ()),
            booking.numbered,
        ),
        button=SEE_PAYMENTS,
        amount=dollars(amount_cents),
        started=weekday_date(started_on),
        due=due,
    )


def _not_received(cents: int) -> tuple[str, str]:
    return say("Bank transfer"), say("%(amount)s, not received", amount=dollars(cents))


KINDS: Final = (
    MessageKind(
        name="milestone_due",
        title=_("A payment is due"),
        context=milestone_due,
        sample={
            "milestone": "acceptance",
            "amount_cents": 3_048_69,
            "due_cents": 2_948_69,
            "due_on": date(2026, 3, 3),
        },
        placeholders={
            "due": "what is due",
            "due_by": "the last day to pay it",
            "brief_due_by": "the same in short",
            "milestone": "which payment it is",
        },
        required_placeholders={"due", "due_by"},
    ),
    MessageKind(
        name="milestone_overdue",
        title=_("A payment is overdue"),
        fixed_reason="The agreement promises this letter before any late fee (clause 8).",
        context=milestone_overdue,
        sample={"due_cents": 2_992_92, "late_fee_cents": 44_23, "late_fee_rate": Decimal("0.015")},
        placeholders={
            "due": "the amount that is past due",
            "late_fee": "the late fee for a full month",
            "late_fee_percent": "the late fee in percent of what is past due, such as 1.5%",
        },
    ),
    MessageKind(
        name="payment_received",
        title=_("A payment arrived (the receipt)"),
        context=payment_received,
        sample={
            "amount_cents": 3_037_15,
            "what": Sentence(_("first payment, due on acceptance")),
            "surcharge_cents": 88_46,
            "remaining_cents": 9_146_08,
            "next_milestone": "equipment",
            "next_cents": 6_097_39,
        },
        placeholders={
            "amount": "what arrived",
            "next": "what is still to pay, and when the next part of it is due",
            "next_in_short": "the same for a text",
        },
        required_placeholders={"amount", "next", "next_in_short"},
        is_immediate=True,
        overtaken_by=frozenset({"order_cancelled"}),
        outlives_cancellation=True,
    ),
    MessageKind(
        name="refund_sent",
        title=_("A refund was sent"),
        context=refund,
        sample={"amount_cents": 100_00},
        placeholders={"amount": "the refund", "effect": "what it does to what is still to pay"},
        required_placeholders={"amount", "effect"},
        outlives_cancellation=True,
    ),
    MessageKind(
        name="refund_returned",
        title=_("A bank returned our refund"),
        context=refund,
        sample={"amount_cents": 100_00},
        placeholders={"amount": "the returned amount"},
        required_placeholders={"amount"},
        outlives_cancellation=True,
    ),
    MessageKind(
        name="fee_refunded",
        title=_("The reservation fee was refunded while the visit is still booked"),
        context=refund,
        sample={"amount_cents": 100_00},
        placeholders={"amount": "the refund", "effect": "what it does to what is still to pay"},
        required_placeholders={"amount", "effect"},
    ),
    MessageKind(
        name="payment_returned",
        title=_("A bank reversed a payment: it is due again"),
        context=payment_returned,
        sample={"amount_cents": 3_073_69, "due_cents": 3_073_69, "is_paid_online": True},
        placeholders={
            "amount": "the amount that the bank reversed",
            "due": "the amount that is due again",
            "how": "how it can be paid",
        },
        required_placeholders={"due"},
    ),
    MessageKind(
        name="transfer_failed",
        title=_("A bank transfer did not go through"),
        context=transfer_failed,
        sample={
            "amount_cents": 3_048_69,
            "started_on": date(2026, 2, 24),
            "due_cents": 3_048_69,
            "due_on": date(2026, 3, 3),
            "is_late": False,
        },
        placeholders={
            "amount": "the amount of the transfer",
            "started": "the day on which it was started",
            "due": "what is due, and until when",
            "brief_due": "the same in short",
        },
        required_placeholders={"amount", "due", "brief_due"},
    ),
    MessageKind(
        name="late_transfer_failed",
        title=_("A bank transfer to a canceled order did not go through"),
        context=late_transfer_failed,
        sample={"amount_cents": 3_048_69, "started_on": date(2026, 2, 24), "owed_cents": 0},
        placeholders={
            "amount": "the amount of the transfer",
            "started": "the day on which it was started",
            "due": "what is still to be paid of the canceled order",
        },
        required_placeholders={"amount", "due"},
        outlives_cancellation=True,
    ),
)
