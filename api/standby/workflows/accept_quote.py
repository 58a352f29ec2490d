"""A customer accepts a custom quote: it becomes an order at its price, on the day they choose."""

from datetime import datetime

from standby.core.policy import AGREEMENT_VERSIONS
from standby.orders.models import Appointment
from standby.orders.rules.scheduling import Slot
from standby.orders.services.customers import record_callers_consent
from standby.orders.services.orders import Contact, ReservationRequest, record_agreements
from standby.sales.models import CustomQuote
from standby.sales.services import quotes
from standby.sales.services.leads import mark_won
from standby.workflows.place_order import new_callers_session
from standby.workflows.reserve_appointment import reserve_appointment


def accept_custom_quote(
    quote: CustomQuote,
    *,
    version: int,
    typed_name: str,
    slot: Slot,
    zip_code: str,
    zip_city: str,
    now: datetime,
) -> tuple[Appointment, datetime | None]:
    """Reserve the day at the quote's price, and note who accepted what.

    Call it in the transaction that claims the request's idempotency key. Raises QuoteAnswered,
    QuoteChanged, QuoteExpired and what `reserve_appointment` raises.
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
        ),
        origin=None,
        custom=quotes.price_of(quote),
    )
    appointment, until = reserve_appointment(request, zip_code=zip_code, zip_city=zip_city, now=now)
    order = appointment.order
    quotes.accept_quote(
        quote,
        version=version,
        order=order,
        typed_name=typed_name,
        agreement_versions=AGREEMENT_VERSIONS,
        now=now,
    )
    record_agreements(order, versions=AGREEMENT_VERSIONS, now=now)
    if quote.agrees_to_texts:
        record_callers_consent(order, taken_by=quote.made_by, now=now)
    mark_won(quote.lead_source, quote.lead_ref, now=now)
    return appointment, until
