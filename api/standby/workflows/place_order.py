"""An order that staff place for a caller."""

import secrets
from datetime import datetime
from typing import cast
from uuid import uuid4

from standby.core.errors import Conflict, _
from standby.core.words import dollars
from standby.orders.models import Appointment
from standby.orders.services.customers import record_callers_consent
from standby.orders.services.orders import ReservationRequest, write_note
from standby.sales.services.leads import mark_won
from standby.workflows.reserve_appointment import reserve_appointment


class PriceChanged(Conflict):
    code = "price_changed"
    message = _("The price is now %(total)s. Please tell the caller.")


def place_order(
    request: ReservationRequest,
    *,
    zip_code: str,
    zip_city: str,
    quoted_total_cents: int,
    note: str,
    lead: tuple[str, str] = ("", ""),
    now: datetime,
) -> tuple[Appointment, datetime]:
    """Reserve for a caller and send them the link to pay; return the appointment and until when.

    It is the reservation of the site, with its seats, prices and coupons: `request` names who of
    the staff took the call. `quoted_total_cents` is what the caller was told; `lead` is the source
    and the id of the lead that is won with the order, or empty. Call it in the transaction that
    claims the request's idempotency key. Raises PriceChanged and what `reserve_appointment` raises.
    """
    appointment, until = reserve_appointment(request, zip_code=zip_code, zip_city=zip_city, now=now)
    order = appointment.order
    if order.total_cents != quoted_total_cents:
        raise PriceChanged(field="quoted_total_cents", total=dollars(order.total_cents))
    if request.contact.sms_updates:
        record_callers_consent(order, taken_by=request.taken_by, now=now)
    if note:
        write_note(order, text=note, author=request.taken_by, now=now)
    mark_won(*lead, now=now)
    # A new order's date is held, never confirmed.
    return appointment, cast(datetime, until)


def new_callers_session() -> tuple[str, str]:
    """Return the id and the secret's hash of a wizard session that no browser can open."""
    return str(uuid4()), secrets.token_hex(32)
