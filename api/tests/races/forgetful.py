"""The control: the product, but it tells of a reservation only after it has been written.

As code does that sends an email once the order is saved. A crash in between loses the message.
"""

import time
from typing import Any

from standby.wsgi import application

# isort: split
from django.db import transaction

from standby.orders.services import appointments
from standby.orders.services.notify import notify_customer

__all__ = ["application"]
A_MAIL_TAKES_S = 0.3


def tell_later(*given: Any, **also: Any) -> None:
    def tell() -> None:
        time.sleep(A_MAIL_TAKES_S)
        with transaction.atomic():
            notify_customer(*given, **also)

    transaction.on_commit(tell)


vars(appointments)["notify_customer"] = tell_later
