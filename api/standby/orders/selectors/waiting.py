"""An order as it stands among what waits for staff."""

from datetime import timedelta
from typing import Any, Final

from standby.orders.models import Order

# Jobs further away have time; one within the ten days of the next action is late.
ASSIGNED_BEFORE: Final = timedelta(days=21)
OF_ORDER: Final = ("order__customer", "order__order_location")
OF_PAYMENT: Final = ("payment__order__customer", "payment__order__order_location")


def about_order(order: Order, detail: str = "") -> dict[str, Any]:
    """Return the columns of a WaitingItem about an order; its address where there is no detail."""
    return {
        "title": order.customer.name,
        "detail": detail or order.order_location.formatted_address,
        "phone": order.customer.phone,
        "order_id": order.public_id,
    }
