"""The diagnostic: a paid visit before any order."""

import uuid
from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q

from standby.core.models import SealedTextField
from standby.core.policy import CHECKOUT_LIVES
from standby.core.words import hours_between
from standby.crews.models import Technician
from standby.orders.models import Order
from standby.orders.rules.scheduling import WINDOW_CHOICES, Slot, TimeWindow, local_hours
from standby.payments.rules import CHECKOUT_MARGIN


class Diagnostic(models.Model):
    """A visit at a home, its payment, and the order to which that payment was credited.

    Its public id is the address of its page. `place_no` is one of the places of its window.
    """

    PERSONAL = ("name", "email", "phone", "email_key", "address", "receipt_contents", "outcome")

    class Status(models.TextChoices):
        HELD = "held"
        BOOKED = "booked"
        EXPIRED = "expired"
        CANCELLED = "cancelled"

    LIVE = (Status.HELD, Status.BOOKED)  # it has a place

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=100)
    email = models.CharField(max_length=254)
    email_key = models.CharField(max_length=254, db_index=True)
    phone = models.CharField(max_length=40)
    language = models.CharField(
        max_length=10, default=settings.LANGUAGE_CODE, db_default=settings.LANGUAGE_CODE
    )
    address = models.CharField(max_length=300)
    zip_code = models.CharField(max_length=5)
    day = models.DateField()
    time_window = models.CharField(max_length=9, choices=WINDOW_CHOICES)
    # Of a visit that was held before staff could set the windows: as the market has them.
    start_at = models.DateTimeField(null=True)
    end_at = models.DateTimeField(null=True)
    place_no = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.HELD)
    hold_expires_at = models.DateTimeField()
    amount_cents = models.BigIntegerField()
    provider = models.CharField(max_length=10, blank=True)
    # The checkout page is requested under this reference; a later attempt gets another one.
    checkout_reference = models.UUIDField(default=uuid.uuid4)
    checkout_requested_at = models.DateTimeField(null=True)
    session_id = models.CharField(max_length=255, blank=True)
    url = SealedTextField(blank=True)
    charge = models.CharField(max_length=255, null=True)  # noqa: DJ001 - unique when known
    paid_at = models.DateTimeField(null=True)
    # Of its receipt, in the series of the orders' receipts, and what that states
    receipt_number = models.PositiveIntegerField(null=True, unique=True)
    receipt_contents = models.JSONField(null=True)
    refund_due_at = models.DateTimeField(null=True)  # when it is tried next
    refunded_at = models.DateTimeField(null=True)
    order = models.ForeignKey(Order, models.PROTECT, null=True, related_name="diagnostics")
    assigned_to = models.ForeignKey(
        Technician, models.PROTECT, null=True, related_name="diagnostics"
    )
    version = models.PositiveIntegerField(default=0, db_default=0)  # of what staff see and change
    outcome = models.CharField(max_length=2000, blank=True, default="", db_default="")
    done_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "diagnostics"
        indexes = [
            models.Index(
                name="diagnostics_held", fields=["hold_expires_at"], condition=Q(status="held")
            ),
            models.Index(
                name="diagnostics_to_refund",
                fields=["refund_due_at"],
                condition=Q(refund_due_at__isnull=False, refunded_at__isnull=True),
            ),
            models.Index(name="diagnostics_by_age", fields=["created_at"]),
        ]
        constraints = [
            models.UniqueConstraint(
                name="diagnostic_place_is_taken_once",
                fields=["day", "time_window", "place_no"],
                condition=Q(status__in=["held", "booked"]),
            ),
            models.UniqueConstraint(name="diagnostic_is_one_charge", fields=["charge"]),
            models.CheckConstraint(
                name="diagnostic_amount_is_positive", condition=Q(amount_cents__gt=0)
            ),
            models.CheckConstraint(
                name="diagnostic_booked_is_paid",
                condition=~Q(status="booked") | Q(charge__isnull=False, paid_at__isnull=False),
            ),
            models.CheckConstraint(
                name="diagnostic_credited_is_booked",
                condition=Q(order__isnull=True)
                | Q(status="booked", refund_due_at__isnull=True, refunded_at__isnull=True),
            ),
            models.CheckConstraint(
                name="diagnostic_window_is_known",
                condition=Q(time_window__in=["morning", "afternoon"]),
            ),
            models.CheckConstraint(
                name="diagnostic_status_is_known",
                condition=Q(status__in=["held", "booked", "expired", "cancelled"]),
            ),
        ]

    def __str__(self) -> str:
        return f"diagnostic {self.pk} on {self.day}, {self.time_window}, {self.status}"

    @property
    def slot(self) -> Slot:
        window = TimeWindow(self.time_window)
        if self.start_at is None or self.end_at is None:
            return Slot(self.day, window, window.usual_hours)
        return Slot(self.day, window, local_hours(self.start_at, self.end_at))

    @property
    def hours(self) -> str:
        return hours_between(self.slot.hours or self.slot.window.usual_hours)

    @property
    def page_expires_at(self) -> datetime | None:
        """When the checkout page closes; None while none was requested."""
        if self.checkout_requested_at is None:
            return None
        return self.checkout_requested_at + CHECKOUT_LIVES + CHECKOUT_MARGIN
