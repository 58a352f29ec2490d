"""What a customer is told about the date: held, confirmed, moved, near, done, called off."""

from datetime import date, datetime

from standby.apps.notifications.words.brand import NAME, PHONE
from standby.apps.notifications.words.facts import (
    STOP,
    Booking,
    dollars,
    long_day,
    moment,
    short_day,
)
from standby.apps.notifications.words.letter import MY_BOOKING, Button, Letter, Told, as_typed


def date_held(booking: Booking, *, until: datetime) -> Told:
    day, until_words = short_day(booking.day), moment(until)
    condition = (
        f"once the site-visit fee of {dollars(booking.fee_cents)} is paid"
        if booking.fee_cents
        else "once you confirm it"
    )
    label = f"Pay {dollars(booking.fee_cents)}" if booking.fee_cents else "Confirm the date"
    return Told(
        letter=Letter(
            subject=f"We hold {day} for your generator installation",
            glance=f"It is yours {condition}, until {until_words}.",
            heading=f"We hold {day} for you",
            name=booking.name,
            paragraphs=(
                f"We hold a crew for you on {long_day(booking.day)}. The date is yours "
                f"{condition}.",
                f"We hold it until {until_words} (Houston time). After that others can take it.",
            ),
            details=booking.visit,
            button=Button(label=label, url=MY_BOOKING),
        ),
        text=(
            f"{NAME}: we hold {day} for you, crew between {booking.hours}, until {until_words}. "
            f"Keep it: {MY_BOOKING} {STOP}"
        ),
    )


def date_confirmed(booking: Booking) -> Told:
    paid = (
        (
            f"We received the site-visit fee of {dollars(booking.fee_cents)}. It is credited to "
            "your project in full if you proceed within 30 days.",
        )
        if booking.fee_cents
        else ()
    )
    return Told(
        letter=Letter(
            subject=f"Confirmed: {short_day(booking.day)}, your generator installation",
            glance=f"A crew is yours, arriving between {booking.hours}.",
            heading=f"{short_day(booking.day)} is yours",
            name=booking.name,
            paragraphs=(
                f"Your appointment is confirmed for {long_day(booking.day)}.",
                *paid,
            ),
            details=booking.visit,
            button=Button(label="See your booking", url=MY_BOOKING),
            closing=(
                "Rescheduling is free up to 48 hours before. As soon as a technician is assigned, "
                "we tell you who comes.",
            ),
        ),
        text=(
            f"{NAME}: confirmed for {short_day(booking.day)}, crew arriving between "
            f"{booking.hours}. Your booking: {MY_BOOKING} {STOP}"
        ),
    )


def date_lost(booking: Booking) -> Told:
    return Told(
        letter=Letter(
            subject="Your payment arrived - please choose another date",
            glance="Your payment is safe. The next date you choose is confirmed at once.",
            heading="Please choose another date",
            name=booking.name,
            paragraphs=(
                f"Your payment of {dollars(booking.fee_cents)} arrived after the time for which "
                f"we held {long_day(booking.day)}, and the last crew of that day is taken. "
                "We are sorry.",
                "Your payment is safe. Choose another date, and it is confirmed at once, at no "
                "further charge.",
            ),
            details=(("Confirmation number", booking.number),),
            button=Button(label="Choose another date", url=MY_BOOKING),
            closing=("Or answer this message, and we find a date with you or send the fee back.",),
        ),
        text=(
            f"{NAME}: your payment arrived, but {short_day(booking.day)} was taken meanwhile. "
            f"Please choose another date, at no further charge: {MY_BOOKING}"
        ),
    )


def rescheduled(booking: Booking, *, old_day: date, reason: str = "") -> Told:
    why = (as_typed(reason),) if reason else ()
    return Told(
        letter=Letter(
            subject=f"New date: {short_day(booking.day)}, your generator installation",
            glance=f"Moved from {short_day(old_day)}. Everything else stays as it is.",
            heading=f"Your new date is {short_day(booking.day)}",
            name=booking.name,
            paragraphs=(
                f"We moved your installation from {short_day(old_day)} to "
                f"{long_day(booking.day)}. Nothing else changes, and there is nothing to pay "
                "for it.",
                *why,
            ),
            details=booking.visit,
            button=Button(label="See your booking", url=MY_BOOKING),
            closing=("The calendar file with this e-mail replaces the earlier one.",),
        ),
        text=(
            f"{NAME}: your installation moved from {short_day(old_day)} to "
            f"{short_day(booking.day)}, crew arriving between {booking.hours}. {MY_BOOKING}"
        ),
    )


def technician_assigned(booking: Booking, *, technician_name: str, technician_phone: str) -> Told:
    name, phone = as_typed(technician_name), as_typed(technician_phone)
    return Told(
        letter=Letter(
            subject=f"Who comes on {short_day(booking.day)}",
            glance="Your technician is assigned. Here is a name and a phone number.",
            heading=f"{name} comes to you",
            name=booking.name,
            paragraphs=(
                f"{name} leads the crew that installs your generator on "
                f"{long_day(booking.day)}. You can call {name.split()[0] if name else 'us'} "
                "on that day about the way, a gate or a dog.",
            ),
            details=(("Technician", name), ("Phone", phone), *booking.visit),
            button=Button(label="See your booking", url=MY_BOOKING),
        ),
        text=(
            f"{NAME}: {name} ({phone}) comes on {short_day(booking.day)}, between "
            f"{booking.hours}. {MY_BOOKING}"
        ),
    )


def reminder_week(booking: Booking) -> Told:
    return Told(
        letter=Letter(
            subject=f"In a week: your generator installation on {short_day(booking.day)}",
            glance="What to know before the crew comes.",
            heading="One week to go",
            name=booking.name,
            paragraphs=(
                f"A crew comes to you on {long_day(booking.day)}. Please keep the way to the "
                "panel, the gas meter and the generator's spot free.",
                "The power is off for a part of the day. If somebody at home depends on it for "
                f"medical equipment, please call us before: {PHONE}.",
            ),
            details=booking.visit,
            button=Button(label="See or move your date", url=MY_BOOKING),
            closing=("Moving the date is free until 48 hours before.",),
        ),
        text=(
            f"{NAME}: your installation is in a week, {short_day(booking.day)}, crew arriving "
            f"between {booking.hours}. To see or move it: {MY_BOOKING} {STOP}"
        ),
    )


def reminder_day(booking: Booking) -> Told:
    return Told(
        letter=Letter(
            subject=f"Tomorrow: your generator installation, {short_day(booking.day)}",
            glance=f"The crew arrives between {booking.hours}.",
            heading="Tomorrow we come",
            name=booking.name,
            paragraphs=(
                f"Tomorrow, {long_day(booking.day)}, a crew installs your generator. Please let "
                "somebody who may decide be at home when they arrive, and keep pets inside.",
            ),
            details=booking.visit,
            button=Button(label="See your booking", url=MY_BOOKING),
            closing=(f"Something came up? Call us: {PHONE}.",),
        ),
        text=(
            f"{NAME}: tomorrow, {short_day(booking.day)}, our crew arrives between "
            f"{booking.hours}. Questions: {PHONE}. {MY_BOOKING}"
        ),
    )


def installation_done(booking: Booking) -> Told:
    return Told(
        letter=Letter(
            subject="Your generator is on guard",
            glance="The installation is complete. Thank you.",
            heading="The power stays on now",
            name=booking.name,
            paragraphs=(
                "Your installation is complete: placed, connected, inspected and started up. "
                "When the grid fails, it takes over by itself.",
                "Your papers, receipts and the price as it was locked stay on your booking page.",
            ),
            details=(("Address", booking.address), ("Confirmation number", booking.number)),
            button=Button(label="Open your papers", url=MY_BOOKING),
            closing=(f"Anything that does not run as it should: {PHONE}.",),
        ),
        text=(
            f"{NAME}: your generator is installed and on guard. Thank you! Your papers: "
            f"{MY_BOOKING}"
        ),
    )


def order_cancelled(booking: Booking, *, refund_cents: int, kept_cents: int) -> Told:
    money = _money_after_cancelling(refund_cents, kept_cents)
    return Told(
        letter=Letter(
            subject="Your installation is cancelled",
            glance="What becomes of what you paid, in one line.",
            heading="Your installation is cancelled",
            name=booking.name,
            paragraphs=(
                f"Your installation on {long_day(booking.day)} is cancelled, and nobody comes.",
                money,
            ),
            details=(
                ("Refund", dollars(refund_cents)),
                ("Kept", dollars(kept_cents)),
                ("Confirmation number", booking.number),
            ),
            button=Button(label="See your booking", url=MY_BOOKING),
            closing=(f"If this is not what you wanted, please call us: {PHONE}.",),
        ),
        text=f"{NAME}: your installation is cancelled. {money} {MY_BOOKING}",
    )


def _money_after_cancelling(refund_cents: int, kept_cents: int) -> str:
    if refund_cents:
        return (
            f"{dollars(refund_cents)} goes back to the way you paid; banks take up to 10 "
            "business days."
        )
    if kept_cents:
        return f"By the rule shown when it was cancelled, {dollars(kept_cents)} is kept."
    return "There is nothing to pay and nothing to send back."
