"""Orders: created, changed until they are paid, moved along their lifecycle, and noted on."""

import logging
import math
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings

from standby.core.contacts import phone_key
from standby.core.errors import Conflict, RateLimited, _
from standby.core.lifecycle import StatusMoved
from standby.core.market import PLACE
from standby.core.providers import wiring as core_providers
from standby.core.transactions import in_transaction
from standby.orders.models import Appointment, Customer, Order, OrderLocation, OrderNote
from standby.orders.rules.policy import (
    MOST_HOLDS_PER_CLIENT,
    MOST_HOLDS_PER_NETWORK_AND_HOUR,
)
from standby.orders.rules.scheduling import Slot
from standby.orders.selectors import orders as order_selectors
from standby.orders.selectors.slot_room import DayFull, Holder, SlotRoom
from standby.orders.services import appointments
from standby.orders.services.customers import record_first_consent, search_words
from standby.orders.services.notify import notify_customer, notify_staff
from standby.orders.services.order_log import (
    CARDS,
    VISITOR,
    Subject,
    log_change,
    log_creation,
    move_status,
    version_of,
)
from standby.pricing.models.quoting import Quote, WizardSession
from standby.pricing.rules.wizard import WizardAnswers
from standby.pricing.selectors.catalog import CustomPrice, Selection
from standby.pricing.services.receipts import issue_receipt

log = logging.getLogger(__name__)
_NO_ORDER: Final = 0  # no row has this id
_HOUR: Final = timedelta(hours=1)
_OWN_MODEL_UNKNOWN: Final = _("own generator of an unknown model")


class TooManyReservations(RateLimited):
    """From one network in an hour, whoever made them and whatever became of them."""

    code = "too_many_reservations"
    message = _(
        "Too many reservations came from your network in the last hour. Please try again later, or "
        "call us."
    )


class TooManyHolds(Conflict):
    code = "too_many_holds"
    message = _(
        "Too many dates are held from this internet connection. Please pay for one, or call us."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """Contact data of the customer, which updates they agreed to, and the language of these."""

    name: str
    email: str
    phone: str
    email_updates: bool = True
    sms_updates: bool = True
    language: str = settings.LANGUAGE_CODE

    @property
    def email_key(self) -> str:
        return self.email.lower()

    @property
    def phone_key(self) -> str:
        return phone_key(self.phone)


@dataclass(frozen=True, slots=True)
class ClientOrigin:
    """Pseudonymous keys of the request's client and network; an empty one is not counted."""

    client: str = ""
    network: str = ""

    def holder(self, *, own: Order | None) -> Holder:
        return Holder(
            client=self.client, network=self.network, own_order=own.pk if own else _NO_ORDER
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReservationRequest(Selection):
    session_id: str | None
    secret_hash: str
    coupon_code: str
    slot: Slot
    contact: Contact
    origin: ClientOrigin | None  # None: the hold limits do not apply
    taken_by: str = VISITOR  # in the order log; a member of staff for a caller's order
    held_until: datetime | None = None  # None: as long as the market's rules say
    custom: CustomPrice | None = None  # None: the flat price
    own_kw: int | None = None  # the size of their own generator, as they chose it
    answers: WizardAnswers = field(default_factory=WizardAnswers)

    @property
    def is_by_phone(self) -> bool:
        return self.taken_by != VISITOR


def lock_live_order(wizard: WizardSession) -> Order | None:
    """Return the wizard's live order, its row locked. Lock it before the order's other rows."""
    orders = Order.objects.select_for_update().filter(wizard=wizard)
    return orders.exclude(status=Order.Status.CANCELLED).first()


@in_transaction
def create_order(
    request: ReservationRequest,
    *,
    public_id: UUID,
    quote: Quote,
    catalog_kw: int | None,
    fee_cents: int,
    is_fee_refundable: bool,
    now: datetime,
) -> Order:
    """Create an order, its customer and its location.

    `catalog_kw` is the size of the requested model, where the catalog has it. The order is logged
    with its fee and appointment: call `log_reservation` once they exist.
    """
    origin = request.origin or ClientOrigin()
    customer = Customer.objects.create(created_at=now, **_customer_columns(request.contact))
    order = Order.objects.create(
        public_id=public_id,
        wizard=quote.wizard,
        customer=customer,
        scheduling_fee_cents=fee_cents,
        scheduling_fee_refundable=is_fee_refundable,
        placed_from=origin.client,
        placed_from_network=origin.network,
        visit_day=request.slot.day,
        created_at=now,
        **_order_columns(request, quote=quote, catalog_kw=catalog_kw),
    )
    OrderLocation.objects.create(
        order=order, state=PLACE.state_code, **_location_columns(customer, request, quote=quote)
    )
    return order


def log_reservation(
    appointment: Appointment, *, fee_status: str | None, actor: str, now: datetime
) -> None:
    order = appointment.order
    initial_statuses: dict[Subject, str] = {"order": order.status}
    if fee_status is not None:
        initial_statuses["payment"] = fee_status
    initial_statuses["appointment"] = appointment.status
    log_creation(order, begun=initial_statuses, actor=actor, now=now)


def change_order(
    order: Order, request: ReservationRequest, *, quote: Quote, catalog_kw: int | None
) -> None:
    """Change what an unpaid order is for; the scheduling fee stays as it was first shown."""
    columns = _order_columns(request, quote=quote, catalog_kw=catalog_kw)
    Order.objects.filter(pk=order.pk).update(**columns)
    customer = Customer.objects.filter(pk=order.customer_id)
    customer.update(**_customer_columns(request.contact))
    order.refresh_from_db()
    OrderLocation.objects.filter(order=order).update(
        **_location_columns(order.customer, request, quote=quote)
    )


@in_transaction
def schedule_order(appointment: Appointment, *, actor: str, now: datetime, **values: Any) -> None:
    """Schedule the order of a confirmed appointment; later confirmations leave its status.

    Issues the price receipt, records the consent to texts and queues the confirmation message,
    which has these `values`. Call it with the order's row locked. Idempotent.
    """
    order = appointment.order
    move_status(order, Order.Status.SCHEDULED, actor=actor, now=now)
    issue_receipt(
        order.quote,
        order_ref=order.public_id,
        reason="Your reservation",
        signer=core_providers.signer(),
        now=now,
    )
    record_first_consent(order)
    notify_customer(
        order,
        kind="date_confirmed",
        dedupe_part=str(version_of(order)),
        now=now,
        appointment=appointment,
        **values,
    )


@in_transaction
def confirm_paid_appointment(order: Order, *, now: datetime, **values: Any) -> bool:
    """Confirm the appointment whose fee was paid and schedule the order.

    Returns False when its date is gone; then the customer is asked for another one, and staff are
    notified. Call it with the order's row locked.
    """
    appointment = order_selectors.newest_appointment_of(order)
    try:
        appointments.confirm_appointment(appointment, actor=CARDS, now=now)
    except DayFull:
        appointments.ask_for_new_date(appointment, actor=CARDS, now=now)
        notify_customer(
            order,
            kind="date_lost",
            dedupe_part=str(version_of(order)),
            now=now,
            appointment=appointment,
        )
        notify_staff(order, topic="paid, but its date is gone", now=now)
        return False
    except StatusMoved:
        notify_staff(order, topic="paid after it was canceled", now=now)
        return False
    schedule_order(appointment, actor=CARDS, now=now, **values)
    return True


def record_agreements(order: Order, *, versions: dict[str, str], now: datetime) -> None:
    # Only the first acceptance counts.
    Order.objects.filter(pk=order.pk, agreements_accepted_at=None).update(
        agreements_accepted_at=now, agreement_versions=versions
    )


def ensure_hold_limit(
    room: SlotRoom, origin: ClientOrigin, *, except_order: Order | None, now: datetime
) -> None:
    """Raise TooManyHolds if this client holds too many dates, as they were read with the room.

    Raises TooManyReservations, with the wait, if too many were made from its network in an hour.
    """
    from_client, from_network = room.held
    if from_client >= MOST_HOLDS_PER_CLIENT:
        raise TooManyHolds
    if from_network >= MOST_HOLDS_PER_NETWORK_AND_HOUR:
        raise TooManyReservations(
            retry_after_s=_until_room_s(origin.network, except_order=except_order, now=now)
        )


def _until_room_s(network: str, *, except_order: Order | None, now: datetime) -> int:
    # One more may be made when so many are older than an hour that less than the most remain.
    held = Appointment.objects.filter(
        order__placed_from_network=network, held_at__gt=now - _HOUR
    ).exclude(order=except_order)
    newest = held.order_by("-held_at").values_list("held_at", flat=True)
    makes_room = newest[MOST_HOLDS_PER_NETWORK_AND_HOUR - 1]
    return max(1, math.ceil((makes_room + _HOUR - now).total_seconds()))


def _customer_columns(contact: Contact) -> dict[str, Any]:
    keys = {"email_key": contact.email_key, "phone_key": contact.phone_key}
    return {**asdict(contact), **keys}


def _location_columns(
    customer: Customer, request: ReservationRequest, *, quote: Quote
) -> dict[str, str]:
    address, city, zip_code = request.address, quote.city, quote.zip_code
    return {
        "formatted_address": address,
        "city": city,
        "zip_code": zip_code,
        "search_words": search_words(customer, address=address, city=city, zip_code=zip_code),
    }


def _order_columns(
    request: ReservationRequest, *, quote: Quote, catalog_kw: int | None
) -> dict[str, Any]:
    brings_own = request.generator_choice == "provide_own"
    return {
        "quote": quote,
        "package": quote.package,
        "generator": quote.generator,
        "own_model_number": request.model_number if brings_own else "",
        "own_generator_kw": (catalog_kw or request.own_kw) if brings_own else None,
        "review_reason": _OWN_MODEL_UNKNOWN if brings_own and catalog_kw is None else "",
        "answers": asdict(request.answers),
        "total_cents": quote.total_cents,
        "city_key": quote.city.lower(),
        "zip_code": quote.zip_code,
        "is_price_locked": quote.locked_at is not None,
    }


def move_order(
    order: Order,
    *,
    to: Order.Status,
    after: Order.Status | None = None,
    actor: str,
    now: datetime,
    note: str = "",
) -> None:
    """Move an order on, or back; `after` is the only status from which. Raises StatusMoved."""
    if not move_status(
        order, to, after=[after] if after else None, actor=actor, now=now, note=note
    ):
        raise StatusMoved


@in_transaction
def write_note(order: Order, *, text: str, author: str, now: datetime) -> OrderNote:
    """Add a staff note to an order."""
    # The order's row first: a note's foreign key would share-lock it, and two writers could then
    # wait for each other.
    order_selectors.lock_order(order.pk)
    note = OrderNote.objects.create(order=order, author=author, text=text, at=now)
    # The log records that a note was written, not its text.
    log_change(order, subject="note", change=("", "written"), actor=author, now=now)
    return note


def notes_of(order: Order) -> list[OrderNote]:
    return list(OrderNote.objects.filter(order=order).order_by("pk"))


def note_payment_claim(order: Order, *, now: datetime) -> None:
    # Operators count the log line `tamper_paid`; the order's log tells staff which order it was.
    log.warning("tamper_paid: order %s was sent with a payment already made", order.public_id)
    log_change(
        order,
        subject="payment",
        change=("", "claimed"),
        actor=VISITOR,
        now=now,
        note="The browser said it was paid, which counts for nothing",
    )
