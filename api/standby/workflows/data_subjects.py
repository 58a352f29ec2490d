"""Whose data it is: a customer with all that leads to their rows."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from standby.core.contacts import has_email, has_phone, phone_key
from standby.core.errors import NotFound, _
from standby.core.search import digits_pattern
from standby.orders.models import Customer, Order
from standby.orders.selectors.orders import same_person
from standby.pricing.models.quoting import (
    WizardSession,
)


class CustomerNotFound(NotFound):
    code = "customer_not_found"
    message = _("There is no such customer.")


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSubject:
    customers: Collection[int]
    orders: Collection[int]
    order_refs: Collection[UUID]
    wizards: Collection[int]
    session_ids: Collection[str]
    emails: Collection[str]
    phones: Collection[str]
    addresses: Collection[str]
    named_in: Collection[int] = ()  # items of nobody that name them; only erasing looks for those

    @property
    def recipients(self) -> list[str]:
        return [*self.emails, *self.phones]

    def is_in(self, text: str) -> bool:
        """Whether one of the email addresses or phone numbers is anywhere in the text."""
        return any(has_email(text, email) for email in self.emails) or any(
            has_phone(text, phone) for phone in self.phones
        )


def data_subject_of(public_id: UUID) -> DataSubject:
    customer = Customer.objects.filter(public_id=public_id, erased_at=None).first()
    if customer is None:
        raise CustomerNotFound
    customers = list(same_person(customer))
    orders = list(
        Order.objects.filter(customer__in=customers).select_related("order_location", "wizard")
    )
    emails = {each.email_key for each in customers if each.email_key}
    phones = {each.phone_key for each in customers if each.phone_key}
    wizards = [
        *WizardSession.objects.filter(pk__in=[order.wizard_id for order in orders]),
        *_wizards_by(emails=emails, phones=phones),
    ]
    return DataSubject(
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
    # Sessions without an order count too.
    by_email = Q()
    for email in emails:
        by_email |= Q(email__iexact=email)
    by_phone = Q(pk=None)
    for phone in phones:
        by_phone |= Q(mobile_number__regex=digits_pattern(phone))
    return [
        wizard
        for wizard in WizardSession.objects.filter(by_email | by_phone)
        if wizard.email.lower() in emails or phone_key(wizard.mobile_number) in phones
    ]
