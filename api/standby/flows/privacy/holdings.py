"""All that we hold about one customer: where it stands, and what becomes of it when it is erased.

This is the map of reliability.md M2. A table with personal columns that stands here with none of
them wiped, or nowhere, fails a test.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal
from uuid import UUID

from django.db.models import Case, Model, Q, QuerySet, TextField, Value, When
from django.db.models.functions import Cast

from standby.apps.booking.models import (
    Appointment,
    ChangeOrder,
    Customer,
    IdempotentAnswer,
    Order,
    OrderLink,
    OrderLocation,
    OrderLogEntry,
    OrderNote,
    OrderSearchText,
)
from standby.apps.catalog.models import CouponUse
from standby.apps.coverage.models import AddressSearch, NotifyRequest
from standby.apps.notifications.models import Consent, InboundText, Message, Suppression
from standby.apps.payments.models import (
    Cancellation,
    CardEvent,
    CheckoutSession,
    Dispute,
    LedgerEntry,
    Milestone,
    Payment,
    Refund,
)
from standby.apps.photos.models import Photo, PhotoReview
from standby.apps.proposals.models import OrderFile, Proposal
from standby.apps.quoting.models import (
    ManualQuoteRequest,
    PriceReceipt,
    Quote,
    WizardInteractionEvent,
    WizardSession,
)
from standby.domain.contacts import phone_key
from standby.domain.errors import Missing

GONE: Final = "erased"  # where a column may not be empty


class CustomerNotFound(Missing):
    """There is no such customer."""

    code = "customer_not_found"


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """One customer: every spelling of theirs, and what hangs on it."""

    customers: Collection[int]
    orders: Collection[int]
    order_refs: Collection[UUID]
    wizards: Collection[int]
    session_ids: Collection[str]
    emails: Collection[str]
    phones: Collection[str]
    addresses: Collection[str]

    def is_in(self, text: str) -> bool:
        """Whether their address, or on a line their number, stands in it."""
        low = text.lower()
        return any(email in low for email in self.emails) or any(
            phone_key(line) in self.phones for line in text.splitlines()
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """The rows of one table about a person; `wiped` says what their personal columns become, None
    that they go altogether. `secret` columns are not told even to whom they are about."""

    table: type[Model]
    of: Callable[[Person], QuerySet[Any]]
    wiped: Mapping[str, Any] | None = field(default_factory=dict)
    secret: Collection[str] = ()

    @property
    def name(self) -> str:
        return self.table._meta.db_table

    @property
    def becomes(self) -> Literal["kept", "wiped", "deleted"]:
        """What erasing makes of its rows."""
        if self.wiped is None:
            return "deleted"
        return "wiped" if self.wiped else "kept"


def person_of(public_id: UUID) -> Person:
    """The customer and all spellings of theirs: one e-mail address, or one phone and one name.

    Raises CustomerNotFound, also for one who was erased.
    """
    customer = Customer.objects.filter(public_id=public_id, erased_at=None).first()
    if customer is None:
        raise CustomerNotFound
    same = Q(email_key=customer.email_key) | Q(
        phone_key=customer.phone_key, name__iexact=customer.name
    )
    customers = list(Customer.objects.filter(same, erased_at=None))
    orders = list(
        Order.objects.filter(customer__in=customers).select_related("order_location", "wizard")
    )
    emails = {each.email_key for each in customers}
    phones = {each.phone_key for each in customers if each.phone_key}
    wizards = [
        *WizardSession.objects.filter(pk__in=[order.wizard_id for order in orders]),
        *_wizards_by(emails=emails, phones=phones),
    ]
    return Person(
        customers=[each.pk for each in customers],
        orders=[order.pk for order in orders],
        order_refs=[order.public_id for order in orders],
        wizards=[wizard.pk for wizard in wizards],
        session_ids=[wizard.session_id for wizard in wizards],
        emails=emails,
        phones=phones,
        addresses=[order.order_location.formatted_address for order in orders],
    )


def _wizards_by(*, emails: Collection[str], phones: Collection[str]) -> list[WizardSession]:
    """Those that led to no order too."""
    by_email = Q()
    for email in emails:
        by_email |= Q(email__iexact=email)
    by_phone = Q(pk=None)
    for phone in phones:
        by_phone |= Q(mobile_number__endswith=phone[-2:])
    return [
        wizard
        for wizard in WizardSession.objects.filter(by_email | by_phone)
        if wizard.email.lower() in emails or phone_key(wizard.mobile_number) in phones
    ]


def _numbered(rows: QuerySet[Any], column: str, person: Person) -> QuerySet[Any]:
    """Rows whose number, however it is written, is theirs."""
    ends = Q(pk=None)
    for phone in person.phones:
        ends |= Q(**{f"{column}__endswith": phone[-2:]})
    theirs = [
        row.pk for row in rows.filter(ends) if phone_key(getattr(row, column)) in person.phones
    ]
    return rows.filter(pk__in=theirs)


def _messages(person: Person) -> QuerySet[Message]:
    """Of their orders, to them, and what staff were sent with their words in it. Mail about an
    account of staff is no customer's, also where both have one address."""
    told = Q(order_ref__in=person.order_refs)
    for email in person.emails:
        told |= Q(recipient__iexact=email) | Q(text__icontains=email)
    for phone in person.phones:
        told |= Q(channel=Message.Channel.SMS, recipient__endswith=phone[-2:])
        told |= Q(kind__in=("manual_quote", "text_received"))
    of_theirs = set(person.order_refs)
    return Message.objects.filter(
        pk__in=[
            message.pk
            for message in Message.objects.filter(told, link_ref=None)
            if message.order_ref in of_theirs
            or person.is_in(message.recipient)
            or person.is_in(message.text)
        ]
    )


def _card_events(person: Person) -> QuerySet[CardEvent]:
    """What the card provider told of their pages, charges and orders, by what stands in it."""
    told = Q(pk=None)
    sessions = CheckoutSession.objects.filter(payment__order__in=person.orders)
    names = [
        *person.emails,
        *(str(ref) for ref in person.order_refs),
        *(name for name in sessions.values_list("stripe_session_id", flat=True) if name),
    ]
    for name in names:
        told |= Q(as_text__icontains=name)
    worked_out = CardEvent.objects.exclude(processed_at=None)  # one that waits is still needed
    return worked_out.annotate(as_text=Cast("payload", TextField())).filter(told)


def _answers(person: Person) -> QuerySet[IdempotentAnswer]:
    told = Q(pk=None)
    notes = OrderNote.objects.filter(order__in=person.orders).values_list("public_id", flat=True)
    for ref in (*person.order_refs, *notes):
        told |= Q(body__contains=str(ref))
    return IdempotentAnswer.objects.filter(told)


def _manual_quotes(person: Person) -> QuerySet[ManualQuoteRequest]:
    by_phone = _numbered(ManualQuoteRequest.objects.all(), "phone", person)
    by_email = Q(pk__in=by_phone.values("pk"))
    for email in person.emails:
        by_email |= Q(email__iexact=email)
    return ManualQuoteRequest.objects.filter(by_email)


def _quotes(person: Person) -> QuerySet[Quote]:
    return Quote.objects.filter(wizard__in=person.wizards)


def _consents(table: Any) -> Callable[[Person], QuerySet[Any]]:
    return lambda person: table.objects.filter(
        recipient__in=[*person.emails, *(phone for phone in person.phones if phone)]
    )


def _of_orders(table: Any, path: str = "order__in") -> Callable[[Person], QuerySet[Any]]:
    return lambda person: table.objects.filter(**{path: person.orders})


# Who signed is gone; that somebody did is not.
_SIGNATURE_GONE: Final = Case(When(accepted_name="", then=Value("")), default=Value(GONE))

HOLDINGS: Final = (
    Holding(
        table=Customer,
        of=lambda person: Customer.objects.filter(pk__in=person.customers),
        wiped={
            "name": GONE,
            "email": "",
            "phone": "",
            "email_key": "",
            "phone_key": "",
            "email_updates": False,
            "sms_updates": False,
        },
    ),
    Holding(
        table=Order,
        of=_of_orders(Order, "pk__in"),
        wiped={"placed_from": "", "placed_from_network": ""},
    ),
    Holding(table=OrderLocation, of=_of_orders(OrderLocation), wiped={"formatted_address": GONE}),
    Holding(table=OrderSearchText, of=_of_orders(OrderSearchText), wiped={"words": ""}),
    Holding(table=Appointment, of=_of_orders(Appointment)),
    Holding(table=OrderLink, of=_of_orders(OrderLink), secret=("public_id",)),
    Holding(table=ChangeOrder, of=_of_orders(ChangeOrder), wiped={"reason": ""}),
    Holding(
        table=OrderLogEntry,
        of=_of_orders(OrderLogEntry),
        wiped={"note": "", "note_salt": ""},
        secret=("note_salt", "note_seal", "prev_hash", "hash"),
    ),
    Holding(table=OrderNote, of=_of_orders(OrderNote), wiped={"text": ""}),
    Holding(
        table=CouponUse,
        of=lambda person: CouponUse.objects.filter(order_ref__in=person.order_refs),
    ),
    Holding(table=Milestone, of=_of_orders(Milestone)),
    Holding(table=Payment, of=_of_orders(Payment)),
    Holding(
        table=CheckoutSession,
        of=_of_orders(CheckoutSession, "payment__order__in"),
        secret=("url", "stripe_session_id"),
    ),
    Holding(table=Refund, of=_of_orders(Refund, "payment__order__in"), wiped={"reason": ""}),
    Holding(table=Dispute, of=_of_orders(Dispute, "payment__order__in")),
    Holding(table=LedgerEntry, of=_of_orders(LedgerEntry), wiped={"note": ""}),
    Holding(table=Cancellation, of=_of_orders(Cancellation), wiped={"reason": ""}),
    Holding(table=CardEvent, of=_card_events, wiped={"payload": {}}),
    Holding(
        table=PhotoReview, of=_of_orders(PhotoReview), wiped={"notes": "", "retake_reason": ""}
    ),
    Holding(table=Photo, of=_of_orders(Photo, "review__order__in")),
    Holding(table=OrderFile, of=_of_orders(OrderFile), wiped={"title": GONE}),
    Holding(
        table=Proposal,
        of=_of_orders(Proposal),
        wiped={"accepted_name": _SIGNATURE_GONE, "accepted_from": ""},
    ),
    Holding(table=Quote, of=_quotes),
    Holding(
        table=PriceReceipt,
        of=lambda person: PriceReceipt.objects.filter(order_ref__in=person.order_refs),
    ),
    Holding(
        table=WizardSession,
        of=lambda person: WizardSession.objects.filter(pk__in=person.wizards),
        wiped={"full_name": "", "mobile_number": "", "email": "", "secret_hash": GONE},
        secret=("secret_hash",),
    ),
    Holding(
        table=WizardInteractionEvent,
        of=lambda person: WizardInteractionEvent.objects.filter(session__in=person.wizards),
        wiped={"event_data": {}},
    ),
    Holding(
        table=Message,
        of=_messages,
        wiped={
            "recipient": GONE,
            "subject": "",
            "text": "",
            "html": "",
            "calendar": "",
            "last_error": "",
        },
    ),
    Holding(
        table=InboundText,
        of=lambda person: _numbered(InboundText.objects.all(), "sender", person),
        wiped={"sender": GONE, "text": ""},
    ),
    Holding(table=Suppression, of=_consents(Suppression), wiped={"recipient": "as a keyed hash"}),
    Holding(table=Consent, of=_consents(Consent), wiped={"recipient": "as a keyed hash"}),
    Holding(
        table=NotifyRequest,
        of=lambda person: _numbered(NotifyRequest.objects.all(), "phone_number", person),
        wiped=None,
    ),
    Holding(
        table=AddressSearch,
        of=lambda person: AddressSearch.objects.filter(
            Q(session_id__in=person.session_ids) | Q(address__in=person.addresses)
        ),
        wiped={"address": "", "geocoding_response": None},
    ),
    Holding(table=ManualQuoteRequest, of=_manual_quotes, wiped=None),
    Holding(table=IdempotentAnswer, of=_answers, wiped=None, secret=("key", "fingerprint")),
)
