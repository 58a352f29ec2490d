"""A technician tells the homeowner that the crew is on the way."""

from datetime import datetime

from standby.core.clock import local_date
from standby.core.errors import Conflict, _
from standby.crews.models import JobReport
from standby.crews.selectors import own_job, report_of
from standby.crews.services import Command, JobMoved
from standby.workflows.resend_message import resend_message


class NotToday(Conflict):
    code = "job_not_today"
    message = _("This job is not today, so the homeowner is not told that you are coming.")


def tell_on_the_way(command: Command, *, now: datetime) -> JobReport:
    """Send the homeowner of today's own job that the crew is on the way; returns its report.

    A repeat within ten seconds does nothing. Raises JobNotFound, JobMoved, NotToday and the errors
    of `resend_message`.
    """
    job = own_job(command.user, command.job_id)
    if job.day != command.day:
        raise JobMoved
    if local_date(now) not in (job.day, job.ends_on):
        raise NotToday
    resend_message(str(job.order.public_id), "on_the_way", staff=command.actor, now=now)
    return report_of(job) or JobReport(appointment=job)
