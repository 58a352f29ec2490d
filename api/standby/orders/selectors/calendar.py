from datetime import datetime

from standby.core.clock import today_in_houston
from standby.orders.rules.scheduling import Calendar
from standby.pricing.rules.configuration import Configuration


def calendar_from(rules: Configuration, *, now: datetime) -> Calendar:
    scheduling = rules.scheduling
    return Calendar(
        today=today_in_houston(now),
        min_days=scheduling.min_days,
        max_days=scheduling.max_days,
        disabled_weekdays=scheduling.disabled_weekdays,
    )
