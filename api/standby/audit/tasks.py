"""Nightly verification of the audit log; its fingerprint is mailed and logged."""

import logging
from datetime import datetime, timedelta
from typing import Final

from standby.core.heartbeats import (
    AUDIT_LOG_PROOF,
    expect,
    has_run_since,
    note_failure,
    note_success,
)
from standby.core.office import MessageContext
from standby.core.policy import HOUSTON
from standby.workflows.verify_audit_log import verify_nightly

log = logging.getLogger(__name__)


_AT_HOUR: Final = 3  # in Houston: a quiet hour, and not whenever a worker is started
_ONE_NIGHT: Final = timedelta(hours=2)


def schedule_audit_verification(*, message_context: MessageContext, now: datetime) -> None:
    """Verify the audit log once a night.

    Call it several times an hour, from any number of workers.
    """
    expect(AUDIT_LOG_PROOF, now=now)  # a worker that never runs at night must raise an alarm
    is_night = now.astimezone(HOUSTON).hour == _AT_HOUR
    if is_night and not has_run_since(AUDIT_LOG_PROOF, moment=now - _ONE_NIGHT):
        verify_audit_log_job(message_context=message_context, now=now)


def verify_audit_log_job(*, message_context: MessageContext, now: datetime) -> bool:
    """Verify the audit log and record the outcome. Returns whether it is intact."""
    verdict = verify_nightly(message_context=message_context, now=now)
    if verdict.is_whole:
        note_success(AUDIT_LOG_PROOF, now=now)
        log.info("the trail holds: %s", verdict.fingerprint)
    else:
        note_failure(AUDIT_LOG_PROOF, error="AuditLogBroken", now=now)
        log.error("the trail does not hold: %s", "; ".join(verdict.broken))
    return verdict.is_whole
