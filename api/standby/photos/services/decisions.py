"""Decisions of photo reviews: the confirmed run (PHOTO-02.2)."""

from datetime import datetime
from uuid import UUID

from standby.core.errors import Conflict, NotFound, _
from standby.core.lifecycle import PHOTO_REVIEW, statuses_before
from standby.orders.services.order_log import log_change
from standby.photos.models import PhotoReview

Status = PhotoReview.Status


class ReviewNotFound(NotFound):
    code = "photo_review_not_found"
    message = _("There is no such photo review.")


class ReviewNotReady(Conflict):
    code = "photo_review_not_ready"
    message = _("These photos were not sent in yet, or are being taken again.")


def review_by_id(review_id: UUID) -> PhotoReview:
    review = PhotoReview.objects.filter(public_id=review_id).first()
    if review is None:
        raise ReviewNotFound
    return review


def mark_decided(review: PhotoReview, *, confirmed_run_ft: int, actor: str, now: datetime) -> None:
    """Decide a submitted review with the run in feet. Raises ReviewNotReady."""
    before = review.status
    submitted = PhotoReview.objects.filter(
        pk=review.pk, status__in=statuses_before(PHOTO_REVIEW, Status.DECIDED)
    )
    if not submitted.update(
        status=Status.DECIDED, **_decision_fields(confirmed_run_ft, actor, now)
    ):
        raise ReviewNotReady
    review.status, review.confirmed_run_ft = Status.DECIDED, confirmed_run_ft
    _log(review, before=before, actor=actor, now=now)


def reopen_decision(
    review: PhotoReview, *, confirmed_run_ft: int, actor: str, now: datetime
) -> None:
    """Change the confirmed run after the customer declined the price of the first one."""
    decided = PhotoReview.objects.filter(pk=review.pk, status=Status.DECIDED)
    decided.update(**_decision_fields(confirmed_run_ft, actor, now))
    review.confirmed_run_ft = confirmed_run_ft
    _log(review, before=review.status, actor=actor, now=now)


def _decision_fields(confirmed_run_ft: int, actor: str, now: datetime) -> dict[str, object]:
    return {"confirmed_run_ft": confirmed_run_ft, "decided_at": now, "decided_by": actor}


def _log(review: PhotoReview, *, before: str, actor: str, now: datetime) -> None:
    log_change(
        review.order,
        subject="photo review",
        change=(before, review.status),
        actor=actor,
        now=now,
        note=f"confirmed run {review.confirmed_run_ft} ft",
    )
