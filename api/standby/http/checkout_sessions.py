"""Opening the hosted page on which an order's fee is paid."""

from typing import Literal

from django.http import HttpRequest
from ninja import Router, Schema, Status

from standby.http.schema import In, Line100, ProblemOut

router = Router()


class AgreementsIn(In):
    terms_accepted: bool = False
    privacy_policy_accepted: bool = False
    scheduling_fee_acknowledged: bool = False


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
    raise NotImplementedError
