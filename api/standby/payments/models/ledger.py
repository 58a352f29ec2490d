"""The ledger, and what a canceled order kept."""

from django.db import models
from django.db.models import Q

from standby.orders.models import Order
from standby.payments.models.milestones import Milestone
from standby.payments.models.payments import Payment
from standby.payments.models.returns import Dispute, Refund


class LedgerEntry(models.Model):
    """One entry of an order's ledger; append-only (PAY-03.6).

    A positive amount is owed by the customer, a negative one was paid or credited; the balance is
    the sum.
    """

    PERSONAL = ("note",)

    class Kind(models.TextChoices):
        SCHEDULING_FEE = "scheduling_fee"
        DIAGNOSTIC = "diagnostic"
        MILESTONE = "milestone"
        SURCHARGE = "surcharge"
        LATE_FEE = "late_fee"
        CANCELLATION_FEE = "cancellation_fee"
        PAYMENT = "payment"
        CREDIT = "credit"
        REVERSAL = "reversal"
        REFUND = "refund"
        REFUND_RETURNED = "refund_returned"  # our refund, returned by the customer's bank
        TAKEN_BACK = "taken_back"  # a payment, taken back by the customer's bank
        REINSTATED = "reinstated"  # a payment taken back, and paid to us again

    order = models.ForeignKey(Order, models.PROTECT, related_name="ledger")
    kind = models.CharField(max_length=16, choices=Kind.choices)
    amount_cents = models.BigIntegerField()
    milestone = models.ForeignKey(Milestone, models.PROTECT, null=True, related_name="entries")
    payment = models.ForeignKey(Payment, models.PROTECT, null=True, related_name="entries")
    refund = models.ForeignKey(Refund, models.PROTECT, null=True, related_name="entries")
    dispute = models.ForeignKey(Dispute, models.PROTECT, null=True, related_name="entries")
    note = models.CharField(max_length=200, blank=True)
    key = models.CharField(max_length=120, unique=True)  # makes posting it twice impossible
    actor = models.CharField(max_length=40)
    at = models.DateTimeField()

    class Meta:
        db_table = "ledger_entries"
        ordering = ["id"]
        indexes = [
            models.Index(name="ledger_by_kind_and_time", fields=["kind", "at"]),
            models.Index(name="ledger_balances", fields=["order", "amount_cents"]),
        ]
        constraints = [
            models.CheckConstraint(name="ledger_entry_is_not_zero", condition=~Q(amount_cents=0)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.amount_cents} cents on order {self.order_id}"


class Cancellation(models.Model):
    """A cancelled order: the rule applied, and the cents kept and refunded (PAY-03.5)."""

    PERSONAL = ("reason",)

    order = models.OneToOneField(Order, models.PROTECT, related_name="cancellation")
    rule = models.CharField(max_length=40)
    retained_cents = models.BigIntegerField()
    refund_cents = models.BigIntegerField()
    costs_cents = models.BigIntegerField(default=0)
    reason = models.CharField(max_length=500, blank=True)
    cancelled_by = models.CharField(max_length=40)
    cancelled_at = models.DateTimeField()

    class Meta:
        db_table = "cancellations"
        constraints = [
            models.CheckConstraint(
                name="cancellation_keeps_and_returns_no_less_than_nothing",
                condition=Q(retained_cents__gte=0, refund_cents__gte=0, costs_cents__gte=0),
            ),
        ]

    def __str__(self) -> str:
        return f"cancellation of order {self.order_id} by {self.rule}"
