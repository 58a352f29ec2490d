"""What becomes of a message that is queued now, so that a page says no more than is true of it."""

from datetime import datetime
from typing import Final, Literal
from uuid import UUID

from django.conf import settings

from standby.messaging.providers import wiring
from standby.messaging.rules import Outcome
from standby.messaging.selectors import newest_by_channel
from standby.messaging.services.consents import admits, is_refused, refusal
from standby.messaging.services.outbox import is_over_budget

Way = Literal["email", "sms"]
_WAYS: Final[tuple[Way, ...]] = ("email", "sms")


def not_connected() -> list[Way]:
    """Return the channels whose messages are kept on this server and reach nobody."""
    sends = {"email": wiring.mail().sends, "sms": wiring.texts().sends}
    return [way for way in _WAYS if not sends[way]]


def outcome_ahead(way: str, *, recipient: str, kind: str, now: datetime) -> Outcome:
    """Return what a message to this recipient comes to, as far as it is known when it is queued."""
    if because := refusal(way, recipient=recipient):
        return Outcome(because)
    if is_refused(way, recipient=recipient, kind=kind):
        return Outcome.UNSUBSCRIBED
    if way in not_connected():
        return Outcome.KEPT
    if way == "sms" and not admits(recipient, kind=kind):
        return Outcome.UNCONFIRMED
    return Outcome.OVER_BUDGET if is_over_budget(way, kind=kind, now=now) else Outcome.QUEUED


def waits_for_yes(phone: str, *, kind: str) -> bool:
    """Whether a text of this kind stays unsent until somebody says yes from this number."""
    return "sms" not in not_connected() and not admits(phone, kind=kind)


def texts_number() -> str:
    """Return the number that our texts come from; "" where it is not a single one."""
    number = settings.ENVIRONMENT.twilio_from
    return number if number.startswith("+") and "sms" not in not_connected() else ""


def ways_that_leave(order_ref: UUID, *, kind: str, now: datetime) -> list[Way]:
    """Return the channels by which the newest messages of this kind reach the order's customer."""
    recipients = {each.channel: each.recipient for each in newest_by_channel(order_ref, kind=kind)}
    return [
        way
        for way in _WAYS
        if way in recipients
        and outcome_ahead(way, recipient=recipients[way], kind=kind, now=now) == Outcome.QUEUED
    ]
