"""Why a change order raises the price, and what follows if the customer declines it.

A page, mail or text that speaks of a price change takes its words from these two.
"""

from enum import StrEnum
from typing import Final

from standby.orders.models import ChangeOrder
from standby.pricing.models.quoting import Quote
from standby.pricing.rules.distance import DistanceBand
from standby.pricing.rules.pricing import is_refundable_change
from standby.pricing.rules.stay_on import is_module, modules_in

_ONCE_SET: Final = ("tax", "discount", "installation")


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
    promised_ft = (
        was.confirmed_run_ft or was.quoted_run_ft or DistanceBand(was.band).max_distance_ft
    )
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
