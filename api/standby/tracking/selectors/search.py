"""What a search over everything finds, of each kind."""

from django.db.models import Q

from standby.core.contacts import digits_of
from standby.orders.models import Order, StaffTask
from standby.orders.services.tasks import open_tasks
from standby.pricing.models.quoting import ManualQuoteRequest
from standby.tracking.selectors.find_orders import orders_matching

_FEWEST_DIGITS = 4


def orders_found(text: str, *, most: int) -> list[Order]:
    orders = orders_matching(text).select_related("customer", "order_location")
    return list(orders.order_by("-pk")[:most])


def quote_requests_found(text: str, *, most: int) -> list[ManualQuoteRequest]:
    found = Q()
    for word in text.split():
        has = Q(name__icontains=word) | Q(address__icontains=word) | Q(email__icontains=word)
        digits = digits_of(word)
        if len(digits) >= _FEWEST_DIGITS:
            # Numbers are stored as they were typed; their last four digits stand together.
            has |= Q(phone__endswith=digits[-_FEWEST_DIGITS:])
        found &= has
    return list(ManualQuoteRequest.objects.filter(found).order_by("-created_at")[:most])


def tasks_found(text: str, *, most: int) -> list[StaffTask]:
    found = Q()
    for word in text.split():
        found &= Q(title__icontains=word)
    return list(open_tasks().filter(found)[:most])
