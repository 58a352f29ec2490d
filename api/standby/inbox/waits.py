"""What was set aside and waits for staff."""

from datetime import datetime, timedelta
from typing import Final

from django.db.models import (
    BooleanField,
    ExpressionWrapper,
    Q,
)

from standby.core.waiting import Group, Viewer, WaitingItem, each, waits
from standby.core.words import say
from standby.inbox.models import Item
from standby.inbox.services.card_reports import title_of

_MATTERS_FOR: Final = timedelta(days=60)


@waits("inbox")
def set_aside(viewer: Viewer, now: datetime) -> Group:
    def to_item(item: Item) -> WaitingItem:
        if item.kind == Item.Kind.CARD_REPORT:
            return _report(item)
        return WaitingItem(
            id=str(item.public_id),
            title=item.sender or say("unknown sender"),
            detail=" \N{MIDDLE DOT} ".join(filter(None, (item.subject, item.reason))),
            phone=item.sender if item.kind == Item.Kind.TEXT else "",
            since=item.received_at,
        )

    waiting = (
        Item.objects.filter(
            kind__in=viewer.kinds, verdict__in=Item.FOR_STAFF, received_at__gte=now - _MATTERS_FOR
        )
        .select_related("source")
        .defer("raw")
    )
    # Most of what belongs to nobody is advertising: it comes last.
    is_nobodys = ExpressionWrapper(Q(verdict=Item.Verdict.NOBODY), output_field=BooleanField())
    return waiting.order_by(is_nobodys, "received_at", "pk"), each(to_item)


def _report(item: Item) -> WaitingItem:
    return WaitingItem(
        id=f"{item.kind}/{item.public_id}",
        title=title_of(item),
        detail=item.reason,
        since=item.received_at,
    )
