"""The worker as it is, once, from a moment on that others of the race wait for too."""

import os
import time

from django_ready import is_ready

# isort: split
from django.core.management import call_command
from django.db import connection

from standby.worker.management.commands.work import Command

__all__ = ["is_ready", "work_from_the_moment_on"]


def work_from_the_moment_on() -> None:
    connection.ensure_connection()
    time.sleep(max(0.0, float(os.environ["RACE_MOMENT"]) - time.time()))
    call_command(Command(), once=True)


if __name__ == "__main__":
    work_from_the_moment_on()
