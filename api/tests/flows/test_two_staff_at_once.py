"""Two members of staff at one order: nobody overwrites what they have not seen (OPS-11)."""

from datetime import timedelta

import pytest
from bookings import NOW, reserve

from standby.apps.booking.models import Order
from standby.apps.booking.services.order_log import (
    ChangedMeanwhile,
    ensure_seen,
    version_of,
)
from standby.apps.booking.services.progress import cancel_visits, move_order

pytestmark = pytest.mark.usefixtures("shop")
LATER = NOW + timedelta(minutes=1)


def test_who_saw_the_newest_goes_on_and_so_does_who_does_not_say() -> None:
    order = reserve()
    without_a_log = Order(pk=order.pk + 1)

    ensure_seen(order, version_of(order), now=NOW)
    ensure_seen(order, None, now=NOW)
    ensure_seen(without_a_log, 0, now=NOW)

    assert version_of(without_a_log) == 0


def test_an_act_of_many_rows_is_told_by_its_first() -> None:
    order = reserve()
    seen = version_of(order)
    move_order(order, to=Order.Status.CANCELLED, actor="staff Jo", now=NOW)
    cancel_visits(order, actor="staff Jo", now=NOW)

    with pytest.raises(ChangedMeanwhile, match=r"^Jo cancelled the order a minute ago\."):
        ensure_seen(order, seen, now=LATER)
