"""The lead that an order or a quote is for."""

from datetime import datetime
from typing import Annotated

from standby.core.schema import In, Line
from standby.sales.models import Lead
from standby.sales.selectors.leads import lead_row
from standby.sales.services.leads import LeadNotFound


class LeadNameIn(In):
    """A lead of the list."""

    source: Lead.Source
    source_ref: Annotated[str, Line(64)]


def named_lead(name: LeadNameIn | None, *, now: datetime) -> tuple[str, str]:
    """Return its source and id, both empty for None. Raises LeadNotFound when no lead has them."""
    if name is None:
        return "", ""
    if lead_row(name.source, name.source_ref, now=now) is None:
        raise LeadNotFound(field="lead")
    return str(name.source), name.source_ref
