"""What a crew's phone sends about a job: changes of its report, photos, the signature."""

from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from standby.accounts.models import User
from standby.core.errors import Conflict, Invalid, _
from standby.core.providers.crypto import Signer
from standby.core.providers.files import Files
from standby.core.transactions import in_transaction
from standby.core.words import in_each_language, say, weekday_date
from standby.crew_phone.job_record import Kind, facts_of, note_entry, seal_record, text_sha256
from standby.crew_phone.models import JobReport
from standby.crew_phone.rules import (
    MOST_JOB_PHOTOS,
    SIGNED_TEXTS,
    MissingForJob,
    PhotoStage,
    happened_at,
    is_plausible,
)
from standby.crew_phone.selectors import PHOTO_TYPES, generator_of, missing_of, own_job, photos_of
from standby.documents.models import OrderFile
from standby.documents.services.order_files import FileRefused, add_order_file
from standby.orders.models import Appointment, Order
from standby.orders.selectors import orders
from standby.orders.services.order_log import log_change
from standby.readiness.services import store_serial_number


class JobCalledOff(Conflict):
    code = "job_called_off"
    message = _("This job was canceled or no longer has a date. The office can tell you more.")


class JobMoved(Conflict):
    code = "job_moved"
    message = _("This job was moved to %(day)s.")


class JobReportClosed(Conflict):
    code = "job_report_closed"
    message = _("This job is already complete. Tell the office what needs to be corrected.")


class JobNotReady(Conflict):
    code = "job_not_ready"
    message = _("The office has not noted yet that the equipment arrived. Please call them.")


class JobIncomplete(Conflict):
    code = "job_incomplete"
    message = _("Before this job is complete it needs %(missing)s.")


class TextNotSigned(Invalid):
    code = "text_not_signed"
    message = _("This is not the text that we ask homeowners to sign. Please open the job again.")


class PictureOfOtherStage(Conflict):
    code = "picture_of_other_stage"
    message = _("This picture was added for the other stage of the work. Please take a new one.")


class JobPhotosFull(Conflict):
    code = "job_photos_full"
    message = _("This job has 40 photos already.")


# What a homeowner saw when they signed: once it is another, their signature no longer stands.
_SIGNED_FOR: Final = (Kind.CHECKLIST, Kind.SERIAL_NUMBER, Kind.HOURS)
Changes = tuple[tuple[Kind, str, Any], ...]
_TYPE_OF: Final = {stage: kind for kind, stage in PHOTO_TYPES.items()}
_MISSING_WORDS: Final[Mapping[MissingForJob, str]] = {
    MissingForJob.PHOTO_BEFORE: _("a photo from before"),
    MissingForJob.CHECKLIST: _("the whole checklist"),
    MissingForJob.SERIAL_NUMBER: _("the serial number"),
    MissingForJob.PHOTO_AFTER: _("a photo from after"),
    MissingForJob.SIGNATURE: _("the homeowner's signature"),
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
    device: str = ""  # as the phone's browser names itself

    def happened_at(self, *, now: datetime) -> datetime:
        return happened_at(self.at, now=now)

    def facts(self, *, now: datetime) -> dict[str, str]:
        """What each entry says of the phone: also its clock, where that can't be right."""
        clock = {} if is_plausible(self.at, now=now) else {"phone_clock": self.at.isoformat()}
        return {"device": self.device[:200], **clock}


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

    Other work than the homeowner signed for takes their signature back.
    Raises JobNotFound, JobCalledOff, JobMoved, JobReportClosed, SerialNumberInvalid and
    SerialNumberUsed.
    """
    with transaction.atomic():
        report = _open_report(command, now=now)
        if arrived and report.arrived_at is None:
            report.arrived_at = command.happened_at(now=now)
            _note(report, Kind.ARRIVED, {}, command=command, now=now)
            _log(report, "arrived", command=command, now=now)
        checklist = {*report.checklist, *(ticked or ())} - set(unticked or ())
        changes: Changes = (
            (Kind.CHECKLIST, "checklist", sorted(checklist)),
            (Kind.HOURS, "hours", hours),
            (Kind.NOTES, "notes", notes),
            (Kind.SERIAL_NUMBER, "serial_number", serial_number),
        )
        for kind, field, value in changes:
            if value is not None and value != getattr(report, field):
                setattr(report, field, value)
                _note(report, kind, {field: value}, command=command, now=now)
                if kind in _SIGNED_FOR:
                    _take_signature_back(report, because=kind, command=command, now=now)
        if serial_number is not None:
            store_serial_number(report.appointment.order, serial_number, now=now)
        report.save()
        return report


def unsign(command: Command, *, now: datetime) -> JobReport:
    """Take the homeowner's signature back. Safe to repeat. Raises the errors of `record`."""
    with transaction.atomic():
        report = _open_report(command, now=now)
        _take_signature_back(report, because="", command=command, now=now)
        report.save()
        return report


def _take_signature_back(
    report: JobReport, *, because: str, command: Command, now: datetime
) -> None:
    # The caller saves the report.
    if report.signed_by:
        report.signed_by, report.signature, report.signed_at = "", None, None
        _note(report, Kind.UNSIGNED, {"because": because}, command=command, now=now)
        _log(report, "signature undone", command=command, now=now)


def sign(
    command: Command, *, signed_by: str, text: str, drawing: str = "", files: Files, now: datetime
) -> JobReport:
    """Store the homeowner's signature: their name, the text that they signed, and a drawing.

    `drawing` is a PNG in base64; empty, the typed name stands alone. A second signature is an entry
    of its own beside the first. Safe to repeat. Raises TextNotSigned, FileRefused, FilesDown and
    the errors of `record`.
    """
    # What is signed is stored in the words of its reader, whatever language the phone asks in now.
    if all(text not in in_each_language(each) for each in SIGNED_TEXTS):
        raise TextNotSigned(field="text")

    def store(file: OrderFile | None) -> JobReport:
        return _store_signature(command, file, signed_by=signed_by, text=text, now=now)

    if not drawing:
        with transaction.atomic():
            return store(None)
    content = _decoded(drawing)
    _ensure_open(command, now=now)
    kind = OrderFile.Type.SIGNATURE
    return _add_file(command, kind, content, store=store, files=files, now=now)


def _store_signature(
    command: Command, file: OrderFile | None, *, signed_by: str, text: str, now: datetime
) -> JobReport:
    report = _open_report(command, now=now)
    is_new = (report.signed_by, report.signature) != (signed_by, file)
    report.signed_by, report.signature = signed_by, file
    report.signed_at = command.happened_at(now=now)
    report.save()
    if is_new:
        facts = {
            "signed_by": signed_by,
            "text": text,
            "text_sha256": text_sha256(text),
            "drawing_sha256": file.sha256 if file else "",
        }
        _note(report, Kind.SIGNED, facts, command=command, now=now)
        _log(report, "signed", command=command, now=now)
    return report


def add_photo(
    command: Command, *, stage: PhotoStage, content: bytes, files: Files, now: datetime
) -> JobReport:
    """Add a photo to the order. Safe to repeat: the same picture is stored once.

    Raises FileRefused, JobPhotosFull, PictureOfOtherStage, FilesDown and the errors of `record`.
    """
    _ensure_open(command, now=now)
    if len(photos_of(own_job(command.user, command.job_id).order)) >= MOST_JOB_PHOTOS:
        raise JobPhotosFull

    def store(file: OrderFile) -> JobReport:
        return _store_photo(command, file, stage=stage, now=now)

    report = _add_file(command, _TYPE_OF[stage], content, store=store, files=files, now=now)
    return JobReport.objects.get(pk=report.pk)


def _store_photo(
    command: Command, file: OrderFile, *, stage: PhotoStage, now: datetime
) -> JobReport:
    report = _open_report(command, now=now)
    photos = photos_of(report.appointment.order)
    if any(each.sha256 == file.sha256 and each.type != file.type for each in photos):
        raise PictureOfOtherStage
    facts = {"stage": stage, "sha256": file.sha256, "file": str(file.public_id)}
    if not any(facts.items() <= facts_of(each).items() for each in report.entries.all()):
        _note(report, Kind.PHOTO, facts, command=command, now=now)
        _take_signature_back(report, because=Kind.PHOTO, command=command, now=now)
        report.save()
    return report


def _add_file(
    command: Command,
    kind: OrderFile.Type,
    content: bytes,
    *,
    store: Callable[[OrderFile], JobReport],
    files: Files,
    now: datetime,
) -> JobReport:
    # What `store` refuses leaves neither the file nor its row.
    reports: list[JobReport] = []
    add_order_file(
        own_job(command.user, command.job_id).order,
        kind=kind,
        content=content,
        use=lambda file: reports.append(store(file)),
        files=files,
        actor=command.actor,
        now=now,
    )
    return reports[0]


def ensure_complete(report: JobReport) -> None:
    """Raise JobNotReady or JobIncomplete if the job cannot be completed now.

    Call it with the order locked, in the transaction that completes it.
    """
    missing = [say(_MISSING_WORDS[each]) for each in missing_of(report)]
    if missing:
        raise JobIncomplete(missing=", ".join(missing))
    status = report.appointment.order.status
    if status not in (Order.Status.EQUIPMENT_ARRIVED, Order.Status.COMPLETED):
        raise JobNotReady


@in_transaction
def close_report(report: JobReport, *, command: Command, signer: Signer, now: datetime) -> None:
    """Mark a job's report as complete and seal its record."""
    finished_at = command.happened_at(now=now)
    report.finished_at = max(finished_at, report.arrived_at or finished_at)
    report.completed_at = now
    order = report.appointment.order
    facts = {
        "serial_number": report.serial_number,
        "checklist": report.checklist,
        "generator": generator_of(order),
        "city": order.order_location.city,
        "zip_code": order.order_location.zip_code,
    }
    _note(report, Kind.COMPLETED, facts, command=command, now=now)
    seal_record(report, signer=signer)
    report.save()


@in_transaction
def reopen_reports(order: Order, *, actor: str, note: str, now: datetime) -> None:
    """Let the crew correct what an order's completion rested on.

    What was recorded stays; the record has no seal until it is complete again, which takes another
    signature.
    """
    for report in JobReport.objects.filter(appointment__order=order, completed_at__isnull=False):
        report.finished_at = report.completed_at = None
        report.seal = ""
        report.signed_by, report.signature, report.signed_at = "", None, None
        report.save()
        for kind, facts in (
            (Kind.REOPENED, {"reason": note}),
            (Kind.UNSIGNED, {"because": Kind.REOPENED}),
        ):
            note_entry(report, kind, facts, actor=actor, happened_at=now, now=now)


def open_or_complete_report(command: Command, *, now: datetime) -> JobReport:
    """Return the report of a technician's own job, with the order locked.

    Raises JobNotFound, JobCalledOff and JobMoved.
    """
    # Under the order's lock, as a dispatcher may move or cancel the job at the same moment.
    orders.lock_order(own_job(command.user, command.job_id).order_id)
    job = own_job(command.user, command.job_id)
    if job.status != Appointment.Status.CONFIRMED or job.order.status == Order.Status.CANCELLED:
        raise JobCalledOff
    if job.day != command.day:
        raise JobMoved(day=weekday_date(job.day))
    report, _is_new = JobReport.objects.get_or_create(appointment=job, defaults={"created_at": now})
    report.appointment = job
    return report


def _open_report(command: Command, *, now: datetime) -> JobReport:
    report = open_or_complete_report(command, now=now)
    if report.completed_at is not None:
        raise JobReportClosed
    return report


def _ensure_open(command: Command, *, now: datetime) -> None:
    # Before a picture is read and stored; a report that is begun by this is not kept.
    with transaction.atomic(durable=True):
        _open_report(command, now=now)
        transaction.set_rollback(True)


def _note(
    report: JobReport, kind: Kind, facts: Mapping[str, Any], *, command: Command, now: datetime
) -> None:
    at = command.at if is_plausible(command.at, now=now) else command.happened_at(now=now)
    note_entry(
        report,
        kind,
        {**facts, **command.facts(now=now)},
        actor=command.actor,
        happened_at=at,
        now=now,
    )


def _log(report: JobReport, what: str, *, command: Command, now: datetime) -> None:
    order = report.appointment.order
    log_change(order, subject="visit", change=("", what), actor=command.actor, now=now)


def _decoded(drawing: str) -> bytes:
    try:
        return b64decode(drawing, validate=True)
    except NotBase64 as error:
        raise FileRefused(field="drawing") from error
