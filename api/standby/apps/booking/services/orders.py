"""An order is placed by a wizard, changed until it is paid, and counted against the limits."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q, QuerySet

from standby.apps.booking.models import Appointment, CrewSeat, Customer, Order, OrderLocation
from standby.apps.booking.services.order_log import VISITOR, log_change
from standby.apps.quoting.models import Quote, WizardSession
from standby.domain.errors import Conflict
from standby.domain.lifecycle import ORDER, may_become
from standby.domain.policy import (
    MOST_HOLDS_PER_CLIENT,
    MOST_HOLDS_PER_CONTACT,
    MOST_HOLDS_PER_NETWORK_AND_HOUR,
)

_NO_ORDER: Final = 0  # no row has it


class TooManyHolds(Conflict):
    """Too many dates are being held for you already. Please pay for one, or call us."""

    code = "too_many_holds"


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """How to reach the customer, and by what they agreed to be told."""

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
        """The last ten digits: with or without the country's 1 it is one phone."""
        return "".join(sign for sign in self.phone if sign.isdecimal())[-10:]


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the generator will stand."""

    formatted_address: str
    city: str
    state: str
    zip_code: str


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a request came from, as keys that name nobody. Empty: not counted."""

    client: str = ""
    network: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What is sold and for how much, as the order copies it."""

    quote: Quote
    own_model_number: str
    own_generator_kw: int | None
    review_reason: str
    fee_cents: int
    fee_refundable: bool


def place_order(
    wizard: WizardSession,
    *,
    terms: Terms,
    contact: Contact,
    place: Place,
    origin: Origin,
    now: datetime,
) -> Order:
    customer = Customer.objects.create(created_at=now, **_fields_of(contact))
    order = Order.objects.create(
        wizard=wizard,
        customer=customer,
        scheduling_fee_cents=terms.fee_cents,
        scheduling_fee_refundable=terms.fee_refundable,
        placed_from=origin.client,
        placed_from_network=origin.network,
        created_at=now,
        **_sold(terms),
    )
    OrderLocation.objects.create(order=order, **_located(place))
    log_change(order, subject="order", change=("", order.status), actor=VISITOR, now=now)
    return order


def change_order(order: Order, *, terms: Terms, contact: Contact, place: Place) -> None:
    """The same order, for another choice. Its fee stays as it was first shown."""
    sold = _sold(terms)
    Order.objects.filter(pk=order.pk).update(**sold)
    Customer.objects.filter(pk=order.customer_id).update(**_fields_of(contact))
    OrderLocation.objects.filter(order=order).update(**_located(place))
    order.refresh_from_db()


def schedule_order(order: Order, *, actor: str, now: datetime) -> None:
    """Its appointment is certain. Safe to repeat."""
    before = order.status
    unmoved = Order.objects.filter(pk=order.pk, status__in=may_become(ORDER, "scheduled"))
    if unmoved.update(status=Order.Status.SCHEDULED):
        order.status = Order.Status.SCHEDULED
        log_change(order, subject="order", change=(before, order.status), actor=actor, now=now)


def accept_agreements(order: Order, *, versions: dict[str, str], now: datetime) -> None:
    """The first acceptance counts."""
    Order.objects.filter(pk=order.pk, agreements_accepted_at=None).update(
        agreements_accepted_at=now, agreement_versions=versions
    )


def ensure_few_holds(
    contact: Contact, *, origin: Origin, except_order: Order | None, now: datetime
) -> None:
    """Nobody blocks the calendar by holding dates (reliability.md A6). Raises TooManyHolds."""
    own = except_order.pk if except_order else _NO_ORDER
    holds = CrewSeat.objects.filter(hold_expires_at__gte=now).exclude(appointment__order_id=own)
    if _too_many_of(contact, holds) or _too_many_from(origin, holds, own=own, now=now):
        raise TooManyHolds


def _too_many_of(contact: Contact, holds: QuerySet[CrewSeat]) -> bool:
    of_contact = Q(appointment__order__customer__email_key=contact.email_key) | Q(
        appointment__order__customer__phone_key=contact.phone_key
    )
    return holds.filter(of_contact).count() >= MOST_HOLDS_PER_CONTACT


def _too_many_from(origin: Origin, holds: QuerySet[CrewSeat], *, own: int, now: datetime) -> bool:
    from_client = holds.filter(appointment__order__placed_from=origin.client)
    if from_client.count() >= MOST_HOLDS_PER_CLIENT:
        return True
    lately = Appointment.objects.filter(
        order__placed_from_network=origin.network, held_at__gt=now - timedelta(hours=1)
    ).exclude(order_id=own)
    return lately.count() >= MOST_HOLDS_PER_NETWORK_AND_HOUR


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


def _sold(terms: Terms) -> dict[str, Any]:
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


def _located(place: Place) -> dict[str, Any]:
    return {
        "formatted_address": place.formatted_address,
        "city": place.city,
        "state": place.state,
        "zip_code": place.zip_code,
    }
