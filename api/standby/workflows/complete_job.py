"""A technician completes their job on the phone: as the office does, once nothing is missing."""

from datetime import datetime

from standby.crews.models import JobReport
from standby.crews.selectors import own_job, report_of
from standby.crews.services import Command, close_report, ensure_complete
from standby.workflows.pay_for_project import reach_milestone


def complete_job(command: Command, *, now: datetime) -> JobReport:
    """Complete the installation of this technician's own job. Safe to repeat.

    Raises the errors of `ensure_complete` and of `reach_milestone`. If it is interrupted after the
    milestone, the next try closes the report.
    """
    report = report_of(own_job(command.user, command.job_id))
    if report is not None and report.completed_at is not None:
        return report
    job = ensure_complete(command, now=now)
    reach_milestone(job.order, "completion", actor=command.actor, now=now)
    close_report(job, finished_at=command.happened_at(now=now), now=now)
    return JobReport.objects.get(appointment=job)
