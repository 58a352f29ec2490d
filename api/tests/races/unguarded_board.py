"""The control: the product with the guards of its day board out. It must double-book, or the races
prove nothing.

Naive code looks whether a technician or a day is free, and writes later; it locks nothing. On
SQLite it must also do without a transaction, which there lets only one writer in and so would
hide the fault. What the tables hold unique is taken out by the test.
"""

import time
from contextlib import AbstractContextManager, nullcontext
from datetime import date, datetime

from standby.config.wsgi import application

# isort: split
from django.db import connection, transaction

from standby.apps.booking.models import Appointment, CrewDay, CrewSeat, Technician
from standby.apps.booking.services import appointments, technicians
from standby.apps.booking.services.crew_days import Crews, CrewsInUse
from standby.flows.office import assign_technician, set_crew_day

__all__ = ["application"]
A_THOUGHT_TAKES_S = 0.3
_look = technicians.ensure_free


def look_and_think(technician: Technician, *, for_: Appointment) -> None:
    _look(technician, for_=for_)
    time.sleep(A_THOUGHT_TAKES_S)


def count_and_close(day: date, *, to: Crews, usual: int, now: datetime) -> Crews:
    if CrewSeat.objects.filter(day=day, appointment__isnull=False).count() > to.number:
        raise CrewsInUse
    time.sleep(A_THOUGHT_TAKES_S)
    CrewDay.objects.update_or_create(day=day, defaults={"crews": to.number, "reason": to.reason})
    return Crews(number=usual, reason="")


def writing() -> AbstractContextManager[object]:
    return nullcontext() if connection.vendor == "sqlite" else transaction.atomic()


vars(technicians)["lock_technician"] = lambda pk: Technician.objects.get(pk=pk)
vars(appointments)["ensure_free"] = look_and_think
vars(set_crew_day)["set_crews"] = count_and_close
vars(assign_technician)["writing"] = writing
vars(set_crew_day)["writing"] = writing
