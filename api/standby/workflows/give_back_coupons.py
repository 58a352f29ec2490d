"""Release of coupon uses held by orders that were abandoned or canceled unpaid."""

from datetime import datetime

from django.db import transaction
from django.db.models import OuterRef

from standby.orders.models import Order
from standby.orders.selectors import orders as bookings
from standby.payments.selectors import is_paid_for, orders_left_unpaid
from standby.pricing.services.quoting import mark_uses_final, orders_with_open_uses, release_coupon


def release_coupons(*, now: datetime) -> int:
    """Release the coupon uses of abandoned orders and return how many. Idempotent."""
    mark_uses_final(is_paid_for(OuterRef("order_ref")), now=now)
    unpaid = orders_left_unpaid(orders_with_open_uses())
    released = 0
    for order in unpaid:
        with transaction.atomic(durable=True):
            # The order's row lock decides the race with a visitor who pays just now.
            bookings.lock_order(order.pk)
            current = Order.objects.filter(pk=order.pk).values("public_id")
            is_unpaid = bool(orders_left_unpaid(current))
            released += is_unpaid and release_coupon(order.public_id, now=now)
    return released
