"""The personal-data map: which tables hold data about a customer and what erasing leaves.

A test fails when a table with personal columns is missing here, or listed with none of them wiped.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from django.db.models import Case, Model, Q, QuerySet, TextField, Value, When
from django.db.models.functions import Cast

from standby.core.contacts import phone_key, senders_with
from standby.core.models import IdempotencyRecord
from standby.core.search import digits_pattern
from standby.coverage.models import AddressSearch, NotifyRequest
from standby.crew_phone.models import JobEntry, JobReport
from standby.diagnostics.models import Diagnostic
from standby.documents.models import BillingDocument, OrderFile, Proposal
from standby.inbox.models import Item, ReceivedFile
from standby.messaging.models import Consent, InboundMessage, Message, Suppression, TextedNumber
from standby.orders.models import (
    AccessLink,
    Appointment,
    ChangeOrder,
    Customer,
    Order,
    OrderLocation,
    OrderLogEntry,
    OrderNote,
    UndoableAction,
)
from standby.payments.models import (
    Cancellation,
    CheckoutSession,
    Dispute,
    LedgerEntry,
    Milestone,
    Payment,
    PaymentEvent,
    Refund,
)
from standby.photos.models import Photo, PhotoReview
from standby.pricing.models.catalog import CouponUse
from standby.pricing.models.quoting import (
    ManualQuoteRequest,
    PriceReceipt,
    Quote,
    SavedQuote,
    WizardInteractionEvent,
    WizardSession,
)
from standby.readiness.models import InstallationStep
from standby.reviews.models import CustomerReview
from standby.sales.models import CustomQuote, Lead
from standby.tasks.models import StaffTask
from standby.workflows.data_subjects import DataSubject

GONE: Final = "erased"  # for columns that may not be empty


@dataclass(frozen=True, slots=True)
class PersonalDataTable:
    """A table's rows about a customer: those whose `path` is in an attribute of the subject.

    Or those that `find` returns, where there is no such path.
    """

    table: type[Model]
    # Values that erasing writes into the personal columns; None deletes the rows.
    erased_values: Mapping[str, Any] | None = field(default_factory=dict)
    path: str = "order__in"
    of: str = "orders"
    find: Callable[[DataSubject], QuerySet[Any]] | None = None
    secret: Collection[str] = ()  # columns left out of the customer's own data export

    def select(self, subject: DataSubject) -> QuerySet[Any]:
        if self.find is not None:
            return self.find(subject)
        return self.table._default_manager.filter(**{self.path: getattr(subject, self.of)})

    @property
    def name(self) -> str:
        return self.table._meta.db_table

    @property
    def becomes(self) -> Literal["kept", "wiped", "deleted"]:
        if self.erased_values is None:
            return "deleted"
        return "wiped" if self.erased_values else "kept"


def rows_of(table: type[Model], subject: DataSubject) -> QuerySet[Any]:
    """Return the rows of one table of the map that are about a customer."""
    [holding] = [each for each in PERSONAL_DATA_MAP if each.table is table]
    return holding.select(subject)


def _by_phone(table: Any, column: str) -> Callable[[DataSubject], QuerySet[Any]]:
    # Phone numbers are stored in many formats: the query narrows by the digits, and the comparison
    # of normalized numbers decides.
    def find(subject: DataSubject) -> QuerySet[Any]:
        condition = Q(pk=None)
        for phone in subject.phones:
            condition |= Q(**{f"{column}__regex": digits_pattern(phone)})
        rows = table.objects.filter(condition)
        keys = [row.pk for row in rows if phone_key(getattr(row, column)) in subject.phones]
        same: QuerySet[Any] = rows.filter(pk__in=keys)
        return same

    return find


def _messages(subject: DataSubject) -> QuerySet[Message]:
    # Messages of their orders, to them, and to staff that quote them. Mail about a staff account is
    # not a customer's, even at the same address.
    condition = Q(order_ref__in=subject.order_refs)
    for email in subject.emails:
        condition |= Q(recipient__iexact=email) | Q(text__icontains=email)
    for phone in subject.phones:
        condition |= Q(channel=Message.Channel.SMS, recipient__regex=digits_pattern(phone))
        condition |= Q(kind__in=("manual_quote", "text_received"))
    order_refs = set(subject.order_refs)
    return Message.objects.filter(
        pk__in=[
            message.pk
            for message in Message.objects.filter(condition, link_ref=None)
            if message.order_ref in order_refs
            or subject.is_in(message.recipient)
            or subject.is_in(message.text)
        ]
    )


def _card_events(subject: DataSubject) -> QuerySet[PaymentEvent]:
    # Events have no foreign key to an order, so the payload is searched for the customer's names
    # and ids.
    condition = Q(pk=None)
    sessions = CheckoutSession.objects.filter(payment__order__in=subject.orders)
    names = [
        *subject.emails,
        *(str(ref) for ref in subject.order_refs),
        *(name for name in sessions.values_list("stripe_session_id", flat=True) if name),
    ]
    for name in names:
        condition |= Q(as_text__icontains=name)
    processed = PaymentEvent.objects.exclude(processed_at=None)  # unprocessed ones are still needed
    return processed.annotate(as_text=Cast("payload", TextField())).filter(condition)


def _idempotent_answers(subject: DataSubject) -> QuerySet[IdempotencyRecord]:
    condition = Q(pk=None)
    notes = OrderNote.objects.filter(order__in=subject.orders).values_list("public_id", flat=True)
    visits = Appointment.objects.filter(order__in=subject.orders)
    jobs = visits.values_list("public_id", flat=True)  # a crew's reports
    quotes = _by_contact(CustomQuote)(subject).values_list("public_id", flat=True)
    leads = _leads(subject).values_list("public_id", flat=True)
    for ref in (*subject.order_refs, *notes, *jobs, *quotes, *leads):
        condition |= Q(body__contains=str(ref))
    for email in subject.emails:
        condition |= Q(body__icontains=email)
    return IdempotencyRecord.objects.filter(condition)


def _senders(subject: DataSubject) -> list[str]:
    return [sender for phone in subject.phones for sender in senders_with(phone)]


def _received(subject: DataSubject) -> QuerySet[InboundMessage]:
    condition = Q(sender__in=_senders(subject)) | Q(order_ref__in=subject.order_refs)
    for email in subject.emails:
        condition |= Q(sender__iexact=email)
    return InboundMessage.objects.filter(condition)


def _items(subject: DataSubject) -> QuerySet[Item]:
    condition = (
        Q(sender__in=_senders(subject))
        | Q(pk__in=subject.named_in)
        | Q(order_ref__in=subject.order_refs)
        | Q(message__in=_received(subject))
    )
    for email in subject.emails:
        condition |= Q(sender__iexact=email)
    # The report of a mail that came back is the mail server's, and names whom it did not reach.
    # What the card provider reported is asked for anew by its number, so its words may go.
    returned = Q(verdict=Item.Verdict.TAKEN, message=None, raw_key="")
    reports = Item.objects.filter(returned | Q(kind=Item.Kind.CARD_REPORT))
    condition |= Q(
        pk__in=[
            each.pk
            for each in reports.only("raw").iterator()
            if subject.is_in(bytes(each.raw).decode("latin-1"))
        ]
    )
    return Item.objects.filter(condition)


def _received_files(subject: DataSubject) -> QuerySet[ReceivedFile]:
    return ReceivedFile.objects.filter(message__in=_received(subject))


def _by_contact(table: Any) -> Callable[[DataSubject], QuerySet[Any]]:
    def find(subject: DataSubject) -> QuerySet[Any]:
        condition = Q(pk__in=_by_phone(table, "phone")(subject).values("pk"))
        for email in subject.emails:
            condition |= Q(email__iexact=email)
        of_them: QuerySet[Any] = table.objects.filter(condition)
        return of_them

    return find


def _leads(subject: DataSubject) -> QuerySet[Lead]:
    # Those of callers by their contact; what staff noted about others by the row that it is about.
    not_covered = _by_phone(NotifyRequest, "phone_number")(subject)
    rows = {
        Lead.Source.MANUAL_QUOTE: _by_contact(ManualQuoteRequest)(subject).values_list("pk"),
        Lead.Source.CUSTOM_QUOTE: _by_contact(CustomQuote)(subject).values_list("public_id"),
        Lead.Source.NOT_COVERED: not_covered.values_list("pk"),
        Lead.Source.SAVED_QUOTE: _by_contact(SavedQuote)(subject).values_list("pk"),
    }
    condition = Q(pk__in=_by_contact(Lead)(subject).values("pk"))
    condition |= Q(source=Lead.Source.WIZARD, source_ref__in=[str(pk) for pk in subject.wizards])
    for source, keys in rows.items():
        condition |= Q(source=source, source_ref__in=[str(key) for (key,) in keys])
    return Lead.objects.filter(condition)


def _address_searches(subject: DataSubject) -> QuerySet[AddressSearch]:
    return AddressSearch.objects.filter(
        Q(session_id__in=subject.session_ids) | Q(address__in=subject.addresses)
    )


ERASED_DIAGNOSTIC: Final = {
    **dict.fromkeys(("email", "email_key", "phone", "outcome"), ""),
    **dict.fromkeys(("name", "address"), GONE),
    "receipt_contents": {},
}
ERASED_QUOTE: Final = {
    **dict.fromkeys(("phone", "email", "message", "decline_reason"), ""),
    **dict.fromkeys(("name", "address", "typed_name"), GONE),
}
ERASED_ITEM: Final = {"sender": GONE, "subject": "", "raw": b"", "raw_key": ""}
# The signer's name goes; the fact that the proposal was signed stays.
_ERASED_SIGNATURE: Final = Case(When(accepted_name="", then=Value("")), default=Value(GONE))
_ERASED_SIGNER: Final = Case(When(signed_by="", then=Value("")), default=Value(GONE))
PERSONAL_DATA_MAP: Final = (
    PersonalDataTable(
        Customer,
        {
            **dict.fromkeys(("email", "phone", "email_key", "phone_key"), ""),
            **dict.fromkeys(("email_updates", "sms_updates"), False),
            "name": GONE,
        },
        path="pk__in",
        of="customers",
    ),
    PersonalDataTable(
        Order, {"answers": {}, "placed_from": "", "placed_from_network": ""}, path="pk__in"
    ),
    PersonalDataTable(OrderLocation, {"formatted_address": GONE, "search_words": ""}),
    PersonalDataTable(Appointment),
    PersonalDataTable(
        JobReport,
        {"notes": "", "signed_by": _ERASED_SIGNER},
        path="appointment__order__in",
    ),
    PersonalDataTable(
        JobEntry,
        {"facts": "", "facts_salt": ""},
        path="report__appointment__order__in",
        secret=("facts_salt", "facts_seal", "prev_hash", "hash"),
    ),
    PersonalDataTable(AccessLink, secret=("public_id",)),
    PersonalDataTable(ChangeOrder, {"reason": ""}),
    PersonalDataTable(
        OrderLogEntry,
        {"note": "", "note_salt": ""},
        secret=("note_salt", "note_seal", "prev_hash", "hash"),
    ),
    PersonalDataTable(UndoableAction, {"before": {}}),
    PersonalDataTable(OrderNote, {"text": ""}),
    PersonalDataTable(StaffTask, None),
    PersonalDataTable(CustomerReview, None),
    PersonalDataTable(CouponUse, path="order_ref__in", of="order_refs"),
    PersonalDataTable(Milestone),
    PersonalDataTable(Payment),
    PersonalDataTable(
        CheckoutSession, path="payment__order__in", secret=("url", "stripe_session_id")
    ),
    PersonalDataTable(Refund, {"reason": ""}, path="payment__order__in"),
    PersonalDataTable(Dispute, path="payment__order__in"),
    PersonalDataTable(LedgerEntry, {"note": ""}),
    PersonalDataTable(Cancellation, {"reason": ""}),
    PersonalDataTable(PaymentEvent, {"payload": {}}, find=_card_events),
    PersonalDataTable(PhotoReview, {"notes": "", "retake_reason": ""}),
    PersonalDataTable(Photo, path="review__order__in"),
    PersonalDataTable(OrderFile, {"title": GONE, "note": ""}),
    PersonalDataTable(BillingDocument, {"contents": {}}),
    PersonalDataTable(InstallationStep, {"person": "", "reference": "", "note": ""}),
    PersonalDataTable(Proposal, {"accepted_name": _ERASED_SIGNATURE, "accepted_from": ""}),
    PersonalDataTable(
        Diagnostic,
        ERASED_DIAGNOSTIC,
        path="email_key__in",
        of="emails",
        secret=("url", "session_id", "checkout_reference"),
    ),
    PersonalDataTable(Quote, path="wizard__in", of="wizards"),
    PersonalDataTable(PriceReceipt, path="order_ref__in", of="order_refs"),
    PersonalDataTable(
        WizardSession,
        {"full_name": "", "mobile_number": "", "email": "", "secret_hash": GONE},
        path="pk__in",
        of="wizards",
        secret=("secret_hash",),
    ),
    PersonalDataTable(WizardInteractionEvent, {"event_data": {}}, path="session__in", of="wizards"),
    PersonalDataTable(
        Message,
        {
            **dict.fromkeys(("subject", "text", "calendar", "last_error"), ""),
            "facts": {},
            "email_parts": {},
            "recipient": GONE,
        },
        find=_messages,
    ),
    PersonalDataTable(InboundMessage, {"sender": GONE, "subject": "", "text": ""}, find=_received),
    PersonalDataTable(Item, ERASED_ITEM, find=_items, secret=("raw", "raw_key")),
    PersonalDataTable(ReceivedFile, None, find=_received_files, secret=("key",)),
    PersonalDataTable(
        Suppression, {"recipient": "as a keyed hash"}, path="recipient__in", of="recipients"
    ),
    PersonalDataTable(
        Consent, {"recipient": "as a keyed hash"}, path="recipient__in", of="recipients"
    ),
    PersonalDataTable(
        TextedNumber, {"recipient": "as a keyed hash"}, path="recipient__in", of="recipients"
    ),
    PersonalDataTable(NotifyRequest, None, find=_by_phone(NotifyRequest, "phone_number")),
    PersonalDataTable(
        AddressSearch, {"address": "", "geocoding_response": None}, find=_address_searches
    ),
    PersonalDataTable(
        SavedQuote,
        {"email": "", "phone": ""},
        find=_by_contact(SavedQuote),
        secret=("token_hash", "signature"),
    ),
    PersonalDataTable(ManualQuoteRequest, None, find=_by_contact(ManualQuoteRequest)),
    PersonalDataTable(CustomQuote, ERASED_QUOTE, find=_by_contact(CustomQuote)),
    PersonalDataTable(Lead, None, find=_leads),
    PersonalDataTable(
        IdempotencyRecord, None, find=_idempotent_answers, secret=("key", "fingerprint")
    ),
)
