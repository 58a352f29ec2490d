"""Open the hosted page on which an order's fee is paid."""

from typing import Annotated, Literal

from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Router, Schema, Status
from pydantic import AfterValidator, Field, StrictBool
from pydantic_core import PydanticCustomError

from standby.core.limits import site_url, spend
from standby.core.policy import AGREEMENT_VERSIONS
from standby.core.schema import In, Line100, ProblemOut
from standby.orders.api.booking_access import order_by_id
from standby.payments.providers import wiring as payments_providers
from standby.payments.rules import CHECKOUTS_PER_ORDER
from standby.payments.services.checkouts import open_checkout

router = Router(tags=["payment"])


def _require_ticked(is_ticked: bool) -> bool:
    if not is_ticked:
        raise PydanticCustomError("agreement_missing", "Please accept this before paying.")
    return is_ticked


Ticked = Annotated[StrictBool, Field(validate_default=True), AfterValidator(_require_ticked)]


class AgreementsIn(In):
    """All three agreements, or none where they are not required."""

    terms_accepted: Ticked = False
    privacy_policy_accepted: Ticked = False
    scheduling_fee_acknowledged: Ticked = False


class CheckoutSessionIn(In):
    orderId: Line100  # noqa: N815 - name given by the specification
    purpose: Literal["scheduling_fee"]
    agreements: AgreementsIn | None = None


class CheckoutSessionOut(Schema):
    url: str


@router.post(
    "/checkout-sessions",
    response={
        201: CheckoutSessionOut,
        **dict.fromkeys((400, 404, 409, 422, 429, 503), ProblemOut),
    },
    operation_id="create_checkout_session",
)
def post_checkout_session(
    request: HttpRequest, payload: CheckoutSessionIn
) -> Status[CheckoutSessionOut]:
    """Open a checkout page, or return the one that is already open."""
    order = order_by_id(request, payload.orderId)
    spend(rule=CHECKOUTS_PER_ORDER, subject=str(order.public_id))
    url = open_checkout(
        order,
        agreed_to=AGREEMENT_VERSIONS if payload.agreements else None,
        cards=payments_providers.cards(),
        site_url=site_url(request),
        now=now(),
    )
    return Status(201, CheckoutSessionOut(url=url))
