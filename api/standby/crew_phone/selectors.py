"""A technician's own jobs, and what was recorded about them."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from standby.accounts.models import User
from standby.core.clock import local_date
from standby.core.errors import NotFound, _
from standby.crew_phone.models import JobReport
from standby.crew_phone.rules import DAYS_AHEAD, MissingForJob, PhotoStage, missing_for_completion
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.selectors import own_visits
from standby.documents.models import OrderFile
from standby.messaging.services.consents import suppressed_among
from standby.messaging.services.ways import Way, not_connected
from standby.orders.models import Appointment, Order


class JobNotFound(NotFound):
    code = "job_not_found"
    message = _("This job is not assigned to you. The office can tell you more.")


PHOTO_TYPES: Final = {
    OrderFile.Type.PHOTO_BEFORE: PhotoStage.BEFORE,
    OrderFile.Type.PHOTO_AFTER: PhotoStage.AFTER,
}


def coming_jobs(user: User, *, now: datetime) -> list[Appointment]:
    """Return this technician's confirmed jobs of today and the two weeks after it, by day.

    Also earlier ones of the week before whose report is not complete: a phone may send it late.
    """
    today = local_date(now)
    jobs = _own_jobs(user).filter(
        status=Appointment.Status.CONFIRMED,
        ends_on__gte=today - timedelta(days=7),
        day__lte=today + timedelta(days=DAYS_AHEAD),
    )
    return [
        job
        for job in jobs.order_by("day", "start_at", "pk")
        if job.ends_on >= today or job.order.status not in Order.OVER
    ]


def ways_to_homeowners(jobs: Collection[Appointment]) -> dict[str, list[Way]]:
    """Return by which channels a message queued now reaches each job's homeowner, by job id."""
    customers = {str(job.public_id): job.order.customer for job in jobs}
    wanted: dict[str, list[tuple[Way, str]]] = {
        job_id: [
            *([("email", customer.email)] if customer.email_updates else ()),
            *([("sms", customer.phone)] if customer.sms_updates else ()),
        ]
        for job_id, customer in customers.items()
    }
    closed = suppressed_among([way for ways in wanted.values() for way in ways])
    unconnected = not_connected()
    return {
        job_id: [way for way, to in ways if way not in unconnected and (way, to) not in closed]
        for job_id, ways in wanted.items()
    }


def coming_visits(user: User, *, now: datetime) -> list[Diagnostic]:
    """Return this technician's diagnostic visits of the same days, those done before today not."""
    today = local_date(now)
    visits = own_visits(
        user, first=today - timedelta(days=7), last=today + timedelta(days=DAYS_AHEAD)
    )
    return [visit for visit in visits if visit.day >= today or visit.done_at is None]


def own_job(user: User, appointment_id: UUID) -> Appointment:
    """Return one job of this technician, called off or not. Raises JobNotFound."""
    job = _own_jobs(user).filter(public_id=appointment_id).first()
    if job is None:
        raise JobNotFound
    return job


def _own_jobs(user: User) -> QuerySet[Appointment]:
    jobs = Appointment.objects.filter(assigned_to__user=user, assigned_to__is_active=True)
    return jobs.select_related(
        "assigned_to",
        "job_report",
        "order__customer",
        "order__order_location",
        "order__package",
        "order__generator",
        "order__quote",
        "order__photo_review",
    ).prefetch_related(
        "order__files",
        "order__notes",
        "order__photo_review__photos",
        "order__installation_steps",
    )


def generator_of(order: Order) -> str:
    """Return what is installed, in the words of its record."""
    bought = order.generator
    return f"{bought.brand} {bought.kw} kW" if bought else order.own_generator_words


def report_of(job: Appointment) -> JobReport | None:
    report: JobReport | None = getattr(job, "job_report", None)
    return report


def reports_of(order: Order) -> list[JobReport]:
    """Return the crew's reports about an order, newest visit first."""
    reports = JobReport.objects.filter(appointment__order=order)
    related = reports.select_related("appointment__assigned_to", "appointment__order")
    return list(related.order_by("-appointment__day", "-pk"))


def photos_of(order: Order) -> list[OrderFile]:
    """Return the crew's photos of an order, oldest first."""
    photos = [
        file for file in order.files.all() if file.type in PHOTO_TYPES and not file.removed_at
    ]
    return sorted(photos, key=lambda file: file.pk)


def missing_of(report: JobReport) -> list[MissingForJob]:
    photos = photos_of(report.appointment.order)
    return missing_for_completion(
        ticked=report.checklist,
        stages={PHOTO_TYPES[OrderFile.Type(photo.type)] for photo in photos},
        serial_number=report.serial_number,
        signed_by=report.signed_by,
    )
