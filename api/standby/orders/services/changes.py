"""Price changes of an order: firm price, and change orders the customer decides on."""

from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from standby.core.errors import Conflict, Invalid, NotFound, _
from standby.core.lifecycle import StatusMoved
from standby.core.providers.crypto import Signer
from standby.orders.models import ChangeOrder, Order
from standby.orders.selectors.stay_on import modules_to_quote
from standby.orders.services.order_log import log_change, move_status
from standby.pricing.models.quoting import PriceReceipt, Quote
from standby.pricing.rules.pricing import is_refundable_change
from standby.pricing.rules.stay_on import is_module, modules_in
from standby.pricing.services.receipts import issue_receipt

Status = ChangeOrder.Status
_PRICE_MAY_CHANGE = (Order.Status.RESERVED, Order.Status.SCHEDULED)
# By a change order, until the work is complete.
_MAY_BE_AMENDED = (*_PRICE_MAY_CHANGE, Order.Status.ACCEPTED, Order.Status.EQUIPMENT_ARRIVED)
_LEAST_WORDS: Final = 3  # letters; less tells nothing
_ONCE_SET: Final = ("tax", "discount", "installation")


# A page, mail or text that speaks of a price change takes its words from these two.
class Cause(StrEnum):
    """What makes the new price higher."""

    RUN = "run"  # from panel to generator, longer than promised
    MODULES = "modules"  # load management modules that were to be quoted
    RUN_AND_MODULES = "run_and_modules"
    OTHER = "other"  # whatever staff entered; their reason says it


class IfDeclined(StrEnum):
    """What holds once the customer declined."""

    PRICE_STAYS = "price_stays"  # a price is locked: it stays, and the fee is on its usual terms
    WITHIN_LIMIT = "within_limit"  # not more than the terms' percentage: the same for the fee
    REFUNDABLE = "refundable"  # more than it: canceling gives back everything that was paid


class ChangeNotFound(NotFound):
    code = "change_order_not_found"
    message = _("There is no such price change.")


class PriceAgreed(Conflict):
    code = "price_agreed"
    message = _("The price was accepted or the order is canceled, so it can no longer change.")


class ChangeWaits(Conflict):
    code = "change_order_waits"
    message = _("A price change is already waiting for the customer's answer.")


class ModulesUndecided(Invalid):
    code = "modules_undecided"
    message = _(
        "The customer was told that we quote these modules. Please enter their price, or say that "
        "the customer goes without."
    )


class ModulesNotAgreed(Invalid):
    code = "modules_not_agreed"
    message = _("Please write what the customer said: we promised to quote these modules.")


class ModulesNotNeeded(Invalid):
    code = "modules_not_needed"
    message = _("This customer's list needs no module beyond the price.")


def price_may_change(order: Order) -> bool:
    return order.status in _PRICE_MAY_CHANGE


def ensure_price_may_change(order: Order) -> None:
    if not price_may_change(order):
        raise PriceAgreed


def ensure_change_possible(order: Order) -> None:
    """Raise PriceAgreed unless the price may change, or by a change order after acceptance."""
    if order.status not in _MAY_BE_AMENDED:
        raise PriceAgreed


def ensure_modules_decided(
    order: Order, *, is_quoted: bool, is_without: bool, customer_words: str
) -> int:
    """Return how many load management modules a price does not have that were promised a quote.

    Raises ModulesUndecided unless they are either quoted or left out, ModulesNotAgreed where they
    are left out without what the customer said, and ModulesNotNeeded where there are none to
    decide on.
    """
    needed = modules_to_quote(order)
    if not needed and (is_quoted or is_without):
        raise ModulesNotNeeded(field="module_cents")
    if needed and is_quoted is is_without:
        raise ModulesUndecided(field="module_cents")
    if is_without:
        ensure_agreed(customer_words)
    return needed


def ensure_agreed(customer_words: str) -> None:
    """Raise ModulesNotAgreed unless it says how the customer agreed to go without modules."""
    if len(customer_words) < _LEAST_WORDS:
        raise ModulesNotAgreed(field="customer_words")


def set_price(
    order: Order,
    *,
    quote: Quote,
    actor: str,
    reason: str,
    note: str = "",
    signer: Signer,
    now: datetime,
) -> PriceReceipt:
    """Make this quote the order's price, and return its receipt.

    The log says the reason after the note. Raises StatusMoved if the order had another quote
    meanwhile.
    """
    was_cents = order.total_cents
    unchanged = Order.objects.filter(
        pk=order.pk, quote_id=order.quote_id, status__in=_MAY_BE_AMENDED
    )
    values = {"quote": quote, "package": quote.package, "total_cents": quote.total_cents}
    if not unchanged.update(is_price_locked=quote.locked_at is not None, **values):
        raise StatusMoved
    order.quote, order.package, order.total_cents = quote, quote.package, quote.total_cents
    order.is_price_locked = quote.locked_at is not None
    change = (str(was_cents), str(quote.total_cents))
    log_change(order, subject="price", change=change, actor=actor, now=now, note=note + reason)
    return issue_receipt(quote, order_ref=order.public_id, reason=reason, signer=signer, now=now)


def propose_change(
    order: Order, *, to_quote: Quote, reason: str, note: str = "", actor: str, now: datetime
) -> ChangeOrder:
    """Put a higher price to the customer, with its reason in words that they read.

    The log says the reason after the note. Raises ChangeWaits when they have not answered another
    one yet.
    """
    if order.change_orders.filter(status=Status.PROPOSED).exists():
        raise ChangeWaits
    proposed = ChangeOrder.objects.create(
        order=order,
        from_quote=order.quote,
        to_quote=to_quote,
        reason=reason,
        proposed_at=now,
        proposed_by=actor,
    )
    change = ("", proposed.status)
    log_change(
        order, subject="change order", change=change, actor=actor, now=now, note=note + reason
    )
    return proposed


def decide_change(change: ChangeOrder, *, to: Status, actor: str, now: datetime) -> None:
    if not move_status(change, to, actor=actor, now=now, note=change.reason, decided_at=now):
        raise StatusMoved
    change.decided_at = now


def change_of(order: Order, *, change_id: UUID) -> ChangeOrder:
    change = (
        ChangeOrder.objects.select_related("from_quote", "to_quote__package")
        .filter(order=order, public_id=change_id)
        .first()
    )
    if change is None:
        raise ChangeNotFound
    return change


def newest_change_of(order: Order) -> ChangeOrder | None:
    changes = ChangeOrder.objects.filter(order=order).select_related("from_quote", "to_quote")
    return changes.order_by("-pk").first()


def if_declined(change: ChangeOrder) -> IfDeclined:
    if change.from_quote.locked_at is not None:
        return IfDeclined.PRICE_STAYS
    totals = change.from_quote.total_cents, change.to_quote.total_cents
    return IfDeclined.REFUNDABLE if is_refundable_change(*totals) else IfDeclined.WITHIN_LIMIT


def is_refundable(change: ChangeOrder) -> bool:
    """Whether a customer who declined it may cancel with a full refund."""
    return if_declined(change) == IfDeclined.REFUNDABLE


def cause_of(was: Quote, becomes: Quote) -> Cause:
    """Return what makes the price of `becomes` higher: its run, its modules, both, or else."""
    is_dearer = becomes.installation_cents > was.installation_cents
    promised_ft = was.confirmed_run_ft or was.quoted_run_ft or was.band_max_ft
    is_run = is_dearer and (becomes.confirmed_run_ft or 0) > promised_ft
    has_modules = modules_in(becomes.line_items) > modules_in(was.line_items)
    has_other = _others_cents(becomes) > _others_cents(was) or is_dearer is not is_run
    if has_other or not (is_run or has_modules):
        return Cause.OTHER
    if is_run and has_modules:
        return Cause.RUN_AND_MODULES
    return Cause.RUN if is_run else Cause.MODULES


def _others_cents(quote: Quote) -> int:
    return sum(
        line["amount_cents"]
        for line in quote.line_items
        if line["kind"] not in _ONCE_SET and not is_module(line)
    )
