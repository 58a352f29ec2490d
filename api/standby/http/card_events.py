"""Signed events of the card provider: verify, keep, answer."""

from django.http import HttpRequest
from ninja import Router, Schema

from standby.http.schema import ProblemOut

router = Router()


class ReceivedOut(Schema):
    """Nothing to say: the event is kept."""


@router.post(
    "/webhooks/stripe",
    response={200: ReceivedOut, 400: ProblemOut, 413: ProblemOut, 503: ProblemOut},
    operation_id="receive_stripe_event",
)
def post_stripe_event(request: HttpRequest) -> ReceivedOut:
    """Keep a signed event; what it means is worked out afterwards."""
    raise NotImplementedError
