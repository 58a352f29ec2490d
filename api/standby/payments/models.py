"""Milestones, payments, checkout sessions, refunds, disputes, the ledger and payouts."""

import uuid
from datetime import datetime
from decimal import Decimal

from django.db import models
from django.db.models import F, Q

from standby.core.models import SealedTextField
from standby.orders.models import Order
from standby.payments.rules import REFUND_ARRIVES_WITHIN


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
