"""`manage.py open_zip 77xxx`: start serving a ZIP code and notify its waitlist."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.timezone import now

from standby.apps.coverage.services import ZipOpening
from standby.backoffice.office import message_context
from standby.domain.errors import Invalid
from standby.flows.coverage.open_zip import open_zip


class Command(BaseCommand):
    help = "Serve a ZIP code from now on, and queue a text to those who waited. Safe to repeat."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("zip_code")
        parser.add_argument("--city", default="", help="needed when it is new to the list")
        parser.add_argument("--region", default="", help="such as Northwest")
        parser.add_argument(
            "--middle",
            nargs=2,
            type=float,
            metavar=("LAT", "LON"),
            help="without it a new ZIP code stands in the middle of its region",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        opening = ZipOpening(
            zip_code=options["zip_code"],
            city=options["city"].strip(),
            region=options["region"].strip(),
            middle=tuple(options["middle"]) if options["middle"] else None,
        )
        try:
            opened = open_zip(opening, message_context=message_context(), now=now())
        except Invalid as refusal:
            raise CommandError(str(refusal)) from refusal
        listed = opened.covered_zip
        self.stdout.write(
            f"{listed.zip_code} {listed.city}, {listed.region}, is served."
            f" Told: {opened.notified_count}."
        )
