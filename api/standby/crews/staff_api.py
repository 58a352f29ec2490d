"""The crew's phone: a technician's own jobs, and what they record there (OPS-19)."""

from datetime import date, datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.timezone import now
from ninja import Query, Router, Schema
from pydantic import AwareDatetime, Field, StrictBool

from standby.accounts.staff_auth import StaffBearer, staff_member, staff_name
from standby.core.clock import local_date
from standby.core.idempotency import IdempotencyKey, idempotent_request
from standby.core.limits import spend
from standby.core.providers import wiring as core_providers
from standby.core.roles import Permission
from standby.core.schema import In, IsoDay, Line, Lines, Name, RowId, Yes
from standby.core.words import say
from standby.crews import selectors, services
from standby.crews.models import JobReport
from standby.crews.rules import (
    CHECKLIST,
    MOST_MINUTES,
    MOST_PEOPLE,
    SIGNED_TEXTS,
    MissingForJob,
    PhotoStage,
    happened_at,
    item_title,
)
from standby.crews.selectors import missing_of
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.services.visits import finish_visit
from standby.documents.api import document_response
from standby.documents.models import OrderFile
from standby.documents.selectors import DocumentNotFound
from standby.documents.services.order_files import FILES_PER_MEMBER
from standby.messaging.services.ways import Way
from standby.orders.models import Appointment, Order
from standby.orders.rules.scheduling import TimeWindow
from standby.orders.selectors import orders as bookings
from standby.orders.selectors.stay_on import answers_in_words
from standby.orders.services.calendar_feeds import live_feeds
from standby.orders.staff_api import CalendarFeedOut, change_feed, feed_out
from standby.photos.api import file_of
from standby.photos.models import Photo
from standby.photos.rules import GUIDED, slot_title
from standby.readiness.rules import StepKind
from standby.readiness.selectors import open_steps_of
from standby.workflows.complete_job import complete_job
from standby.workflows.tell_on_the_way import tell_on_the_way

router = Router(tags=["staff"])

_ENDPOINT: Final = "staff/crew"
_GUIDED_SLOTS: Final = {shot.slot for shot in GUIDED}
_LONGEST_DRAWING: Final = 50_000

Item = Literal[
    "setbacks",
    "pad",
    "electrical",
    "gas",
    "start",
    "transfer",
    "alarms",
    "shown",
    "clean",
]


class ChecklistItemOut(Schema):
    item: Item
    title: str


class HoursOut(Schema):
    name: str
    minutes: int


class JobPhotoOut(Schema):
    id: UUID = Field(validation_alias="public_id")
    stage: PhotoStage
    taken_at: datetime = Field(validation_alias="created_at")

    @staticmethod
    def resolve_stage(photo: OrderFile) -> PhotoStage:
        return selectors.PHOTO_TYPES[OrderFile.Type(photo.type)]


class JobReportOut(Schema):
    """`missing`: what the job still needs before it is complete."""

    job_id: UUID = Field(validation_alias="appointment.public_id")
    checklist: list[Item]
    hours: list[HoursOut]
    serial_number: str
    notes: str
    arrived_at: datetime | None
    signed_by: str
    signed_at: datetime | None
    is_drawn: bool
    finished_at: datetime | None
    completed_at: datetime | None
    photos: list[JobPhotoOut]
    missing: list[MissingForJob]

    @staticmethod
    def resolve_photos(report: JobReport) -> list[OrderFile]:
        return selectors.photos_of(report.appointment.order)

    @staticmethod
    def resolve_is_drawn(report: JobReport) -> bool:
        return report.signature_id is not None

    @staticmethod
    def resolve_missing(report: JobReport) -> list[MissingForJob]:
        return missing_of(report)


class ReviewPictureOut(Schema):
    id: UUID
    title: str


class CrewJobOut(Schema):
    """One job with everything that its crew needs where there is no signal.

    `open_steps`: the inspections and the start-up that are not done.
    """

    id: UUID = Field(validation_alias="public_id")
    code: str = Field(validation_alias="order.confirmation_code")
    day: date
    ends_on: date
    time_window: TimeWindow
    start_at: datetime
    end_at: datetime
    is_completed: bool
    technician: str = Field(validation_alias="assigned_to.name")
    customer_name: str = Field(validation_alias="order.customer.name")
    phone: str = Field(validation_alias="order.customer.phone")
    address: str = Field(validation_alias="order.order_location.formatted_address")
    band: str = Field(validation_alias="order.quote.band")
    band_from_ft: int = Field(validation_alias="order.quote.band_from_ft")
    band_max_ft: int = Field(validation_alias="order.quote.band_max_ft")
    run_ft: int | None = Field(validation_alias="order.quote.confirmed_run_ft")
    quoted_run_ft: int | None = Field(validation_alias="order.quote.quoted_run_ft")
    generator: str
    answers: dict[str, str]
    homeowner_notes: str
    office_notes: list[str]
    pictures: list[ReviewPictureOut]
    open_steps: list[StepKind]
    report: JobReportOut

    @staticmethod
    def resolve_is_completed(job: Appointment) -> bool:
        return job.order.status == Order.Status.COMPLETED

    @staticmethod
    def resolve_generator(job: Appointment) -> str:
        bought, order = job.order.generator, job.order
        if bought is None:
            return ", ".join(filter(None, (say("Their own"), order.own_generator_words)))
        return say(
            "%(brand)s %(model)s, %(kw)s kW, model %(number)s",
            brand=bought.brand,
            model=bought.model,
            kw=bought.kw,
            number=bought.model_number,
        )

    @staticmethod
    def resolve_answers(job: Appointment) -> dict[str, str]:
        return answers_in_words(job.order)

    @staticmethod
    def resolve_homeowner_notes(job: Appointment) -> str:
        review = getattr(job.order, "photo_review", None)
        return review.notes if review else ""

    @staticmethod
    def resolve_office_notes(job: Appointment) -> list[str]:
        return [note.text for note in job.order.notes.all()]

    @staticmethod
    def resolve_pictures(job: Appointment) -> list[dict[str, Any]]:
        return [
            {
                "id": photo.public_id,
                "title": slot_title(photo.slot) if photo.slot in _GUIDED_SLOTS else photo.slot,
            }
            for photo in _review_photos(job.order)
        ]

    @staticmethod
    def resolve_open_steps(job: Appointment) -> list[StepKind]:
        return open_steps_of(job.order)

    @staticmethod
    def resolve_report(job: Appointment) -> JobReport:
        return selectors.report_of(job) or JobReport(appointment=job)


class CrewVisitOut(Schema):
    """A diagnostic visit, before any order."""

    id: int = Field(validation_alias="pk")
    day: date
    time_window: TimeWindow
    start_at: datetime = Field(validation_alias="slot.start_at")
    end_at: datetime = Field(validation_alias="slot.end_at")
    customer_name: str = Field(validation_alias="name")
    phone: str
    address: str
    outcome: str
    done_at: datetime | None


class CrewJobsOut(Schema):
    """`told_by`: the channels by which a message sent now reaches the homeowner, by job."""

    today: date
    now: datetime
    signed_text: str
    checklist: list[ChecklistItemOut]
    jobs: list[CrewJobOut]
    visits: list[CrewVisitOut]
    told_by: dict[str, list[Way]]


class OnTheWayOut(Schema):
    """`told_by`: the channels by which the message to the homeowner leaves; may be empty."""

    told_by: list[Way]


class CrewCommandIn(In):
    """`at` is when it happened by the phone's clock, `day` the job's day as the phone knew it."""

    at: AwareDatetime
    day: IsoDay


class HoursIn(In):
    name: Name
    minutes: Annotated[int, Field(strict=True, ge=1, le=MOST_MINUTES)]


class RecordIn(CrewCommandIn):
    """A field that is null or left out is not changed.

    `unsigned` takes the signature back, and changes nothing else.
    """

    arrived: Yes | None = None
    ticked: Annotated[list[Item], Field(max_length=len(CHECKLIST))] | None = None
    unticked: Annotated[list[Item], Field(max_length=len(CHECKLIST))] | None = None
    serial_number: Annotated[str, Line(40)] | None = None
    hours: Annotated[list[HoursIn], Field(max_length=MOST_PEOPLE)] | None = None
    notes: Annotated[str, Lines(2000)] | None = None
    unsigned: Yes | None = None


class SignIn(CrewCommandIn):
    """`text` is what the phone showed above the signature.

    `drawing` is a PNG in base64; empty when the typed name stands alone.
    """

    signed_by: Name
    text: Annotated[str, Line(500)]
    drawing: Annotated[str, Line(_LONGEST_DRAWING)] = ""


class JobPhotoQuery(Schema):
    at: AwareDatetime
    day: IsoDay
    stage: PhotoStage


@router.get(
    "/staff/crew/jobs",
    response=CrewJobsOut,
    auth=StaffBearer(Permission.SEE_OWN_JOBS),
    operation_id="list_own_jobs",
)
def get_jobs(request: HttpRequest) -> dict[str, Any]:
    """The technician's own jobs: today's, those of the coming two weeks, and unfinished ones."""
    moment = now()
    jobs = selectors.coming_jobs(staff_member(request), now=moment)
    return {
        "today": local_date(moment),
        "now": moment,
        "signed_text": say(SIGNED_TEXTS[0]),
        "checklist": [{"item": each.item, "title": item_title(each)} for each in CHECKLIST],
        "jobs": jobs,
        "told_by": selectors.ways_to_homeowners(jobs),
        "visits": selectors.coming_visits(staff_member(request), now=moment),
    }


@router.get(
    "/staff/crew/jobs/{job_id}",
    response=CrewJobOut,
    auth=StaffBearer(Permission.SEE_OWN_JOBS),
    operation_id="get_own_job",
)
def get_job(request: HttpRequest, job_id: UUID) -> Appointment:
    return selectors.own_job(staff_member(request), job_id)


@router.patch(
    "/staff/crew/jobs/{job_id}/report",
    response=JobReportOut,
    auth=StaffBearer(Permission.WORK_ON_OWN_JOBS),
    operation_id="record_job",
)
def patch_report(
    request: HttpRequest, job_id: UUID, payload: RecordIn, idempotency_key: IdempotencyKey = None
) -> HttpResponse:
    """Record the arrival, ticks, serial number, hours or notes, or take the signature back."""
    moment, command = now(), _command(request, job_id, payload)
    once = idempotent_request(request, _ENDPOINT, key=idempotency_key, owner=job_id)
    fields = payload.model_dump(exclude={"at", "day", "unsigned"})

    def recorded() -> JobReport:
        if payload.unsigned:
            return services.unsign(command, now=moment)
        return services.record(command, **fields, now=moment)

    return once.respond(lambda: _serialize(recorded()), now=moment)


@router.post(
    "/staff/crew/jobs/{job_id}/sign",
    response=JobReportOut,
    auth=StaffBearer(Permission.WORK_ON_OWN_JOBS),
    operation_id="sign_job",
)
def post_sign(
    request: HttpRequest, job_id: UUID, payload: SignIn, idempotency_key: IdempotencyKey = None
) -> HttpResponse:
    """Store the homeowner's signature."""
    if payload.drawing:
        spend(rule=FILES_PER_MEMBER, subject=staff_name(request))
    moment, command = now(), _command(request, job_id, payload)
    once = idempotent_request(request, f"{_ENDPOINT}/sign", key=idempotency_key, owner=job_id)
    fields = payload.model_dump(exclude={"at", "day"})
    return once.respond_after_provider(
        lambda: _serialize(
            services.sign(command, **fields, files=core_providers.files(), now=moment)
        ),
        now=moment,
    )


@router.post(
    "/staff/crew/jobs/{job_id}/complete",
    response=JobReportOut,
    auth=StaffBearer(Permission.WORK_ON_OWN_JOBS),
    operation_id="complete_job",
)
def post_complete(
    request: HttpRequest,
    job_id: UUID,
    payload: CrewCommandIn,
    idempotency_key: IdempotencyKey = None,
) -> HttpResponse:
    """Complete the installation: the last payment becomes due, and the homeowner hears of it."""
    moment, command = now(), _command(request, job_id, payload)
    once = idempotent_request(request, f"{_ENDPOINT}/complete", key=idempotency_key, owner=job_id)
    # Safe to repeat: the milestone is reached once.
    return once.respond_after_provider(
        lambda: _serialize(complete_job(command, signer=core_providers.signer(), now=moment)),
        now=moment,
    )


@router.post(
    "/staff/crew/jobs/{job_id}/on-the-way",
    response=OnTheWayOut,
    auth=StaffBearer(Permission.WORK_ON_OWN_JOBS),
    operation_id="tell_on_the_way",
)
def post_on_the_way(
    request: HttpRequest,
    job_id: UUID,
    payload: CrewCommandIn,
    idempotency_key: IdempotencyKey = None,
) -> HttpResponse:
    """Tell the homeowner of today's job that the crew is on the way."""
    moment, command = now(), _command(request, job_id, payload)
    once = idempotent_request(request, f"{_ENDPOINT}/on-the-way", key=idempotency_key, owner=job_id)
    return once.respond(
        lambda: OnTheWayOut(told_by=tell_on_the_way(command, now=moment)).model_dump_json(),
        now=moment,
    )


@router.put(
    "/staff/crew/jobs/{job_id}/photos",
    response=JobReportOut,
    auth=StaffBearer(Permission.WORK_ON_OWN_JOBS),
    operation_id="add_job_photo",
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                "application/octet-stream": {"schema": {"type": "string", "format": "binary"}}
            },
        }
    },
)
def put_photo(request: HttpRequest, job_id: UUID, params: Query[JobPhotoQuery]) -> JobReport:
    """Add one photo, as raw bytes. Safe to repeat: the same picture is stored once."""
    spend(rule=FILES_PER_MEMBER, subject=staff_name(request))
    return services.add_photo(
        _command(request, job_id, params),
        stage=params.stage,
        content=request.body,
        files=core_providers.files(),
        now=now(),
    )


@router.get(
    "/staff/crew/jobs/{job_id}/photos/{photo_id}",
    response={200: None},
    auth=StaffBearer(Permission.SEE_OWN_JOBS),
    operation_id="get_own_job_photo",
)
def get_own_photo(request: HttpRequest, job_id: UUID, photo_id: UUID) -> HttpResponseBase:
    """A photo of the crew, or one of the homeowner's."""
    order = selectors.own_job(staff_member(request), job_id).order
    for photo in _review_photos(order):
        if photo.public_id == photo_id:
            return file_of(photo, "shown", through_us=True)
    for file in selectors.photos_of(order):
        if file.public_id == photo_id:
            return document_response(file)
    raise DocumentNotFound


class FinishVisitIn(In):
    """`at` is when it was done by the phone's clock."""

    at: AwareDatetime
    outcome: Annotated[str, Lines(2000, min_length=1)]


@router.post(
    "/staff/crew/visits/{visit_id}/done",
    response=CrewVisitOut,
    auth=StaffBearer(Permission.WORK_ON_OWN_JOBS),
    operation_id="finish_visit",
)
def post_visit_done(request: HttpRequest, visit_id: RowId, payload: FinishVisitIn) -> Diagnostic:
    """Record that a diagnostic visit is done and what came of it. Sent again, it corrects that."""
    moment = now()
    return finish_visit(
        visit_id,
        user=staff_member(request),
        outcome=payload.outcome,
        done_at=happened_at(payload.at, now=moment),
        actor=staff_name(request),
        now=moment,
    )


class OwnCalendarIn(In):
    is_on: StrictBool


@router.get(
    "/staff/crew/calendar",
    response=CalendarFeedOut,
    auth=StaffBearer(Permission.SEE_OWN_JOBS),
    operation_id="get_own_calendar",
)
def get_own_calendar(request: HttpRequest) -> dict[str, Any]:
    """The address of the technician's own calendar, if there is one."""
    technician = selectors.own_technician(staff_member(request))
    return feed_out(request, technician, live_feeds().get(technician.pk))


@router.put(
    "/staff/crew/calendar",
    response=CalendarFeedOut,
    auth=StaffBearer(Permission.SEE_OWN_JOBS),
    operation_id="change_own_calendar",
)
def put_own_calendar(request: HttpRequest, payload: OwnCalendarIn) -> dict[str, Any]:
    """Make the address of the technician's own calendar, which ends the one before, or end it."""
    technician = selectors.own_technician(staff_member(request))
    return change_feed(request, technician, is_on=payload.is_on)


class OrderJobReportOut(JobReportOut):
    """A crew's report, for the office. `record_code` opens its record at /verify, once sealed."""

    record_code: str
    day: date = Field(validation_alias="appointment.day")
    technician: str | None = Field(validation_alias="appointment.assigned_to.name", default=None)


@router.get(
    "/staff/orders/{order_id}/job-reports",
    response=list[OrderJobReportOut],
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="list_job_reports",
)
def get_job_reports(request: HttpRequest, order_id: str) -> list[JobReport]:
    """What the crew recorded about an order, newest visit first."""
    return selectors.reports_of(bookings.get_order(order_id))


def _command(
    request: HttpRequest, job_id: UUID, sent: CrewCommandIn | JobPhotoQuery
) -> services.Command:
    return services.Command(
        user=staff_member(request),
        job_id=job_id,
        day=sent.day,
        at=sent.at,
        actor=staff_name(request),
        device=request.headers.get("User-Agent", ""),
    )


def _review_photos(order: Order) -> list[Photo]:
    review = getattr(order, "photo_review", None)
    photos = review.photos.all() if review else ()
    return [photo for photo in photos if photo.status == Photo.Status.READY and photo.thumbnail_key]


def _serialize(report: JobReport) -> str:
    return JobReportOut.from_orm(report).model_dump_json()
