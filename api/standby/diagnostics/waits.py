"""Diagnostic visits that wait for staff."""

from datetime import datetime

from standby.core.clock import local_date
from standby.core.waiting import Group, Viewer, WaitingItem, each, waits
from standby.core.words import say
from standby.diagnostics.models import Diagnostic
from standby.diagnostics.selectors import booked_visits
from standby.orders.selectors.waiting import ASSIGNED_BEFORE


@waits("unassigned_visits")
def unassigned_visits(_viewer: Viewer, now: datetime) -> Group:
    visits = booked_visits(local_date(now), local_date(now + ASSIGNED_BEFORE))

    def to_item(visit: Diagnostic) -> WaitingItem:
        return WaitingItem(
            id=str(visit.pk),
            title=visit.name,
            detail=say("%(address)s, between %(hours)s", address=visit.address, hours=visit.hours),
            phone=visit.phone,
            due_on=visit.day,
        )

    return visits.filter(assigned_to=None, done_at=None), each(to_item)
