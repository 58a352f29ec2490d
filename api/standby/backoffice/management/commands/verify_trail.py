"""`manage.py verify_trail`: verify the audit log and every order's log."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import now

from standby.apps.heartbeats.services import AUDIT_LOG_PROOF, note_failure, note_success
from standby.flows.privacy.verify_trail import verify_audit_log


class Command(BaseCommand):
    help = "Check every chain of the trail and of the orders' logs. Ends with 1 when one is broken."

    def handle(self, *_args: Any, **_options: Any) -> None:
        verdict = verify_audit_log(now=now())
        self.stdout.write(f"{verdict.events} acts, {verdict.entries} entries of orders")
        if verdict.unchained:
            self.stdout.write(f"{verdict.unchained} entries without a seal, of an older version")
        self.stdout.write(f"fingerprint {verdict.fingerprint}")
        if verdict.is_whole:
            note_success(AUDIT_LOG_PROOF, now=now())
        else:
            note_failure(AUDIT_LOG_PROOF, error="AuditLogBroken", now=now())
            raise CommandError("not as written: " + "; ".join(verdict.broken))
