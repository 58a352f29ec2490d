"""Messages to customers about the appointment."""

from datetime import date, datetime
from typing import Final

from standby.messaging.kinds.definition import (
    MessageDefinition,
    TemplateContext,
    TemplateText,
    base_context,
)
from standby.messaging.kinds.email import MY_BOOKING, Button, sanitize_input
from standby.messaging.kinds.facts import BookingContext, dollars, moment, short_day

_SEE: Final = Button(label="See your booking", url=MY_BOOKING)


def _held(booking: BookingContext, *, until: datetime) -> TemplateContext:
    fee = dollars(booking.fee_cents)
    is_due = booking.fee_cents > 0
    return base_context(
        booking,
        details=booking.visit,
        button=Button(label=f"Pay {fee}" if is_due else "Confirm the date", url=MY_BOOKING),
        until=moment(until),
        condition=f"once the site-visit fee of {fee} is paid" if is_due else "once you confirm it",
    )


DATE_HELD: Final = MessageDefinition(
    title="A date is held",
    facts=_held,
    placeholders={"until": "how long it is held", "condition": "what makes it theirs"},
    required_placeholders=frozenset({"until"}),
    email=TemplateText(
        subject="We hold {day} for your generator installation",
        glance="It is yours {condition}, until {until}.",
        heading="We hold {day} for you",
        text="""We hold a crew for you on {long_day}. The date is yours {condition}.

We hold it until {until} (Houston time). After that others can take it.

{details}

{button}""",
    ),
    sms="{brand}: we hold {day} for you, crew between {hours}, until {until}. "
    "Keep it: {link} {stop}",
)


def _confirmed(booking: BookingContext) -> TemplateContext:
    received = (
        f"We received the site-visit fee of {dollars(booking.fee_cents)}. It is credited to your "
        "project in full if you proceed within 30 days."
    )
    return base_context(
        booking,
        details=booking.visit,
        button=_SEE,
        fee_received=received if booking.fee_cents else "",
    )


DATE_CONFIRMED: Final = MessageDefinition(
    title="The date is confirmed",
    facts=_confirmed,
    placeholders={
        "fee_received": "that the fee arrived and is credited; nothing where none was due"
    },
    required_placeholders=frozenset({"day"}),
    email=TemplateText(
        subject="Confirmed: {day}, your generator installation",
        glance="A crew is yours, arriving between {hours}.",
        heading="{day} is yours",
        text="""Your appointment is confirmed for {long_day}.

{fee_received}

{details}

{button}

Rescheduling is free up to 48 hours before. As soon as a technician is assigned, we tell you \
who comes.""",
    ),
    sms="{brand}: confirmed for {day}, crew arriving between {hours}. Your booking: {link} {stop}",
)


def _lost(booking: BookingContext) -> TemplateContext:
    return base_context(
        booking,
        details=(("Confirmation number", booking.number),),
        button=Button(label="Choose another date", url=MY_BOOKING),
        fee=dollars(booking.fee_cents),
    )


DATE_LOST: Final = MessageDefinition(
    title="Paid too late: another date is needed",
    facts=_lost,
    placeholders={"fee": "the fee that was paid"},
    email=TemplateText(
        subject="Your payment arrived - please choose another date",
        glance="Your payment is safe. The next date you choose is confirmed at once.",
        heading="Please choose another date",
        text="""Your payment of {fee} arrived after the time for which we held {long_day}, and \
the last crew of that day is taken. We are sorry.

Your payment is safe. Choose another date, and it is confirmed at once, at no further charge.

{details}

{button}

Or answer this message, and we find a date with you or send the fee back.""",
    ),
    sms="{brand}: your payment arrived, but {day} was taken meanwhile. "
    "Please choose another date, at no further charge: {link}",
)


def _rescheduled(booking: BookingContext, *, old_day: date, reason: str = "") -> TemplateContext:
    return base_context(
        booking,
        details=booking.visit,
        button=_SEE,
        old_day=short_day(old_day),
        reason=sanitize_input(reason),
    )


RESCHEDULED: Final = MessageDefinition(
    title="The date was moved",
    facts=_rescheduled,
    placeholders={"old_day": "the day before", "reason": "why, where staff said so"},
    required_placeholders=frozenset({"day"}),
    free_text_placeholders=frozenset({"reason"}),
    email=TemplateText(
        subject="New date: {day}, your generator installation",
        glance="Moved from {old_day}. Everything else stays as it is.",
        heading="Your new date is {day}",
        text="""We moved your installation from {old_day} to {long_day}. Nothing else changes, \
and there is nothing to pay for it.

{reason}

{details}

{button}

The calendar file with this e-mail replaces the earlier one.""",
    ),
    sms="{brand}: your installation moved from {old_day} to {day}, crew arriving between "
    "{hours}. {link}",
)


def _technician(
    booking: BookingContext, *, technician_name: str, technician_phone: str
) -> TemplateContext:
    name, phone = sanitize_input(technician_name), sanitize_input(technician_phone)
    return base_context(
        booking,
        details=(("Technician", name), ("Phone", phone), *booking.visit),
        button=_SEE,
        technician=name,
        technician_first_name=name.split()[0] if name else "us",
        technician_phone=phone,
    )


TECHNICIAN_ASSIGNED: Final = MessageDefinition(
    title="Who comes",
    facts=_technician,
    placeholders={
        "technician": "who comes",
        "technician_first_name": "the first name",
        "technician_phone": "how to call them",
    },
    required_placeholders=frozenset({"technician"}),
    free_text_placeholders=frozenset({"technician", "technician_first_name", "technician_phone"}),
    email=TemplateText(
        subject="Who comes on {day}",
        glance="Your technician is assigned. Here is a name and a phone number.",
        heading="{technician} comes to you",
        text="""{technician} leads the crew that installs your generator on {long_day}. You can \
call {technician_first_name} on that day about the way, a gate or a dog.

{details}

{button}""",
    ),
    sms="{brand}: {technician} ({technician_phone}) comes on {day}, between {hours}. {link}",
)


def _near(booking: BookingContext) -> TemplateContext:
    return base_context(booking, details=booking.visit, button=_SEE)


def _in_a_week(booking: BookingContext) -> TemplateContext:
    button = Button(label="See or move your date", url=MY_BOOKING)
    return base_context(booking, details=booking.visit, button=button)


REMINDER_WEEK: Final = MessageDefinition(
    title="Reminder, a week before",
    facts=_in_a_week,
    required_placeholders=frozenset({"day"}),
    email=TemplateText(
        subject="In a week: your generator installation on {day}",
        glance="What to know before the crew comes.",
        heading="One week to go",
        text="""A crew comes to you on {long_day}. Please keep the way to the panel, the gas \
meter and the generator's spot free.

The power is off for a part of the day. If somebody at home depends on it for medical equipment, \
please call us before: {phone}.

{details}

{button}

Moving the date is free until 48 hours before.""",
    ),
    sms="{brand}: your installation is in a week, {day}, crew arriving between {hours}. "
    "To see or move it: {link} {stop}",
)
REMINDER_DAY: Final = MessageDefinition(
    title="Reminder, the day before",
    facts=_near,
    required_placeholders=frozenset({"day"}),
    email=TemplateText(
        subject="Tomorrow: your generator installation, {day}",
        glance="The crew arrives between {hours}.",
        heading="Tomorrow we come",
        text="""Tomorrow, {long_day}, a crew installs your generator. Please let somebody who \
may decide be at home when they arrive, and keep pets inside.

{details}

{button}

Something came up? Call us: {phone}.""",
    ),
    sms="{brand}: tomorrow, {day}, our crew arrives between {hours}. Questions: {phone}. {link}",
)


def _done(booking: BookingContext) -> TemplateContext:
    return base_context(
        booking,
        details=(("Address", booking.address), ("Confirmation number", booking.number)),
        button=Button(label="Open your papers", url=MY_BOOKING),
    )


INSTALLATION_DONE: Final = MessageDefinition(
    title="The installation is complete",
    facts=_done,
    email=TemplateText(
        subject="Your generator is on guard",
        glance="The installation is complete. Thank you.",
        heading="The power stays on now",
        text="""Your installation is complete: placed, connected, inspected and started up. When \
the grid fails, it takes over by itself.

Your papers, receipts and the price as it was locked stay on your booking page.

{details}

{button}

Anything that does not run as it should: {phone}.""",
    ),
    sms="{brand}: your generator is installed and on guard. Thank you! Your papers: {link}",
)


def _cancelled(booking: BookingContext, *, refund_cents: int, kept_cents: int) -> TemplateContext:
    money = "There is nothing to pay and nothing to send back."
    if refund_cents:
        money = (
            f"{dollars(refund_cents)} goes back to the way you paid; banks take up to 10 "
            "business days."
        )
    elif kept_cents:
        money = f"By the rule shown when it was cancelled, {dollars(kept_cents)} is kept."
    return base_context(
        booking,
        details=(
            ("Refund", dollars(refund_cents)),
            ("Kept", dollars(kept_cents)),
            ("Confirmation number", booking.number),
        ),
        button=_SEE,
        money=money,
    )


ORDER_CANCELLED: Final = MessageDefinition(
    title="The installation is cancelled",
    fixed_reason="It is the notice of what is refunded and kept, by the rules of the agreement.",
    facts=_cancelled,
    placeholders={"money": "what becomes of what was paid"},
    email=TemplateText(
        subject="Your installation is cancelled",
        glance="What becomes of what you paid, in one line.",
        heading="Your installation is cancelled",
        text="""Your installation on {long_day} is cancelled, and nobody comes.

{money}

{details}

{button}

If this is not what you wanted, please call us: {phone}.""",
    ),
    sms="{brand}: your installation is cancelled. {money} {link}",
)
