"""Ask staff for a quote for a run beyond every distance band."""

from typing import Annotated
from uuid import UUID

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Router, Schema, Status
from pydantic import Field

from standby.core.limits import spend_by_client
from standby.core.schema import Address, In, Name, OptionalEmail, Phone, ProblemOut, lines
from standby.pricing.models.quoting import ManualQuoteRequest
from standby.pricing.rules.policy import MANUAL_QUOTES_PER_CLIENT
from standby.pricing.services.manual_quotes import ask_for_manual_quote

router = Router(tags=["quoting"])

Whole = Annotated[int, Field(strict=True)]
# Stored as entered, even beyond the rule's most steps, but within a believable count.
Steps = Annotated[int, Field(strict=True, le=10_000)]


class ManualQuoteRequestIn(In):
    """The run, longer than the farthest band, in feet (to 2,000) or in steps (to 80), not both."""

    name: Name
    phone: Phone
    address: Address
    run_ft: Whole | None = None
    steps: Steps | None = None
    email: OptionalEmail = ""
    notes: lines(1000) = ""  # type: ignore[valid-type]


class ManualQuoteRequestOut(Schema):
    id: UUID


@router.post(
    "/manual-quote-requests",
    response={201: ManualQuoteRequestOut, **dict.fromkeys((400, 422, 429, 503), ProblemOut)},
    operation_id="ask_for_manual_quote",
)
def post_manual_quote_request(
    request: HttpRequest, payload: ManualQuoteRequestIn
) -> Status[ManualQuoteRequest]:
    """Request a price for a run beyond the bands. A repeat returns the same request."""
    spend_by_client(request, MANUAL_QUOTES_PER_CLIENT)
    return Status(201, ask_for_manual_quote(**payload.model_dump(), now=now()))
