"""What a crew's phone sends about a job: changes of its report, photos, the signature."""

from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from standby.accounts.models import User
from standby.core.errors import Conflict, _
from standby.core.providers.files import Files
from standby.crews.models import JobReport
from standby.crews.rules import MOST_JOB_PHOTOS, MissingForJob, PhotoStage, happened_at
from standby.crews.selectors import PHOTO_TYPES, missing_of, own_job, photos_of
from standby.documents.models import OrderFile
from standby.documents.services.order_files import FileRefused, add_order_file
from standby.orders.models import Appointment, Order
from standby.orders.selectors import orders as bookings
from standby.orders.services.order_log import log_change
from standby.readiness.services import store_serial_number


class JobCalledOff(Conflict):
    code = "job_called_off"
    message = _("This job was canceled or no longer has a date. The office can tell you more.")


class JobMoved(Conflict):
    code = "job_moved"
    message = _("This job was moved to another day.")


class JobReportClosed(Conflict):
    code = "job_report_closed"
    message = _("This job is already complete. Tell the office what needs to be corrected.")


class JobNotReady(Conflict):
    code = "job_not_ready"
    message = _("The office has not noted yet that the equipment arrived. Please call them.")


class JobIncomplete(Conflict):
    code = "job_incomplete"
    message = _("Something is still missing before this job is complete.")


class JobPhotosFull(Conflict):
    code = "job_photos_full"
    message = _("This job has 40 photos already.")


_TYPE_OF: Final = {stage: kind for kind, stage in PHOTO_TYPES.items()}
_MISSING_WORDS: Final[Mapping[MissingForJob, str]] = {
    MissingForJob.PHOTO_BEFORE: "a photo from before",
    MissingForJob.CHECKLIST: "the whole checklist",
    MissingForJob.SERIAL_NUMBER: "the serial number",
    MissingForJob.PHOTO_AFTER: "a photo from after",
    MissingForJob.SIGNATURE: "the homeowner's signature",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """What a technician's phone sends about one of their jobs.

    `day` is the job's day as the phone knew it, `at` when it happened by the phone's clock.
    """

    user: User
    job_id: UUID
    day: date
    at: datetime
    actor: str

    def happened_at(self, *, now: datetime) -> datetime:
        return happened_at(self.at, now=now)


def record(
    command: Command,
    *,
    arrived: bool | None = None,
    ticked: Collection[str] | None = None,
    unticked: Collection[str] | None = None,
    serial_number: str | None = None,
    hours: list[dict[str, Any]] | None = None,
    notes: str | None = None,
    now: datetime,
) -> JobReport:
    """Change the report of a technician's own job; None leaves a field unchanged. Safe to repeat.

    Raises JobNotFound, JobCalledOff, JobMoved and JobReportClosed.
    """
    with transaction.atomic():
        report = _open_report(command, now=now)
        if arrived and report.arrived_at is None:
            report.arrived_at = command.happened_at(now=now)
            _log(report, "arrived", command=command, now=now)
        report.checklist = sorted({*report.checklist, *(ticked or ())} - set(unticked or ()))
        if serial_number is not None:
            report.serial_number = serial_number
            store_serial_number(report.appointment.order, serial_number, now=now)
        report.hours = report.hours if hours is None else hours
        report.notes = report.notes if notes is None else notes
        report.save()
        return report


def unsign(command: Command, *, now: datetime) -> JobReport:
    """Take the homeowner's signature back. Safe to repeat. Raises the errors of `record`."""
    with transaction.atomic():
        report = _open_report(command, now=now)
        if report.signed_by:
            report.signed_by, report.signature, report.signed_at = "", None, None
            report.save()
            _log(report, "signature undone", command=command, now=now)
        return report


def sign(
    command: Command, *, signed_by: str, drawing: str = "", files: Files, now: datetime
) -> JobReport:
    """Store the homeowner's signature: their name, and `drawing` (base64) if they drew it.

    Safe to repeat. Raises FileRefused, FilesDown and the errors of `record`.
    """
    file = None
    if drawing:
        content = _decoded(drawing)
        file = _add_file(command, OrderFile.Type.SIGNATURE, content, files=files, now=now)
    with transaction.atomic():
        report = _open_report(command, now=now)
        is_new = (report.signed_by, report.signature) != (signed_by, file)
        report.signed_by, report.signature = signed_by, file
        report.signed_at = command.happened_at(now=now)
        report.save()
        if is_new:
            _log(report, "signed", command=command, now=now)
        return report


def add_photo(
    command: Command, *, stage: PhotoStage, content: bytes, files: Files, now: datetime
) -> JobReport:
    """Add a photo to the order. Safe to repeat: the same picture is stored once.

    Raises FileRefused, JobPhotosFull, FilesDown and the errors of `record`.
    """
    with transaction.atomic(durable=True):
        report = _open_report(command, now=now)
    if len(photos_of(report.appointment.order)) >= MOST_JOB_PHOTOS:
        raise JobPhotosFull
    _add_file(command, _TYPE_OF[stage], content, files=files, now=now)
    return JobReport.objects.get(pk=report.pk)


def _add_file(
    command: Command, kind: OrderFile.Type, content: bytes, *, files: Files, now: datetime
) -> OrderFile:
    job = own_job(command.user, command.job_id)
    return add_order_file(
        job.order, kind=kind, content=content, files=files, actor=command.actor, now=now
    )


def ensure_complete(command: Command, *, now: datetime) -> Appointment:
    """Return the job if it can be completed now.

    Raises JobNotReady, JobIncomplete and the errors of `record`.
    """
    with transaction.atomic():
        report = _open_report(command, now=now)
        missing = [_MISSING_WORDS[each] for each in missing_of(report)]
    job = report.appointment
    if missing:
        raise JobIncomplete(f"Before this job is complete it needs {', '.join(missing)}.")
    if job.order.status not in (Order.Status.EQUIPMENT_ARRIVED, Order.Status.COMPLETED):
        raise JobNotReady
    return job


def close_report(job: Appointment, *, finished_at: datetime, now: datetime) -> None:
    """Mark the report of a completed job as complete. Safe to repeat."""
    report = JobReport.objects.get(appointment=job)
    JobReport.objects.filter(pk=report.pk, completed_at=None).update(
        finished_at=max(finished_at, report.arrived_at or finished_at), completed_at=now
    )


def _open_report(command: Command, *, now: datetime) -> JobReport:
    # Under the order's lock, as a dispatcher may move or cancel the job at the same moment.
    bookings.lock_order(own_job(command.user, command.job_id).order_id)
    job = own_job(command.user, command.job_id)
    if job.status != Appointment.Status.CONFIRMED or job.order.status == Order.Status.CANCELLED:
        raise JobCalledOff
    if job.day != command.day:
        raise JobMoved(f"This job was moved to {job.day:%A}, {job.day:%B} {job.day.day}.")
    report, _is_new = JobReport.objects.get_or_create(appointment=job, defaults={"created_at": now})
    if report.completed_at is not None:
        raise JobReportClosed
    report.appointment = job
    return report


def _log(report: JobReport, what: str, *, command: Command, now: datetime) -> None:
    order = report.appointment.order
    log_change(order, subject="visit", change=("", what), actor=command.actor, now=now)


def _decoded(drawing: str) -> bytes:
    try:
        return b64decode(drawing, validate=True)
    except NotBase64 as error:
        raise FileRefused(field="drawing") from error
