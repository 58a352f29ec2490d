"""The parts of an order's price."""

from datetime import datetime
from decimal import Decimal

from django.db import models
from django.db.models import Q

from standby.orders.models import Order


class Milestone(models.Model):
    """One of three payments, shares of the locked total, which they always sum to."""

    class Kind(models.TextChoices):
        ACCEPTANCE = "acceptance"
        EQUIPMENT = "equipment"
        COMPLETION = "completion"

    class Status(models.TextChoices):
        WAITING = "waiting"
        DUE = "due"
        PAID = "paid"
        CANCELLED = "cancelled"

    UNPAID = (Status.WAITING, Status.DUE)

    order = models.ForeignKey(Order, models.PROTECT, related_name="milestones")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    percent = models.PositiveSmallIntegerField()
    amount_cents = models.BigIntegerField()
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.WAITING)
    # As the accepted proposal has them; the rate is of a month, simple
    days_to_pay = models.PositiveSmallIntegerField()
    late_fee_rate = models.DecimalField(
        max_digits=5, decimal_places=4, default=Decimal("0.015"), db_default=Decimal("0.015")
    )
    reached_at = models.DateTimeField(null=True)  # of the first: when the proposal was accepted
    # Reached, and the customer can no longer cancel freely: from then on we ask for the payment.
    ask_at = models.DateTimeField(null=True)
    due_on = models.DateField(null=True)  # the last day to pay; set anew when a bank takes it back
    paid_at = models.DateTimeField(null=True)
    # Set by the notice that a late fee requires.
    overdue_notified_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    # Annotated in services/milestones.py, from its ledger entries. Settled is what was paid towards
    # it and has not gone back.
    credit_cents: int
    late_fee_cents: int
    settled_cents: int

    class Meta:
        db_table = "milestones"
        indexes = [
            models.Index(name="milestones_reached", fields=["kind", "reached_at"]),
            models.Index(name="milestones_due", fields=["due_on"], condition=Q(status="due")),
        ]
        constraints = [
            models.UniqueConstraint(name="milestone_once_per_order", fields=["order", "kind"]),
            models.CheckConstraint(
                name="milestone_amount_is_not_negative", condition=Q(amount_cents__gte=0)
            ),
            models.CheckConstraint(
                name="milestone_due_knows_when",
                condition=~Q(status__in=["due", "paid"])
                | Q(reached_at__isnull=False, ask_at__isnull=False, due_on__isnull=False),
            ),
            models.CheckConstraint(
                name="milestone_status_is_known",
                condition=Q(status__in=["waiting", "due", "paid", "cancelled"]),
            ),
        ]

    def __str__(self) -> str:
        return f"milestone {self.kind} of order {self.order_id}, {self.status}"

    @property
    def open_cents(self) -> int:
        # Negative when more was paid than was due.
        before = self.amount_cents - self.credit_cents + self.late_fee_cents
        return before - self.settled_cents

    @property
    def due_cents(self) -> int:
        # Without the surcharge for credit cards; 0 once the milestone is paid.
        return max(0, self.open_cents) if self.status in self.UNPAID else 0

    def is_requested(self, now: datetime) -> bool:
        return self.status == self.Status.DUE and self.ask_at is not None and self.ask_at <= now
