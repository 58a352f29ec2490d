"""The control: logs and trails whose writers do not wait for each other. Chains must fork, or the
race proves nothing.

Naive code reads the newest seal and writes after it; it locks nothing. On SQLite it must also do
without a transaction, which there lets only one writer in and so would hide the fault.
"""

import time
from contextlib import AbstractContextManager, nullcontext

from standby.config.wsgi import application

# isort: split
from django.db import connection, transaction

from standby.apps.booking import queries
from standby.apps.booking.models import Order, OrderLogEntry
from standby.apps.booking.services import order_log
from standby.apps.trail import services as trail
from standby.apps.trail.models import TrailChain
from standby.flows.office import write_note
from standby.flows.privacy import record_answer

__all__ = ["application"]
A_THOUGHT_TAKES_S = 0.05


def look_and_think(order: Order) -> str:
    newest = OrderLogEntry.objects.filter(order=order).order_by("-pk").first()
    time.sleep(A_THOUGHT_TAKES_S)
    return newest.hash if newest else ""


def look_at_chain(actor: str) -> TrailChain:
    chain, _ = TrailChain.objects.get_or_create(actor=actor)
    time.sleep(A_THOUGHT_TAKES_S)
    return chain


def writing() -> AbstractContextManager[object]:
    return nullcontext() if connection.vendor == "sqlite" else transaction.atomic()


vars(order_log)["_newest_seal"] = look_and_think
vars(trail)["_locked_chain"] = look_at_chain
vars(queries)["lock_order"] = lambda pk: Order.objects.get(pk=pk)
vars(write_note)["writing"] = writing
vars(record_answer)["writing"] = writing
