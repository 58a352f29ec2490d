"""What was sold and what is still to be built: the owner's figures of the overview."""

from datetime import timedelta
from typing import Any, Final

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from standby.core.clock import Period
from standby.orders.models import Appointment, Order

_MOST_LISTED: Final = 12


def booked_in(period: Period) -> QuerySet[Order]:
    """Return the orders whose date was first confirmed in the period and that were not canceled."""
    confirmed = Appointment.objects.filter(confirmed_at__lt=period.ends_at)
    in_period = confirmed.filter(confirmed_at__gte=period.begins_at)
    before = confirmed.filter(confirmed_at__lt=period.begins_at, order=OuterRef("pk"))
    booked = Order.objects.filter(~Exists(before), pk__in=in_period.values("order"))
    return booked.exclude(status=Order.Status.CANCELLED)


def backlog() -> QuerySet[Order]:
    """Return the orders with a confirmed date that are not installed yet."""
    confirmed = Appointment.objects.filter(status=Appointment.Status.CONFIRMED)
    return Order.objects.filter(pk__in=confirmed.values("order"), status__in=Order.BOOKED)


def count_and_cents(orders: QuerySet[Order]) -> tuple[int, int]:
    """Return how many orders they are, and the sum of their prices in cents."""
    totals = orders.aggregate(count=Count("pk"), cents=Coalesce(Sum("total_cents"), 0))
    return totals["count"], totals["cents"]


def period_before(period: Period) -> Period:
    """Return the period of as many days that ends where this one begins."""
    days = period.last - period.first
    last = period.first - timedelta(days=1)
    return Period(last - days, last)


def booked_by_city(period: Period) -> list[Any]:
    """Return `name`, `count` and `cents` of the cities with the most sales, the first first."""
    by_city = booked_in(period).values(name=F("order_location__city"))
    counted = by_city.annotate(count=Count("pk"), cents=Sum("total_cents"))
    return list(counted.order_by("-cents", "name")[:_MOST_LISTED])


def jobs_by_technician(period: Period) -> list[Any]:
    """Return `name`, `count` of the jobs of the period and `done`, those that are installed."""
    jobs = Appointment.objects.filter(
        status=Appointment.Status.CONFIRMED,
        day__range=(period.first, period.last),
        assigned_to__isnull=False,
    )
    done = Count("pk", filter=Q(order__status=Order.Status.COMPLETED))
    by_name = jobs.order_by().values("assigned_to", name=F("assigned_to__name"))
    counted = by_name.annotate(count=Count("pk"), done=done)
    return list(counted.order_by("-count", "name")[:_MOST_LISTED])
