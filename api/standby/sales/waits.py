"""Leads and requests for a custom quote that wait for staff."""

from datetime import datetime

from standby.core.waiting import Group, Viewer, WaitingItem, each, waits
from standby.core.words import say
from standby.pricing.models.quoting import ManualQuoteRequest
from standby.sales.models import Lead
from standby.sales.selectors.leads import LeadRow, leads_to_contact


@waits("leads")
def leads(_viewer: Viewer, now: datetime) -> Group:
    def to_item(lead: LeadRow) -> WaitingItem:
        return WaitingItem(
            id=f"{lead.source}/{lead.source_ref}",
            title=lead.title,
            detail=" \N{MIDDLE DOT} ".join(
                part
                for part in (lead.reference, lead.wants, lead.person or say("unassigned"))
                if part
            ),
            phone=lead.phone if lead.may_contact else "",
            due_on=lead.next_contact_on,
            by=lead.contact_by,
            since=lead.requested_at,
        )

    return leads_to_contact(now=now), each(to_item)


@waits("quote_requests")
def quote_requests(_viewer: Viewer, now: datetime) -> Group:
    # Those whose day has come wait among the leads to contact.
    due = leads_to_contact(now=now, sources=[Lead.Source.MANUAL_QUOTE])
    new = ManualQuoteRequest.objects.filter(status=ManualQuoteRequest.Status.NEW)
    new = new.exclude(pk__in=[lead.source_ref for lead in due])

    def to_item(request: ManualQuoteRequest) -> WaitingItem:
        return WaitingItem(
            id=str(request.pk),
            title=request.name,
            detail=" \N{MIDDLE DOT} ".join(
                (request.reference, request.wanted_in_full, request.address)
            ),
            phone=request.phone,
            by=request.call_by,
            since=request.created_at,
        )

    return new.order_by("created_at", "pk"), each(to_item)
