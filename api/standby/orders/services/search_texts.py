"""The normalized text by which staff search for an order."""

from standby.orders.models import Order, OrderSearchText
from standby.orders.rules.search_words import search_text


def update_search_text(order: Order) -> None:
    customer, place = order.customer, order.order_location
    words = search_text(
        name=customer.name,
        email=customer.email,
        phone=customer.phone,
        places=(place.formatted_address, place.city, place.zip_code),
    )
    OrderSearchText.objects.bulk_create(
        [OrderSearchText(order=order, words=words[:900])],
        update_conflicts=True,
        unique_fields=["order"],
        update_fields=["words"],
    )
