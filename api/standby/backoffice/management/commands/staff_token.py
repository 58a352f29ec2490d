"""`manage.py staff_token NAME --role ROLE --hours N`: issue a token for a script."""

from datetime import timedelta
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import IntegrityError, transaction
from django.utils.timezone import now

from standby.accounts.services import tokens
from standby.audit.services import record_event
from standby.core.roles import MAY, Role, is_allowed

_SCRIPT_ROLES: Final = [role for role in Role if role != Role.OWNER]
_MOST_HOURS: Final = 30 * 24


class Command(BaseCommand):
    help = (
        "Print a token for the staff API. It is shown once; only its hash is stored. It does not "
        "allow what needs a person: refunds, cancellations, the price of an order or of what we "
        "sell, taking back what was marked, exports, erasure, staff."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the staff user it acts for, as order logs name them")
        parser.add_argument("--role", choices=_SCRIPT_ROLES, required=True)
        parser.add_argument(
            "--hours", type=int, required=True, help=f"how long it lasts: 1 to {_MOST_HOURS}"
        )
        parser.add_argument(
            "--new",
            action="store_true",
            help="create a user for the script if there is none with this name",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        name, role, hours = options["name"], Role(options["role"]), options["hours"]
        if not 1 <= hours <= _MOST_HOURS:
            raise CommandError(f"--hours is {hours}; allowed: 1 to {_MOST_HOURS}")
        with transaction.atomic(durable=True):
            user = tokens.staff_user_named(name)
            if user is None:
                if not options["new"]:
                    raise CommandError(
                        f"no active staff user is called {name!r}; --new creates one"
                    )
                try:
                    user = tokens.create_script_user(name, role=role)
                except IntegrityError as error:
                    raise CommandError(
                        f"{name!r} exists but is not an active staff user"
                    ) from error
            # A token may not allow more than its user's own role does.
            elif not all(is_allowed(user.role, permission) for permission in MAY[role]):
                raise CommandError(
                    f"{name} has the role {user.role!r}, which allows less than {role}"
                )
            token = tokens.issue_token(
                user, role=role, expires_in=timedelta(hours=hours), now=now()
            )
            record_event(
                "operator",
                action="token_made",
                object=f"staff_users {user.pk}",
                after={"role": role, "hours": hours},
                now=now(),
            )
        self.stdout.write(token)
