"""Messages to customers about money: due, received, refunded."""

from typing import Final

from standby.messaging.kinds.definition import (
    MessageDefinition,
    TemplateContext,
    TemplateText,
    base_context,
)
from standby.messaging.kinds.email import MY_BOOKING, Button, sanitize_input
from standby.messaging.kinds.facts import BookingContext, dollars

_MILESTONES: Final = {
    "acceptance": "the first payment, due on acceptance",
    "equipment": "the second payment, due when the equipment arrives",
    "completion": "the last payment, due on substantial completion",
}
_PAY: Final = Button(label="Pay safely", url=MY_BOOKING)
_PAYMENTS: Final = Button(label="See all payments", url=MY_BOOKING)


def _due(
    booking: BookingContext, *, milestone: str, amount_cents: int, due_cents: int
) -> TemplateContext:
    # `due_cents` is what remains of `amount_cents` after credits.
    credited = amount_cents - due_cents
    credit_line = (("Credited", dollars(credited)),) if credited > 0 else ()
    return base_context(
        booking,
        details=(("Amount", dollars(amount_cents)), *credit_line, ("Due", dollars(due_cents))),
        button=_PAY,
        due=dollars(due_cents),
        milestone=_MILESTONES.get(milestone, sanitize_input(milestone)),
    )


MILESTONE_DUE: Final = MessageDefinition(
    title="A payment is due",
    facts=_due,
    placeholders={"due": "what is due", "milestone": "which payment it is"},
    required_placeholders=frozenset({"due"}),
    email=TemplateText(
        subject="Now due: {due}",
        glance="By bank transfer at no charge, or by card.",
        heading="{due} is due",
        text="""Now due is {milestone}.

A bank transfer or a debit card costs nothing more. A credit card adds what the page shows before \
you pay.

{details}

{button}

Questions about the bill? {phone}.""",
    ),
    sms="{brand}: {due} is due now for your installation: {link}",
)


def _overdue(booking: BookingContext, *, due_cents: int, late_fee_cents: int) -> TemplateContext:
    return base_context(
        booking,
        details=(
            ("Open", dollars(due_cents)),
            ("Late fee for a full month", dollars(late_fee_cents)),
            ("Confirmation number", booking.number),
        ),
        button=_PAY,
        due=dollars(due_cents),
        late_fee=dollars(late_fee_cents),
    )


MILESTONE_OVERDUE: Final = MessageDefinition(
    title="A payment is overdue",
    fixed_reason="The agreement promises this letter before any late fee (clause 8).",
    facts=_overdue,
    placeholders={"due": "what is open", "late_fee": "the late fee for a full month"},
    email=TemplateText(
        subject="Still open: {due}",
        glance="A late fee is added when this stays unpaid for a full month.",
        heading="{due} is still open",
        text="""This payment is past its due date. If it stays unpaid for a full month, the \
agreement adds a late fee of {late_fee} for each full month (1.5%, simple), no earlier than a \
week from today.

If the money is on its way already, there is nothing to do.

{details}

{button}

Something wrong with the bill? Please call us: {phone}.""",
    ),
    sms="{brand}: {due} is still open. After a full month a late fee of {late_fee} is added: "
    "{link}",
)


def _received(
    booking: BookingContext,
    *,
    amount_cents: int,
    what: str,
    surcharge_cents: int,
    balance_cents: int,
) -> TemplateContext:
    surcharge = (("Card surcharge in it", dollars(surcharge_cents)),) if surcharge_cents else ()
    balance = dollars(max(0, balance_cents))
    return base_context(
        booking,
        details=(
            ("For", sanitize_input(what)),
            ("Received", dollars(amount_cents)),
            *surcharge,
            ("Open balance", balance),
            ("Confirmation number", booking.number),
        ),
        button=_PAYMENTS,
        amount=dollars(amount_cents),
        balance=balance,
    )


PAYMENT_RECEIVED: Final = MessageDefinition(
    title="A payment arrived (the receipt)",
    facts=_received,
    placeholders={"amount": "what arrived", "balance": "what is still open"},
    required_placeholders=frozenset({"amount"}),
    email=TemplateText(
        subject="Receipt: {amount}",
        glance="Thank you. This is your receipt.",
        heading="We received {amount}",
        text="""Thank you for your payment. This is your receipt.

{details}

{button}""",
    ),
    sms="{brand}: we received {amount}, thank you. Open balance: {balance}. {link}",
)


def _refund(booking: BookingContext, *, amount_cents: int) -> TemplateContext:
    return base_context(
        booking,
        details=(
            ("Refund", dollars(amount_cents)),
            ("Confirmation number", booking.number),
        ),
        button=_PAYMENTS,
        amount=dollars(amount_cents),
    )


REFUND_SENT: Final = MessageDefinition(
    title="A refund was sent",
    facts=_refund,
    placeholders={"amount": "what goes back"},
    required_placeholders=frozenset({"amount"}),
    email=TemplateText(
        subject="Refund: {amount}",
        glance="It is on its way to the card or account you paid from.",
        heading="{amount} is on its way back",
        text="""We sent {amount} back to the card or account you paid from. Banks take up to 10 \
business days to show it.

{details}

{button}""",
    ),
    sms="{brand}: we sent {amount} back to the way you paid. Banks take up to 10 business days. "
    "{link}",
)


REFUND_RETURNED: Final = MessageDefinition(
    title="A bank returned our refund",
    facts=_refund,
    placeholders={"amount": "what came back to us"},
    required_placeholders=frozenset({"amount"}),
    email=TemplateText(
        subject="Your bank returned our refund of {amount}",
        glance="The money is still yours. We will contact you about how to send it.",
        heading="Your bank returned our refund",
        text="""We sent {amount} back to the card or account you paid from, and your bank returned \
it to us. This can happen when a card was replaced or an account was closed.

The money is still yours. We will contact you to agree on how to send it. If you would rather \
call us: {phone}.

{details}

{button}""",
    ),
    sms="{brand}: your bank returned our refund of {amount}. The money is still yours, and we will "
    "contact you about it. {link}",
)

FEE_REFUNDED: Final = MessageDefinition(
    title="The site-visit fee was refunded while the visit is still booked",
    facts=_refund,
    placeholders={"amount": "what goes back"},
    required_placeholders=frozenset({"amount"}),
    email=TemplateText(
        subject="Refund: {amount}",
        glance="We will contact you about your visit.",
        heading="{amount} is on its way back",
        text="""We sent {amount} of your site-visit fee back to the card you paid with. Banks take \
up to 10 business days to show it.

Your visit is still on our calendar for now. We will contact you about whether it takes place. If \
you have a question, call us: {phone}.

{details}

{button}""",
    ),
    sms="{brand}: we sent {amount} of your site-visit fee back. We will contact you about your "
    "visit. {link}",
)


def _returned(
    booking: BookingContext, *, amount_cents: int, due_cents: int, is_paid_online: bool
) -> TemplateContext:
    # Some payments cannot be paid again online; then staff contact the customer.
    return base_context(
        booking,
        details=(
            ("Taken back", dollars(amount_cents)),
            ("Due", dollars(due_cents)),
            ("Confirmation number", booking.number),
        ),
        button=_PAY if is_paid_online else _PAYMENTS,
        amount=dollars(amount_cents),
        due=dollars(due_cents),
        how=(
            "You can pay it again on your booking page, by bank transfer or by card."
            if is_paid_online
            else "We will contact you about how to pay it."
        ),
    )


PAYMENT_RETURNED: Final = MessageDefinition(
    title="A bank took a payment back: it is due again",
    facts=_returned,
    placeholders={
        "amount": "what the bank took back",
        "due": "what is due again",
        "how": "how it can be paid",
    },
    required_placeholders=frozenset({"due"}),
    email=TemplateText(
        subject="Due again: {due}",
        glance="Your bank took a payment back.",
        heading="{due} is due again",
        text="""We had received your payment, and your bank has taken {amount} of it back. So \
{due} is due again. {how}

If you did not expect this, please ask your bank why, or call us: {phone}.

{details}

{button}""",
    ),
    sms="{brand}: your bank took back {amount}, so {due} is due again: {link}",
)
