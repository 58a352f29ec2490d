"""Everybody who may become a customer, in one list, with what staff noted (OPS-16.4)."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet

from standby.accounts.services.users import name_of
from standby.audit.selectors import name_of_actor
from standby.core.business_days import contact_promised_on
from standby.core.clock import last_minute, local_date
from standby.core.contacts import format_phone
from standby.core.market import PLACE
from standby.core.search import matching
from standby.core.words import brief_date, say
from standby.coverage.models import NotifyRequest
from standby.messaging.models import Message, Suppression
from standby.messaging.selectors import reminded_by_mail
from standby.orders.models import Customer
from standby.pricing.models.quoting import ManualQuoteRequest, SavedQuote, WizardSession
from standby.pricing.rules.quote_reference import ids_of_reference
from standby.sales.models import CustomQuote, Lead
from standby.sales.rules.policy import NO_ORDER_RETENTION

Source = Lead.Source
MOST_OF_EACH: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadRow:
    """A lead as staff see it. Without `may_contact` nobody may write to them.

    `reference` and `promised_by` are what we told who asks for a custom quote: the code to say on
    the phone, and by when we call. `person` is the name of the colleague who contacts them.
    """

    source: str
    source_ref: str
    name: str
    phone: str
    email: str
    address: str
    wants: str
    reference: str = ""
    promised_by: datetime | None = None
    valid_until: datetime | None = None  # of a quote
    run_ft: int | None = None
    price_cents: int | None = None
    may_contact: bool
    requested_at: datetime
    next_contact_on: date | None = None
    assignee_id: UUID | None = None
    person: str = ""
    note: str = ""
    outcome: str = Lead.Outcome.OPEN
    lost_reason: str = ""
    version: int = 0

    @property
    def contact_by(self) -> datetime | None:
        """The deadline of the next contact: what we promised, unless staff chose another day."""
        if self.next_contact_on is None:
            return None
        if self.promised_by is not None and local_date(self.promised_by) == self.next_contact_on:
            return self.promised_by
        return last_minute(self.next_contact_on)

    @property
    def title(self) -> str:
        return self.name or format_phone(self.phone) or self.email


def all_leads(*, now: datetime) -> list[LeadRow]:
    """Return the leads of the retention period: those to contact first, then the newest."""
    since = now - NO_ORDER_RETENTION
    noted = _by_name(Lead.objects.all())
    leads = [
        _with_notes(row, noted.get((row.source, row.source_ref)), now=now)
        for source in _SOURCES.values()
        for row in source.rows_of(source.rows(since)[:MOST_OF_EACH])
    ]
    leads = _without_opted_out(leads)
    leads.sort(key=lambda row: row.requested_at, reverse=True)
    return sorted(leads, key=lambda row: row.next_contact_on or date.max)


def leads_to_contact(*, now: datetime, sources: Iterable[Source] = Source) -> list[LeadRow]:
    """Return the open leads whose next contact is today or was due before, by day and person."""
    since, today = now - NO_ORDER_RETENTION, local_date(now)
    due = Q(outcome=Lead.Outcome.OPEN, next_contact_on__lte=today)
    # Of requests all notes: one without has a day too, the one that we promised.
    noted = _by_name(Lead.objects.filter(due | Q(source=Source.MANUAL_QUOTE)))
    refs: defaultdict[str, list[str]] = defaultdict(list)
    for name, source_ref in noted:
        refs[name].append(source_ref)
    leads = []
    for name in sources:
        source = _SOURCES[name]
        wanted = Q(**{f"{source.key}__in": refs[name]}) if refs[name] else Q()
        if name == Source.MANUAL_QUOTE:
            wanted |= Q(status=ManualQuoteRequest.Status.NEW)
        if wanted:
            leads += [
                _with_notes(row, noted.get((row.source, row.source_ref)), now=now)
                for row in source.rows_of(source.rows(since).filter(wanted))
            ]
    open_ones = [row for row in leads if row.outcome == Lead.Outcome.OPEN]
    dated = [(row.next_contact_on, row.person, row) for row in open_ones if row.next_contact_on]
    dated.sort(key=lambda each: each[:2])
    return _without_opted_out([row for day, _person, row in dated if day <= today])


def search_leads(
    text: str, *, sources: Iterable[Source], most: int, now: datetime
) -> list[LeadRow]:
    """Return the newest leads in which every word of the text is found, without our notes."""
    since = now - NO_ORDER_RETENTION
    leads: list[LeadRow] = []
    for source in (_SOURCES[name] for name in sources):
        rows = matching(source.rows(since), text, *source.columns, phone=source.phone)
        ids = ids_of_reference(text.strip()) if source.has_reference else None
        if ids is not None:
            rows |= source.rows(since).filter(pk__range=ids)
        leads += source.rows_of(rows[:most])
    return sorted(leads, key=lambda row: row.requested_at, reverse=True)[:most]


def _by_name(leads: QuerySet[Lead]) -> dict[tuple[str, str], Lead]:
    return {(lead.source, lead.source_ref): lead for lead in leads.select_related("assignee")}


def lead_row(source: str, source_ref: str, *, now: datetime) -> LeadRow | None:
    """Return the lead with this name; None when the list has none."""
    wanted = _SOURCES.get(source)
    if wanted is None:
        return None
    try:
        rows = wanted.rows(now - NO_ORDER_RETENTION).filter(**{wanted.key: source_ref})[:1]
        leads = list(wanted.rows_of(rows))
    except (ValueError, ValidationError):  # no id of such a row
        return None
    noted = _by_name(Lead.objects.filter(source=source, source_ref=source_ref))
    note = noted.get((source, source_ref))
    return next(
        iter(_without_opted_out([_with_notes(lead, note, now=now) for lead in leads])), None
    )


def _without_opted_out(rows: list[LeadRow]) -> list[LeadRow]:
    keys = [row.email.strip().lower() for row in rows if row.email]
    opted_out = set(
        Suppression.objects.filter(
            channel=Message.Channel.EMAIL, recipient__in=keys, lifted_at=None
        ).values_list("recipient", flat=True)
    )
    return [
        replace(row, may_contact=False) if row.email.strip().lower() in opted_out else row
        for row in rows
    ]


def _with_notes(row: LeadRow, lead: Lead | None, *, now: datetime) -> LeadRow:
    if row.valid_until is not None and now > row.valid_until:
        day = local_date(row.valid_until)
        wants = say("%(wants)s, expired on %(day)s", wants=row.wants, day=brief_date(day))
        row = replace(row, wants=wants)
    if lead is None:
        return row
    return replace(
        row,
        next_contact_on=lead.next_contact_on,
        assignee_id=lead.assignee.public_id if lead.assignee else None,
        person=name_of(lead.assignee) if lead.assignee else name_of_actor(lead.person),
        note=lead.note,
        outcome=lead.outcome,
        lost_reason=lead.lost_reason,
        version=lead.version,
    )


def _calls(since: datetime) -> QuerySet[Any]:
    return Lead.objects.filter(source=Source.CALL, updated_at__gte=since).order_by("-created_at")


def _rows_of_calls(leads: Iterable[Lead]) -> Iterator[LeadRow]:
    for lead in leads:
        yield LeadRow(
            source=Source.CALL,
            source_ref=lead.source_ref,
            name=lead.name,
            phone=lead.phone,
            email=lead.email,
            address=lead.address,
            wants=lead.wants,
            may_contact=lead.may_contact,
            requested_at=lead.created_at,
        )


def _manual_quotes(since: datetime) -> QuerySet[Any]:
    return ManualQuoteRequest.objects.filter(created_at__gte=since).order_by("-created_at")


def _rows_of_manual_quotes(requests: Iterable[ManualQuoteRequest]) -> Iterator[LeadRow]:
    for each in requests:
        yield LeadRow(
            source=Source.MANUAL_QUOTE,
            source_ref=str(each.pk),
            name=each.name,
            phone=each.phone,
            email=each.email,
            address=each.address,
            wants=say("A price for %(what)s", what=each.wanted_in_full)
            + (f": {each.notes}" if each.notes else ""),
            reference=each.reference,
            promised_by=each.call_by,
            run_ft=each.run_ft,
            may_contact=True,  # they asked us to call with a price
            requested_at=each.created_at,
            next_contact_on=contact_promised_on(each.created_at)
            if each.status == ManualQuoteRequest.Status.NEW
            else None,
        )


def _not_covered(since: datetime) -> QuerySet[Any]:
    return NotifyRequest.objects.filter(created_at__gte=since).order_by("-created_at")


def _rows_of_not_covered(requests: Iterable[NotifyRequest]) -> Iterator[LeadRow]:
    for each in requests:
        yield LeadRow(
            source=Source.NOT_COVERED,
            source_ref=str(each.pk),
            name="",
            phone=each.phone_number,
            email="",
            address=each.address_formatted,
            wants=say("To be told when we come to their area"),
            may_contact=False,  # they agreed to one text, when we open there
            requested_at=each.created_at,
        )


def _saved_quotes(since: datetime) -> QuerySet[Any]:
    saved = SavedQuote.objects.filter(created_at__gte=since)
    return saved.exclude(email="", phone="").order_by("-created_at")


def _rows_of_saved_quotes(quotes: Iterable[SavedQuote]) -> Iterator[LeadRow]:
    for quote in quotes:
        yield LeadRow(
            source=Source.SAVED_QUOTE,
            source_ref=str(quote.pk),
            name="",
            phone=quote.phone,
            email=quote.email,
            address=f"{quote.city}, {PLACE.state_code} {quote.zip_code}",
            wants=say("Their saved quote"),
            valid_until=quote.valid_until,
            price_cents=quote.lines.get("total_cents"),
            may_contact=False,  # they agreed to that one message
            requested_at=quote.created_at,
        )


def _wizards(since: datetime) -> QuerySet[Any]:
    left = WizardSession.objects.filter(
        status=WizardSession.Status.ABANDONED,
        updated_at__gte=since,
        order_id="",
    )
    return left.exclude(email="", mobile_number="").order_by("-updated_at")


def _rows_of_wizards(left: Iterable[WizardSession]) -> Iterator[LeadRow]:
    wizards = list(left)
    emails = [each.email for each in wizards if each.email]
    agreed = reminded_by_mail(emails)
    keys = [email.lower() for email in emails]
    ordered = set(Customer.objects.filter(email_key__in=keys).values_list("email_key", flat=True))
    for each in wizards:
        if each.email.lower() in ordered:
            continue
        yield LeadRow(
            source=Source.WIZARD,
            source_ref=str(each.pk),
            name=each.full_name,
            phone=each.mobile_number,
            email=each.email,
            address="",
            wants=say("An order, left before the reservation"),
            price_cents=each.total_cents,
            may_contact=each.email.strip().lower() in agreed,
            requested_at=each.updated_at,
        )


def _custom_quotes(since: datetime) -> QuerySet[Any]:
    waiting = CustomQuote.objects.filter(status__in=CustomQuote.WAITS, updated_at__gte=since)
    return waiting.order_by("-updated_at")


def _rows_of_custom_quotes(quotes: Iterable[CustomQuote]) -> Iterator[LeadRow]:
    for each in quotes:
        yield LeadRow(
            source=Source.CUSTOM_QUOTE,
            source_ref=str(each.public_id),
            name=each.name,
            phone=each.phone,
            email=each.email,
            address=each.address,
            wants=say("Our quote, not answered yet")
            if each.status == CustomQuote.Status.SENT
            else say("Our quote, opened and not answered yet"),
            valid_until=each.valid_until,
            run_ft=each.run_ft,
            price_cents=each.total_cents,
            may_contact=True,
            requested_at=each.updated_at,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _LeadSource:
    """Where leads come from: their rows, newest first; the field that names one; what is shown.

    They are found by `columns`, by the phone number in `phone`, and some by their reference.
    """

    rows: Callable[[datetime], QuerySet[Any]]
    key: str = "pk"
    rows_of: Callable[[Iterable[Any]], Iterator[LeadRow]]
    columns: tuple[str, ...]
    phone: str = "phone"
    has_reference: bool = False


_SOURCES: Final[Mapping[str, _LeadSource]] = {
    Source.CALL: _LeadSource(
        rows=_calls,
        key="source_ref",
        rows_of=_rows_of_calls,
        columns=("name", "email", "address", "wants"),
    ),
    Source.MANUAL_QUOTE: _LeadSource(
        rows=_manual_quotes,
        rows_of=_rows_of_manual_quotes,
        columns=("name", "email", "address"),
        has_reference=True,
    ),
    Source.NOT_COVERED: _LeadSource(
        rows=_not_covered,
        rows_of=_rows_of_not_covered,
        columns=("address_formatted",),
        phone="phone_number",
    ),
    Source.SAVED_QUOTE: _LeadSource(
        rows=_saved_quotes,
        rows_of=_rows_of_saved_quotes,
        columns=("email", "city", "zip_code"),
    ),
    Source.WIZARD: _LeadSource(
        rows=_wizards,
        rows_of=_rows_of_wizards,
        columns=("full_name", "email"),
        phone="mobile_number",
    ),
    Source.CUSTOM_QUOTE: _LeadSource(
        rows=_custom_quotes,
        key="public_id",
        rows_of=_rows_of_custom_quotes,
        columns=("name", "email", "address"),
    ),
}
