"""Shapes of my booking."""

from datetime import date, datetime
from typing import Literal
from uuid import UUID

from django.utils.timezone import now
from ninja import Schema
from pydantic import Field, StrictBool

from standby.core.schema import In, IsoDay
from standby.core.words import say
from standby.documents.api import FileWithUrl
from standby.documents.models import Proposal
from standby.messaging.models import Message
from standby.messaging.rendering import without_links
from standby.messaging.rules import Outcome
from standby.messaging.services.ways import not_connected
from standby.orders.api.order_schemas import (
    CustomerOut,
    LinesOut,
    OrderGeneratorOut,
    OrderPackageOut,
)
from standby.orders.models import Appointment, ChangeOrder, Order
from standby.orders.rules.cancelling import full_refund_until
from standby.orders.rules.scheduling import TimeWindow
from standby.orders.services.changes import (
    Cause,
    IfDeclined,
    cause_of,
    if_declined,
    is_refundable,
)
from standby.photos.models import PhotoReview
from standby.pricing.rules.pricing import percent_of_change
from standby.readiness.models import InstallationStep
from standby.readiness.rules import StepKind, StepStatus
from standby.tracking.rules.progress import NextStepKey, StageState, TimelineKey
from standby.tracking.rules.status_sentences import PREPARATIONS, STATES


class BookedTechnicianOut(Schema):
    name: str
    phone: str


class BookedAppointmentOut(Schema):
    id: UUID
    status: Appointment.Status
    day: date
    ends_on: date
    time_window: TimeWindow
    start_at: datetime
    end_at: datetime
    hold_expires_at: datetime | None
    technician: BookedTechnicianOut | None
    can_reschedule: bool
    free_until: datetime | None


class TimelineStageOut(Schema):
    key: TimelineKey
    state: StageState
    name: str
    at: datetime | None
    day: date | None


class PreparationOut(Schema):
    """What we obtain, order or have inspected. `ask`: we still ask whether it is needed."""

    kind: StepKind
    name: str
    status: StepStatus
    state: str
    requested_on: date | None
    expected_on: date | None
    done_on: date | None

    @staticmethod
    def resolve_name(step: InstallationStep) -> str:
        return say(PREPARATIONS[StepKind(step.kind)])

    @staticmethod
    def resolve_state(step: InstallationStep) -> str:
        return say(STATES[StepStatus(step.status)])


class NextStepOut(Schema):
    """What happens next, in sentences that hold now; `action` is what its button says."""

    key: NextStepKey
    by: datetime | None
    title: str
    lines: list[str]
    action: str


class BookedPhotosOut(Schema):
    status: PhotoReview.Status
    least: int
    most: int
    count: int
    requested_count: int
    retake_reason: str


class PriceChangeOut(Schema):
    """`cause` is why the price is higher, `if_declined` what holds if the customer says no."""

    id: UUID = Field(validation_alias="public_id")
    reason: str
    proposed_at: datetime
    percent: float
    is_refundable: bool
    if_declined: IfDeclined
    cause: Cause
    old_lines: LinesOut = Field(validation_alias="from_quote")
    new_lines: LinesOut = Field(validation_alias="to_quote")

    @staticmethod
    def resolve_percent(change: ChangeOrder) -> float:
        return percent_of_change(change.from_quote.total_cents, change.to_quote.total_cents)

    @staticmethod
    def resolve_is_refundable(change: ChangeOrder) -> bool:
        return is_refundable(change)

    @staticmethod
    def resolve_if_declined(change: ChangeOrder) -> IfDeclined:
        return if_declined(change)

    @staticmethod
    def resolve_cause(change: ChangeOrder) -> Cause:
        return cause_of(change.from_quote, change.to_quote)


class BookedPriceOut(Schema):
    status: Literal["promised", "change_proposed", "locked"]
    lines: LinesOut
    band: str
    band_from_ft: int
    band_max_ft: int
    confirmed_run_ft: int | None
    quoted_run_ft: int | None
    version: int
    locked_at: datetime | None
    receipt_code: str | None
    change: PriceChangeOut | None


class BookedFileOut(FileWithUrl):
    id: UUID = Field(validation_alias="public_id")
    title: str
    size_bytes: int
    url: str


class BookedProposalOut(Schema):
    id: UUID = Field(validation_alias="public_id")
    version: int
    status: Proposal.Status
    file: BookedFileOut
    total_cents: int = Field(validation_alias="quote.total_cents")
    accepted_at: datetime | None
    accepted_name: str
    cancel_until: datetime | None
    sha256: str = Field(validation_alias="file.sha256")

    @staticmethod
    def resolve_cancel_until(proposal: Proposal) -> datetime | None:
        """Return until when it may be canceled for a full refund; None once that is over."""
        if proposal.accepted_at is None or proposal.order.status in Order.OVER:
            return None
        until = full_refund_until(proposal.accepted_at)
        return until if now() < until else None


class MachineOut(Schema):
    """What stands at the home; the serial number, the manual's address and the code may be empty.

    `record_code` opens the crew's record at /verify.
    """

    name: str
    kw: int
    is_own: bool
    serial_number: str
    installed_on: date
    manual_url: str
    record_code: str
    generator_warranty: str
    work_warranty: str


class BookedCustomerOut(CustomerOut):
    """`sms_updates`: texts were wanted for this order; a later withdrawal is among the consents."""

    sms_updates: bool


class StayOnOut(Schema):
    """What the homeowner wants to stay on, in sentences.

    `verdict` is what the generator does with it, `modules` what holds now of those that it
    takes; empty where there is nothing to say.
    """

    wanted: str
    home: str
    verdict: str
    modules: str


class MyBookingOut(Schema):
    """`machine`: what was installed, once its power is on; `stay_on`: null where not answered.

    `texts_wait_for_yes`: the number got one text, and no more go out until somebody texts YES from
    it to `texts_number`, which is empty where texts have no number of their own.
    """

    id: UUID
    code: str
    status: Order.Status
    customer: BookedCustomerOut
    texts_wait_for_yes: bool
    texts_number: str
    address: str
    appointment: BookedAppointmentOut | None
    timeline: list[TimelineStageOut]
    next_step: NextStepOut
    preparations: list[PreparationOut]
    photos: BookedPhotosOut | None
    price: BookedPriceOut
    proposal: BookedProposalOut | None
    package: OrderPackageOut
    generator: OrderGeneratorOut | None
    machine: MachineOut | None
    stay_on: StayOnOut | None


class BookingSummaryOut(Schema):
    """One of the visitor's bookings. `held_until` is set while its day is held and unpaid."""

    id: UUID
    code: str
    status: Order.Status
    address: str
    total_cents: int
    visit_status: Appointment.Status | None
    day: date | None
    time_window: TimeWindow | None
    start_at: datetime | None
    end_at: datetime | None
    held_until: datetime | None
    next_step: NextStepKey
    reserved_at: datetime


class RescheduleIn(In):
    day: IsoDay
    time_window: TimeWindow


class AccessLinkIn(In):
    page: Literal["booking", "photos"] = "booking"


class AccessLinkOut(Schema):
    url: str


class RescheduledOut(Schema):
    appointment: BookedAppointmentOut


class MessageOut(Schema):
    """`outcome` "kept": sent to nobody, because this site sends nothing by its channel. That is
    known already of a queued one.
    """

    id: int
    kind: str
    channel: Literal["email", "sms"]
    subject: str
    text: str
    status: Literal["queued", "sent", "dead", "suppressed"]
    is_stored: bool
    outcome: Outcome
    at: datetime

    @staticmethod
    def resolve_outcome(message: Message) -> Outcome:
        is_queued = message.outcome == Outcome.QUEUED
        return Outcome.KEPT if is_queued and message.channel in not_connected() else message.outcome

    @staticmethod
    def resolve_text(message: Message) -> str:
        return without_links(message.text, language=message.language)

    @staticmethod
    def resolve_at(message: Message) -> datetime:
        return message.sent_at or message.created_at


class ConsentOut(Schema):
    channel: Literal["email", "sms"]
    is_granted: bool
    wording: str
    page: str
    at: datetime


class ConsentIn(In):
    channel: Literal["email", "sms"]
    is_granted: StrictBool


class ConsentChangedOut(Schema):
    channel: Literal["email", "sms"]
    is_granted: bool
