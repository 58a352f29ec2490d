"""A booked diagnostic as a job: who does it, and what came of it."""

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce

from standby.accounts.models import User
from standby.audit.services import record_event
from standby.company.selectors import company, staff_mail
from standby.core.clock import local_date
from standby.core.errors import Conflict, _
from standby.core.words import say
from standby.crews.models import CalendarFeed
from standby.crews.selectors import get_technician, lock_technician
from standby.crews.services.calendar_feeds import DAYS_AHEAD, DAYS_BACK
from standby.crews.services.technicians import ensure_at_work
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.selectors import (
    DiagnosticNotFound,
    booked_visits,
    lock_visit,
    own_visit,
)
from standby.diagnostics.services.diagnostics import NotBooked
from standby.orders.rules.calendar_file import CalendarEvent


class DiagnosticChanged(Conflict):
    code = "diagnostic_changed"
    message = _("Someone changed this visit since you opened it. Review it before you continue.")


class DiagnosticDone(Conflict):
    code = "diagnostic_done"
    message = _("This visit is done, so its technician stays.")


class DiagnosticNotYet(Conflict):
    code = "diagnostic_not_yet"
    message = _("This visit is on a later day.")


def assign_visit(
    visit_id: int,
    *,
    technician_id: str | None,
    if_version: int | None = None,
    staff: str,
    now: datetime,
) -> Diagnostic:
    """Assign a technician to a booked visit, or nobody (None). Idempotent.

    Raises DiagnosticNotFound, TechnicianNotFound, NotBooked, DiagnosticDone, DiagnosticChanged,
    TechnicianInactive and TechnicianOff.
    """
    technician = get_technician(technician_id) if technician_id else None
    with transaction.atomic(durable=True):
        visit = lock_visit(visit_id)
        if visit.assigned_to == technician:
            return visit
        if visit.status != Diagnostic.Status.BOOKED:
            raise NotBooked
        if visit.done_at is not None:
            raise DiagnosticDone
        if if_version is not None and if_version != visit.version:
            raise DiagnosticChanged
        if technician is not None:
            ensure_at_work(lock_technician(technician.pk), visit.day)
        before, visit.assigned_to = visit.assigned_to, technician
        visit.version += 1
        visit.save(update_fields=["assigned_to", "version"])
        record_event(
            staff,
            action="visit assigned",
            object=f"diagnostics {visit.pk}",
            before={"assigned_to": before and before.pk},
            after={"assigned_to": technician and technician.pk},
            now=now,
        )
    return visit


def finish_visit(
    visit_id: int, *, user: User, outcome: str, done_at: datetime, actor: str, now: datetime
) -> Diagnostic:
    """Record when a technician's own visit was done, and its outcome. Sent again, it corrects the
    outcome.

    Raises DiagnosticNotFound when the visit is not theirs or was canceled, and DiagnosticNotYet.
    """
    visit = own_visit(user, visit_id)
    if visit.day > local_date(now):
        raise DiagnosticNotYet
    with transaction.atomic(durable=True):
        # Under the same conditions as it was read: staff may cancel it or give it to another.
        still_theirs = Diagnostic.objects.filter(
            pk=visit.pk, status=Diagnostic.Status.BOOKED, assigned_to=visit.assigned_to
        )
        if not still_theirs.update(
            outcome=outcome, done_at=Coalesce(F("done_at"), done_at), version=F("version") + 1
        ):
            raise DiagnosticNotFound
        visit.refresh_from_db(fields=["outcome", "done_at", "version"])
        record_event(
            actor,
            action="visit done",
            object=f"diagnostics {visit.pk}",
            after={"outcome": outcome},
            now=now,
        )
    return visit


def visit_events(feed: CalendarFeed, *, site_url: str, now: datetime) -> Iterator[CalendarEvent]:
    """Yield the feed's booked visits, of the days of its jobs."""
    today = local_date(now)
    visits = booked_visits(today - DAYS_BACK, today + DAYS_AHEAD)
    if feed.technician:
        visits = visits.filter(assigned_to=feed.technician)
    mail = staff_mail()
    for visit in visits:
        title = say("Diagnostic visit: %(name)s", name=visit.name)
        if feed.technician is None:
            by = visit.assigned_to.name if visit.assigned_to else say("No technician yet")
            title = f"{by}: {title}"
        yield CalendarEvent(
            # Not the customer's, who may have the invitation in the same program.
            uid=f"diagnostic-{visit.pk}.crew@standby",
            sequence=visit.version,
            is_cancelled=False,
            start_at=visit.slot.start_at,
            end_at=visit.slot.end_at,
            title=title,
            notes=f"Phone: {visit.phone}\nArrival: {visit.hours}",
            place=visit.address,
            organizer_name=company().name,
            organizer_mail=mail,
            written_at=now,
            url=f"{site_url}/staff/crew"
            if feed.technician
            else f"{site_url}/staff/board?day={visit.day}",
            has_alarm=False,
        )
