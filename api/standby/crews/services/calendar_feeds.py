"""Addresses of the crews' calendars: made, renewed, revoked and read (OPS-20.5).

What stands in a calendar is said by the modules whose work it shows.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q

from standby.core.errors import NotFound, _
from standby.core.signed_ids import read_signed_id, sign_id
from standby.crews.models import CalendarFeed, Technician

# How far a calendar reaches.
DAYS_BACK: Final = timedelta(days=14)
DAYS_AHEAD: Final = timedelta(days=60)
_PURPOSE: Final = b"calendar feed:"
_STAFF_ACTIVE: Final = Q(technician__user=None) | Q(technician__user__is_active=True)
_LIVE: Final = Q(revoked_at=None) & (
    Q(technician=None) | (Q(technician__is_active=True) & _STAFF_ACTIVE)
)


class FeedNotFound(NotFound):
    code = "feed_not_found"
    message = _("This calendar is no longer shared. Please ask the office for a new link.")


def live_feeds() -> dict[int | None, CalendarFeed]:
    """Return the feeds that can be read, by their technician; None is the whole board."""
    return {feed.technician_id: feed for feed in CalendarFeed.objects.filter(_LIVE).order_by("pk")}


def renew_feed(technician: Technician | None, *, now: datetime) -> CalendarFeed:
    """Make a feed with a new address; the one before stops at once. None is the whole board."""
    with transaction.atomic():
        revoke_feeds(technician, now=now)
        return CalendarFeed.objects.create(technician=technician, created_at=now)


def revoke_feeds(technician: Technician | None, *, now: datetime) -> None:
    CalendarFeed.objects.filter(technician=technician, revoked_at=None).update(revoked_at=now)


def feed_url(feed: CalendarFeed, *, site_url: str, secret_keys: Sequence[str]) -> str:
    token = sign_id(feed.public_id, purpose=_PURPOSE, secret_keys=secret_keys)
    return f"{site_url}/api/calendars/{token}.ics"


def feed_of(token: str, *, secret_keys: Sequence[str]) -> CalendarFeed:
    """Return the live feed of a token. Raises FeedNotFound."""
    public_id = read_signed_id(token, purpose=_PURPOSE, secret_keys=secret_keys)
    feeds = CalendarFeed.objects.filter(_LIVE).select_related("technician")
    feed = feeds.filter(public_id=public_id).first() if public_id else None
    if feed is None:
        raise FeedNotFound
    return feed
