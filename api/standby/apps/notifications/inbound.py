"""Texts that somebody sent us: each is kept once, with how it was understood."""

from datetime import datetime

from standby.apps.notifications.models import InboundText
from standby.apps.rows import insert_all
from standby.domain.replies import Meaning


def keep_inbound_text(*, sid: str, sender: str, text: str, meaning: Meaning, now: datetime) -> bool:
    """False when it came before: the same text may be delivered again."""
    kept = insert_all(
        [
            InboundText(
                sid=sid[:64], sender=sender[:40], text=text[:1600], meaning=meaning, received_at=now
            )
        ],
        ending="ON CONFLICT (sid) DO NOTHING RETURNING id",
    )
    return bool(kept)
