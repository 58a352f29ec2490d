"""Everybody who may become a customer, in one list, with what staff noted (OPS-16.4)."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Final

from standby.accounts.rules import hash_of
from standby.core.market import PLACE
from standby.coverage.models import NotifyRequest
from standby.messaging.models import Message, Suppression
from standby.messaging.selectors import reminded_by_mail
from standby.orders.models import Customer
from standby.pricing.models.quoting import ManualQuoteRequest, SavedQuote, WizardSession
from standby.sales.models import CustomQuote, Lead
from standby.sales.rules.policy import NO_ORDER_RETENTION

Source = Lead.Source
MOST_OF_EACH: Final = 200
_LINK: Final = re.compile(r"/quote/([A-Za-z0-9_-]{22})\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeadRow:
    """A lead as staff see it. Without `may_contact` nobody may write to them."""

    source: str
    source_ref: str
    name: str
    phone: str
    email: str
    address: str
    wants: str
    run_ft: int | None = None
    price_cents: int | None = None
    may_contact: bool
    requested_at: datetime
    next_contact_on: date | None = None
    person: str = ""
    note: str = ""
    outcome: str = Lead.Outcome.OPEN
    lost_reason: str = ""
    version: int = 0


def all_leads(*, now: datetime) -> list[LeadRow]:
    """Return the leads of the retention period: those to contact first, then the newest."""
    since = now - NO_ORDER_RETENTION
    noted = {(lead.source, lead.source_ref): lead for lead in Lead.objects.all()}
    leads = [
        _with_notes(row, noted.get((row.source, row.source_ref)))
        for rows in (
            _calls(noted.values()),
            _manual_quotes(since),
            _not_covered(since),
            _saved_quotes(since),
            _wizards(since),
            _custom_quotes(since),
        )
        for row in rows
    ]
    leads = _without_opted_out(leads)
    leads.sort(key=lambda row: row.requested_at, reverse=True)
    return sorted(leads, key=lambda row: row.next_contact_on or date.max)


def lead_row(source: str, source_ref: str, *, now: datetime) -> LeadRow | None:
    named = (row for row in all_leads(now=now) if row.source == source)
    return next((row for row in named if row.source_ref == source_ref), None)


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


def _with_notes(row: LeadRow, lead: Lead | None) -> LeadRow:
    if lead is None:
        return row
    return replace(
        row,
        next_contact_on=lead.next_contact_on,
        person=lead.person,
        note=lead.note,
        outcome=lead.outcome,
        lost_reason=lead.lost_reason,
        version=lead.version,
    )


def _calls(leads: Iterable[Lead]) -> Iterator[LeadRow]:
    for lead in leads:
        if lead.source == Source.CALL:
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


def _manual_quotes(since: datetime) -> Iterator[LeadRow]:
    requests = ManualQuoteRequest.objects.filter(created_at__gte=since)
    for each in requests.order_by("-created_at")[:MOST_OF_EACH]:
        yield LeadRow(
            source=Source.MANUAL_QUOTE,
            source_ref=str(each.pk),
            name=each.name,
            phone=each.phone,
            email=each.email,
            address=each.address,
            wants=f"A price for a run of {each.run_ft:,} ft"
            + (f": {each.notes}" if each.notes else ""),
            run_ft=each.run_ft,
            may_contact=True,  # they asked us to call with a price
            requested_at=each.created_at,
        )


def _not_covered(since: datetime) -> Iterator[LeadRow]:
    requests = NotifyRequest.objects.filter(created_at__gte=since)
    for each in requests.order_by("-created_at")[:MOST_OF_EACH]:
        yield LeadRow(
            source=Source.NOT_COVERED,
            source_ref=str(each.pk),
            name="",
            phone=each.phone_number,
            email="",
            address=each.address_formatted,
            wants="To be told when we come to their area",
            may_contact=False,  # they agreed to one text, when we open there
            requested_at=each.created_at,
        )


def _saved_quotes(since: datetime) -> Iterator[LeadRow]:
    # The quote holds no contact; the message that they asked for does. They agreed to that alone.
    sent = Message.objects.filter(kind="quote_saved", created_at__gte=since)
    messages = list(sent.order_by("-pk")[:MOST_OF_EACH])
    links = {message.pk: _LINK.search(message.text) for message in messages}
    hashes = {pk: hash_of(link[1]) for pk, link in links.items() if link}
    quotes = SavedQuote.objects.in_bulk(list(hashes.values()), field_name="token_hash")
    for message in messages:
        quote = quotes.get(hashes.get(message.pk, ""))
        if quote is None:
            continue
        is_mail = message.channel == Message.Channel.EMAIL
        yield LeadRow(
            source=Source.SAVED_QUOTE,
            source_ref=str(message.pk),
            name="",
            phone="" if is_mail else message.recipient,
            email=message.recipient if is_mail else "",
            address=f"{quote.city}, {PLACE.state_code} {quote.zip_code}",
            wants="Their saved quote",
            price_cents=quote.lines.get("total_cents"),
            may_contact=False,
            requested_at=message.created_at,
        )


def _wizards(since: datetime) -> Iterator[LeadRow]:
    left = WizardSession.objects.filter(
        status=WizardSession.Status.ABANDONED, updated_at__gte=since, order_id=""
    ).exclude(email="", mobile_number="")
    wizards = list(left.order_by("-updated_at")[:MOST_OF_EACH])
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
            wants="An order, left before the reservation",
            price_cents=each.total_cents,
            may_contact=each.email.strip().lower() in agreed,
            requested_at=each.updated_at,
        )


def _custom_quotes(since: datetime) -> Iterator[LeadRow]:
    waiting = CustomQuote.objects.filter(status__in=CustomQuote.WAITS, updated_at__gte=since)
    for each in waiting.order_by("-updated_at")[:MOST_OF_EACH]:
        yield LeadRow(
            source=Source.CUSTOM_QUOTE,
            source_ref=str(each.public_id),
            name=each.name,
            phone=each.phone,
            email=each.email,
            address=each.address,
            wants="Our quote, not answered yet"
            if each.status == CustomQuote.Status.SENT
            else "Our quote, opened and not answered yet",
            run_ft=each.run_ft,
            price_cents=each.total_cents,
            may_contact=True,
            requested_at=each.updated_at,
        )
