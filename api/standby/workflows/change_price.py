"""Staff change the agreed price of an order by its lines (OPS-18.3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction

from standby.core.errors import Conflict, Invalid, _
from standby.core.policy import UNDO_FOR
from standby.core.providers.crypto import Signer
from standby.core.words import dollars
from standby.orders.models import ChangeOrder, Order, UndoableAction
from standby.orders.selectors import orders
from standby.orders.selectors.stay_on import modules_short
from standby.orders.services import changes
from standby.orders.services.notify import notify_customer
from standby.orders.services.order_log import ensure_version, record_action
from standby.payments.services.cancellations import ensure_not_below_paid
from standby.payments.services.milestones import amounts_of
from standby.pricing.models.quoting import Quote
from standby.pricing.rules.line_items import (
    FLAT,
    LineItem,
    LineKind,
    changed_price,
    read_lines,
    stored_lines,
)
from standby.pricing.rules.pricing import PriceBreakdown
from standby.pricing.rules.stay_on import modules_in
from standby.pricing.selectors import catalog
from standby.pricing.services import quoting
from standby.workflows.decide_change_order import follow_price
from standby.workflows.decide_photo_review import NothingLocked, propose_price


class NoPriceChange(Invalid):
    code = "no_price_change"
    message = _("The total stays the same with these lines. Please change one.")


class TotalDiffers(Conflict):
    code = "total_differs"
    message = _("With these lines the total is %(total)s.")


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPrice:
    """The lines of a new price, and the total that staff were shown for them.

    `customer_words` is how the customer agreed to go without load management modules that it leaves
    out, for the log.
    """

    lines: Sequence[LineItem]
    total_cents: int
    customer_words: str = ""


def preview_changed_price(order: Order, *, lines: Sequence[LineItem]) -> PriceBreakdown:
    """Return what these lines would come to, in cents; nothing is saved.

    Raises PriceAgreed, NothingLocked, PriceBelowPaid and what `changed_price` raises.
    """
    changes.ensure_change_possible(order)
    _lines, price = _priced(order.quote, lines)
    if price.total_cents < order.total_cents:
        ensure_not_below_paid(order, total_cents=price.total_cents)
    return price


def change_agreed_price(
    order: Order,
    *,
    to: NewPrice,
    reason: str,
    actor: str,
    signer: Signer,
    if_version: int | None = None,
    now: datetime,
) -> ChangeOrder | None:
    """Change the lines of a locked price before the work is complete.

    A higher price needs the customer's yes: returns the change order that waits for it. A lower one
    holds at once, unless it is undone, and what is still to pay follows it. Raises
    ChangedMeanwhile, PriceAgreed, NothingLocked, NoPriceChange, TotalDiffers, ModulesNotAgreed,
    ChangeWaits, PriceBelowPaid and what `changed_price` raises.
    """
    with transaction.atomic(durable=True):
        orders.lock_order(order.pk)
        order.refresh_from_db()
        ensure_version(order, if_version, now=now)
        changes.ensure_change_possible(order)
        agreed = order.quote
        lines, price = _priced(agreed, to.lines)
        if price.total_cents == agreed.total_cents:
            raise NoPriceChange(field="line_items")
        if price.total_cents != to.total_cents:
            raise TotalDiffers(field="total_cents", total=dollars(price.total_cents))
        stored = stored_lines(lines, price)
        left_out, note = _left_out(order, stored, customer_words=to.customer_words)
        is_higher = price.total_cents > agreed.total_cents
        if not is_higher:
            ensure_not_below_paid(order, total_cents=price.total_cents)
        version = quoting.make_version(
            agreed,
            line_items=stored,
            modules_left_out=left_out,
            locked_at=None if is_higher else now,
            now=now,
            **{"extras_cents": 0, **price.as_dict()},
        )
        if is_higher:
            return propose_price(
                order,
                version,
                action=UndoableAction.Action.PRICE_RISE,
                reason=reason,
                note=note,
                before={},
                actor=actor,
                now=now,
            )
        before = {"quote": agreed.pk, "amounts_cents": amounts_of(order)}
        changes.set_price(
            order, quote=version, actor=actor, reason=reason, note=note, signer=signer, now=now
        )
        follow_price(order, actor=actor, now=now, documents_at=now + UNDO_FOR)
        action = record_action(
            order, UndoableAction.Action.PRICE_DROP, before=before, actor=actor, now=now
        )
        notify_customer(
            order,
            kind="price_lowered",
            dedupe_part=str(version.version),
            now=now,
            total_cents=version.total_cents,
            was_cents=agreed.total_cents,
            reason=reason,
            undo=action,
        )
        return None


def _left_out(
    order: Order, stored: Sequence[Mapping[str, Any]], *, customer_words: str
) -> tuple[int, str]:
    # Nobody goes without what they were promised before they said so, here as in the photo review.
    short = modules_short(order, in_price=order.quote.modules_included + modules_in(stored))
    if short <= order.quote.modules_left_out:
        return short, ""
    changes.ensure_agreed(customer_words)
    return short, f"{short} modules left out; the customer said: {customer_words}; "


def _priced(agreed: Quote, lines: Sequence[LineItem]) -> tuple[list[LineItem], PriceBreakdown]:
    if agreed.locked_at is None:
        raise NothingLocked
    agreed_lines = read_lines(agreed.line_items)
    entered = [_as_entered(line, agreed_lines) for line in lines]
    tax_rate = catalog.configuration().sales_tax_rate
    return entered, changed_price(
        quoting.price_of_quote(agreed), agreed_lines, entered, tax_rate=tax_rate
    )


def _as_entered(line: LineItem, agreed_lines: Sequence[LineItem]) -> LineItem:
    # An installation that staff named themselves is no longer the flat rate of a band, which has
    # the band's name.
    is_renamed = line.description not in {agreed.description for agreed in agreed_lines}
    if line.kind == LineKind.INSTALLATION and line.unit == FLAT and is_renamed:
        return replace(line, unit="")
    return line
