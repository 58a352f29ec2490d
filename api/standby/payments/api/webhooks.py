"""Signed events of the card provider: stored here, processed by the worker."""

import logging
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router, Schema

from standby.core.access import needs, scheme_of
from standby.core.problems import problem
from standby.core.words import say
from standby.payments.providers import wiring as payments_providers
from standby.payments.providers.cards import EventForged, EventUnreadable
from standby.payments.services import charges
from standby.workflows.process_card_event import set_aside_event

log = logging.getLogger(__name__)
router = Router(tags=["payment"])


class AcknowledgedOut(Schema):
    """Empty: the event is stored, or set aside for staff where it cannot be read."""


def post_payment_event(request: HttpRequest) -> HttpResponse | AcknowledgedOut:
    """Store a signed event once, however often it is delivered."""
    try:
        receive_event(request.body, headers=request.headers, now=now())
    except EventForged as error:
        log.warning("card event refused: %s", error)
        return problem(
            status=400, code="event_forged", detail=say("This event is not signed by us.")
        )
    return AcknowledgedOut()


# An address for each provider; only the events of the one in use are signed right.
for provider, header in payments_providers.WEBHOOKS.items():
    router.post(
        f"/webhooks/{provider}",
        response=AcknowledgedOut,
        openapi_extra=needs([{scheme_of(header): []}]),
        operation_id=f"receive_{provider}_event",
        summary=f"Post {provider.title()} Event",
    )(post_payment_event)


def receive_event(raw: bytes, *, headers: Mapping[str, str], now: datetime) -> None:
    # Raises EventForged, with nothing stored.
    cards = payments_providers.cards()
    try:
        event = cards.verify_event(raw, headers=headers, now=now)
    except EventUnreadable as unreadable:
        # Sent again it would be the same.
        log.warning("card event set aside: %s", unreadable)
        set_aside_event(unreadable, raw, now=now)
        return
    with transaction.atomic(durable=True):
        charges.store_event(
            provider=cards.name,
            event_id=event.id,
            kind=event.type,
            payload=dict(event.about),
            now=now,
        )
