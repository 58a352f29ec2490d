"""`manage.py requests`: list open manual quote and notify requests, newest first."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from standby.apps.coverage.models import NotifyRequest
from standby.apps.coverage.queries import newest_notify_requests
from standby.apps.quoting.models import ManualQuoteRequest
from standby.apps.quoting.queries import newest_manual_quote_requests
from standby.domain.policy import HOUSTON

Row = tuple[datetime, str, str]


class Command(BaseCommand):
    help = "List manual quote requests and notify requests, the newest first, in Houston's time."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--full", action="store_true", help="whole phones, e-mails and notes")
        parser.add_argument("--most", type=int, default=50, help="how many of each (50)")

    def handle(self, *_args: Any, **options: Any) -> None:
        full, most = options["full"], max(options["most"], 0)
        rows = [
            *_manual_quotes(newest_manual_quote_requests(limit=most), full=full),
            *_notify_requests(newest_notify_requests(limit=most), full=full),
        ]
        for at, kind, words in sorted(rows, reverse=True):
            self.stdout.write(f"{at.astimezone(HOUSTON):%Y-%m-%d %H:%M}  {kind:<6}  {words}")
        if not rows:
            self.stdout.write("Nobody waits.")


def _manual_quotes(requests: Iterable[ManualQuoteRequest], *, full: bool) -> list[Row]:
    return [
        (
            one.created_at,
            "quote",
            _joined(
                one.status,
                f"{one.run_ft} ft",
                one.name,
                one.phone if full else _masked(one.phone),
                one.address,
                one.email if full else "",
                " ".join(one.notes.split()) if full else "",
            ),
        )
        for one in requests
    ]


def _notify_requests(requests: Iterable[NotifyRequest], *, full: bool) -> list[Row]:
    return [
        (
            one.created_at,
            "notify",
            _joined(
                one.notification_status,
                one.zip_code or "no ZIP",
                one.formatted_phone if full else _masked(one.phone_number),
                one.address_formatted,
                "may be texted" if one.consented_at else "no consent to texts",
                one.rejection_reason,
            ),
        )
        for one in requests
    ]


def _joined(*parts: str) -> str:
    return " | ".join(part for part in parts if part)


def _masked(phone: str) -> str:
    return f"***{phone[-4:]}"
