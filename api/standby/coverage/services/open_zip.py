"""Opening of a ZIP code, with messages to its waitlist."""

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Avg

from standby.core.errors import Invalid, _
from standby.coverage.models import CoveredZip, NotifyRequest
from standby.coverage.rules.addresses import is_zip
from standby.messaging.models import Message
from standby.messaging.rendering import render_plain
from standby.messaging.services import outbox as notifications


class ZipUnreadable(Invalid):
    code = "zip_unreadable"
    message = _("A ZIP code has five digits.")


class ZipUndescribed(Invalid):
    code = "zip_undescribed"
    message = _(
        "A ZIP code that is new to the list needs its city, and a known region or its middle."
    )


def open_zip(
    zip_code: str,
    *,
    city: str = "",
    region: str = "",
    middle: tuple[float, float] | None = None,
    now: datetime,
) -> tuple[CoveredZip, int]:
    """Serve a ZIP code from now on and notify its waitlist; return it with how many were notified.

    An empty field keeps the listed value; `middle` is latitude and longitude. Idempotent: a repeat
    notifies only requests made since. Raises ZipUnreadable; ZipUndescribed when it is new and its
    city or position is missing.
    """
    if not is_zip(zip_code):
        raise ZipUnreadable
    with transaction.atomic(durable=True):
        zip_row = CoveredZip.objects.filter(zip_code=zip_code).first()
        zip_row = zip_row or CoveredZip(zip_code=zip_code)
        zip_row.status = CoveredZip.Status.ACTIVE
        zip_row.city = city or zip_row.city
        zip_row.region = region or zip_row.region
        if zip_row.pk is None:
            if middle is None and zip_row.region:
                # The region's average stands in until the ZIP code's own position is entered.
                same_region = CoveredZip.objects.filter(region=zip_row.region)
                average = same_region.aggregate(lat=Avg("lat"), lon=Avg("lon"))
                if average["lat"] is not None:
                    middle = average["lat"], average["lon"]
            if not zip_row.city or middle is None:
                raise ZipUndescribed
        if middle is not None:
            zip_row.lat, zip_row.lon = middle
        zip_row.save()
        return zip_row, notify_waitlist(zip_row, now=now)


def notify_waitlist(zip_row: CoveredZip, *, now: datetime) -> int:
    """Queue a text to each phone number waiting for a ZIP code, once ever, and return how many.

    Requests without consent are left out. Runs in the transaction that opens the ZIP code.
    """
    waiting = NotifyRequest.objects.select_for_update().filter(
        zip_code=zip_row.zip_code,
        notification_status=NotifyRequest.NotificationStatus.PENDING,
        consented_at__isnull=False,
    )
    requests = list(waiting.order_by("created_at", "pk"))
    NotifyRequest.objects.filter(pk__in=[request.pk for request in requests]).update(
        notification_status=NotifyRequest.NotificationStatus.NOTIFIED
    )
    # One text per phone, for its oldest request.
    oldest_of_each: dict[str, NotifyRequest] = {}
    for request in requests:
        oldest_of_each.setdefault(request.phone_number, request)
    content = render_plain(
        "zip_opened",
        zip_code=zip_row.zip_code,
        city=zip_row.city,
        link=f"{settings.SITE_URL}/installation-wizard",
    )
    messages = [
        Message(
            kind="zip_opened",
            channel=Message.Channel.SMS,
            recipient=request.phone_number,
            dedupe_key=f"zip_opened:{request.pk}",
            **content,
        )
        for request in oldest_of_each.values()
    ]
    notifications.queue_messages(*messages, now=now)
    return len(messages)
