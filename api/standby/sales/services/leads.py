"""What staff note about a lead: whom to contact when, and what came of it."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F, QuerySet

from standby.accounts.models import User
from standby.core.business_days import contact_promised_on
from standby.core.errors import Conflict, NotFound, _
from standby.core.transactions import in_transaction
from standby.pricing.models.quoting import ManualQuoteRequest
from standby.sales.models import CustomQuote, Lead
from standby.sales.rules.policy import NO_ORDER_RETENTION
from standby.sales.selectors.leads import lead_row
from standby.tasks.services import colleague


class LeadNotFound(NotFound):
    code = "lead_not_found"
    message = _("There is no such lead.")


class LeadChanged(Conflict):
    code = "lead_changed"
    message = _("A colleague changed this lead since you opened it. Please look again.")


@dataclass(frozen=True, slots=True, kw_only=True)
class FollowUp:
    next_contact_on: date | None
    assignee_id: UUID | None
    note: str
    outcome: str
    lost_reason: str


@in_transaction
def save_call(
    *,
    name: str,
    phone: str,
    email: str,
    address: str,
    wants: str,
    may_contact: bool,
    assignee: User,
    now: datetime,
) -> Lead:
    """Keep a caller who did not order as a lead.

    Who may be contacted is contacted by who took the call, within the time that we promise.
    """
    return Lead.objects.create(
        source=Lead.Source.CALL,
        source_ref=str(uuid4()),
        name=name,
        phone=phone,
        email=email,
        address=address,
        wants=wants,
        may_contact=may_contact,
        next_contact_on=contact_promised_on(now) if may_contact else None,
        assignee=assignee,
        created_at=now,
        updated_at=now,
    )


def follow_up(
    source: str, source_ref: str, values: FollowUp, *, if_version: int, now: datetime
) -> None:
    """Note what is next for a lead, or what came of it.

    `if_version` is the version that the author saw, 0 for one without notes. An outcome closes the
    manual quote request that it is about. Raises LeadNotFound, LeadChanged and AssigneeUnknown.
    """
    if lead_row(source, source_ref, now=now) is None:
        raise LeadNotFound
    assignee = colleague(values.assignee_id)
    with transaction.atomic(durable=True):
        if if_version == 0:
            first = Lead(source=source, source_ref=source_ref, created_at=now, updated_at=now)
            Lead.objects.bulk_create([first], ignore_conflicts=True)
        columns = {
            "next_contact_on": values.next_contact_on,
            "assignee": assignee,
            "person": "",
            "note": values.note,
            "outcome": values.outcome,
            "lost_reason": values.lost_reason,
            "updated_at": now,
        }
        # A lead that is noted for the first time already has version 1, which nobody has seen.
        unchanged = Lead.objects.filter(
            source=source, source_ref=source_ref, version=max(if_version, 1)
        )
        if not unchanged.update(version=max(if_version, 1) + 1, **columns):
            raise LeadChanged
        if source == Lead.Source.MANUAL_QUOTE:
            _mark_request(source_ref, is_closed=values.outcome != Lead.Outcome.OPEN)


def mark_answered(source: str, source_ref: str) -> None:
    """Note that a manual quote request has its quote."""
    if source == Lead.Source.MANUAL_QUOTE:
        new = ManualQuoteRequest.objects.filter(
            pk=UUID(source_ref), status=ManualQuoteRequest.Status.NEW
        )
        new.update(status=ManualQuoteRequest.Status.ANSWERED)


def mark_won(source: str, source_ref: str, *, now: datetime) -> None:
    """Note that a lead's quote became an order, in the transaction that made it."""
    if not source:
        return
    Lead.objects.bulk_create(
        [Lead(source=source, source_ref=source_ref, created_at=now, updated_at=now)],
        ignore_conflicts=True,
    )
    lead = Lead.objects.filter(source=source, source_ref=source_ref)
    lead.update(outcome=Lead.Outcome.WON, updated_at=now, version=F("version") + 1)
    if source == Lead.Source.MANUAL_QUOTE:
        _mark_request(source_ref, is_closed=True)


def _mark_request(source_ref: str, *, is_closed: bool) -> None:
    status = ManualQuoteRequest.Status
    requests = ManualQuoteRequest.objects.filter(pk=UUID(source_ref))
    if is_closed:
        requests.update(status=status.CLOSED)
    else:
        requests.filter(status=status.CLOSED).update(status=status.ANSWERED)


def expired_leads(*, now: datetime) -> QuerySet[Lead]:
    """Return the notes about leads that led to no order within the retention period."""
    return Lead.objects.filter(updated_at__lt=now - NO_ORDER_RETENTION)


def expired_custom_quotes(*, now: datetime) -> QuerySet[CustomQuote]:
    return CustomQuote.objects.filter(order=None, updated_at__lt=now - NO_ORDER_RETENTION)
