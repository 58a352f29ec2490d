"""Creating orders, changing them until they are paid, and limiting holds."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import connection

from standby.core.errors import Conflict, _
from standby.core.lifecycle import ORDER, statuses_before
from standby.orders.models import Customer, Order, OrderLocation
from standby.orders.rules.policy import (
    MOST_HOLDS_PER_CLIENT,
    MOST_HOLDS_PER_CONTACT,
    MOST_HOLDS_PER_NETWORK_AND_HOUR,
)
from standby.orders.services.order_log import log_change
from standby.orders.services.search_texts import update_search_text
from standby.pricing.models.quoting import Quote

_NO_ORDER: Final = 0  # no row has this id
# Dates held now by this contact, held now by this client, and reserved in the last hour from its
# network.
_HOLDS: Final = """
SELECT
    (SELECT COUNT(*) FROM crew_seats
     JOIN appointments ON appointments.id = crew_seats.appointment_id
     JOIN orders ON orders.id = appointments.order_id AND orders.id <> %(own)s
     JOIN customers ON customers.id = orders.customer_id
     WHERE crew_seats.hold_expires_at >= %(now)s
     AND (customers.email_key = %(email)s OR customers.phone_key = %(phone)s)),
    (SELECT COUNT(*) FROM crew_seats
     JOIN appointments ON appointments.id = crew_seats.appointment_id
     JOIN orders ON orders.id = appointments.order_id AND orders.id <> %(own)s
     WHERE crew_seats.hold_expires_at >= %(now)s AND orders.placed_from = %(client)s),
    (SELECT COUNT(*) FROM orders
     JOIN appointments ON appointments.order_id = orders.id
     WHERE orders.placed_from_network = %(network)s AND orders.id <> %(own)s
     AND appointments.held_at > %(hour_ago)s)
"""


class TooManyHolds(Conflict):
    code = "too_many_holds"
    message = _("Too many dates are being held for you already. Please pay for one, or call us.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """Contact data of the customer, and which updates they agreed to."""

    name: str
    email: str
    phone: str
    email_updates: bool = True
    sms_updates: bool = True

    @property
    def email_key(self) -> str:
        return self.email.lower()

    @property
    def phone_key(self) -> str:
        # The last ten digits: with or without the country code 1 it is one phone.
        return "".join(sign for sign in self.phone if sign.isdecimal())[-10:]


@dataclass(frozen=True, slots=True, kw_only=True)
class InstallationAddress:
    formatted_address: str
    city: str
    state: str
    zip_code: str


@dataclass(frozen=True, slots=True)
class ClientOrigin:
    """Pseudonymous keys of the request's client and network; an empty one is not counted."""

    client: str = ""
    network: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderTerms:
    """The selection and its price in cents, as copied to the order."""

    quote: Quote
    own_model_number: str
    own_generator_kw: int | None
    review_reason: str
    fee_cents: int
    fee_refundable: bool


def create_order(
    terms: OrderTerms,
    *,
    public_id: UUID,
    contact: Contact,
    place: InstallationAddress,
    origin: ClientOrigin,
    now: datetime,
) -> Order:
    # The caller logs it, together with whatever else it creates.
    customer = Customer.objects.create(created_at=now, **_fields_of(contact))
    order = Order.objects.create(
        public_id=public_id,
        wizard=terms.quote.wizard,
        customer=customer,
        scheduling_fee_cents=terms.fee_cents,
        scheduling_fee_refundable=terms.fee_refundable,
        placed_from=origin.client,
        placed_from_network=origin.network,
        created_at=now,
        **_order_columns(terms),
    )
    OrderLocation.objects.create(order=order, **_location_columns(place))
    update_search_text(order)
    return order


def change_order(
    order: Order, *, terms: OrderTerms, contact: Contact, place: InstallationAddress
) -> None:
    # The scheduling fee stays as it was first shown.
    Order.objects.filter(pk=order.pk).update(**_order_columns(terms))
    Customer.objects.filter(pk=order.customer_id).update(**_fields_of(contact))
    OrderLocation.objects.filter(order=order).update(**_location_columns(place))
    order.refresh_from_db()
    update_search_text(order)


def schedule_order(order: Order, *, actor: str, now: datetime) -> None:
    before = order.status
    unmoved = Order.objects.filter(pk=order.pk, status__in=statuses_before(ORDER, "scheduled"))
    if unmoved.update(status=Order.Status.SCHEDULED):
        order.status = Order.Status.SCHEDULED
        log_change(order, subject="order", change=(before, order.status), actor=actor, now=now)


def record_agreements(order: Order, *, versions: dict[str, str], now: datetime) -> None:
    # Only the first acceptance counts.
    Order.objects.filter(pk=order.pk, agreements_accepted_at=None).update(
        agreements_accepted_at=now, agreement_versions=versions
    )


def ensure_hold_limit(
    contact: Contact, *, origin: ClientOrigin, except_order: Order | None, now: datetime
) -> None:
    """Raise TooManyHolds if this contact, client or network already holds too many dates."""
    in_sql = connection.ops.adapt_datetimefield_value
    values = {
        "own": except_order.pk if except_order else _NO_ORDER,
        "now": in_sql(now),
        "hour_ago": in_sql(now - timedelta(hours=1)),
        "email": contact.email_key,
        "phone": contact.phone_key,
        "client": origin.client,
        "network": origin.network,
    }
    with connection.cursor() as cursor:
        cursor.execute(_HOLDS, values)
        of_contact, from_client, from_network = cursor.fetchone()
    if (
        of_contact >= MOST_HOLDS_PER_CONTACT
        or from_client >= MOST_HOLDS_PER_CLIENT
        or from_network >= MOST_HOLDS_PER_NETWORK_AND_HOUR
    ):
        raise TooManyHolds


def _fields_of(contact: Contact) -> dict[str, Any]:
    return {
        "name": contact.name,
        "email": contact.email,
        "phone": contact.phone,
        "email_key": contact.email_key,
        "phone_key": contact.phone_key,
        "email_updates": contact.email_updates,
        "sms_updates": contact.sms_updates,
    }


def _order_columns(terms: OrderTerms) -> dict[str, Any]:
    quote = terms.quote
    return {
        "quote": quote,
        "package": quote.package,
        "generator": quote.generator,
        "own_model_number": terms.own_model_number,
        "own_generator_kw": terms.own_generator_kw,
        "review_reason": terms.review_reason,
        "total_cents": quote.total_cents,
    }


def _location_columns(place: InstallationAddress) -> dict[str, Any]:
    return {
        "formatted_address": place.formatted_address,
        "city": place.city,
        "state": place.state,
        "zip_code": place.zip_code,
    }
