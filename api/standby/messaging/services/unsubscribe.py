"""One-click unsubscribe from reminder e-mails."""

from datetime import datetime
from typing import Final

from django.db import transaction

from standby.messaging import selectors as queries
from standby.messaging.models import Message
from standby.messaging.services import consents
from standby.messaging.services.consents import Agreement
from standby.messaging.services.unsubscribe_links import message_behind

_WORDING: Final = "Unsubscribe"
_PAGE: Final = "/unsubscribe"
_EMAIL: Final = Message.Channel.EMAIL


def unsubscribe(token: str, *, now: datetime) -> None:
    """Withdraw the consent to booking reminders; messages about the person's orders still come.

    Idempotent. Raises UnsubscribeLinkUnknown.
    """
    message = message_behind(token)
    if message is None:
        return
    with transaction.atomic(durable=True):
        if not queries.reminded_by_mail([message.recipient]):
            return
        consents.record_consent(
            _EMAIL,
            recipient=message.recipient,
            is_given=False,
            agreement=Agreement(purpose="recovery", wording=_WORDING, page=_PAGE),
            now=now,
        )
