"""Release of what unpaid orders hold: crew seats, and uses of coupons."""

import logging
from datetime import datetime

from django.db import transaction
from django.db.models import OuterRef

from standby.core.sweeps import ALL_AT_ONCE, Steps
from standby.orders.models import CrewSeat, Order
from standby.orders.selectors import orders
from standby.orders.services.crew_seats import release_expired
from standby.payments import selectors
from standby.payments.providers.cards import Cards, CardsDown
from standby.pricing.services.quoting import mark_uses_final, orders_with_open_uses, release_coupon
from standby.workflows.settle_payment import close_pages

log = logging.getLogger(__name__)


def release_hold(seat: CrewSeat, *, cards: Cards, now: datetime) -> None:
    # Idempotent. A page that was paid at the last moment keeps its seat.
    if seat.afternoon is None:
        return
    # Pages are closed first: a seat must not be free while it can still be paid for.
    close_pages(payment__order=seat.afternoon.order_id, cards=cards, now=now)
    with transaction.atomic(durable=True):
        release_expired(seat, now=now)


def release_expired_holds(*, cards: Cards, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    """Release expired holds and return how many were tried.

    A seat whose checkout session cannot be closed now waits for the next round.
    """

    def release(seat: CrewSeat) -> int:
        try:
            release_hold(seat, cards=cards, now=now)
        except CardsDown:
            log.warning("hold of seat %s not released: its page cannot be closed", seat.pk)
        return 1

    return steps.each("seats", orders.expired_seats(now=now), release)


def release_coupons(*, now: datetime, steps: Steps = ALL_AT_ONCE) -> int:
    """Release the coupon uses of abandoned orders and return how many. Idempotent."""
    mark_uses_final(selectors.is_paid_for(OuterRef("order_ref")), now=now)

    def release(order: Order) -> int:
        with transaction.atomic(durable=True):
            # The order's row lock decides the race with a visitor who pays just now.
            orders.lock_order(order.pk)
            current = Order.objects.filter(pk=order.pk).values("public_id")
            is_unpaid = selectors.orders_left_unpaid(current).exists()
            return int(is_unpaid and release_coupon(order.public_id, now=now))

    unpaid = selectors.orders_left_unpaid(orders_with_open_uses())
    return steps.each("orders", unpaid, release)
