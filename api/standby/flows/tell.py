"""Telling the customer, and staff where somebody is needed: written with what happened."""

import logging
from dataclasses import dataclass
from datetime import datetime

from standby.apps.booking.models import Appointment, Order
from standby.apps.coverage.models import CoveredZip, NotifyRequest
from standby.apps.notifications import services as notifications
from standby.apps.notifications import words
from standby.apps.notifications.models import Message
from standby.apps.notifications.services import Addressee
from standby.apps.quoting.models import ManualQuoteRequest
from standby.domain.scheduling import TimeWindow

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Office:
    """Where the business is reached: its site and the mailbox that staff read."""

    site_url: str
    staff_mail: str


def tell_of_hold(
    appointment: Appointment, *, until: datetime, office: Office, now: datetime
) -> None:
    order = appointment.order
    path = "finalize-installation" if order.scheduling_fee_cents else "confirm-appointment"
    told = words.date_held(_visit(appointment), until=until, link=f"{office.site_url}/{path}")
    _tell(appointment, told, kind="date_held", occasion=_stamp(until), now=now)


def tell_of_confirmation(appointment: Appointment, *, now: datetime) -> None:
    told = words.date_confirmed(_visit(appointment))
    _tell(appointment, told, kind="date_confirmed", occasion=_stamp(now), now=now)


def tell_of_lost_date(appointment: Appointment, *, office: Office, now: datetime) -> None:
    told = words.date_lost(_visit(appointment), link=f"{office.site_url}/installation-date")
    _tell(appointment, told, kind="date_lost", occasion=_stamp(now), now=now)


def tell_staff(order: Order, *, what: str, office: Office, now: datetime) -> None:
    log.error("order %s: %s", order.public_id, what)
    notifications.queue_message(
        words.staff_needed(what=what, order=str(order.public_id)),
        to=notifications.Addressee(channel=Message.Channel.EMAIL, recipient=office.staff_mail),
        kind="staff_needed",
        dedupe_key=f"staff_needed:{order.public_id}:{what}"[:110],
        order_ref=order.public_id,
        now=now,
    )


def tell_staff_of_manual_quote(asked: ManualQuoteRequest, *, office: Office, now: datetime) -> None:
    """However often it is asked: one request is one message."""
    notifications.queue_message(
        words.manual_quote_wanted(
            words.LongRun(
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
        to=notifications.Addressee(channel=Message.Channel.EMAIL, recipient=office.staff_mail),
        kind="manual_quote",
        dedupe_key=f"manual_quote:{asked.pk}",
        order_ref=None,
        now=now,
    )


def tell_of_opening(
    asked: NotifyRequest, *, listed: CoveredZip, office: Office, now: datetime
) -> None:
    notifications.queue_message(
        words.zip_opened(
            zip_code=listed.zip_code,
            city=listed.city,
            link=f"{office.site_url}/installation-wizard",
        ),
        to=notifications.Addressee(channel=Message.Channel.SMS, recipient=asked.phone_number),
        kind="zip_opened",
        dedupe_key=f"zip_opened:{asked.pk}",
        order_ref=None,
        now=now,
    )


def _tell(
    appointment: Appointment, told: words.Told, *, kind: str, occasion: str, now: datetime
) -> None:
    customer = appointment.order.customer
    said = {}
    if customer.email_updates:
        said[Addressee(channel=Message.Channel.EMAIL, recipient=customer.email)] = told.mail
    if customer.sms_updates:
        said[Addressee(channel=Message.Channel.SMS, recipient=customer.phone)] = told.text
    notifications.queue_messages(
        said,
        kind=kind,
        dedupe_key=f"{kind}:{appointment.public_id}:{occasion}",
        order_ref=appointment.order.public_id,
        now=now,
    )


def _stamp(at: datetime) -> str:
    return f"{at:%Y%m%d%H%M%S}"


def _visit(appointment: Appointment) -> words.Visit:
    order = appointment.order
    start, end = TimeWindow(appointment.time_window).label.split(" - ")
    return words.Visit(
        name=order.customer.name,
        day=appointment.day,
        hours=f"{start} and {end}",
        address=order.order_location.formatted_address,
        number=str(appointment.public_id),
        fee_cents=order.scheduling_fee_cents,
    )
