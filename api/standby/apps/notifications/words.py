"""What customers and staff are told, in e-mails and texts."""

from dataclasses import dataclass
from datetime import date, datetime

from standby.apps.notifications.services import Words
from standby.domain.policy import HOUSTON


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """What a message about an appointment needs to say."""

    name: str
    day: date
    hours: str
    address: str
    number: str
    fee_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The same news, long for an e-mail and short for a text."""

    mail: Words
    text: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class LongRun:
    """What staff need to know to quote a run by hand; `steps` is None when told in feet."""

    name: str
    phone: str
    email: str
    address: str
    run_ft: int
    steps: int | None
    notes: str
    number: str


def date_held(visit: Visit, *, until: datetime, link: str) -> Told:
    until_words = _moment(until)
    pay = (
        f"The date is yours once the site-visit fee of {_dollars(visit.fee_cents)} is paid. Pay"
        if visit.fee_cents
        else "The date is yours once you confirm it. Confirm"
    )
    return Told(
        mail=Words(
            subject=f"We hold {_short_day(visit.day)} for your generator installation",
            text=(
                f"Hello {_first(visit.name)},\n\n"
                f"we hold a crew for you on {_day(visit.day)}. They arrive between "
                f"{visit.hours} at\n{visit.address}.\n\n"
                f"{pay} here, in the browser in which you reserved:\n{link}\n\n"
                f"We hold it until {until_words} (Houston time). After that others can take it.\n\n"
                f"Confirmation number: {visit.number}\n"
            ),
        ),
        text=Words(
            subject="",
            text=(
                f"We hold {_short_day(visit.day)}, {visit.hours}, for your generator installation "
                f"until {until_words}. To keep it: {link}"
            ),
        ),
    )


def date_confirmed(visit: Visit) -> Told:
    paid = (
        f"We received the site-visit fee of {_dollars(visit.fee_cents)}. It is credited to your "
        "project in full if you\nproceed within 30 days.\n\n"
        if visit.fee_cents
        else ""
    )
    return Told(
        mail=Words(
            subject=f"Confirmed: {_short_day(visit.day)}, your generator installation",
            text=(
                f"Hello {_first(visit.name)},\n\n"
                f"your appointment is confirmed for {_day(visit.day)}. The crew arrives between "
                f"{visit.hours} at\n{visit.address}.\n\n"
                f"{paid}"
                "Rescheduling is free up to 48 hours before. As soon as a technician is assigned, "
                "we tell you who comes.\n\n"
                f"Confirmation number: {visit.number}\n"
            ),
        ),
        text=Words(
            subject="",
            text=(
                f"Confirmed: {_short_day(visit.day)}, {visit.hours}, generator installation. "
                f"Confirmation number {visit.number}."
            ),
        ),
    )


def date_lost(visit: Visit, *, link: str) -> Told:
    return Told(
        mail=Words(
            subject="Your payment arrived - please choose another date",
            text=(
                f"Hello {_first(visit.name)},\n\n"
                f"your payment of {_dollars(visit.fee_cents)} arrived after the time for which we "
                f"held {_day(visit.day)},\nand the last crew of that day is taken. "
                "We are sorry.\n\n"
                "Your payment is safe. Choose another date, in the browser in which you reserved, "
                "and it is\nconfirmed at once, at no further charge:\n"
                f"{link}\n\n"
                "Or answer this message, and we find a date with you or send the fee back.\n\n"
                f"Confirmation number: {visit.number}\n"
            ),
        ),
        text=Words(
            subject="",
            text=(
                f"Your payment arrived, but {_short_day(visit.day)} was taken meanwhile. Please "
                f"choose another date, at no further charge: {link}"
            ),
        ),
    )


def staff_needed(*, what: str, order: str) -> Words:
    return Words(
        subject=f"Please look at order {order[:8]}: {what}",
        text=f"Order {order} needs somebody: {what}.\n",
    )


def manual_quote_wanted(run: LongRun) -> Words:
    """Nothing that a visitor typed stands in the subject."""
    walked = "" if run.steps is None else f", {run.steps} steps"
    return Words(
        subject=f"Please quote a run of {run.run_ft:,} ft ({run.number[:8]})",
        text=(
            f"{run.name} asks for a quote.\n\n"
            f"Run:     {run.run_ft:,} ft{walked}\n"
            f"Address: {run.address}\n"
            f"Phone:   {run.phone}\n"
            f"E-mail:  {run.email or 'not told'}\n"
            f"Notes:   {run.notes or 'none'}\n\n"
            f"Request {run.number}\n"
        ),
    )


def zip_opened(*, zip_code: str, city: str, link: str) -> Words:
    return Words(
        subject="",
        text=(
            f"Standby: you asked to be told. We now install home generators in {city} "
            f"({zip_code}). Your price and date: {link} Reply STOP to opt out."
        ),
    )


def _first(name: str) -> str:
    return name.split()[0] if name.split() else name


def _dollars(cents: int) -> str:
    return f"${cents // 100:,}.{cents % 100:02d}"


def _day(day: date) -> str:
    return f"{day:%A, %B} {day.day}, {day.year}"


def _short_day(day: date) -> str:
    return f"{day:%A, %B} {day.day}"


def _moment(at: datetime) -> str:
    local = at.astimezone(HOUSTON)
    return f"{local:%I:%M %p}".lstrip("0") + f" on {_short_day(local.date())}"
