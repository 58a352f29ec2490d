from datetime import datetime

from standby.messaging.models import InboundText
from standby.messaging.rules.sms_replies import ReplyIntent


def store_inbound_sms(
    *, sid: str, sender: str, text: str, meaning: ReplyIntent, now: datetime
) -> bool:
    """Store an inbound text. Returns False if the provider delivered it before."""
    _, is_new = InboundText.objects.get_or_create(
        sid=sid[:64],
        defaults={
            "sender": sender[:40],
            "text": text[:1600],
            "meaning": meaning,
            "received_at": now,
        },
    )
    return is_new
