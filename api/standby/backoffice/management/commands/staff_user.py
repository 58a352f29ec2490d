"""`manage.py staff_user EMAIL`: add a staff user and print the link to set a password."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email
from django.db import connection, transaction
from django.utils.timezone import now

from standby.accounts.models import OneTimeLink, User
from standby.accounts.rules import new_token
from standby.accounts.services import recover_account, users
from standby.audit.services import record_event
from standby.core.roles import Role


class Command(BaseCommand):
    help = "Add a staff user, or let one choose a new password. The link is shown once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--name", default="", help="how the console names them")
        parser.add_argument("--role", choices=[*Role], help="viewer, or as before, without it")

    def handle(self, *_args: Any, **options: Any) -> None:
        email = str(options["email"]).strip()
        try:
            validate_email(email)
        except ValidationError as error:
            raise CommandError(f"{email} is not an email address") from error
        purpose, token = OneTimeLink.Purpose.RECOVERY, new_token()
        with transaction.atomic(durable=True):
            before = users.user_by_email(email)
            role = options["role"] or (before and before.role) or Role.VIEWER
            if before is not None:
                _ensure_owner_stays(before, role=role)
            user = users.staff_member_with(
                email, role=Role(role), name=str(options["name"]).strip(), now=now()
            )
            record_event(
                "operator",
                action="role_given",
                object=f"staff_users {user.pk}",
                before={"role": before.role} if before else None,
                after={"role": user.role},
                now=now(),
            )
            recover_account.make_link(
                user, purpose=purpose, method="invite", token=token, now=now()
            )
        kind = purpose if user.has_usable_password() else recover_account.INVITATION
        address = recover_account.address_of(token, kind=kind, site_url=settings.SITE_URL)
        self.stdout.write(address)
        # Apart from the link, which scripts read.
        self.stderr.write(
            f"{email} is {user.role} in {_database()}. The link works once, for an hour, at the "
            f"server of {settings.SITE_URL}; with another address, set STANDBY_SITE_URL or PORT."
        )


def _ensure_owner_stays(user: User, *, role: str) -> None:
    try:
        users.ensure_owner_stays(user, role=role, is_active=True)
    except users.LastOwner as error:
        raise CommandError(str(error)) from error


def _database() -> str:
    database = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"the database {database['NAME']}"
    return f"the database {database['NAME']} on {database['HOST']}"
