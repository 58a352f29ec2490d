"""Staff let messages go to a recipient again (MSG-04.5)."""

from datetime import datetime

from django.db import transaction

from standby.audit.services import record_event
from standby.messaging.models import Message
from standby.messaging.services.consents import lift_suppression
from standby.messaging.services.suppressions import suppression_by_id, undecided_words
from standby.workflows.receive_text import settle_likely_stop


def lift(number: int, *, staff: str, now: datetime) -> None:
    """Lift a suppression, which gives no consent; safe to repeat. Raises SuppressionNotFound.

    Words of the number that may be an opt-out count as not meant then, and wait for an answer.
    """
    with transaction.atomic(durable=True):
        suppression = suppression_by_id(number)
        if not lift_suppression(number, actor=staff, now=now):
            return
        words = undecided_words([suppression.recipient]).last()
        if suppression.channel == Message.Channel.SMS and words is not None:
            settle_likely_stop(words.pk, is_opt_out=False, staff=staff, now=now)
        record_event(
            staff,
            action="suppression_lifted",
            object=f"suppressions {number}",
            before={
                "channel": suppression.channel,
                "recipient": suppression.recipient,
                "reason": suppression.reason,
                "since": suppression.since,
            },
            after={"lifted_at": now},
            now=now,
        )
