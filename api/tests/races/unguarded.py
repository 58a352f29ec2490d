"""The control: the product with its guard out. It must overbook, or the race proves nothing.

Naive code looks first whether a crew is free and writes later; a random seat number keeps the
table's own constraint from helping. On SQLite it must also do without a transaction, which
there lets only one writer in and so would hide the fault.
"""

import secrets
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime

from standby.config.wsgi import application

# isort: split
from django.db import connection, transaction

from standby.apps.booking.models import Appointment, CrewSeat
from standby.apps.booking.services import appointments
from standby.apps.booking.services.seats import CrewsOfDay
from standby.flows.booking import reserve_appointment

__all__ = ["application"]


def insert_later(
    appointment: Appointment, *, on: CrewsOfDay, until: datetime | None, now: datetime
) -> None:
    CrewSeat.objects.create(
        day=on.day,
        seat_no=secrets.randbelow(30_000),
        appointment=appointment,
        hold_expires_at=until,
    )


def writing() -> AbstractContextManager[object]:
    return nullcontext() if connection.vendor == "sqlite" else transaction.atomic()


vars(reserve_appointment)["writing"] = writing
vars(appointments)["take_seat"] = insert_later
