"""Opening the hosted page on which an order's fee is paid."""

from typing import Annotated, Literal

from django.conf import settings
from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Router, Schema, Status
from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from standby import providers
from standby.apps.booking import queries as bookings
from standby.apps.limits.services import spend
from standby.domain.policy import AGREEMENT_VERSIONS, CHECKOUTS_PER_WIZARD
from standby.flows.open_checkout import open_checkout
from standby.http import wizard_cookie
from standby.http.office import office
from standby.http.schema import In, Line100, ProblemOut

router = Router(tags=["payment"])


def _ticked(given: bool) -> bool:
    if not given:
        raise PydanticCustomError("agreement_missing", "Please accept this before paying.")
    return given


Ticked = Annotated[bool, Field(strict=True, validate_default=True), AfterValidator(_ticked)]


class AgreementsIn(In):
    """All three, or none of them asked."""

    terms_accepted: Ticked = False
    privacy_policy_accepted: Ticked = False
    scheduling_fee_acknowledged: Ticked = False


class CheckoutSessionIn(In):
    orderId: Line100  # noqa: N815 - the specification's own name
    purpose: Literal["scheduling_fee"]
    agreements: AgreementsIn | None = None


class CheckoutSessionOut(Schema):
    url: str


@router.post(
    "/checkout-sessions",
    response={
        201: CheckoutSessionOut,
        400: ProblemOut,
        404: ProblemOut,
        409: ProblemOut,
        422: ProblemOut,
        429: ProblemOut,
        503: ProblemOut,
    },
    operation_id="create_checkout_session",
)
def post_checkout_session(
    request: HttpRequest, asked: CheckoutSessionIn
) -> Status[CheckoutSessionOut]:
    """A page to pay on; the one that is open already when there is one."""
    secret_hash = wizard_cookie.carried_hash(request)
    order = bookings.order_seen_by(asked.orderId, secret_hash=secret_hash)
    moment = now()
    if settings.ENVIRONMENT.rate_limits:
        spend(rule=CHECKOUTS_PER_WIZARD, subject=secret_hash or "", now=moment)
    url = open_checkout(
        order,
        agreed_to=AGREEMENT_VERSIONS if asked.agreements else None,
        cards=providers.cards(),
        office=office(request),
        now=moment,
    )
    return Status(201, CheckoutSessionOut(url=url))
