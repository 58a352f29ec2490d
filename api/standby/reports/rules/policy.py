from datetime import date, timedelta
from typing import Final

COMING_DAYS: Final = 7


def coming_days(today: date) -> tuple[date, date]:
    return today + timedelta(days=1), today + timedelta(days=COMING_DAYS)
