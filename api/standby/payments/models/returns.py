"""Money that goes back: refunds and disputes."""

import uuid
from datetime import datetime

from django.db import models
from django.db.models import F, Q

from standby.orders.models import Order
from standby.payments.models.payments import Payment
from standby.payments.rules import REFUND_ARRIVES_WITHIN


class Refund(models.Model):
    """Money on its way back: requested from the provider until it confirms that it was sent.

    A refund that the customer's bank returned can be sent again. It is replaced when the money went
    back another way.
    """

    PERSONAL = ("reason",)

    class Status(models.TextChoices):
        REQUESTED = "requested"
        SENT = "sent"
        FAILED = "failed"
        RETURNED = "returned"
        REPLACED = "replaced"

    UNSENT = (Status.REQUESTED, Status.FAILED, Status.RETURNED)  # we still owe it

    reference = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    payment = models.ForeignKey(Payment, models.PROTECT, related_name="refunds")
    amount_cents = models.BigIntegerField()
    reason = models.CharField(max_length=200)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.REQUESTED)
    charge = models.CharField(max_length=255)  # the provider's charge it refunds
    dedupe_key = models.CharField(max_length=120, unique=True)
    provider_ref = models.CharField(max_length=255, blank=True)
    requested_by = models.CharField(max_length=40)
    requested_at = models.DateTimeField()
    retries = models.PositiveSmallIntegerField(default=0, db_default=0)  # by staff, after it failed
    sent_at = models.DateTimeField(null=True)
    last_error = models.CharField(max_length=200, blank=True)
    # Made in the provider's dashboard, so staff decide what happens to the visit.
    needs_decision = models.BooleanField(default=False, db_default=False)

    class Meta:
        db_table = "refunds"
        indexes = [
            models.Index(name="refunds_by_status", fields=["status", "requested_at"]),
            models.Index(
                name="refunds_to_decide", fields=["payment"], condition=Q(needs_decision=True)
            ),
            models.Index(name="refunds_by_charge", fields=["charge"]),
            models.Index(name="refunds_by_sending", fields=["sent_at"], condition=Q(status="sent")),
            models.Index(
                name="refunds_by_provider_ref",
                fields=["provider_ref"],
                condition=~Q(provider_ref=""),
            ),
        ]
        constraints = [
            models.CheckConstraint(name="refund_is_positive", condition=Q(amount_cents__gt=0)),
            models.CheckConstraint(
                name="refund_sent_knows_when",
                condition=~Q(status__in=["sent", "returned"]) | Q(sent_at__isnull=False),
            ),
            models.CheckConstraint(
                name="refund_status_is_known",
                condition=Q(status__in=["requested", "sent", "failed", "returned", "replaced"]),
            ),
        ]

    def __str__(self) -> str:
        return f"refund {self.pk} of payment {self.payment_id}, {self.status}"

    @property
    def order(self) -> Order:
        return self.payment.order

    def is_on_its_way(self, now: datetime) -> bool:
        # The same condition as selectors.refunds_on_their_way.
        if self.status == self.Status.SENT and self.sent_at:
            return self.sent_at > now - REFUND_ARRIVES_WITHIN
        return self.status == self.Status.REQUESTED


class Dispute(models.Model):
    """A payment that the customer's bank takes back, or asks about, as the provider reports it.

    A bank transfer returned days after it arrived is a dispute too, lost at once (PAY-04.3).
    `taken_cents` is the part of the withdrawn money that the ledger shows as gone now.
    """

    provider_ref = models.CharField(max_length=255, unique=True)
    payment = models.ForeignKey(Payment, models.PROTECT, related_name="disputes")
    charge = models.CharField(max_length=255)
    amount_cents = models.BigIntegerField()
    reason = models.CharField(max_length=60)
    status = models.CharField(max_length=30)  # the provider's own status
    # When the provider was asked; older responses are ignored.
    looked_up_at = models.DateTimeField()
    opened_at = models.DateTimeField()
    respond_by = models.DateTimeField(null=True)
    withdrawn_cents = models.BigIntegerField(default=0)
    reinstated_cents = models.BigIntegerField(default=0)
    taken_cents = models.BigIntegerField(default=0)
    funds_withdrawn_at = models.DateTimeField(null=True)
    funds_reinstated_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    needs_decision = models.BooleanField(default=False)  # about the visit, once it is lost

    class Meta:
        db_table = "disputes"
        indexes = [
            models.Index(
                name="disputes_open", fields=["respond_by"], condition=Q(closed_at__isnull=True)
            ),
            models.Index(
                name="disputes_to_decide", fields=["payment"], condition=Q(needs_decision=True)
            ),
            models.Index(name="disputes_of_charge", fields=["charge"]),
        ]
        constraints = [
            models.CheckConstraint(name="dispute_is_positive", condition=Q(amount_cents__gt=0)),
            models.CheckConstraint(
                name="dispute_takes_no_more_than_was_withdrawn",
                condition=Q(
                    withdrawn_cents__gte=0,
                    reinstated_cents__gte=0,
                    taken_cents__gte=0,
                    taken_cents__lte=F("withdrawn_cents"),
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"dispute {self.provider_ref} of payment {self.payment_id}, {self.status}"

    @property
    def waits_for_answer(self) -> bool:
        # The same condition as selectors.TO_ANSWER.
        return self.closed_at is None and self.status.endswith("needs_response")
