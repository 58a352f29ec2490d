"""The worker as it is, but what failed is tried again twenty times as soon."""

from datetime import timedelta

from django_ready import is_ready

# isort: split
from django.core.management import call_command

from standby.apps.notifications import services as notifications
from standby.worker import lines
from standby.worker.management.commands import work

__all__ = ["is_ready", "work"]

vars(notifications)["_FIRST_WAIT_S"] = 0.5
vars(lines)["RESTS"] = timedelta(seconds=1.5)

if __name__ == "__main__":
    call_command("work")
