"""A customer accepts a custom quote, on its page or on the phone: it becomes an order.

It has the quote's price and the day that they choose.
"""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings

from standby.core.policy import AGREEMENT_VERSIONS
from standby.core.words import active_language
from standby.orders.models import Appointment
from standby.orders.rules.scheduling import Slot
from standby.orders.services.customers import record_callers_consent
from standby.orders.services.order_log import VISITOR
from standby.orders.services.orders import Contact, ReservationRequest, record_agreements
from standby.sales.models import CustomQuote
from standby.sales.services import quotes
from standby.sales.services.leads import mark_won
from standby.workflows.place_order import new_callers_session
from standby.workflows.reserve_appointment import reserve_appointment


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardBy:
    """Who of the staff took the customer's yes on the phone, and until when the day is held."""

    staff: str
    held_until: datetime


def accept_custom_quote(
    quote: CustomQuote,
    *,
    version: int,
    typed_name: str,
    slot: Slot,
    zip_code: str,
    zip_city: str,
    heard_by: HeardBy | None = None,
    now: datetime,
) -> tuple[Appointment, datetime | None]:
    """Reserve the day at the quote's price, and note who accepted what, and how.

    With `heard_by` the customer gets one link, to read the terms, which they accept with the
    payment. Call it in the transaction that claims the request's idempotency key. Raises
    QuoteAnswered, QuoteChanged, QuoteExpired and what `reserve_appointment` raises.
    """
    quotes.ensure_open(quote, version=version, now=now)
    session_id, secret_hash = new_callers_session()
    selection = quotes.selection_of(quote)
    request = ReservationRequest(
        session_id=session_id,
        secret_hash=secret_hash,
        band=selection.band,
        address=selection.address,
        claimed_zip_code=selection.claimed_zip_code,
        generator_choice=selection.generator_choice,
        model_number=selection.model_number,
        coupon_code="",
        slot=slot,
        contact=Contact(
            name=quote.name,
            email=quote.email,
            phone=quote.phone,
            sms_updates=quote.agrees_to_texts,
            # Who accepts by phone has read nothing of ours yet.
            language=settings.LANGUAGE_CODE if heard_by else active_language(),
        ),
        origin=None,
        custom=quotes.price_of(quote),
        taken_by=heard_by.staff if heard_by else VISITOR,
        held_until=heard_by.held_until if heard_by else None,
    )
    appointment, until = reserve_appointment(request, zip_code=zip_code, zip_city=zip_city, now=now)
    order = appointment.order
    agreed = {} if heard_by else AGREEMENT_VERSIONS
    quotes.accept_quote(
        quote,
        version=version,
        order=order,
        typed_name=typed_name,
        agreement_versions=agreed,
        taken_by=heard_by.staff if heard_by else "",
        now=now,
    )
    if agreed:
        record_agreements(order, versions=agreed, now=now)
    if quote.agrees_to_texts:
        taken_by = heard_by.staff if heard_by else quote.made_by
        record_callers_consent(order, taken_by=taken_by, now=now)
    mark_won(quote.lead_source, quote.lead_ref, now=now)
    return appointment, until
