"""Telling the customer, and staff where somebody is needed: written with what happened."""

import hashlib
import logging
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from standby.apps.booking import queries as bookings
from standby.apps.booking.models import Appointment, Order
from standby.apps.coverage.models import CoveredZip, NotifyRequest
from standby.apps.notifications import services as notifications
from standby.apps.notifications import templates
from standby.apps.notifications.models import Message
from standby.apps.notifications.services import Addressee, News, Words
from standby.apps.notifications.words import letter, staff
from standby.apps.notifications.words.facts import Booking
from standby.apps.quoting.models import ManualQuoteRequest
from standby.domain.calendar_file import unfolded_calendar
from standby.domain.scheduling import TimeWindow
from standby.flows.booking.calendar_event import calendar_event
from standby.providers.signing import Signer

log = logging.getLogger(__name__)

_WITH_CALENDAR: Final = frozenset({"date_confirmed", "rescheduled", "order_cancelled"})
_LONGEST_OCCASION: Final = 50  # together with kind and order it is a message's key


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    """Where the business is reached, and by what it signs what it promises."""

    site_url: str
    staff_mail: str
    signer: Signer


def tell_customer(order: Order, *, kind: str, occasion: str, now: datetime, **facts: Any) -> None:
    """In the words of that kind, by the ways the customer agreed to.

    Safe to repeat: one kind, order and occasion is one e-mail and one text. The link to the
    booking is made when they are sent. With `stale_at`, they are not sent after that moment; with
    `channels`, only by those.
    """
    appointment = bookings.newest_appointment_of(order)
    news = _news(order, kind=kind, occasion=occasion, stale_at=facts.pop("stale_at", None))
    _tell(appointment, order, news=news, facts=facts, now=now)


def not_told_yet(orders: list[Order], *, kind: str, occasion: str) -> list[Order]:
    """Of those who hear from us. Asked at once: a poll that looks at everybody is done when nobody
    is to be told."""
    by_key = {
        _news(order, kind=kind, occasion=occasion).dedupe_key: order
        for order in orders
        if order.customer.email_updates or order.customer.sms_updates
    }
    told = notifications.keys_queued(by_key)
    return [order for key, order in by_key.items() if key not in told]


def tell_of_hold(
    appointment: Appointment, *, until: datetime, office: Office, now: datetime
) -> None:
    order = appointment.order
    news = _news(order, kind="date_held", occasion=_stamp(until), stale_at=until)
    facts = {"until": until, "site": office.site_url}
    _tell(appointment, order, news=news, facts=facts, now=now)


def tell_of_confirmation(appointment: Appointment, *, now: datetime) -> None:
    order = appointment.order
    news = _news(order, kind="date_confirmed", occasion=_stamp(now))
    _tell(appointment, order, news=news, facts={}, now=now)


def tell_of_lost_date(appointment: Appointment, *, office: Office, now: datetime) -> None:
    order = appointment.order
    news = _news(order, kind="date_lost", occasion=_stamp(now))
    _tell(appointment, order, news=news, facts={"site": office.site_url}, now=now)


def tell_staff(order: Order, *, what: str, office: Office, now: datetime) -> None:
    log.error("order %s: %s", order.public_id, what)
    notifications.queue_message(
        staff.staff_needed(what=what, order=str(order.public_id)),
        to=Addressee(channel=Message.Channel.EMAIL, recipient=office.staff_mail),
        news=News(
            kind="staff_needed",
            dedupe_key=f"staff_needed:{order.public_id}:{what}"[:110],
            order_ref=order.public_id,
        ),
        now=now,
    )


def tell_staff_of_manual_quote(asked: ManualQuoteRequest, *, office: Office, now: datetime) -> None:
    """However often it is asked: one request is one message."""
    notifications.queue_message(
        staff.manual_quote_wanted(
            staff.LongRun(
                name=asked.name,
                phone=asked.phone,
                email=asked.email,
                address=asked.address,
                run_ft=asked.run_ft,
                steps=asked.steps,
                notes=asked.notes,
                number=str(asked.pk),
            )
        ),
        to=Addressee(channel=Message.Channel.EMAIL, recipient=office.staff_mail),
        news=News(kind="manual_quote", dedupe_key=f"manual_quote:{asked.pk}"),
        now=now,
    )


def tell_of_opening(
    asked: NotifyRequest, *, listed: CoveredZip, office: Office, now: datetime
) -> None:
    notifications.queue_message(
        staff.zip_opened(
            zip_code=listed.zip_code,
            city=listed.city,
            link=f"{office.site_url}/installation-wizard",
        ),
        to=Addressee(channel=Message.Channel.SMS, recipient=asked.phone_number),
        news=News(kind="zip_opened", dedupe_key=f"zip_opened:{asked.pk}"),
        now=now,
    )


def _news(order: Order, *, kind: str, occasion: str, stale_at: datetime | None = None) -> News:
    if len(occasion) > _LONGEST_OCCASION:
        occasion = hashlib.sha256(occasion.encode()).hexdigest()[:_LONGEST_OCCASION]
    return News(
        kind=kind,
        dedupe_key=f"{kind}:{order.public_id}:{occasion}",
        order_ref=order.public_id,
        stale_at=stale_at,
    )


def _tell(
    appointment: Appointment, order: Order, *, news: News, facts: dict[str, Any], now: datetime
) -> None:
    site = facts.pop("site", letter.SITE)
    channels = facts.pop("channels", None)
    told = templates.told(news.kind, _booking(appointment, order, site=site), now=now, **facts)
    calendar = _calendar(appointment, kind=news.kind, now=now)
    said = {
        to: words
        for to, words in _by_their_ways(order, told=told, calendar=calendar).items()
        if channels is None or to.channel in channels
    }
    notifications.queue_messages(said, news=news, now=now)


def _calendar(appointment: Appointment, *, kind: str, now: datetime) -> str:
    """Who never had the date confirmed has nothing in a calendar to call off."""
    was_never_certain = kind == "order_cancelled" and appointment.confirmed_at is None
    if kind not in _WITH_CALENDAR or was_never_certain:
        return ""
    event = calendar_event(
        appointment,
        organizer_mail=letter.OFFICE_MAIL,
        site_url=letter.SITE,
        attendee_mail=letter.READER_MAIL,
        now=now,
    )
    return unfolded_calendar(event)


def _by_their_ways(order: Order, *, told: letter.Told, calendar: str) -> dict[Addressee, Words]:
    customer, said = order.customer, {}
    if customer.email_updates:
        said[Addressee(channel=Message.Channel.EMAIL, recipient=customer.email)] = Words(
            subject=told.letter.subject,
            text=letter.plain(told.letter),
            html=letter.inside(told.letter),
            calendar=calendar,
        )
    if customer.sms_updates:
        said[Addressee(channel=Message.Channel.SMS, recipient=customer.phone)] = Words(
            subject="", text=told.text
        )
    return said


def _stamp(at: datetime) -> str:
    return f"{at:%Y%m%d%H%M%S}"


def _booking(appointment: Appointment, order: Order, *, site: str) -> Booking:
    start, end = TimeWindow(appointment.time_window).label.split(" - ")
    return Booking(
        name=letter.as_typed(order.customer.name),
        day=appointment.day,
        hours=f"{start} and {end}",
        address=letter.as_typed(order.order_location.formatted_address),
        number=str(appointment.public_id),
        fee_cents=order.scheduling_fee_cents,
        site=site,
    )
