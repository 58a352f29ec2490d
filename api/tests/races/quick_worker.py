"""The worker as it is, by the clock of the race."""

from django_ready import is_ready

# isort: split
from django.core.management import call_command
from race_clock import quick_now

from standby.worker.management.commands import work

__all__ = ["is_ready", "work"]

vars(work).update(now=quick_now, REST_S=0.02)

if __name__ == "__main__":
    call_command("work")
