"""`manage.py staff_token NAME`: a token by which NAME calls the staff API for some hours."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils.timezone import now

from standby.apps.accounts.services.staff_tokens import issue_token, staff_member
from standby.apps.trail.services import record_act
from standby.domain.roles import Role
from standby.flows.writing import writing

_HOURS = 12


class Command(BaseCommand):
    help = "Print a token for the staff API. It is shown once; only its hash is kept."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="who did it, in the orders' log")
        parser.add_argument("--hours", type=int, default=_HOURS)
        parser.add_argument("--role", choices=[*Role], default=Role.OWNER)

    def handle(self, *_args: Any, **options: Any) -> None:
        lasts = timedelta(hours=options["hours"])
        with writing():
            user = staff_member(options["name"], role=Role(options["role"]))
            token = issue_token(user, lasts=lasts, now=now())
            record_act(
                "operator",
                action="token_made",
                object=f"staff_users {user.pk}",
                after={"role": user.role, "hours": options["hours"]},
                now=now(),
            )
        self.stdout.write(token)
