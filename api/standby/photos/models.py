"""Photos of the home, and the review that confirms the run from them."""

import uuid
from collections.abc import Iterable
from datetime import datetime

from django.db import models
from django.db.models import Q

from standby.core.policy import LEAST_PHOTOS
from standby.orders.models import Order
from standby.photos.rules import review_deadline


class PhotoReview(models.Model):
    """The review of one order's photos by staff; it confirms the run and locks the price."""

    PERSONAL = ("notes", "retake_reason")

    class Status(models.TextChoices):
        AWAITING_PHOTOS = "awaiting_photos"
        SUBMITTED = "submitted"
        RETAKE_REQUESTED = "retake_requested"
        DECIDED = "decided"
        CANCELLED = "cancelled"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    order = models.OneToOneField(Order, models.PROTECT, related_name="photo_review")
    status = models.CharField(max_length=16, choices=Status.choices, default=Status.AWAITING_PHOTOS)
    # Annotated in selectors.py
    sent: int
    sent_requested: int

    least_photos = models.PositiveSmallIntegerField(default=LEAST_PHOTOS)
    notes = models.TextField(max_length=2000, blank=True)
    is_decision_maker = models.BooleanField(default=False)
    can_place_stake = models.BooleanField(default=False)
    consent_wording = models.CharField(max_length=500, blank=True)
    consented_at = models.DateTimeField(null=True)
    submitted_at = models.DateTimeField(null=True)
    retake_reason = models.CharField(max_length=500, blank=True)
    retake_slots = models.JSONField(null=True)  # the photos that the reason is about
    confirmed_run_ft = models.PositiveSmallIntegerField(null=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.CharField(max_length=40, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "photo_reviews"
        indexes = [models.Index(name="photo_reviews_by_age", fields=["status", "submitted_at"])]
        constraints = [
            models.CheckConstraint(
                name="photo_review_submitted_was_consented",
                condition=~Q(status__in=["submitted", "retake_requested", "decided"])
                | Q(consented_at__isnull=False, submitted_at__isnull=False),
            ),
            models.CheckConstraint(
                name="photo_review_decided_knows_the_run",
                condition=~Q(status="decided")
                | Q(confirmed_run_ft__isnull=False, decided_at__isnull=False),
            ),
            models.CheckConstraint(
                name="photo_review_status_is_known",
                condition=Q(
                    status__in=[
                        "awaiting_photos",
                        "submitted",
                        "retake_requested",
                        "decided",
                        "cancelled",
                    ]
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"photo review of order {self.order_id}, {self.status}"

    def slots_to_retake(self, photos: Iterable["Photo"]) -> list[str]:
        """Return the photo slots that are asked for again and were not sent again yet."""
        sent = self._sent_again(photos)
        return (
            [] if sent is None else [slot for slot in self.retake_slots or [] if slot not in sent]
        )

    def wants_new_photo(self, photos: Iterable["Photo"]) -> bool:
        """Whether better photos are asked for, none in particular, and no new one is here yet."""
        return not self.retake_slots and self._sent_again(photos) == set()

    def _sent_again(self, photos: Iterable["Photo"]) -> set[str] | None:
        # None: nothing is asked for again.
        requested_at = self.submitted_at if self.status == self.Status.RETAKE_REQUESTED else None
        if requested_at is None:
            return None
        return {
            photo.slot for photo in photos if photo.stored_at and photo.stored_at > requested_at
        }

    @property
    def deadline(self) -> datetime | None:
        """When submitted photos must be answered; None while there are none to answer."""
        if self.status != self.Status.SUBMITTED or self.submitted_at is None:
            return None
        return review_deadline(self.submitted_at)


class Photo(models.Model):
    """One photo or video: received in chunks, processed by the worker, then shown.

    The sender's file name is not stored; `key` names the file in our storage.
    """

    class Kind(models.TextChoices):
        PHOTO = "photo"
        VIDEO = "video"

    class Status(models.TextChoices):
        RECEIVING = "receiving"
        STORED = "stored"
        READY = "ready"
        REFUSED = "refused"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    review = models.ForeignKey(PhotoReview, models.PROTECT, related_name="photos")
    kind = models.CharField(max_length=5, choices=Kind.choices)
    slot = models.CharField(max_length=30)  # requested photo slot, or "extra-N"
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.RECEIVING)
    size_bytes = models.PositiveBigIntegerField()
    received_bytes = models.PositiveBigIntegerField(default=0)
    content_type = models.CharField(max_length=30, blank=True)
    key = models.CharField(max_length=200, unique=True)
    shown_key = models.CharField(max_length=200, blank=True)
    thumbnail_key = models.CharField(max_length=200, blank=True)
    width_px = models.PositiveIntegerField(null=True)
    height_px = models.PositiveIntegerField(null=True)
    duration_s = models.PositiveSmallIntegerField(null=True)
    refused_code = models.CharField(max_length=40, blank=True)
    # Of staff; empty: the homeowner
    added_by = models.CharField(max_length=40, blank=True, default="", db_default="")
    created_at = models.DateTimeField()
    stored_at = models.DateTimeField(null=True)
    ready_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "photos"
        indexes = [
            models.Index(
                name="photos_unfinished", fields=["created_at"], condition=Q(status="receiving")
            ),
            models.Index(
                name="photos_refused", fields=["created_at"], condition=Q(status="refused")
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                name="photo_one_per_slot",
                fields=["review", "slot"],
                condition=~Q(status="refused"),
            ),
            models.CheckConstraint(
                name="photo_receives_no_more_than_announced",
                condition=Q(received_bytes__lte=models.F("size_bytes")),
            ),
            models.CheckConstraint(
                name="photo_ready_can_be_shown",
                condition=~Q(status="ready") | ~Q(shown_key=""),
            ),
            models.CheckConstraint(
                name="photo_status_is_known",
                condition=Q(status__in=["receiving", "stored", "ready", "refused"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}, {self.slot}, {self.status}"
