"""Staff decisions on photo reviews, which lock the price or propose a change order."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from standby.core.errors import Conflict, _
from standby.core.providers.crypto import Signer
from standby.documents.models import OrderFile
from standby.documents.services.documents import enqueue_document
from standby.orders.models import ChangeOrder, Order
from standby.orders.selectors import orders as bookings
from standby.orders.services import changes
from standby.orders.services.notify import notify_customer
from standby.orders.services.order_log import ensure_version
from standby.photos.models import PhotoReview
from standby.photos.services.reviews import mark_decided, review_by_id
from standby.pricing.models.quoting import Quote
from standby.pricing.rules.distance import DistanceBand
from standby.pricing.rules.firm_price import ConfirmedRun, FirmPrice, QuotedPrice, firm_price
from standby.pricing.rules.pricing import PriceBreakdown
from standby.pricing.selectors import catalog
from standby.pricing.services import quoting


class AlreadyDecided(Conflict):
    code = "photo_review_decided"
    message = _("This review was decided already, another way. Please look at it again.")


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewOutcome:
    order: Order
    quote: Quote
    change: ChangeOrder | None  # set while it waits for the customer


def decide_photo_review(
    review_id: UUID,
    *,
    confirmed: ConfirmedRun,
    reason: str,
    actor: str,
    signer: Signer,
    now: datetime,
    if_version: int | None = None,
) -> ReviewOutcome:
    """Lock a lower or equal price at once, or propose a higher one to the customer. Idempotent.

    A declined change may be decided anew. Raises ReviewNotFound, ReviewNotReady, AlreadyDecided,
    ChangedMeanwhile, PriceAgreed, InstallationPriceMissing and DiscountBeyondPrice.
    """
    with transaction.atomic(durable=True):
        bookings.lock_order(review_by_id(review_id).order_id)
        review = review_by_id(review_id)
        order = review.order
        earlier = _earlier_outcome(review)
        if earlier is not None:
            if earlier.quote.confirmed_run_ft != confirmed.run_ft or (
                confirmed.installation_cents not in (None, earlier.quote.installation_cents)
            ):
                raise AlreadyDecided
            return earlier
        ensure_version(order, if_version, now=now)
        changes.ensure_price_may_change(order)
        firm = firm_price_of(order, confirmed=confirmed, now=now)
        mark_decided(review, confirmed_run_ft=confirmed.run_ft, actor=actor, now=now)
        version = quoting.make_version(
            order.quote,
            firm=firm,
            # A band that is no longer sold keeps the quoted package.
            package=catalog.catalog_snapshot(now=now).packages.get(firm.band, order.quote.package),
            confirmed_run_ft=confirmed.run_ft,
            locked_at=None if firm.needs_approval else now,
            now=now,
        )
        if firm.needs_approval:
            return _propose_change(order, version, reason=reason, actor=actor, now=now)
        changes.set_price(order, quote=version, actor=actor, reason=reason, now=now)
        enqueue_document(order, OrderFile.Type.GENERAL_PROPOSAL, now=now)
        receipt = quoting.issue_receipt(
            version, order_ref=order.public_id, reason=reason, signer=signer, now=now
        )
        notify_customer(
            order,
            kind="price_locked",
            dedupe_part=receipt.code,
            now=now,
            total_cents=version.total_cents,
            was_cents=firm.was_cents,
            receipt_code=receipt.code,
        )
        return ReviewOutcome(order=order, quote=version, change=None)


def _propose_change(
    order: Order, version: Quote, *, reason: str, actor: str, now: datetime
) -> ReviewOutcome:
    change = changes.propose_change(
        order,
        change=changes.PriceChange(from_quote=order.quote, to_quote=version, reason=reason),
        actor=actor,
        now=now,
    )
    notify_customer(
        order,
        kind="price_change",
        dedupe_part=str(change.public_id),
        now=now,
        total_cents=version.total_cents,
        was_cents=order.quote.total_cents,
        reason=reason,
    )
    return ReviewOutcome(order=order, quote=version, change=change)


def preview_decision(review_id: UUID, *, confirmed: ConfirmedRun, now: datetime) -> FirmPrice:
    """Return the firm price that a confirmed run would give, without writing anything.

    Raises ReviewNotFound, PriceAgreed, InstallationPriceMissing and DiscountBeyondPrice.
    """
    order = review_by_id(review_id).order
    changes.ensure_price_may_change(order)
    return firm_price_of(order, confirmed=confirmed, now=now)


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
