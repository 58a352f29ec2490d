"""What a kind of message is, and the values that every message about an order has."""

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from typing import Any, Final

from standby.company.selectors import company
from standby.core.market import PLACE, TERMS
from standby.core.words import (
    _,
    brief_weekday,
    brief_weekday_date,
    full_weekday_date,
    hours_between,
    hours_label,
    market_terms,
    morning_of,
    say,
    weekday_date,
)
from standby.messaging.rendering import (
    MY_BOOKING,
    MY_DOCUMENTS,
    MY_PHOTOS,
    TemplateContext,
    TemplateText,
    builtin_templates,
)
from standby.messaging.rules import BUTTON, DETAILS, placeholders_in

STOP: Final = _("Reply STOP to end, HELP for help.")
# Placeholders of every message about an order, with the help text that staff see.
OF_A_BOOKING: Final[Mapping[str, str]] = {
    "brand": "our name",
    "phone": "our phone number",
    "city": "the city whose time we state",
    "day": "the day of the installation, such as Thursday, March 12",
    "long_day": "the same with its year",
    "hours": "when the crew arrives, such as 8:30 AM and 12:30 PM",
    "brief_day": "the day in short, such as Thu, Mar 12",
    "brief_hours": "the hours in short, such as 8:30 AM \N{EN DASH} 12:30 PM, and when we finish "
    "if that is another day",
    "free_reschedule_hours": "how many hours before the date it can be moved for free",
    "number": "the confirmation number, such as SB-7K3F9",
    "fee_name": "what we call the fee that reserves a date",
    "photo_review": "how long the photo review takes",
    "photos_take": "how long taking the photos takes",
    "price_rise": "the rise of a price that may be declined for a full refund, in percent",
    "link": "the link to the booking page",
    "photo_link": "the link to the photo page",
    "stop": "how to end the texts",
}
_ALWAYS: Final = frozenset({"brand", "link", "photo_link", "stop", DETAILS, BUTTON})
_BLOCKS: Final[Mapping[str, str]] = {
    DETAILS: "the table of facts",
    BUTTON: "the button that opens the page",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class BookingContext:
    """The booking's facts for messages; name and address as typed, on one line each.

    `hours` are those between which the crew arrives, on the market's clock.
    """

    name: str
    day: date
    hours: tuple[time, time]
    address: str
    number: str
    fee_cents: int
    total_cents: int
    lower_ft: int | None = None  # a run of this or less costs less; None: none does
    ends_on: date | None = None  # a later day than `day`, whose morning ends the work

    @property
    def brief_hours(self) -> str:
        hours = hours_label(self.hours)
        if self.ends_on is None:
            return hours
        return say(
            "%(hours)s, we finish %(weekday)s morning",
            hours=hours,
            weekday=brief_weekday(self.ends_on),
        )

    @property
    def lower(self) -> str:
        if not self.lower_ft:
            return ""
        return say("A run of %(feet)s ft or less lowers it.", feet=self.lower_ft)

    @property
    def visit(self) -> tuple[tuple[str, str], ...]:
        ends_on = self.ends_on
        return (
            (say("Day"), full_weekday_date(self.day)),
            (say("Arrival"), say("between %(hours)s", hours=hours_between(self.hours))),
            *(((say("We finish"), morning_of(ends_on)),) if ends_on else ()),
            (say("Address"), self.address),
            self.numbered,
        )

    @property
    def numbered(self) -> tuple[str, str]:
        return say("Confirmation number"), self.number


@dataclass(frozen=True, slots=True)
class Button:
    """A button: the message id of its label, what that names, and where it leads."""

    label: str
    to: str = MY_BOOKING
    named: Mapping[str, str] = field(default_factory=dict)

    def rendered(self) -> tuple[str, str]:
        return say(self.label, **self.named), self.to


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageKind:
    """One kind of message, and the rules for staff's versions of its templates.

    `title`, a message id, is what staff call it. `context` says a booking and the kind's own facts
    as its placeholders' values; `sample` are such facts, for previews and validation.
    `placeholders` are its own, beside those of every booking. `required_placeholders` may not be
    left out by a staff version where the built-in text has them. `free_text_placeholders` hold text
    that a person typed. `fixed_reason` says why staff may not change the text. A text that answers
    what the customer just did (`is_immediate`) is sent at night too; others wait for the morning.
    One that is `sent_by_staff` has a button on the order's page until the order is over;
    `needs_visit`, only while a date is confirmed, and `on_visit_days`, sent only on its days. One
    that `waits` leaves that long after it was queued, so that what follows at once can replace it.
    After a newer message of a kind in `overtaken_by` it is not sent, nor once the order was
    canceled unless it `outlives_cancellation`, nor when what it says is no longer so
    (workflows/still_so.py). "corrected:price" there is a correction of a price alone.
    """

    name: str
    title: str
    context: Callable[..., TemplateContext]
    sample: Mapping[str, Any] = field(default_factory=dict)
    placeholders: Mapping[str, str] = field(default_factory=dict)
    required_placeholders: Set[str] = frozenset()
    free_text_placeholders: Set[str] = frozenset()
    fixed_reason: str = ""
    is_immediate: bool = False
    outlives_cancellation: bool = False
    overtaken_by: Set[str] = frozenset()
    waits: timedelta = timedelta(0)
    has_calendar: bool = False
    sent_by_staff: bool = False
    needs_visit: bool = False
    on_visit_days: bool = False

    def builtin(self, channel: str) -> TemplateText:
        return builtin_templates(self.name)[channel]

    def known(self, channel: str) -> Mapping[str, str]:
        blocks = [name for name in _BLOCKS if f"{{{name}}}" in self.builtin(channel).text]
        return {**OF_A_BOOKING, **self.placeholders, **{name: _BLOCKS[name] for name in blocks}}

    def mandatory(self, channel: str) -> Set[str]:
        """Return placeholders that a staff version must keep, such as the link and the opt-out."""
        return (_ALWAYS | self.required_placeholders) & frozenset(
            placeholders_in(self.builtin(channel).text)
        )


SEE_BOOKING: Final = Button(_("See your booking"))
SEE_PRICE: Final = Button(_("See the price"))
SEE_PAYMENTS: Final = Button(_("See all payments"))
TAKE_PHOTOS: Final = Button(_("Take the photos"), MY_PHOTOS)
GET_DOCUMENTS: Final = Button(_("Open your documents"), MY_DOCUMENTS)
GET_RECEIPT: Final = Button(_("Get your receipt (PDF)"), MY_DOCUMENTS)
PAY: Final = Button(_("Pay safely"))


def context_for(
    booking: BookingContext,
    *,
    button: Button = SEE_BOOKING,
    details: Sequence[tuple[str, str]] = (),
    **values: str,
) -> TemplateContext:
    """Return the values of an order's message in the active language; `values` are its own."""
    of_a_booking = {
        "brand": company().name,
        "phone": company().phone,
        "city": PLACE.city,
        "day": weekday_date(booking.day),
        "long_day": full_weekday_date(booking.day),
        "hours": hours_between(booking.hours),
        "brief_day": brief_weekday_date(booking.day),
        "brief_hours": booking.brief_hours,
        "free_reschedule_hours": str(TERMS.free_reschedule_hours),
        "number": booking.number,
        "fee_name": market_terms().fee_name,
        "photo_review": market_terms().photo_review,
        "photos_take": market_terms().photos_take,
        "price_rise": str(TERMS.price_rise_percent),
        "link": MY_BOOKING,
        "photo_link": MY_PHOTOS,
        "stop": say(STOP),
    }
    return TemplateContext(
        values=of_a_booking | values, name=booking.name, details=details, button=button.rendered()
    )
