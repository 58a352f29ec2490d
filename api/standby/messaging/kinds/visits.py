"""Messages to customers about the appointment."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Final

from standby.core.market import TERMS
from standby.core.policy import LEAST_PHOTOS, MARKET_ZONE
from standby.messaging.kinds.definition import (
    GET_DOCUMENTS,
    SEE_BOOKING,
    TAKE_PHOTOS,
    BookingContext,
    MessageKind,
    clock,
    context_for,
    dollars,
    moment,
    short_day,
)
from standby.messaging.rendering import MY_BOOKING, MY_PHOTOS, TemplateContext, sanitize_input


def date_held(booking: BookingContext, *, until: datetime) -> TemplateContext:
    fee = dollars(booking.fee_cents)
    is_due = booking.fee_cents > 0
    return context_for(
        booking,
        details=booking.visit,
        button=(f"Pay {fee}" if is_due else "Confirm the date", MY_BOOKING),
        until=moment(until),
        brief_until=f"{until.astimezone(MARKET_ZONE):%a} {clock(until)}",
        condition=f"once the {TERMS.fee_name} of {fee} is paid"
        if is_due
        else "once you confirm it",
    )


def pay_link(booking: BookingContext, *, until: datetime) -> TemplateContext:
    held = date_held(booking, until=until)
    total = dollars(booking.total_cents)
    return replace(
        held,
        details=(*booking.visit, ("Price", total)),
        values={**held.values, "total": total},
    )


def date_confirmed(
    booking: BookingContext,
    *,
    least_photos: int = LEAST_PHOTOS,
    wants_photos: bool = True,
    remaining_cents: int | None = None,
    credit: str = "",
) -> TemplateContext:
    # `credit` names what a canceled reservation left, which `remaining_cents` counts; where these
    # are not given, the page says them.
    # The request for photos is part of it, so that one minute brings one message (NEXT-01.4).
    sentences = (
        f"Next, take {least_photos} photos with your phone. It takes about {TERMS.photos_take}.",
        "They confirm the distance and lock your price.",
        booking.lower,
        "We never add anything without your approval. Location data is removed from every photo.",
    )
    photos = " ".join(filter(None, sentences))
    received = (
        f"We received your {TERMS.fee_name} of {dollars(booking.fee_cents)}. All of it comes off "
        f"your bill if you go ahead within {TERMS.fee_credit_days} days of your final price."
    )
    # What is still to pay always comes with when it is due (PRICE-02.2).
    to_pay = (
        "What is still to pay is on your booking page"
        if remaining_cents is None
        else f"Still to pay at today's price: {dollars(max(0, remaining_cents))}"
    )
    remaining = (
        f"{to_pay}, in parts. {credit} The first is due after you accept the proposal and your "
        "cancellation period ends."
    )
    return context_for(
        booking,
        details=booking.visit,
        button=TAKE_PHOTOS if wants_photos else SEE_BOOKING,
        fee_received=received if booking.fee_cents else "",
        remaining=remaining if wants_photos else "",
        photos=photos if wants_photos else "",
        next=f"Next: {least_photos} photos." if wants_photos else "",
        next_in_short=(
            f"Next, {least_photos} photos ({TERMS.photos_take}) lock your price: {MY_PHOTOS}"
            if wants_photos
            else f"Your booking: {MY_BOOKING}"
        ),
    )


def date_lost(booking: BookingContext) -> TemplateContext:
    return context_for(
        booking,
        details=(("Confirmation number", booking.number),),
        button=("Choose another date", MY_BOOKING),
        fee=dollars(booking.fee_cents),
    )


def rescheduled(
    booking: BookingContext, *, old_day: date, reason: str = "", is_by_customer: bool = False
) -> TemplateContext:
    return context_for(
        booking,
        details=booking.visit,
        who="You" if is_by_customer else "We",
        old_day=short_day(old_day),
        reason=sanitize_input(reason),
    )


def technician_assigned(
    booking: BookingContext, *, technician_name: str, technician_phone: str
) -> TemplateContext:
    name, phone = sanitize_input(technician_name), sanitize_input(technician_phone)
    return context_for(
        booking,
        details=(("Technician", name), ("Phone", phone), *booking.visit),
        technician=name,
        technician_first_name=name.split()[0] if name else "us",
        technician_phone=phone,
    )


def visit_reminder(booking: BookingContext) -> TemplateContext:
    return context_for(booking, details=booking.visit)


def reminder_week(booking: BookingContext) -> TemplateContext:
    button = ("See or move your date", MY_BOOKING)
    return context_for(booking, details=booking.visit, button=button)


def installation_done(
    booking: BookingContext, *, is_inspected: bool | None, is_started_up: bool
) -> TemplateContext:
    # Only what is on record; `is_inspected` is None where no inspection is needed.
    *parts, last = [
        "set",
        "connected",
        *(["inspected"] if is_inspected else []),
        *(["started"] if is_started_up else []),
    ]
    sentences = [
        f"Your installation is complete: {', '.join(parts)} and {last}.",
        "The final inspection is not on record yet." if is_inspected is False else "",
        "When the grid goes down, it takes over on its own."
        if is_started_up
        else "The start-up is not on record yet.",
    ]
    return context_for(
        booking,
        done=" ".join(filter(None, sentences)),
        state="ready" if is_started_up else "installed",
        headline="The power stays on now" if is_started_up else "The installation is complete",
        details=(("Address", booking.address), ("Confirmation number", booking.number)),
        button=GET_DOCUMENTS,
    )


def review_invitation(booking: BookingContext) -> TemplateContext:
    return context_for(booking, button=("Write a review", MY_BOOKING))


def corrected(booking: BookingContext, *, correction: str, reason: str) -> TemplateContext:
    return context_for(
        booking,
        details=(
            ("What was wrong", sanitize_input(correction)),
            ("Reason", sanitize_input(reason)),
            ("Confirmation number", booking.number),
        ),
        correction=sanitize_input(correction),
        reason=sanitize_input(reason),
    )


def order_cancelled(
    booking: BookingContext,
    *,
    refund_cents: int,
    retained_cents: int,
    owed_cents: int = 0,
    is_credit: bool = False,
    under_way: str = "",
) -> TemplateContext:
    # `under_way`: what becomes of a bank transfer or a refund on its way, as whole sentences.
    days, retained, owed = TERMS.fee_credit_days, dollars(retained_cents), dollars(owed_cents)
    # Each sum has its sentence.
    sentences = (
        (
            refund_cents > 0,
            f"We refund {dollars(refund_cents)}; banks take up to 10 business days.",
        ),
        (
            retained_cents > 0 and is_credit,
            f"{retained} stays a credit for {days} days and comes off your bill if you go ahead by "
            "then.",
        ),
        (retained_cents > 0 and not is_credit, f"By the cancellation rules, we keep {retained}."),
        (owed_cents > 0, f"Still to pay: {owed}."),
    )
    money = " ".join(sentence for is_so, sentence in sentences if is_so)
    if not money and not under_way:
        money = "There is nothing to pay and nothing to refund."
    return context_for(
        booking,
        details=(
            ("Refund", dollars(refund_cents)),
            (f"Kept as a credit for {days} days" if is_credit else "We keep", retained),
            *((("Still owed", owed),) if owed_cents else ()),
            ("Confirmation number", booking.number),
        ),
        money=money or under_way,
        under_way=under_way if money else "",
    )


KINDS: Final = (
    MessageKind(
        name="date_held",
        title="A date is held",
        context=date_held,
        sample={"until": datetime(2026, 2, 20, 15, 35, tzinfo=UTC)},
        placeholders={
            "until": "how long it is held",
            "brief_until": "the same, weekday and time",
            "condition": "what makes it theirs",
        },
        required_placeholders={"until", "brief_until"},
        is_immediate=True,
        waits=timedelta(minutes=5),
        overtaken_by=frozenset({"date_held"}),
    ),
    MessageKind(
        name="pay_link",
        title="A date is held for a caller: the link to pay",
        context=pay_link,
        sample={"until": datetime(2026, 2, 20, 15, 35, tzinfo=UTC)},
        placeholders={
            "until": "how long it is held",
            "brief_until": "the same, weekday and time",
            "condition": "what makes it theirs",
            "total": "the price of the installation",
        },
        required_placeholders={"until", "brief_until", "total"},
        is_immediate=True,
        overtaken_by=frozenset({"pay_link"}),
    ),
    MessageKind(
        name="date_confirmed",
        title="The date is confirmed",
        context=date_confirmed,
        sample={"remaining_cents": 12_594_77},
        placeholders={
            "fee_received": "that the fee arrived and is credited; empty if none was due",
            "remaining": "what is still to pay and when; empty once the photos are there",
            "photos": "the request for photos; empty if none are needed",
            "next": "the same in a few words",
            "next_in_short": "the same for a text, with the link",
        },
        required_placeholders={"day", "brief_day", "photos", "next_in_short"},
        is_immediate=True,
        has_calendar=True,
        overtaken_by=frozenset({"date_confirmed", "rescheduled"}),
    ),
    MessageKind(
        name="date_lost",
        title="Paid too late: another date is needed",
        context=date_lost,
        placeholders={"fee": "the fee that was paid"},
        is_immediate=True,
    ),
    MessageKind(
        name="rescheduled",
        title="The date was moved",
        context=rescheduled,
        sample={"old_day": date(2026, 3, 10)},
        placeholders={
            "old_day": "the day before",
            "reason": "the reason, if staff gave one",
            "who": "who moved it: We or You",
        },
        required_placeholders={"day"},
        free_text_placeholders={"reason"},
        is_immediate=True,
        has_calendar=True,
        overtaken_by=frozenset({"rescheduled", "date_confirmed"}),
    ),
    MessageKind(
        name="technician_assigned",
        title="Who comes",
        context=technician_assigned,
        sample={"technician_name": "Maria Gonzalez", "technician_phone": "(713) 555-0177"},
        placeholders={
            "technician": "who comes",
            "technician_first_name": "the first name",
            "technician_phone": "their phone number",
        },
        required_placeholders={"technician"},
        free_text_placeholders={"technician", "technician_first_name", "technician_phone"},
        overtaken_by=frozenset({"technician_assigned", "rescheduled", "date_confirmed"}),
    ),
    MessageKind(
        name="reminder_week",
        title="Reminder, a week before",
        context=reminder_week,
        required_placeholders={"day", "brief_day"},
        overtaken_by=frozenset({"rescheduled", "date_confirmed"}),
    ),
    MessageKind(
        name="reminder_day",
        title="Reminder, the day before",
        context=visit_reminder,
        required_placeholders={"day", "brief_day"},
        overtaken_by=frozenset({"rescheduled", "date_confirmed"}),
    ),
    MessageKind(
        name="on_the_way",
        title="We are on the way",
        context=visit_reminder,
        sent_by_staff=True,
        needs_visit=True,
        on_visit_days=True,
        overtaken_by=frozenset({"rescheduled"}),
    ),
    MessageKind(
        name="running_late",
        title="We are running late",
        context=visit_reminder,
        sent_by_staff=True,
        needs_visit=True,
        overtaken_by=frozenset({"rescheduled"}),
    ),
    MessageKind(
        name="installation_done",
        title="The installation is complete",
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
        title="A correction",
        context=corrected,
        sample={
            "correction": "We wrote that your equipment has arrived. It has not, and nothing is "
            "due for it.",
            "reason": "It was another customer's delivery.",
        },
        placeholders={"correction": "what was wrong, and what is so", "reason": "the reason"},
        required_placeholders={"correction"},
        free_text_placeholders={"correction", "reason"},
        is_immediate=True,
    ),
    MessageKind(
        name="review_invitation",
        title="Invitation to write a review",
        context=review_invitation,
    ),
    MessageKind(
        name="order_cancelled",
        title="The installation is canceled",
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
