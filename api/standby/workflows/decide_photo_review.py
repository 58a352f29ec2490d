"""Staff decisions on photo reviews, which lock the price or propose a change order."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from standby.core.errors import Conflict, _
from standby.core.providers.signing import Signer
from standby.orders.models import ChangeOrder, Order
from standby.orders.selectors import orders as bookings
from standby.orders.services import changes
from standby.orders.services.notify import notify_customer
from standby.orders.services.order_log import ensure_version
from standby.photos.models import PhotoReview
from standby.photos.services import decisions as photos
from standby.photos.services.decisions import review_by_id
from standby.pricing.models.quoting import Quote
from standby.pricing.rules.distance import DistanceBand
from standby.pricing.rules.firm_price import ConfirmedRun, FirmPrice, QuotedPrice, firm_price
from standby.pricing.rules.pricing import PriceBreakdown
from standby.pricing.selectors import catalog
from standby.pricing.services import quoting
from standby.pricing.services.receipts import issue_receipt


class AlreadyDecided(Conflict):
    code = "photo_review_decided"
    message = _("This review was decided already, another way. Please look at it again.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewDecision:
    confirmed: ConfirmedRun
    reason: str
    actor: str
    if_version: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewOutcome:
    order: Order
    quote: Quote
    change: ChangeOrder | None  # set while it waits for the customer


def decide_photo_review(
    review_id: UUID, *, decision: ReviewDecision, signer: Signer, now: datetime
) -> ReviewOutcome:
    """Lock a lower or equal price at once, or propose a higher one to the customer. Idempotent.

    A declined change may be decided anew. Raises ReviewNotFound, ReviewNotReady, AlreadyDecided,
    ChangedMeanwhile, PriceAgreed, InstallationPriceMissing and DiscountBeyondPrice.
    """
    with transaction.atomic(durable=True):
        bookings.lock_order(photos.review_by_id(review_id).order_id)
        review = photos.review_by_id(review_id)
        earlier = _earlier_outcome(review)
        if earlier is not None:
            return _ensure_same(earlier, decision=decision)
        ensure_version(review.order, decision.if_version, now=now)
        changes.ensure_price_may_change(review.order)
        firm = firm_price_of(review.order, confirmed=decision.confirmed, now=now)
        _mark_decided(review, decision=decision, now=now)
        if firm.needs_approval:
            return _propose_change(review.order, firm=firm, decision=decision, now=now)
        return _lock_price(review.order, firm=firm, decision=decision, signer=signer, now=now)


def may_be_decided(review: PhotoReview) -> bool:
    """Return whether a review can be decided, also again after the customer declined."""
    if review.status not in (PhotoReview.Status.SUBMITTED, PhotoReview.Status.DECIDED):
        return False
    return changes.price_may_change(review.order) and _earlier_outcome(review) is None


def firm_price_of(order: Order, *, confirmed: ConfirmedRun, now: datetime) -> FirmPrice:
    """Return the firm price that a confirmed run gives the order.

    Raises InstallationPriceMissing and DiscountBeyondPrice.
    """
    quote = order.quote
    promised = PriceBreakdown(
        installation_cents=quote.installation_cents,
        generator_cents=quote.generator_cents,
        permit_cents=quote.permit_cents,
        sales_tax_cents=quote.sales_tax_cents,
        discount_cents=quote.discount_cents,
    )
    packages = catalog.catalog_snapshot(now=now).packages
    return firm_price(
        QuotedPrice(band=DistanceBand(quote.band), price=promised),
        confirmed=confirmed,
        flat_cents={band: package.price_cents for band, package in packages.items()},
    )


def _earlier_outcome(review: PhotoReview) -> ReviewOutcome | None:
    # A change order that the customer declined leaves the review undecided.
    order = review.order
    if review.status != PhotoReview.Status.DECIDED:
        return None
    change = changes.newest_change_of(order)
    if order.quote.locked_at is not None:
        return ReviewOutcome(order=order, quote=order.quote, change=change)
    if change is not None and change.status == ChangeOrder.Status.PROPOSED:
        return ReviewOutcome(order=order, quote=change.to_quote, change=change)
    return None


def _ensure_same(earlier: ReviewOutcome, *, decision: ReviewDecision) -> ReviewOutcome:
    requested_cents = decision.confirmed.installation_cents
    is_same = earlier.quote.confirmed_run_ft == decision.confirmed.run_ft and requested_cents in (
        None,
        earlier.quote.installation_cents,
    )
    if not is_same:
        raise AlreadyDecided
    return earlier


def _mark_decided(review: PhotoReview, *, decision: ReviewDecision, now: datetime) -> None:
    is_redecided = review.status == PhotoReview.Status.DECIDED
    mark = photos.reopen_decision if is_redecided else photos.mark_decided
    mark(review, confirmed_run_ft=decision.confirmed.run_ft, actor=decision.actor, now=now)


def _propose_change(
    order: Order, *, firm: FirmPrice, decision: ReviewDecision, now: datetime
) -> ReviewOutcome:
    promised = order.quote
    version = _make_version(promised, firm=firm, decision=decision, locked_at=None, now=now)
    change = changes.propose_change(
        order,
        change=changes.PriceChange(from_quote=promised, to_quote=version, reason=decision.reason),
        actor=decision.actor,
        now=now,
    )
    notify_customer(
        order,
        kind="price_change",
        dedupe_part=str(change.public_id),
        now=now,
        total_cents=version.total_cents,
        was_cents=promised.total_cents,
        reason=decision.reason,
    )
    return ReviewOutcome(order=order, quote=version, change=change)


def _lock_price(
    order: Order, *, firm: FirmPrice, decision: ReviewDecision, signer: Signer, now: datetime
) -> ReviewOutcome:
    locked = _make_version(order.quote, firm=firm, decision=decision, locked_at=now, now=now)
    changes.set_price(order, quote=locked, actor=decision.actor, reason=decision.reason, now=now)
    receipt = issue_receipt(
        locked, order_ref=order.public_id, reason=decision.reason, signer=signer, now=now
    )
    notify_customer(
        order,
        kind="price_locked",
        dedupe_part=receipt.code,
        now=now,
        total_cents=locked.total_cents,
        was_cents=firm.was_cents,
        receipt_code=receipt.code,
    )
    return ReviewOutcome(order=order, quote=locked, change=None)


def _make_version(
    quote: Quote,
    *,
    firm: FirmPrice,
    decision: ReviewDecision,
    locked_at: datetime | None,
    now: datetime,
) -> Quote:
    return quoting.make_version(
        quote,
        firm=firm,
        # A band that is no longer sold keeps the quoted package.
        package=catalog.catalog_snapshot(now=now).packages.get(firm.band, quote.package),
        confirmed_run_ft=decision.confirmed.run_ft,
        locked_at=locked_at,
        now=now,
    )


def preview_decision(review_id: UUID, *, confirmed: ConfirmedRun, now: datetime) -> FirmPrice:
    """Return the firm price that a confirmed run would give, without writing anything.

    Raises ReviewNotFound, PriceAgreed, InstallationPriceMissing and DiscountBeyondPrice.
    """
    order = review_by_id(review_id).order
    changes.ensure_price_may_change(order)
    return firm_price_of(order, confirmed=confirmed, now=now)
