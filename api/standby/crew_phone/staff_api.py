"""The crew's phone: a technician's own jobs, and what they record there (OPS-19)."""

from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.timezone import now
from ninja import Query, Router

from standby.accounts.staff_auth import StaffBearer, staff_member, staff_name
from standby.core.clock import local_date
from standby.core.idempotency import IdempotencyKey, idempotent_request
from standby.core.limits import spend
from standby.core.providers import wiring as core_providers
from standby.core.roles import Permission
from standby.core.schema import RowId
from standby.core.words import say
from standby.crew_phone import selectors, services
from standby.crew_phone.models import JobReport
from standby.crew_phone.rules import (
    CHECKLIST,
    SIGNED_TEXTS,
    happened_at,
    item_title,
)
from standby.crew_phone.staff_schemas import (
    CrewCommandIn,
    CrewJobOut,
    CrewJobsOut,
    CrewVisitOut,
    FinishVisitIn,
    JobPhotoQuery,
    JobReportOut,
    OnTheWayOut,
    OrderJobReportOut,
    OwnCalendarIn,
    RecordIn,
    SignIn,
    review_photos,
)
from standby.crews.selectors import own_technician
from standby.crews.services.calendar_feeds import live_feeds
from standby.crews.staff_api import change_feed, feed_out
from standby.crews.staff_schemas import CalendarFeedOut
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.services.visits import finish_visit
from standby.documents.api import document_response
from standby.documents.selectors import DocumentNotFound
from standby.documents.services.order_files import FILES_PER_MEMBER
from standby.orders.models import Appointment
from standby.orders.selectors import orders
from standby.photos.api import file_of
from standby.workflows.complete_job import complete_job
from standby.workflows.tell_on_the_way import tell_on_the_way

router = Router(tags=["staff"])
_ENDPOINT: Final = "staff/crew"


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
        "notified_by": selectors.ways_to_homeowners(jobs),
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
        lambda: OnTheWayOut(notified_by=tell_on_the_way(command, now=moment)).model_dump_json(),
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
    for photo in review_photos(order):
        if photo.public_id == photo_id:
            return file_of(photo, "shown", through_us=True)
    for file in selectors.photos_of(order):
        if file.public_id == photo_id:
            return document_response(file)
    raise DocumentNotFound


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


@router.get(
    "/staff/crew/calendar",
    response=CalendarFeedOut,
    auth=StaffBearer(Permission.SEE_OWN_JOBS),
    operation_id="get_own_calendar",
)
def get_own_calendar(request: HttpRequest) -> dict[str, Any]:
    """The address of the technician's own calendar, if there is one."""
    technician = own_technician(staff_member(request))
    return feed_out(request, technician, live_feeds().get(technician.pk))


@router.put(
    "/staff/crew/calendar",
    response=CalendarFeedOut,
    auth=StaffBearer(Permission.SEE_OWN_JOBS),
    operation_id="change_own_calendar",
)
def put_own_calendar(request: HttpRequest, payload: OwnCalendarIn) -> dict[str, Any]:
    """Make the address of the technician's own calendar, which ends the one before, or end it."""
    technician = own_technician(staff_member(request))
    return change_feed(request, technician, is_on=payload.is_on)


@router.get(
    "/staff/orders/{order_id}/job-reports",
    response=list[OrderJobReportOut],
    auth=StaffBearer(Permission.SEE_ORDERS),
    operation_id="list_job_reports",
)
def get_job_reports(request: HttpRequest, order_id: str) -> list[JobReport]:
    """What the crew recorded about an order, newest visit first."""
    return selectors.reports_of(orders.get_order(order_id))


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


def _serialize(report: JobReport) -> str:
    return JobReportOut.from_orm(report).model_dump_json()
