"""What a customer is told about money: due, received, sent back."""

from typing import Final

from standby.apps.notifications.words.brand import NAME, PHONE
from standby.apps.notifications.words.facts import Booking, dollars
from standby.apps.notifications.words.letter import MY_BOOKING, Button, Letter, Told, as_typed

_MILESTONES: Final = {
    "acceptance": "the first payment, due on acceptance",
    "equipment": "the second payment, due when the equipment arrives",
    "completion": "the last payment, due on substantial completion",
}


def milestone_due(booking: Booking, *, milestone: str, amount_cents: int, due_cents: int) -> Told:
    """`due_cents` is what is left of the milestone's amount after credits."""
    what = _MILESTONES.get(milestone, as_typed(milestone))
    credited = amount_cents - due_cents
    credit_line = (("Credited", dollars(credited)),) if credited > 0 else ()
    return Told(
        letter=Letter(
            subject=f"Now due: {dollars(due_cents)}",
            glance="By bank transfer at no charge, or by card.",
            heading=f"{dollars(due_cents)} is due",
            name=booking.name,
            paragraphs=(
                f"Now due is {what}.",
                "A bank transfer or a debit card costs nothing more. A credit card adds what the "
                "page shows before you pay.",
            ),
            details=(("Amount", dollars(amount_cents)), *credit_line, ("Due", dollars(due_cents))),
            button=Button(label="Pay safely", url=MY_BOOKING),
            closing=(f"Questions about the bill? {PHONE}.",),
        ),
        text=f"{NAME}: {dollars(due_cents)} is due now for your installation: {MY_BOOKING}",
    )


def milestone_overdue(booking: Booking, *, due_cents: int, late_fee_cents: int) -> Told:
    """The agreement promises this letter before any late fee (clause 8)."""
    return Told(
        letter=Letter(
            subject=f"Still open: {dollars(due_cents)}",
            glance="A late fee is added when this stays unpaid for a full month.",
            heading=f"{dollars(due_cents)} is still open",
            name=booking.name,
            paragraphs=(
                "This payment is past its due date. If it stays unpaid for a full month, the "
                f"agreement adds a late fee of {dollars(late_fee_cents)} for each full month "
                "(1.5%, simple), no earlier than a week from today.",
                "If the money is on its way already, there is nothing to do.",
            ),
            details=(
                ("Open", dollars(due_cents)),
                ("Late fee for a full month", dollars(late_fee_cents)),
                ("Confirmation number", booking.number),
            ),
            button=Button(label="Pay safely", url=MY_BOOKING),
            closing=(f"Something wrong with the bill? Please call us: {PHONE}.",),
        ),
        text=(
            f"{NAME}: {dollars(due_cents)} is still open. After a full month a late fee of "
            f"{dollars(late_fee_cents)} is added: {MY_BOOKING}"
        ),
    )


def payment_received(
    booking: Booking, *, amount_cents: int, what: str, surcharge_cents: int, balance_cents: int
) -> Told:
    surcharge = (("Card surcharge in it", dollars(surcharge_cents)),) if surcharge_cents else ()
    return Told(
        letter=Letter(
            subject=f"Receipt: {dollars(amount_cents)}",
            glance="Thank you. This is your receipt.",
            heading=f"We received {dollars(amount_cents)}",
            name=booking.name,
            paragraphs=("Thank you for your payment. This is your receipt.",),
            details=(
                ("For", as_typed(what)),
                ("Received", dollars(amount_cents)),
                *surcharge,
                ("Open balance", dollars(max(0, balance_cents))),
                ("Confirmation number", booking.number),
            ),
            button=Button(label="See all payments", url=MY_BOOKING),
        ),
        text=(
            f"{NAME}: we received {dollars(amount_cents)}, thank you. Open balance: "
            f"{dollars(max(0, balance_cents))}. {MY_BOOKING}"
        ),
    )


def refund_sent(booking: Booking, *, amount_cents: int) -> Told:
    return Told(
        letter=Letter(
            subject=f"Refund: {dollars(amount_cents)}",
            glance="It is on its way to the card or account you paid from.",
            heading=f"{dollars(amount_cents)} is on its way back",
            name=booking.name,
            paragraphs=(
                f"We sent {dollars(amount_cents)} back to the card or account you paid from. "
                "Banks take up to 10 business days to show it.",
            ),
            details=(
                ("Refund", dollars(amount_cents)),
                ("Confirmation number", booking.number),
            ),
            button=Button(label="See all payments", url=MY_BOOKING),
        ),
        text=(
            f"{NAME}: we sent {dollars(amount_cents)} back to the way you paid. Banks take up to "
            f"10 business days. {MY_BOOKING}"
        ),
    )
