"""Addresses of accounts and staff that get nothing."""

from datetime import datetime

from standby.core.waiting import Group, Viewer, WaitingItem, each, waits
from standby.messaging.models import Suppression
from standby.messaging.services.suppressions import evidence_of, suppressions_of_us


@waits("suppressed_messages")
def suppressed_messages(_viewer: Viewer, now: datetime) -> Group:
    def to_item(suppression: Suppression) -> WaitingItem:
        return WaitingItem(
            id=str(suppression.pk),
            title=suppression.recipient,
            detail=evidence_of(suppression),
            since=suppression.since,
        )

    return suppressions_of_us(now=now).order_by("since", "pk"), each(to_item)
