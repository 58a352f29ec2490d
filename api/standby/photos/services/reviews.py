"""Photo reviews: opened with the order, submitted by the homeowner, decided by staff (PHOTO-02)."""

from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from standby.core.errors import Conflict, Invalid, NotFound, _
from standby.core.lifecycle import PHOTO_REVIEW, StatusMoved, statuses_before
from standby.core.transactions import in_transaction
from standby.messaging.models import Message
from standby.orders.models import Order, UndoableAction
from standby.orders.selectors import orders
from standby.orders.services.notify import notify_customer, once
from standby.orders.services.order_log import (
    CLOCK,
    VISITOR,
    ensure_version,
    log_change,
    record_action,
    version_of,
)
from standby.photos import selectors
from standby.photos.models import PhotoReview
from standby.photos.rules import FULL_REVIEW_PHOTOS, PHOTO_CONSENT, slot_sentence, slot_title

Status = PhotoReview.Status


class ReviewNotFound(NotFound):
    code = "photo_review_not_found"
    message = _("There is no such photo review.")


class ReviewNotReady(Conflict):
    code = "photo_review_not_ready"
    message = _("These photos were not submitted yet, or are being retaken.")


class PhotosClosed(Conflict):
    code = "photos_closed"
    message = _("We already have your photos. To change one, please call us.")


class TooFewPhotos(Conflict):
    code = "too_few_photos"
    message = _("%(number)s of %(least)s pictures are here.")


class RetakeMissing(Conflict):
    code = "retake_missing"
    message = _("A photo that we asked for again has not been replaced.")


class PhotoConsentNeeded(Invalid):
    code = "photo_consent_needed"
    message = _("Please agree to the Photo Review Policy.")


def review_by_id(review_id: UUID) -> PhotoReview:
    review = PhotoReview.objects.filter(public_id=review_id).first()
    if review is None:
        raise ReviewNotFound
    return review


@in_transaction
def open_review(order: Order, *, now: datetime) -> PhotoReview:
    """Open the photo review of a scheduled order; its confirmation asks for the photos.

    Call it with the order's row locked. Idempotent.
    """
    review, is_new = PhotoReview.objects.get_or_create(order=order, defaults={"created_at": now})
    if is_new:
        _log(review, before="", actor=CLOCK, now=now)
    return review


def ensure_takes_photos(review: PhotoReview) -> None:
    if review.status not in (Status.AWAITING_PHOTOS, Status.RETAKE_REQUESTED):
        raise PhotosClosed


def submit_photos(
    order: Order,
    *,
    is_decision_maker: bool,
    can_place_stake: bool,
    consents: bool,
    notes: str,
    actor: str = VISITOR,
    wording: str = PHOTO_CONSENT,
    now: datetime,
) -> PhotoReview:
    # Idempotent: submitted photos stay unchanged.
    # The only answer that is required to be yes (PHOTO-01.5).
    if not consents:
        raise PhotoConsentNeeded(field="consent")
    with transaction.atomic(durable=True):
        orders.lock_order(order.pk)
        review = selectors.review_of(order)
        if review.status == Status.SUBMITTED:
            return review
        ensure_takes_photos(review)
        count = selectors.sent_count(review)
        if count < review.least_photos:
            raise TooFewPhotos(number=count, least=review.least_photos)
        photos = selectors.photos_sent(review)
        if review.wants_new_photo(photos):
            raise RetakeMissing(_("Please replace a photo or add one first."))
        if slots := review.slots_to_retake(photos):
            titles = "; ".join(slot_title(slot) for slot in slots)
            raise RetakeMissing(_("Please take again first: %(titles)s."), titles=titles)
        _move(
            review,
            Status.SUBMITTED,
            actor=actor,
            now=now,
            notes=notes,
            is_decision_maker=is_decision_maker,
            can_place_stake=can_place_stake,
            consent_wording=wording,
            consented_at=now,
            submitted_at=now,
            retake_reason="",
            retake_slots=None,
        )
        notify_customer(
            order,
            kind="photos_received",
            channels=once(order) if actor == VISITOR else tuple(Message.Channel),
            dedupe_part=str(version_of(order)),
            now=now,
            count=count,
        )
        return review


def request_retake(
    review: PhotoReview,
    *,
    reason: str,
    slots: Collection[str] = (),
    needs_full_review: bool,
    actor: str,
    now: datetime,
    if_version: int | None = None,
) -> PhotoReview:
    """Ask the homeowner for better photos, naming those of `slots`. It can be undone.

    Raises ChangedMeanwhile and StatusMoved.
    """
    with transaction.atomic(durable=True):
        ensure_version(orders.lock_order(review.order_id), if_version, now=now)
        before = {
            "retake_reason": review.retake_reason,
            "retake_slots": review.retake_slots,
            "least_photos": review.least_photos,
        }
        _move(
            review,
            Status.RETAKE_REQUESTED,
            actor=actor,
            now=now,
            note=reason,
            retake_reason=reason,
            retake_slots=list(slots),
            least_photos=FULL_REVIEW_PHOTOS if needs_full_review else review.least_photos,
        )
        action = record_action(
            review.order, UndoableAction.Action.RETAKE, before=before, actor=actor, now=now
        )
        notify_customer(
            review.order,
            kind="retake_wanted",
            dedupe_part=str(action.pk),
            now=now,
            reason=reason,
            photos=[slot_sentence(slot) for slot in slots],
            undo=action,
        )
        return review


def reopen_review(
    review: PhotoReview, *, actor: str, now: datetime, note: str = "", **values: Any
) -> None:
    """Put submitted photos back into the queue: the answer to them was undone."""
    _move(review, Status.SUBMITTED, actor=actor, now=now, note=note, **values)


def mark_decided(
    review: PhotoReview, *, confirmed_run_ft: int, modules: str = "", actor: str, now: datetime
) -> None:
    """Decide a submitted review, or a decided one anew after the customer declined its price.

    `modules` is for the log: what was decided of load management modules, if any are needed.
    Raises ReviewNotReady.
    """
    before = Status(review.status)
    is_redecided = before == Status.DECIDED
    decidable = [before] if is_redecided else statuses_before(PHOTO_REVIEW, Status.DECIDED)
    if not PhotoReview.objects.filter(pk=review.pk, status__in=decidable).update(
        status=Status.DECIDED,
        confirmed_run_ft=confirmed_run_ft,
        decided_at=now,
        decided_by=actor,
    ):
        raise ReviewNotReady
    review.status, review.confirmed_run_ft = Status.DECIDED, confirmed_run_ft
    note = f"confirmed run {confirmed_run_ft} ft"
    if modules:
        note = f"{note}; load management modules: {modules}"
    _log(review, before=before, actor=actor, now=now, note=note)


def cancel_review(order: Order, *, actor: str, now: datetime) -> None:
    """Cancel the order's review unless it was decided or never opened. Safe to repeat."""
    review = PhotoReview.objects.filter(
        order=order, status__in=statuses_before(PHOTO_REVIEW, Status.CANCELLED)
    ).first()
    if review is not None:
        _move(review, Status.CANCELLED, actor=actor, now=now)


def _move(
    review: PhotoReview, status: Status, *, actor: str, now: datetime, note: str = "", **values: Any
) -> None:
    before = review.status
    movable = PhotoReview.objects.filter(
        pk=review.pk, status=before, status__in=statuses_before(PHOTO_REVIEW, status)
    )
    if not movable.update(status=status, **values):
        raise StatusMoved
    review.refresh_from_db()
    _log(review, before=before, actor=actor, now=now, note=note)


def _log(review: PhotoReview, *, before: str, actor: str, now: datetime, note: str = "") -> None:
    change = (str(before), str(review.status))
    log_change(review.order, subject="photo review", change=change, actor=actor, now=now, note=note)
