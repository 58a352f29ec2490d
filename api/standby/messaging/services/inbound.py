from datetime import datetime

from standby.core.rows import insert_all
from standby.messaging.models import InboundText
from standby.messaging.rules.sms_replies import ReplyIntent


def store_inbound_sms(
    *, sid: str, sender: str, text: str, meaning: ReplyIntent, now: datetime
) -> bool:
    """Store an inbound text. Returns False if the provider delivered it before."""
    row = insert_all(
        [
            InboundText(
                sid=sid[:64], sender=sender[:40], text=text[:1600], meaning=meaning, received_at=now
            )
        ],
        ending="ON CONFLICT (sid) DO NOTHING RETURNING id",
    )
    return bool(row)
