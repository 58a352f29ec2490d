"""A text was taken by the provider and never reached its phone."""

import logging
from datetime import datetime
from typing import Final

from standby.apps.notifications import consents
from standby.apps.notifications import services as notifications
from standby.flows.writing import writing

log = logging.getLogger(__name__)

_OPTED_OUT: Final = "21610"


def text_undelivered(provider_ref: str, *, code: str, now: datetime) -> None:
    """Safe to repeat. What is not ours is left alone."""
    with writing():
        message = notifications.mark_undelivered(provider_ref, reason=f"not delivered ({code})")
        if message is None:
            return
        log.warning("text %s was not delivered: %s", message.pk, code[:10])
        if code == _OPTED_OUT:
            consents.suppress(
                message.channel,
                recipient=message.recipient,
                reason="opted out at Twilio (21610)",
                now=now,
            )
