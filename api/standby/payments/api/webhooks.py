"""Webhook of the card provider: verify and store signed events. The worker processes them."""

import logging
from datetime import datetime

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router, Schema

from standby.core.problems import problem
from standby.core.schema import ProblemOut
from standby.payments.providers import wiring as payments_providers
from standby.payments.providers.cards import EventForged
from standby.payments.services import charges

log = logging.getLogger(__name__)
router = Router(tags=["payment"])


class AcknowledgedOut(Schema):
    """Empty: the event is stored."""


@router.post(
    "/webhooks/stripe",
    response={200: AcknowledgedOut, 400: ProblemOut, 413: ProblemOut, 503: ProblemOut},
    operation_id="receive_stripe_event",
)
def post_stripe_event(request: HttpRequest) -> HttpResponse | AcknowledgedOut:
    """Store a signed event once, however often it is delivered."""
    signature = request.headers.get("Stripe-Signature", "")
    try:
        receive_event(request.body, signature=signature, now=now())
    except EventForged as error:
        log.warning("card event refused: %s", error)
        return problem(status=400, code="event_forged", detail="This event is not signed by us.")
    return AcknowledgedOut()


def receive_event(raw: bytes, *, signature: str, now: datetime) -> None:
    # Raises EventForged, with nothing stored.
    cards = payments_providers.cards()
    event = cards.verify_event(raw, signature=signature, now=now)
    with transaction.atomic(durable=True):
        charges.store_event(
            provider=cards.name,
            event_id=event.id,
            kind=event.type,
            payload=dict(event.about),
            now=now,
        )
