"""`manage.py verify_audit_log`: verify the audit log and every order's log."""

from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils.timezone import now

from standby.workflows.verify_audit_log import chain_heads, note_verification, verify_audit_log


class Command(BaseCommand):
    help = (
        "Verify every chain of the audit log and of the order logs. Exits with 1 if one is broken."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--at",
            type=datetime.fromisoformat,
            help="also print where each chain ended at this moment, as the weekly mail does",
        )

    def handle(self, *_args: Any, at: datetime | None = None, **_options: Any) -> None:
        result = verify_audit_log(now=now())
        self.stdout.write(f"{result.events} audit events, {result.entries} order log entries")
        self.stdout.write(f"fingerprint {result.fingerprint}")
        note_verification(result, now=now())
        for head in chain_heads(at=at if at.tzinfo else at.replace(tzinfo=UTC)) if at else ():
            self.stdout.write(head)
        if not result.is_whole:
            raise CommandError("broken: " + "; ".join(result.broken))
