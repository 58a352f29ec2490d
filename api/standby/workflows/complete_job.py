"""A technician completes their job on the phone: as the office does, once nothing is missing."""

from datetime import datetime

from django.db import transaction

from standby.core.providers.crypto import Signer
from standby.crew_phone.models import JobReport
from standby.crew_phone.services import (
    Command,
    close_report,
    ensure_complete,
    open_or_complete_report,
)
from standby.workflows.pay_for_project import reach_locked_milestone


def complete_job(command: Command, *, signer: Signer, now: datetime) -> JobReport:
    """Complete the installation of this technician's own job. Safe to repeat.

    What is checked, the milestone and the report are one transaction under the order's lock, so
    that nobody completes a job that was given to a colleague meanwhile. Raises the errors of
    `open_or_complete_report`, `ensure_complete` and `reach_milestone`.
    """
    with transaction.atomic(durable=True):
        report = open_or_complete_report(command, now=now)
        if report.completed_at is None:
            ensure_complete(report)
            order = report.appointment.order
            reach_locked_milestone(order, "completion", actor=command.actor, now=now)
            close_report(report, command=command, signer=signer, now=now)
        return report
