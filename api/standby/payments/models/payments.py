"""Payments by card, their pages and what the provider reported."""

import uuid

from django.db import models
from django.db.models import F, Q

from standby.core.models import SealedTextField
from standby.orders.models import Order
from standby.payments.models.milestones import Milestone


class Payment(models.Model):
    """Money due or paid for an order.

    Only a signed event of the provider makes it paid (PAY-02.1).
    """

    class Purpose(models.TextChoices):
        SCHEDULING_FEE = "scheduling_fee"
        DIAGNOSTIC = "diagnostic"
        MILESTONE_ACCEPTANCE = "milestone_acceptance"
        MILESTONE_EQUIPMENT = "milestone_equipment"
        MILESTONE_COMPLETION = "milestone_completion"

    class Method(models.TextChoices):
        CARD = "card"
        CREDIT_CARD = "credit_card"
        DEBIT_CARD = "debit_card"
        BANK = "bank"

    class Status(models.TextChoices):
        DUE = "due"
        PAID = "paid"
        REFUNDED = "refunded"
        RETURNED = "returned"  # taken back for good by the customer's bank, in whole or in part
        CANCELLED = "cancelled"

    REFUNDABLE = (Status.PAID, Status.RETURNED)  # a part of it may still be with us

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
    method = models.CharField(max_length=11, choices=Method.choices, default=Method.CARD)
    surcharge_cents = models.BigIntegerField(default=0)  # included in amount_cents
    funding = models.CharField(max_length=10, blank=True)  # credit or debit, by the provider
    milestone = models.ForeignKey(Milestone, models.PROTECT, null=True, related_name="payments")
    disputed_cents = models.BigIntegerField(default=0, db_default=0)  # held by the bank now
    created_at = models.DateTimeField()

    class Meta:
        db_table = "payments"
        indexes = [
            models.Index(
                name="payments_of_unknown_funding",
                fields=["order"],
                condition=Q(status="paid", surcharge_cents__gt=0, funding=""),
            ),
            models.Index(
                name="payments_disputed", fields=["order"], condition=Q(disputed_cents__gt=0)
            ),
            models.Index(
                name="payments_paid", fields=["paid_at"], condition=Q(paid_at__isnull=False)
            ),
        ]
        constraints = [
            models.CheckConstraint(
                name="payment_amount_is_positive", condition=Q(amount_cents__gt=0)
            ),
            models.CheckConstraint(
                name="payment_surcharge_is_part_of_it",
                condition=Q(surcharge_cents__gte=0, surcharge_cents__lt=F("amount_cents")),
            ),
            models.UniqueConstraint(name="payment_is_one_charge", fields=["provider_ref"]),
            models.UniqueConstraint(
                name="payment_one_per_order_and_purpose",
                fields=["order", "purpose"],
                condition=Q(status__in=["due", "paid"]),
            ),
            models.CheckConstraint(
                name="payment_paid_knows_charge_and_time",
                condition=~Q(status__in=["paid", "refunded", "returned"])
                | Q(provider_ref__isnull=False, paid_at__isnull=False),
            ),
            models.CheckConstraint(
                name="payment_refunds_no_more_than_was_paid",
                condition=Q(refunded_cents__gte=0, refunded_cents__lte=F("amount_cents")),
            ),
            models.CheckConstraint(
                name="payment_is_disputed_for_no_more_than_was_paid",
                condition=Q(disputed_cents__gte=0, disputed_cents__lte=F("amount_cents")),
            ),
            models.CheckConstraint(
                name="payment_status_is_known",
                condition=Q(status__in=["due", "paid", "refunded", "returned", "cancelled"]),
            ),
        ]

    def __str__(self) -> str:
        return f"payment {self.pk}, {self.purpose}, {self.status}"

    @property
    def can_be_refunded(self) -> bool:
        return self.status in self.REFUNDABLE

    @property
    def is_taken_back(self) -> bool:
        # The same condition as selectors.TAKEN_BACK: taken back by a bank, and not due again as a
        # milestone.
        if self.status == self.Status.RETURNED:
            return self.milestone_id is None and self.disputed_cents > 0
        return self.status == self.Status.REFUNDED and self.disputed_cents > 0

    @property
    def left_cents(self) -> int:
        # Neither refunded, promised as a refund, nor held by a bank.
        return max(0, self.amount_cents - self.refunded_cents - self.disputed_cents)


class CheckoutSession(models.Model):
    """A hosted checkout page for one payment.

    The row is written before the provider is asked for the page ("opening"), so that a retry asks
    for the same page.
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
    url = SealedTextField(blank=True)  # anyone with the URL can pay and sees the order
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.OPENING)
    expires_at = models.DateTimeField()
    checked_at = models.DateTimeField(null=True)
    processing_at = models.DateTimeField(null=True)  # since when a bank payment is on its way
    failed_at = models.DateTimeField(null=True)  # when that bank payment failed
    bound_at = models.DateTimeField(null=True)  # see `checkouts.bind_to_browser`
    created_at = models.DateTimeField()

    class Meta:
        db_table = "stripe_checkout_sessions"
        indexes = [
            models.Index(name="checkouts_open", fields=["expires_at"], condition=Q(status="open")),
            models.Index(name="checkouts_by_age", fields=["created_at"]),
            models.Index(
                name="checkouts_of_transfers",
                fields=["processing_at"],
                condition=Q(processing_at__isnull=False),
            ),
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


class PaymentEvent(models.Model):
    """A signed payment event as received, stored with its job before it is processed."""

    PERSONAL = ("payload",)  # holds the customer's email address

    provider = models.CharField(max_length=10)
    event_id = models.CharField(max_length=255)
    type = models.CharField(max_length=80)
    payload = models.JSONField()
    received_at = models.DateTimeField()
    processed_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=200, blank=True)

    class Meta:
        db_table = "card_events"
        constraints = [
            models.UniqueConstraint(name="card_event_is_kept_once", fields=["provider", "event_id"])
        ]

    def __str__(self) -> str:
        return f"card event {self.pk}, {self.type}"
