"""Search for customers, and the personal data we hold about one."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final, Literal
from uuid import UUID

from standby.core.errors import DomainError
from standby.orders.models import Customer, Order
from standby.orders.rules.search_words import parse_search_terms
from standby.workflows.erase_customer import ensure_erasable
from standby.workflows.personal_data_map import PERSONAL_DATA_MAP, data_subject_of

_MOST_CUSTOMERS: Final = 50


@dataclass(frozen=True, slots=True)
class PersonalDataCount:
    table: str
    rows: int
    becomes: Literal["kept", "wiped", "deleted"]  # on erasing


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomerView:
    customers: list[Customer]  # all rows of the same person, newest first
    orders: list[Order]
    holdings: list[PersonalDataCount]
    erasure_error: DomainError | None  # the reason why the customer cannot be erased now


def find_customers(query: str) -> list[Customer]:
    """Return the newest customer row of each matching e-mail address; none for an empty query."""
    terms = parse_search_terms(query)
    if not terms:
        return []
    customers = Customer.objects.filter(erased_at=None)
    for term in terms:
        customers = customers.filter(orders__search_text__words__contains=term.folded)
    newest: dict[str, Customer] = {}
    for customer in customers.distinct().order_by("-pk")[:_MOST_CUSTOMERS]:
        newest.setdefault(customer.email_key, customer)
    return list(newest.values())


def orders_by_email(customers: Collection[Customer]) -> Mapping[str, list[Order]]:
    """Return the orders of these customers by e-mail key, newest first."""
    email_keys = [customer.email_key for customer in customers]
    orders = Order.objects.filter(customer__email_key__in=email_keys)
    by_email: defaultdict[str, list[Order]] = defaultdict(list)
    for order in orders.select_related("order_location", "customer").order_by("-pk"):
        by_email[order.customer.email_key].append(order)
    return by_email


def customer_view(public_id: UUID) -> CustomerView:
    """Return a customer's rows, orders and personal data counts. Raises CustomerNotFound."""
    person = data_subject_of(public_id)
    orders = Order.objects.filter(pk__in=person.orders).select_related("order_location")
    holdings = [
        PersonalDataCount(holding.name, rows, holding.becomes)
        for holding in PERSONAL_DATA_MAP
        if (rows := holding.select(person).count())
    ]
    erasure_error: DomainError | None = None
    try:
        ensure_erasable(person)
    except DomainError as error:
        erasure_error = error
    return CustomerView(
        customers=list(Customer.objects.filter(pk__in=person.customers).order_by("-pk")),
        orders=list(orders.order_by("-pk")),
        holdings=holdings,
        erasure_error=erasure_error,
    )
