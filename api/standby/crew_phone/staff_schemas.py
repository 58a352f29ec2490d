"""Shapes of what a crew's phone shows and sends."""

from datetime import date, datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from ninja import Schema
from pydantic import AwareDatetime, Field, StrictBool

from standby.core.schema import In, IsoDay, Line, Lines, Name, Yes
from standby.core.words import say
from standby.crew_phone import selectors
from standby.crew_phone.models import JobReport
from standby.crew_phone.rules import (
    CHECKLIST,
    MOST_MINUTES,
    MOST_PEOPLE,
    MissingForJob,
    PhotoStage,
)
from standby.crew_phone.selectors import missing_of
from standby.documents.models import OrderFile
from standby.messaging.services.ways import Way
from standby.orders.models import Appointment, Order
from standby.orders.rules.scheduling import TimeWindow
from standby.orders.selectors.stay_on import answers_in_words
from standby.photos.models import Photo
from standby.photos.rules import GUIDED, slot_title
from standby.readiness.rules import StepKind
from standby.readiness.selectors import open_steps_of

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
            for photo in review_photos(job.order)
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
    """`notified_by`: the channels by which a message sent now reaches the homeowner, by job."""

    today: date
    now: datetime
    signed_text: str
    checklist: list[ChecklistItemOut]
    jobs: list[CrewJobOut]
    visits: list[CrewVisitOut]
    notified_by: dict[str, list[Way]]


class OnTheWayOut(Schema):
    """`notified_by`: the channels by which the message to the homeowner leaves; may be empty."""

    notified_by: list[Way]


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


class FinishVisitIn(In):
    """`at` is when it was done by the phone's clock."""

    at: AwareDatetime
    outcome: Annotated[str, Lines(2000, min_length=1)]


class OwnCalendarIn(In):
    is_on: StrictBool


class OrderJobReportOut(JobReportOut):
    """A crew's report, for the office. `record_code` opens its record at /verify, once sealed."""

    record_code: str
    day: date = Field(validation_alias="appointment.day")
    technician: str | None = Field(validation_alias="appointment.assigned_to.name", default=None)


def review_photos(order: Order) -> list[Photo]:
    review = getattr(order, "photo_review", None)
    photos = review.photos.all() if review else ()
    return [photo for photo in photos if photo.status == Photo.Status.READY and photo.thumbnail_key]
