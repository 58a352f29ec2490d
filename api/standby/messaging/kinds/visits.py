"""Messages to customers about the appointment."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Final

from standby.core.market import TERMS
from standby.core.policy import LEAST_PHOTOS, MARKET_ZONE
from standby.core.words import (
    Sentence,
    _,
    brief_weekday,
    capitalized,
    clock_time,
    dollars,
    listed,
    market_terms,
    moment_words,
    say,
    weekday_date,
)
from standby.messaging.kinds.definition import (
    SEE_BOOKING,
    TAKE_PHOTOS,
    BookingContext,
    Button,
    MessageKind,
    context_for,
)
from standby.messaging.rendering import MY_BOOKING, MY_PHOTOS, TemplateContext, sanitize_input


def date_held(booking: BookingContext, *, until: datetime) -> TemplateContext:
    fee, local = dollars(booking.fee_cents), until.astimezone(MARKET_ZONE)
    pay = Button(_("Pay %(amount)s"), named={"amount": fee})
    condition = say("once you confirm it")
    if booking.fee_cents > 0:
        named = market_terms().fee_name
        condition = say("once the %(fee)s of %(amount)s is paid", fee=named, amount=fee)
    return context_for(
        booking,
        details=booking.visit,
        button=pay if booking.fee_cents > 0 else Button(_("Confirm the date")),
        until=moment_words(until),
        brief_until=say(
            "%(weekday)s %(time)s", weekday=brief_weekday(local), time=clock_time(local)
        ),
        condition=condition,
    )


def pay_link(booking: BookingContext, *, until: datetime) -> TemplateContext:
    held = date_held(booking, until=until)
    total = dollars(booking.total_cents)
    return replace(
        held,
        details=(*booking.visit, (say("Price"), total)),
        values={**held.values, "total": total},
    )


def date_confirmed(
    booking: BookingContext,
    *,
    least_photos: int = LEAST_PHOTOS,
    wants_photos: bool = True,
    remaining_cents: int | None = None,
    taken_off: Sequence[Sentence] = (),
) -> TemplateContext:
    # `taken_off`: credits that canceled reservations left, which `remaining_cents` counts; where
    # these are not given, the page says them.
    received = say(
        "We received your %(fee)s of %(amount)s. All of it comes off your bill if you go ahead "
        "within %(days)s days of your final price.",
        fee=market_terms().fee_name,
        amount=dollars(booking.fee_cents),
        days=TERMS.fee_credit_days,
    )
    return context_for(
        booking,
        details=booking.visit,
        button=TAKE_PHOTOS if wants_photos else SEE_BOOKING,
        fee_received=received if booking.fee_cents else "",
        remaining=_to_pay(remaining_cents, taken_off) if wants_photos else "",
        photos=_photos_wanted(booking, least_photos) if wants_photos else "",
        next=say("Next: %(number)s photos.", number=least_photos) if wants_photos else "",
        next_in_short=say(
            "Next, %(number)s photos (%(take)s) lock your price: %(link)s",
            number=least_photos,
            take=market_terms().photos_take,
            link=MY_PHOTOS,
        )
        if wants_photos
        else say("Your booking: %(link)s", link=MY_BOOKING),
    )


def _photos_wanted(booking: BookingContext, least: int) -> str:
    # The request for photos is part of it, so that one minute brings one message (NEXT-01.4).
    sentences = (
        say(
            "Next, take %(number)s photos with your phone. It takes about %(take)s.",
            number=least,
            take=market_terms().photos_take,
        ),
        say("They confirm the distance and lock your price."),
        booking.lower,
        say("We never add anything without your approval."),
        say("Location data is removed from every photo."),
    )
    return " ".join(filter(None, sentences))


def _to_pay(remaining_cents: int | None, taken_off: Sequence[Sentence]) -> str:
    # What is still to pay always comes with when it is due (PRICE-02.2).
    to_pay = say("What is still to pay is on your booking page, in parts.")
    if remaining_cents is not None:
        to_pay = say(
            "Still to pay at today's price: %(amount)s, in parts.",
            amount=dollars(max(0, remaining_cents)),
        )
    less = ""
    if taken_off:
        named = capitalized(listed([str(credit) for credit in taken_off]))
        less = say("%(credits)s is taken off.", credits=named)
    due = say("The first is due after you accept the proposal and your cancellation period ends.")
    return " ".join(filter(None, (to_pay, less, due)))


def date_lost(booking: BookingContext) -> TemplateContext:
    return context_for(
        booking,
        details=(booking.numbered,),
        button=Button(_("Choose another date")),
        fee=dollars(booking.fee_cents),
    )


def rescheduled(
    booking: BookingContext,
    *,
    old_day: date,
    reason: str = "",
    is_by_customer: bool = False,
    is_day_closed: bool = False,
) -> TemplateContext:
    choose = say("If the new day does not suit you, choose another on your booking page.")
    return context_for(
        booking,
        details=booking.visit,
        who=say("You") if is_by_customer else say("We"),
        old_day=weekday_date(old_day),
        reason=f"{sanitize_input(reason)} {choose if is_day_closed else ''}".strip(),
    )


def technician_assigned(
    booking: BookingContext, *, technician_name: str, technician_phone: str
) -> TemplateContext:
    name, phone = sanitize_input(technician_name), sanitize_input(technician_phone)
    return context_for(
        booking,
        details=((say("Technician"), name), (say("Phone"), phone), *booking.visit),
        technician=name,
        technician_first_name=name.split()[0] if name else say("us"),
        technician_phone=phone,
    )


def visit_reminder(booking: BookingContext) -> TemplateContext:
    return context_for(booking, details=booking.visit)


def reminder_week(booking: BookingContext) -> TemplateContext:
    button = Button(_("See or move your date"))
    return context_for(booking, details=booking.visit, button=button)


KINDS: Final = (
    MessageKind(
        name="date_held",
        title=_("A date is held"),
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
        title=_("A date is held for a caller: the link to pay"),
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
        title=_("The date is confirmed"),
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
        title=_("Paid too late: another date is needed"),
        context=date_lost,
        placeholders={"fee": "the fee that was paid"},
        is_immediate=True,
    ),
    MessageKind(
        name="rescheduled",
        title=_("The date was moved"),
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
        title=_("Who comes"),
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
        title=_("Reminder, a week before"),
        context=reminder_week,
        required_placeholders={"day", "brief_day"},
        overtaken_by=frozenset({"rescheduled", "date_confirmed"}),
    ),
    MessageKind(
        name="reminder_day",
        title=_("Reminder, the day before"),
        context=visit_reminder,
        required_placeholders={"day", "brief_day"},
        overtaken_by=frozenset({"rescheduled", "date_confirmed"}),
    ),
    MessageKind(
        name="on_the_way",
        title=_("We are on the way"),
        context=visit_reminder,
        sent_by_staff=True,
        needs_visit=True,
        on_visit_days=True,
        overtaken_by=frozenset({"rescheduled"}),
    ),
    MessageKind(
        name="running_late",
        title=_("We are running late"),
        context=visit_reminder,
        sent_by_staff=True,
        needs_visit=True,
        overtaken_by=frozenset({"rescheduled"}),
    ),
)
