"""The jobs of a crew's calendar, as programs read them (OPS-20.5)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from standby.company.selectors import company, staff_mail
from standby.core.clock import local_date
from standby.core.words import hours_between, say
from standby.crews.models import CalendarFeed
from standby.crews.services.calendar_feeds import DAYS_AHEAD, DAYS_BACK
from standby.orders.models import Appointment
from standby.orders.rules.calendar_file import CalendarEvent, calendar_feed
from standby.orders.rules.scheduling import Slot, TimeWindow
from standby.pricing.selectors.catalog import configuration


def feed_file(
    feed: CalendarFeed, *, visits: Iterable[CalendarEvent] = (), site_url: str, now: datetime
) -> str:
    """Return the feed's confirmed jobs as iCalendar, from two weeks ago to two months ahead, and
    the visits before any order.

    A job that was canceled or given to another technician is no longer in it.
    """
    owner = feed.technician.name if feed.technician else say("day board")
    events = [*_events(feed, site_url=site_url, now=now), *visits]
    return calendar_feed(events, name=f"{company().name}: {owner}")


def _events(feed: CalendarFeed, *, site_url: str, now: datetime) -> Iterator[CalendarEvent]:
    today = local_date(now)
    jobs = Appointment.objects.filter(
        status=Appointment.Status.CONFIRMED,
        ends_on__gte=today - DAYS_BACK,
        day__lte=today + DAYS_AHEAD,
    )
    if feed.technician:
        jobs = jobs.filter(assigned_to=feed.technician)
    related = jobs.select_related(
        "assigned_to", "order__customer", "order__order_location", "order__generator"
    )
    mail = staff_mail()
    for job in related.order_by("start_at", "pk"):
        order, place = job.order, job.order.order_location
        title = f"{order.customer.name}, {place.city}"
        if feed.technician is None:
            led_by = job.assigned_to.name if job.assigned_to else say("No technician yet")
            title = f"{led_by}: {title}"
        event = CalendarEvent(
            # Not the homeowner's, who may have the invitation in the same program.
            uid=f"{job.public_id}.crew@standby",
            sequence=job.sequence,
            is_cancelled=False,
            start_at=job.start_at,
            end_at=job.end_at,
            title=title,
            notes="\n".join(_notes(job)),
            place=place.formatted_address,
            organizer_name=company().name,
            organizer_mail=mail,
            written_at=now,
            url=f"{site_url}/staff/crew/{job.public_id}"
            if feed.technician
            else f"{site_url}/staff/orders/{order.public_id}",
            has_alarm=False,
        )
        yield event
        if job.ends_on != job.day:
            yield _next_morning(event, job)


def _next_morning(event: CalendarEvent, job: Appointment) -> CalendarEvent:
    """The same crew's half day on which an afternoon's work ends, as an event of its own."""
    windows = configuration().scheduling.windows
    hours = windows.get(TimeWindow.MORNING, TimeWindow.MORNING.usual_hours)
    morning = Slot(job.ends_on, TimeWindow.MORNING, hours)
    return replace(
        event,
        uid=f"{job.public_id}.crew.finish@standby",
        start_at=morning.start_at,
        end_at=morning.end_at,
        title=say("%(title)s, second half day", title=event.title),
    )


def _notes(job: Appointment) -> Iterator[str]:
    order = job.order
    yield say("Phone: %(phone)s", phone=order.customer.phone)
    yield say("Arrival: %(hours)s", hours=hours_between(job.hours))
    bought = order.generator
    what = (
        f"{bought.brand} {bought.model}, {bought.kw} kW"
        if bought
        else ", ".join(filter(None, (say("their own"), order.own_generator_words)))
    )
    yield say("Generator: %(what)s", what=what)
    yield say("Order: %(code)s", code=order.confirmation_code)
