"""What is due and what was paid, the hosted checkouts, and the inbox of card events."""

import uuid

from django.db import models
from django.db.models import F, Q

from standby.apps.booking.models import Order


class Payment(models.Model):
    """Money due or paid for an order. Only the provider's own word makes it paid (PAY-02)."""

    class Purpose(models.TextChoices):
        SCHEDULING_FEE = "scheduling_fee"

    class Status(models.TextChoices):
        DUE = "due"
        PAID = "paid"
        REFUNDED = "refunded"
        CANCELLED = "cancelled"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    order = models.ForeignKey(Order, models.PROTECT, related_name="payments")
    purpose = models.CharField(max_length=20, choices=Purpose.choices)
    amount_cents = models.BigIntegerField()
    currency = models.CharField(max_length=3, default="usd")
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.DUE)
    provider = models.CharField(max_length=10, blank=True)
    provider_ref = models.CharField(max_length=255, null=True)  # noqa: DJ001 - unique when known
    paid_at = models.DateTimeField(null=True)
    refunded_cents = models.BigIntegerField(default=0)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "payments"
        constraints = [
            models.UniqueConstraint(name="payment_is_one_charge", fields=["provider_ref"]),
            models.UniqueConstraint(
                name="payment_one_per_order_and_purpose",
                fields=["order", "purpose"],
                condition=Q(status__in=["due", "paid"]),
            ),
            models.CheckConstraint(
                name="payment_amount_is_positive", condition=Q(amount_cents__gt=0)
            ),
            models.CheckConstraint(
                name="payment_paid_knows_charge_and_time",
                condition=~Q(status__in=["paid", "refunded"])
                | Q(provider_ref__isnull=False, paid_at__isnull=False),
            ),
            models.CheckConstraint(
                name="payment_refunds_no_more_than_was_paid",
                condition=Q(refunded_cents__gte=0, refunded_cents__lte=F("amount_cents")),
            ),
            models.CheckConstraint(
                name="payment_status_is_known",
                condition=Q(status__in=["due", "paid", "refunded", "cancelled"]),
            ),
        ]

    def __str__(self) -> str:
        return f"payment {self.pk}, {self.purpose}, {self.status}"


class CheckoutSession(models.Model):
    """A hosted page on which one payment can be made.

    Kept before the provider is asked for it ("opening"), so that a retry asks for the same page.
    """

    class Status(models.TextChoices):
        OPENING = "opening"
        OPEN = "open"
        COMPLETE = "complete"
        EXPIRED = "expired"

    reference = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    stripe_session_id = models.CharField(max_length=255, null=True)  # noqa: DJ001 - null: not yet
    payment = models.ForeignKey(Payment, models.PROTECT, related_name="checkouts")
    payment_type = models.CharField(max_length=20, default="orders")
    entity_id = models.UUIDField(db_index=True)
    provider = models.CharField(max_length=10)
    url = models.TextField(blank=True)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPENING)
    expires_at = models.DateTimeField()
    checked_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "stripe_checkout_sessions"
        indexes = [
            models.Index(name="checkouts_open", fields=["expires_at"], condition=Q(status="open"))
        ]
        constraints = [
            models.UniqueConstraint(name="checkout_is_known_once", fields=["stripe_session_id"]),
            models.UniqueConstraint(
                name="checkout_one_live_per_payment",
                fields=["payment"],
                condition=Q(status__in=["opening", "open"]),
            ),
            models.CheckConstraint(
                name="checkout_open_has_a_page",
                condition=~Q(status="open") | (Q(stripe_session_id__isnull=False) & ~Q(url="")),
            ),
            models.CheckConstraint(
                name="checkout_status_is_known",
                condition=Q(status__in=["opening", "open", "complete", "expired"]),
            ),
        ]

    def __str__(self) -> str:
        return f"checkout {self.pk}, {self.status}"


class CardEvent(models.Model):
    """A signed event as it came in, kept before anything is done with it."""

    PERSONAL = ("payload",)  # it repeats the customer's e-mail address

    provider = models.CharField(max_length=10)
    event_id = models.CharField(max_length=255)
    type = models.CharField(max_length=80)
    payload = models.JSONField()
    received_at = models.DateTimeField()
    due_at = models.DateTimeField()
    processed_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.CharField(max_length=200, blank=True)

    class Meta:
        db_table = "card_events"
        indexes = [
            models.Index(
                name="card_events_waiting",
                fields=["due_at"],
                condition=Q(processed_at__isnull=True),
            )
        ]
        constraints = [
            models.UniqueConstraint(name="card_event_is_kept_once", fields=["provider", "event_id"])
        ]

    def __str__(self) -> str:
        return f"card event {self.pk}, {self.type}"
