"""`./standby outbox`: show queued messages. `./standby outbox release`: send after a restore."""

from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils.timezone import now

from standby.messaging.services import outbox


class Command(BaseCommand):
    help = "Show queued messages without their text, or release what a restore has held."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", nargs="?", choices=("show", "release"), default="show")
        parser.add_argument(
            "--drop-from-snapshot",
            action="store_true",
            help="never send what was queued in the restored snapshot: it may have been sent since",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["what"] == "release":
            self._release(options, moment=now())
        elif options["drop_from_snapshot"]:
            raise CommandError("only a release drops messages: ./standby outbox release …")
        else:
            self._show(moment=now())

    def _show(self, *, moment: datetime) -> None:
        hold = outbox.outbox_hold()
        if hold is None:
            self.stdout.write("The outbox is open: a worker sends what is due.")
        else:
            self.stdout.write(
                f"The outbox is HELD since {hold.held_at:%Y-%m-%d %H:%M} UTC: nothing is sent. "
                f"The restored snapshot is of {hold.restored_from:%Y-%m-%d %H:%M} UTC."
            )
        waiting = outbox.waiting_messages()
        for group in waiting:
            minutes = (moment - group["oldest_at"]) // timedelta(minutes=1)
            self.stdout.write(
                "{count:6} {kind} by {channel}, the oldest {minutes} min old".format(
                    **group, minutes=minutes
                )
            )
        if not waiting:
            self.stdout.write("No messages are queued.")

    def _release(self, options: dict[str, Any], *, moment: datetime) -> None:
        hold = outbox.outbox_hold()
        if hold is None:
            raise CommandError("The outbox is not held.")
        until = hold.restored_from if options["drop_from_snapshot"] else None
        with transaction.atomic(durable=True):
            dropped = outbox.release_outbox(drop_until=until, now=moment)
        left = sum(group["count"] for group in outbox.waiting_messages())
        self.stdout.write(f"The outbox is open: {dropped} dropped, {left} will be sent.")
