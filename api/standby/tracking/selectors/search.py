"""What a search over everything finds, of each kind."""

import re
from typing import Final

from django.db.models import Q, QuerySet

from standby.core.search import matching
from standby.crews.models import Technician
from standby.diagnostics.models import Diagnostic
from standby.documents.models import BillingDocument
from standby.documents.rules.numbers import named_documents
from standby.orders.models import Order
from standby.payments.models import Payout
from standby.sales.models import CustomQuote
from standby.tasks.models import StaffTask
from standby.tasks.services import open_tasks
from standby.tracking.selectors.find_orders import orders_matching

_AMOUNT: Final = re.compile(r"\$?([0-9,]{1,12})\.([0-9]{2})")


def search_orders(text: str) -> QuerySet[Order]:
    orders = orders_matching(text).select_related("customer", "order_location")
    return orders.order_by("-pk")


def search_custom_quotes(text: str) -> QuerySet[CustomQuote]:
    """Find quotes that were sent, whatever came of them."""
    sent = CustomQuote.objects.filter(sent_at__isnull=False)
    quotes = matching(sent, text, "name", "email", "address", phone="phone")
    return quotes.order_by("-updated_at")


def search_documents(text: str) -> QuerySet[BillingDocument]:
    """Find invoices and receipts by their number, with or without its letters."""
    kinds, number = named_documents(text)
    documents = BillingDocument.objects.filter(kind__in=kinds, number=number)
    return documents.select_related("order__customer").order_by("-issued_at")


def search_tasks(text: str, *, of_orders_only: bool) -> QuerySet[StaffTask]:
    tasks = open_tasks().exclude(order=None) if of_orders_only else open_tasks()
    return matching(tasks, text, "title")


def search_technicians(text: str) -> QuerySet[Technician]:
    return matching(Technician.objects.order_by("-is_active", "name"), text, "name", phone="phone")


def search_payouts(text: str) -> QuerySet[Payout]:
    """Find payouts by what the provider calls them, or by their amount in dollars and cents."""
    payouts = Payout.objects.order_by("-arrives_on", "-pk")
    amount = _AMOUNT.fullmatch(text)
    if amount:
        cents = int("".join(amount.groups()).replace(",", ""))
        return payouts.filter(amount_cents__in=(cents, -cents))
    return matching(payouts, text, "provider_ref")


def search_diagnostics(text: str) -> QuerySet[Diagnostic]:
    """Find visits by who asked for them and where, or by the number of their receipt."""
    visits = Diagnostic.objects.all()
    by_words = matching(visits, text, "name", "email", "address", phone="phone")
    is_match = Q(pk__in=by_words.values("pk"))
    kinds, number = named_documents(text)
    if BillingDocument.Kind.RECEIPT in kinds:
        is_match |= Q(receipt_number=number)
    return visits.filter(is_match).order_by("-day", "-pk")
