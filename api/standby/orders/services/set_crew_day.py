"""The number of crews on a day, set by staff."""

from datetime import date, datetime

from standby.audit.services import record_event
from standby.core.errors import Invalid, _
from standby.core.writing import write_transaction
from standby.orders.rules.scheduling import ensure_day_ahead
from standby.orders.services.crew_days import CrewCountChange, set_crews
from standby.pricing.selectors import catalog


class ReasonMissing(Invalid):
    code = "reason_missing"
    message = _("Please say why, for whoever looks at this day later.")


def set_crew_day(day: date, *, to: CrewCountChange, staff: str, now: datetime) -> None:
    """Set the number of crews on a day; 0 closes it.

    Idempotent. Raises DayNotOffered, ReasonMissing and CrewsInUse.
    """
    ensure_day_ahead(day, now=now)
    usual_crews = catalog.configuration().scheduling.crews_per_day
    if to.number == usual_crews:
        to = CrewCountChange(number=usual_crews, reason="")
    elif not to.reason:
        raise ReasonMissing(field="reason")
    with write_transaction():
        before = set_crews(day, to=to, usual=usual_crews, now=now)
        if before == to:
            return
        record_event(
            staff,
            action="crews set",
            object=f"crew_days {day}",
            before={"crews": before.number, "reason": before.reason},
            after={"crews": to.number, "reason": to.reason},
            now=now,
        )
