"""The crews' calendars, as programs subscribe to them (OPS-20.5)."""

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router

from standby.core.limits import site_url, spend_by_client
from standby.core.providers.wiring import secret_keys
from standby.crews.services.calendar_feeds import feed_of
from standby.diagnostics.services.visits import visit_events
from standby.orders.rules.policy import CALENDAR_READS_PER_CLIENT
from standby.orders.services.job_calendar import feed_file

router = Router(tags=["staff"])


@router.get(
    "/calendars/{token}.ics",
    response={200: None},
    operation_id="read_calendar_feed",
)
def get_calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The confirmed jobs and booked diagnostics of a technician or of everyone. Whoever has the
    address can read them.
    """
    spend_by_client(request, CALENDAR_READS_PER_CLIENT)
    feed = feed_of(token, secret_keys=secret_keys())
    moment, site = now(), site_url(request)
    visits = visit_events(feed, site_url=site, now=moment)
    return HttpResponse(
        feed_file(feed, visits=visits, site_url=site, now=moment),
        content_type="text/calendar; charset=utf-8",
        headers={
            "Content-Disposition": 'inline; filename="jobs.ics"',
            "Cache-Control": "private, no-store",
            "X-Robots-Tag": "noindex",
        },
    )
