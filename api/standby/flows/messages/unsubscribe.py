"""Somebody wants no more of the mails that they asked for: one press is enough."""

from datetime import datetime
from typing import Final

from standby.apps.notifications import consents, queries
from standby.apps.notifications.consents import Agreement
from standby.apps.notifications.models import Message
from standby.apps.notifications.unsubscribing import message_behind
from standby.flows.writing import write_transaction

_WORDING: Final = "Unsubscribe"
_PAGE: Final = "/unsubscribe"
_EMAIL: Final = Message.Channel.EMAIL


def unsubscribe(token: str, *, now: datetime) -> None:
    """Takes back the consent to reminders of a booking that was begun, and nothing else: what is
    about an order of theirs still comes. Safe to repeat. Raises UnsubscribeLinkUnknown.
    """
    message = message_behind(token)
    if message is None:
        return
    with write_transaction():
        if not queries.reminded_by_mail([message.recipient]):
            return
        consents.record_consent(
            _EMAIL,
            recipient=message.recipient,
            is_given=False,
            agreement=Agreement(purpose="recovery", wording=_WORDING, page=_PAGE),
            now=now,
        )
