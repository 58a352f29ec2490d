"""Staff decisions on photo reviews, which lock the price or propose a change order."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from standby.core.errors import Conflict, _
from standby.core.providers.crypto import Signer
from standby.core.words import Sentence
from standby.documents.models import OrderFile
from standby.documents.services.documents import enqueue_document
from standby.orders.models import ChangeOrder, Order, UndoableAction
from standby.orders.selectors import orders
from standby.orders.selectors.stay_on import modules_to_quote
from standby.orders.services import changes
from standby.orders.services.changes import cause_of, if_declined
from standby.orders.services.notify import notify_customer
from standby.orders.services.order_log import ensure_version, record_action
from standby.payments.services.cancellations import ensure_not_below_paid
from standby.photos.models import PhotoReview
from standby.photos.selectors import review_of
from standby.photos.services.reviews import mark_decided, review_by_id
from standby.pricing.models.quoting import Quote
from standby.pricing.rules.line_items import LineKind
from standby.pricing.rules.pricing import FirmPrice
from standby.pricing.services import quoting


class AlreadyDecided(Conflict):
    code = "photo_review_decided"
    message = _("This review was already decided differently. Please check it again.")


class NothingLocked(Conflict):
    code = "nothing_locked"
    message = _("The price is not locked yet. Decide the photo review instead.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What staff decide: the run in feet, and prices in cents that they enter, before tax.

    `module_cents` is for one load management module; `without_modules`: the customer has none,
    and `customer_words` how they agreed to that, for the log.
    """

    run_ft: int
    installation_cents: int | None = None
    module_cents: int | None = None
    without_modules: bool = False
    customer_words: str = ""


def decide_photo_review(
    review_id: UUID,
    decision: Decision,
    *,
    reason: str,
    actor: str,
    signer: Signer,
    now: datetime,
    if_version: int | None = None,
) -> tuple[Quote, ChangeOrder | None]:
    """Lock a lower or equal price at once, or propose a higher one to the customer. Idempotent.

    Returns the quote's new version, and the change while it waits for the customer. Where what
    should stay on needs modules that the price has not, they become a line, or the customer goes
    without.

    A declined change may be decided anew. Raises ReviewNotFound, ReviewNotReady, AlreadyDecided,
    ChangedMeanwhile, PriceAgreed, InstallationPriceMissing, DiscountBeyondPrice, PriceBelowPaid,
    ModulesUndecided, ModulesNotAgreed and ModulesNotNeeded.
    """
    with transaction.atomic(durable=True):
        orders.lock_order(review_by_id(review_id).order_id)
        review = review_by_id(review_id)
        order = review.order
        earlier = _earlier_outcome(review)
        if earlier is not None:
            if not _is_same(decision, earlier[0]):
                raise AlreadyDecided
            return earlier
        ensure_version(order, if_version, now=now)
        changes.ensure_price_may_change(order)
        promised = order.quote
        needed = changes.ensure_modules_decided(
            order,
            is_quoted=decision.module_cents is not None,
            is_without=decision.without_modules,
            customer_words=decision.customer_words,
        )
        firm, lines = _decided_price(promised, decision, modules=needed, now=now)
        if not firm.needs_approval:
            ensure_not_below_paid(order, total_cents=firm.price.total_cents)
        decided_before_ft = _decided_run_ft(review)
        left_out = f"left out; the customer said: {decision.customer_words}"
        choice = left_out if decision.without_modules else "quoted"
        mark_decided(
            review,
            confirmed_run_ft=decision.run_ft,
            modules=f"{needed} {choice}" if needed else "",
            actor=actor,
            now=now,
        )
        version = quoting.make_version(
            order.quote,
            **firm.band.as_quoted,
            line_items=lines,
            installation_cents=firm.price.installation_cents,
            extras_cents=firm.price.extras_cents,
            sales_tax_cents=firm.price.sales_tax_cents,
            total_cents=firm.price.total_cents,
            # A band that is no longer sold keeps the quoted package.
            package=quoting.package_of(order.quote, firm.band, now=now),
            confirmed_run_ft=decision.run_ft,
            modules_left_out=needed if decision.without_modules else 0,
            locked_at=None if firm.needs_approval else now,
            now=now,
        )
        if firm.needs_approval:
            change = propose_price(
                order,
                version,
                action=UndoableAction.Action.PHOTO_RISE,
                reason=reason,
                before={"run_ft": decided_before_ft},
                actor=actor,
                now=now,
            )
            return version, change
        receipt = changes.set_price(
            order, quote=version, actor=actor, reason=reason, signer=signer, now=now
        )
        action = record_action(
            order,
            UndoableAction.Action.PRICE_LOCK,
            before={"quote": promised.pk, "run_ft": decided_before_ft},
            actor=actor,
            now=now,
        )
        # Like the message, the proposal waits until this can no longer be undone.
        enqueue_document(order, OrderFile.Type.GENERAL_PROPOSAL, now=action.expires_at)
        notify_customer(
            order,
            kind="price_locked",
            dedupe_part=receipt.code,
            now=now,
            total_cents=version.total_cents,
            was_cents=firm.was_cents,
            receipt_code=receipt.code,
            undo=action,
        )
        return version, None


def correct_lock(
    order: Order,
    *,
    run_ft: int,
    reason: str,
    actor: str,
    signer: Signer,
    if_version: int | None = None,
    now: datetime,
) -> Quote:
    """Correct a distance that locked a wrong price, before the proposal is accepted.

    A lower or equal price is locked at once, in a new version with its receipt, and the customer
    gets one message; a higher one is put to them while the locked price stays. Raises
    ChangedMeanwhile, PriceAgreed, NothingLocked, InstallationPriceMissing and ChangeWaits.
    """
    with transaction.atomic(durable=True):
        orders.lock_order(order.pk)
        order.refresh_from_db()
        ensure_version(order, if_version, now=now)
        changes.ensure_price_may_change(order)
        wrong = order.quote
        if wrong.locked_at is None:
            raise NothingLocked
        firm = quoting.firm_price_of(
            first_promised(wrong), run_ft=run_ft, installation_cents=None, now=now
        )
        # Only the installation is wrong: extras that were added since stay.
        price = replace(
            quoting.price_of_quote(wrong), installation_cents=firm.price.installation_cents
        )
        is_higher = price.total_cents > wrong.total_cents
        ensure_not_below_paid(order, total_cents=price.total_cents)
        review = review_of(order)
        before = {"run_ft": review.confirmed_run_ft}
        mark_decided(review, confirmed_run_ft=run_ft, actor=actor, now=now)
        version = quoting.make_version(
            wrong,
            **firm.band.as_quoted,
            installation_cents=price.installation_cents,
            total_cents=price.total_cents,
            package=quoting.package_of(wrong, firm.band, now=now),
            confirmed_run_ft=run_ft,
            locked_at=None if is_higher else now,
            now=now,
        )
        if is_higher:
            propose_price(
                order,
                version,
                action=UndoableAction.Action.LOCK_RISE,
                reason=reason,
                before=before,
                actor=actor,
                now=now,
            )
            return version
        changes.set_price(order, quote=version, actor=actor, reason=reason, signer=signer, now=now)
        action = record_action(
            order,
            UndoableAction.Action.LOCK_DROP,
            before={"quote": wrong.pk, **before},
            actor=actor,
            now=now,
        )
        enqueue_document(order, OrderFile.Type.GENERAL_PROPOSAL, now=action.expires_at)
        notify_customer(
            order,
            kind="corrected",
            dedupe_part=f"price:{version.version}",
            now=now,
            correction=Sentence(
                _("The distance is %(feet)s ft. Your locked price is %(price)s; it was %(wrong)s."),
                numbers={"feet": run_ft},
                amounts={"price": version.total_cents, "wrong": wrong.total_cents},
            ),
            reason=reason,
            undo=action,
        )
        return version


def first_promised(quote: Quote) -> Quote:
    """Return the version that the customer chose, before any change."""
    while quote.supersedes is not None:
        quote = quote.supersedes
    return quote


def propose_price(
    order: Order,
    version: Quote,
    *,
    action: UndoableAction.Action,
    reason: str,
    note: str = "",
    before: Mapping[str, Any],
    actor: str,
    now: datetime,
) -> ChangeOrder:
    """Put a higher price to the customer; it can be undone until the message goes out.

    `before` is what undoing restores of the photo review: `run_ft`, the distance that it had
    confirmed, null for one that was not decided; without it the review stays as it is.
    """
    change = changes.propose_change(
        order, to_quote=version, reason=reason, note=note, actor=actor, now=now
    )
    undo = record_action(order, action, before=before, actor=actor, now=now)
    notify_customer(
        order,
        kind="price_change" if action == UndoableAction.Action.PHOTO_RISE else "price_change_later",
        dedupe_part=str(change.public_id),
        now=now,
        total_cents=version.total_cents,
        was_cents=order.quote.total_cents,
        reason=reason,
        cause=cause_of(change.from_quote, version),
        if_declined=if_declined(change),
        undo=undo,
    )
    return change


def preview_decision(
    review_id: UUID, decision: Decision, *, now: datetime
) -> tuple[FirmPrice, list[dict[str, Any]]]:
    """Return the firm price that a decision would give and its lines, without writing anything.

    Raises ReviewNotFound, PriceAgreed, InstallationPriceMissing, DiscountBeyondPrice and
    PriceBelowPaid.
    """
    order = review_by_id(review_id).order
    changes.ensure_price_may_change(order)
    firm, lines = _decided_price(order.quote, decision, modules=modules_to_quote(order), now=now)
    if not firm.needs_approval:
        ensure_not_below_paid(order, total_cents=firm.price.total_cents)
    return firm, lines


def _decided_run_ft(review: PhotoReview) -> int | None:
    # None until it is decided; after a declined price it is decided anew.
    return review.confirmed_run_ft if review.status == PhotoReview.Status.DECIDED else None


def _is_same(decision: Decision, quote: Quote) -> bool:
    promised = first_promised(quote).line_items
    added = [line for line in quote.line_items if line not in promised]
    modules = [line["unit_cents"] for line in added if line["kind"] == LineKind.MODULE]
    return (
        quote.confirmed_run_ft == decision.run_ft
        and decision.installation_cents in (None, quote.installation_cents)
        and [decision.module_cents] == (modules or [None])
    )


def _decided_price(
    quote: Quote, decision: Decision, *, modules: int, now: datetime
) -> tuple[FirmPrice, list[dict[str, Any]]]:
    firm = quoting.firm_price_of(
        quote, run_ft=decision.run_ft, installation_cents=decision.installation_cents, now=now
    )
    if decision.module_cents is None or not modules:
        return firm, quote.line_items
    return quoting.with_modules(quote, firm, count=modules, cents=decision.module_cents)


def may_be_decided(review: PhotoReview) -> bool:
    """Return whether a review can be decided, also again after the customer declined."""
    if review.status not in (PhotoReview.Status.SUBMITTED, PhotoReview.Status.DECIDED):
        return False
    return changes.price_may_change(review.order) and _earlier_outcome(review) is None


def _earlier_outcome(review: PhotoReview) -> tuple[Quote, ChangeOrder | None] | None:
    # A change order that the customer declined leaves the review undecided.
    order = review.order
    if review.status != PhotoReview.Status.DECIDED:
        return None
    change = changes.newest_change_of(order)
    if order.quote.locked_at is not None:
        return order.quote, change
    if change is not None and change.status == ChangeOrder.Status.PROPOSED:
        return change.to_quote, change
    return None
