"""Save the wizard's progress, and record interaction events."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Path, Router, Schema, Status
from pydantic import AfterValidator, Field, StrictBool, StringConstraints

from standby.core import visitor_cookie as wizard_cookie
from standby.core.limits import spend, spend_by_client
from standby.core.policy import RateLimitRule
from standby.core.schema import Cents, In, IsoDay, PlainObject, ProblemOut, line
from standby.pricing.models.quoting import GeneratorChoice, WizardInteractionEvent, WizardSession
from standby.pricing.rules.policy import EVENTS_PER_WIZARD, NEW_WIZARDS_PER_CLIENT, SAVES_PER_WIZARD
from standby.pricing.rules.wizard import STEPS
from standby.pricing.services import quoting
from standby.workflows.reminders import agree_to_reminder, take_back_reminder

router = Router(tags=["wizard"])
REFUSALS = dict.fromkeys((400, 404, 422, 429, 503), ProblemOut)

SessionId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$")]


def _require_in_order(steps: list[int]) -> list[int]:
    if steps != list(range(1, len(steps) + 1)):
        raise ValueError("steps are completed in order: [1], [1, 2], [1, 2, 3]")
    return steps


WizardStatus = Literal["in_progress", "completed", "abandoned"]
Step = Annotated[int, Field(strict=True, ge=1, le=len(STEPS))]
CompletedSteps = Annotated[
    list[Step], Field(max_length=len(STEPS)), AfterValidator(_require_in_order)
]


class WizardProgressIn(In):
    """The wizard's data so far. A field that is left out is not changed."""

    current_step: Step
    completed_steps: CompletedSteps
    installation_cost_cents: Cents | None = None
    max_distance_ft: Annotated[int, Field(strict=True, ge=0, le=1000)] | None = None
    generator_choice: GeneratorChoice | None = None
    selected_generator_id: Annotated[int, Field(strict=True, ge=1, le=2**63 - 1)] | None = None
    generator_price_cents: Cents | None = None
    subtotal_cents: Cents | None = None
    selected_installation_date: IsoDay | None = None
    selected_time_window: Literal["morning", "afternoon"] | None = None
    full_name: line(100) | None = None  # type: ignore[valid-type]
    mobile_number: line(40) | None = None  # type: ignore[valid-type]
    email: line(254) | None = None  # type: ignore[valid-type]
    tax_cents: Cents | None = None
    total_cents: Cents | None = None
    status: WizardStatus | None = None
    recovery_consent: StrictBool | None = None  # None: the question was not shown


class WizardProgressOut(Schema):
    session_id: str
    current_step: int
    completed_steps: list[int]
    status: WizardStatus
    updated_at: datetime


class WizardEventIn(In):
    session_id: SessionId
    event_type: WizardInteractionEvent.Kind
    event_data: PlainObject = Field(default_factory=dict)


class WizardEventOut(Schema):
    """Empty: the event is recorded."""


@router.put(
    "/wizard-sessions/{session_id}",
    response={200: WizardProgressOut, **REFUSALS},
    operation_id="save_wizard_session",
)
def put_wizard_session(
    request: HttpRequest,
    response: HttpResponse,
    session_id: Path[SessionId],
    progress: WizardProgressIn,
) -> WizardSession:
    """Save the wizard's progress. Returns 404 for a session that another visitor started."""
    secret_hash = _owner(request, response, SAVES_PER_WIZARD)
    values = progress.model_dump(exclude_unset=True, exclude={"recovery_consent"})
    wizard = quoting.save_progress(
        session_id=session_id, secret_hash=secret_hash, progress=values, now=now()
    )
    if progress.recovery_consent:
        agree_to_reminder(wizard, now=now())
    elif progress.recovery_consent is False:
        take_back_reminder(wizard, now=now())
    return wizard


@router.post(
    "/wizard-interaction-events",
    response={202: WizardEventOut, **REFUSALS},
    operation_id="record_wizard_event",
)
def post_wizard_event(
    request: HttpRequest, response: HttpResponse, event: WizardEventIn
) -> Status[dict[str, Any]]:
    """Record one thing that the visitor did."""
    secret_hash = _owner(request, response, EVENTS_PER_WIZARD)
    wizard = quoting.wizard_for(session_id=event.session_id, secret_hash=secret_hash, now=now())
    quoting.record_event(
        wizard, event_type=event.event_type, event_data=event.event_data, now=now()
    )
    return Status(202, {})


def _owner(request: HttpRequest, response: HttpResponse, rule: RateLimitRule) -> str:
    # Anybody can make up a secret for each call, so a secret counts as a limit's subject only once
    # it has a wizard session; until then the client is counted.
    secret_hash = wizard_cookie.hash_or_new(request, response)
    if quoting.has_wizard(secret_hash):
        spend(rule=rule, subject=secret_hash)
    else:
        spend_by_client(request, NEW_WIZARDS_PER_CLIENT)
    return secret_hash
