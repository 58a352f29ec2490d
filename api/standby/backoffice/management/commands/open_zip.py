"""`manage.py open_zip 77xxx`: start serving a ZIP code and notify its waitlist."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.timezone import now

from standby.core.errors import Invalid
from standby.coverage.services.coverage import open_zip


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
            help="center of the ZIP code; without it, the center of its region",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            covered_zip, notified_count = open_zip(
                options["zip_code"],
                city=options["city"].strip(),
                region=options["region"].strip(),
                middle=tuple(options["middle"]) if options["middle"] else None,
                now=now(),
            )
        except Invalid as error:
            raise CommandError(str(error)) from error
        people = "person" if notified_count == 1 else "people"
        self.stdout.write(
            f"{covered_zip.zip_code} {covered_zip.city}, {covered_zip.region}, is served."
            f" {notified_count} {people} notified."
        )
