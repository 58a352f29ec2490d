"""A technician tells the homeowner that the crew is on the way."""

from datetime import datetime
from typing import Final

from standby.core.clock import local_date
from standby.core.errors import Conflict, _
from standby.core.words import weekday_date
from standby.crew_phone.selectors import own_job
from standby.crew_phone.services import Command, JobMoved
from standby.messaging.services.ways import Way, ways_that_leave
from standby.workflows.resend_message import resend_message

_KIND: Final = "on_the_way"


class NotToday(Conflict):
    code = "job_not_today"
    message = _("This job is not today, so the homeowner is not told that you are coming.")


def tell_on_the_way(command: Command, *, now: datetime) -> list[Way]:
    """Send the homeowner of today's own job that the crew is on the way.

    Returns the channels by which the message leaves; none where it is kept on this server. A
    repeat within ten seconds does nothing. Raises JobNotFound, JobMoved, NotToday and the errors of
    `resend_message`.
    """
    job = own_job(command.user, command.job_id)
    if job.day != command.day:
        raise JobMoved(day=weekday_date(job.day))
    if local_date(now) not in (job.day, job.ends_on):
        raise NotToday
    resend_message(str(job.order.public_id), _KIND, staff=command.actor, now=now)
    return ways_that_leave(job.order.public_id, kind=_KIND, now=now)
