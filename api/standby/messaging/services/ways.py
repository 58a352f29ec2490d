"""What becomes of a message that is queued now, so that a page says no more than is true of it."""

from typing import Final, Literal
from uuid import UUID

from standby.messaging.providers import wiring
from standby.messaging.rules import Outcome
from standby.messaging.selectors import newest_by_channel
from standby.messaging.services.consents import refusal

Way = Literal["email", "sms"]
_WAYS: Final[tuple[Way, ...]] = ("email", "sms")


def not_connected() -> list[Way]:
    """Return the channels whose messages are kept on this server and reach nobody."""
    sends = {"email": wiring.mail().sends, "sms": wiring.texts().sends}
    return [way for way in _WAYS if not sends[way]]


def outcome_ahead(way: str, *, recipient: str) -> Outcome:
    """Return what a message to this recipient comes to, as far as it is known when it is queued."""
    if because := refusal(way, recipient=recipient):
        return Outcome(because)
    return Outcome.KEPT if way in not_connected() else Outcome.QUEUED


def ways_that_leave(order_ref: UUID, *, kind: str) -> list[Way]:
    """Return the channels by which the newest messages of this kind reach the order's customer."""
    recipients = {each.channel: each.recipient for each in newest_by_channel(order_ref, kind=kind)}
    return [
        way
        for way in _WAYS
        if way in recipients and outcome_ahead(way, recipient=recipients[way]) == Outcome.QUEUED
    ]
