"""Messages about a diagnostic, to the customer and to staff."""

import logging
from datetime import datetime
from enum import StrEnum
from typing import Final

from standby.company.selectors import company
from standby.core.market import PLACE, TERMS
from standby.core.words import (
    _,
    dollars,
    full_weekday_date,
    in_english,
    in_language,
    say,
    weekday_date,
)
from standby.diagnostics.models import Diagnostic
from standby.messaging.models import Message
from standby.messaging.rendering import (
    OFFICE_MAIL,
    READER_MAIL,
    SITE,
    TemplateContext,
    builtin_templates,
    email_parts,
    email_text,
    render,
    sanitize_input,
)
from standby.messaging.services import outbox
from standby.orders.rules.calendar_file import CalendarEvent, unfolded_calendar

log = logging.getLogger(__name__)
PAGE: Final = "/diagnostic"


class CanceledBy(StrEnum):
    """Who or what ended a visit, in the sentence that its mail ends with."""

    CUSTOMER = _("You canceled it on our site. If that was not you, call")
    STAFF = _("We canceled it for you. Questions? Call")
    NO_PLACE = _(
        "Somebody else took your time before your payment arrived. "
        "Please choose another time on our site, or call"
    )


def notify_customer(
    diagnostic: Diagnostic, *, kind: str, because: CanceledBy | None = None, now: datetime
) -> None:
    """Queue the customer's email of this kind with a calendar file. Idempotent."""
    with in_language(diagnostic.language):
        email = _email(diagnostic, kind=kind, because=because, now=now)
    outbox.queue_messages(email, now=now)


def _email(
    diagnostic: Diagnostic, *, kind: str, because: CanceledBy | None, now: datetime
) -> Message:
    link = f"{SITE}{PAGE}/{diagnostic.public_id}"
    values = {
        "phone": company().phone,
        "because": say(because) if because else "",
        "fee": dollars(diagnostic.amount_cents),
        "day": weekday_date(diagnostic.day),
        "hours": diagnostic.hours,
        "minutes": str(TERMS.diagnostic["minutes"]),
    }
    context = TemplateContext(
        values=values,
        name=sanitize_input(diagnostic.name),
        button=(say("See your visit"), link),
        details=(
            (say("Day"), full_weekday_date(diagnostic.day)),
            (say("Arrival"), say("between %(hours)s", hours=diagnostic.hours)),
            (say("Address"), sanitize_input(diagnostic.address)),
            (say("Paid"), dollars(diagnostic.amount_cents)),
        ),
    )
    rendered = render(builtin_templates(kind), context, is_booked=False)
    return Message(
        kind=kind,
        channel=Message.Channel.EMAIL,
        recipient=diagnostic.email,
        language=diagnostic.language,
        dedupe_key=f"{kind}:{diagnostic.public_id}",
        subject=rendered.subject,
        text=email_text(rendered),
        email_parts=email_parts(rendered),
        calendar=unfolded_calendar(_event(diagnostic, now=now)),
    )


def notify_staff(diagnostic: Diagnostic, *, topic: str, now: datetime) -> None:
    log.info("diagnostic %s: %s", diagnostic.pk, topic)
    with in_english():
        day, hours = full_weekday_date(diagnostic.day), diagnostic.hours
    outbox.queue_staff_email(
        "diagnostic_for_staff",
        dedupe_key=f"diagnostic_for_staff:{diagnostic.public_id}:{topic}",
        now=now,
        topic=topic,
        day=day,
        hours=hours,
        name=sanitize_input(diagnostic.name),
        customer_phone=sanitize_input(diagnostic.phone),
        email=diagnostic.email,
        address=sanitize_input(diagnostic.address),
    )


def _event(diagnostic: Diagnostic, *, now: datetime) -> CalendarEvent:
    is_cancelled = diagnostic.status == Diagnostic.Status.CANCELLED
    return CalendarEvent(
        # Not its public id: that opens its page, and a calendar may be shared.
        uid=f"diagnostic-{diagnostic.pk}@standby",
        sequence=int(is_cancelled),
        is_cancelled=is_cancelled,
        start_at=diagnostic.slot.start_at,
        end_at=diagnostic.slot.end_at,
        title=say("%(brand)s: diagnostic visit", brand=company().name),
        notes=say(
            "Our electrician arrives between %(hours)s, %(city)s time.",
            hours=diagnostic.hours,
            city=PLACE.city,
        ),
        place=diagnostic.address,
        organizer_name=company().name,
        organizer_mail=OFFICE_MAIL,
        written_at=now,
        url=SITE,
        attendee_mail=READER_MAIL,
    )
