"""What the provider paid out to the bank."""

import uuid

from django.db import models
from django.db.models import Q

from standby.payments.models.ledger import LedgerEntry


class Payout(models.Model):
    """Money that the card provider sent to our bank account, as the provider reports it.

    A negative amount was collected from the account. Of a manual payout the provider does not know
    what is in it.
    """

    class Status(models.TextChoices):
        PENDING = "pending"
        IN_TRANSIT = "in_transit"
        PAID = "paid"
        FAILED = "failed"
        CANCELED = "canceled"

    NOT_ARRIVED = (Status.FAILED, Status.CANCELED)
    OVER = (Status.PAID, *NOT_ARRIVED)

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    provider = models.CharField(max_length=10)
    provider_ref = models.CharField(max_length=255, unique=True)
    amount_cents = models.BigIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PENDING)
    arrives_on = models.DateField()
    is_manual = models.BooleanField()
    created_at = models.DateTimeField()  # at the provider
    lines_read_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "payouts"
        indexes = [
            models.Index(name="payouts_by_arrival", fields=["arrives_on"]),
            models.Index(name="payouts_by_age", fields=["created_at"]),
        ]
        constraints = [
            models.CheckConstraint(
                name="payout_status_is_known",
                condition=Q(status__in=["pending", "in_transit", "paid", "failed", "canceled"]),
            ),
        ]

    def __str__(self) -> str:
        return f"payout {self.provider_ref} of {self.amount_cents} cents, {self.status}"


class BalanceTransaction(models.Model):
    """One amount within a payout, and the ledger entry that it belongs to once we know that.

    Positive came to us. The provider took the fee off it; a line of kind "fee" is a fee itself.
    """

    class Kind(models.TextChoices):
        PAYMENT = "payment"
        REFUND = "refund"
        REFUND_RETURNED = "refund_returned"
        TAKEN_BACK = "taken_back"
        REINSTATED = "reinstated"
        FEE = "fee"
        PAYOUT_RETURNED = "payout_returned"
        OTHER = "other"

    # Of a payment, so that an entry of the ledger belongs to it
    OF_PAYMENTS = (
        Kind.PAYMENT,
        Kind.REFUND,
        Kind.REFUND_RETURNED,
        Kind.TAKEN_BACK,
        Kind.REINSTATED,
    )

    OF_NO_ORDER = (Kind.FEE, Kind.PAYOUT_RETURNED)

    payout = models.ForeignKey(Payout, models.PROTECT, related_name="lines")
    provider_ref = models.CharField(max_length=255, unique=True)
    kind = models.CharField(max_length=15, choices=Kind.choices)
    amount_cents = models.BigIntegerField()
    fee_cents = models.BigIntegerField()
    charge = models.CharField(max_length=255, blank=True, db_index=True)
    about = models.CharField(max_length=255, blank=True)  # the refund or dispute, by the provider
    attempt = models.CharField(max_length=60, blank=True)  # of our refund: its reference and number
    title = models.CharField(max_length=200, blank=True)
    entry = models.OneToOneField(
        LedgerEntry, models.PROTECT, null=True, related_name="balance_transaction"
    )
    at = models.DateTimeField()

    class Meta:
        db_table = "balance_transactions"
        ordering = ["at", "id"]
        indexes = [
            models.Index(
                name="balance_lines_to_match",
                fields=["kind"],
                condition=Q(entry__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.amount_cents} cents in payout {self.payout_id}"

    @property
    def net_cents(self) -> int:
        return self.amount_cents - self.fee_cents

    @property
    def cost_cents(self) -> int:
        """What the provider kept of it."""
        return self.fee_cents - (self.amount_cents if self.kind == self.Kind.FEE else 0)
