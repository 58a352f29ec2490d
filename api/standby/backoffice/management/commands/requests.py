"""`manage.py requests`: list open manual quote and notify requests, newest first."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from standby.core.policy import HOUSTON
from standby.coverage.models import NotifyRequest
from standby.pricing.models.quoting import ManualQuoteRequest

Row = tuple[datetime, str, str]


class Command(BaseCommand):
    help = "List manual quote requests and notify requests, newest first, in Houston time."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--full",
            action="store_true",
            help="show full phone numbers, e-mail addresses and notes",
        )
        parser.add_argument(
            "--most", type=int, default=50, help="how many of each to list (default 50)"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        full, most = options["full"], max(options["most"], 0)
        rows = [
            *_manual_quotes(
                ManualQuoteRequest.objects.order_by("-created_at", "pk")[:most], full=full
            ),
            *_notify_requests(
                NotifyRequest.objects.order_by("-created_at", "pk")[:most], full=full
            ),
        ]
        for at, kind, line in sorted(rows, reverse=True):
            self.stdout.write(f"{at.astimezone(HOUSTON):%Y-%m-%d %H:%M}  {kind:<6}  {line}")
        if not rows:
            self.stdout.write("No open requests.")


def _manual_quotes(requests: Iterable[ManualQuoteRequest], *, full: bool) -> list[Row]:
    return [
        (
            row.created_at,
            "quote",
            _join(
                row.status,
                f"{row.run_ft} ft",
                row.name,
                row.phone if full else _mask(row.phone),
                row.address,
                row.email if full else "",
                " ".join(row.notes.split()) if full else "",
            ),
        )
        for row in requests
    ]


def _notify_requests(requests: Iterable[NotifyRequest], *, full: bool) -> list[Row]:
    return [
        (
            row.created_at,
            "notify",
            _join(
                row.notification_status,
                row.zip_code or "no ZIP",
                row.formatted_phone if full else _mask(row.phone_number),
                row.address_formatted,
                "may be texted" if row.consented_at else "no consent to texts",
                row.rejection_reason,
            ),
        )
        for row in requests
    ]


def _join(*parts: str) -> str:
    return " | ".join(part for part in parts if part)


def _mask(phone: str) -> str:
    return f"***{phone[-4:]}"
