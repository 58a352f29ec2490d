"""An order's documents, and the proposal that the homeowner accepts."""

import uuid
from decimal import Decimal

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.text import slugify

from standby.core.market import MILESTONES
from standby.core.words import _, say
from standby.documents.rules.numbers import document_number
from standby.orders.models import Order
from standby.payments.models import Milestone, Payment, Refund
from standby.pricing.models.quoting import Quote
from standby.pricing.rules.configuration import PaymentTerms


class OrderFile(models.Model):
    """A document that we made, or a file that staff added, in our storage.

    Its hash proves that it is unchanged.
    """

    PERSONAL = ("title", "note")  # the title may name the homeowners' association

    class Type(models.TextChoices):
        GENERAL_PROPOSAL = "general_proposal"
        HOA_PACKET = "hoa_packet"
        INVOICE = "invoice"
        RECEIPT = "receipt"
        REFUND_RECEIPT = "refund_receipt", "Refund receipt"
        ACCEPTANCE = "acceptance"
        COMPLETION_PACKET = "completion_packet"
        # Added by staff; labels are message ids
        PERMIT = "permit", _("Permit")
        HOA_APPROVAL = "hoa_approval", _("HOA approval")
        INSPECTION_REPORT = "inspection_report", _("Inspection report")
        GAS_LETTER = "gas_letter", _("Gas company letter")
        EQUIPMENT_PAPER = "equipment_paper", _("Equipment paper")
        WARRANTY = "warranty", _("Warranty paper")
        PHOTO_BEFORE = "photo_before", _("Job photo, before")
        PHOTO_AFTER = "photo_after", _("Job photo, after")
        SIGNATURE = "signature", _("Signature")
        OTHER = "other", _("Other")

    class ContentType(models.TextChoices):
        PDF = "application/pdf"
        JPEG = "image/jpeg"

    PICTURES = (Type.PHOTO_BEFORE, Type.PHOTO_AFTER, Type.SIGNATURE)
    NUMBERED = (Type.INVOICE, Type.RECEIPT, Type.REFUND_RECEIPT)  # their title is their name
    # The homeowner sees all others.
    STAFF_ONLY = (
        Type.GAS_LETTER,
        Type.EQUIPMENT_PAPER,
        Type.PHOTO_BEFORE,
        Type.PHOTO_AFTER,
        Type.SIGNATURE,
        Type.OTHER,
    )
    ADDED_BY_STAFF = (
        Type.PERMIT,
        Type.HOA_APPROVAL,
        Type.INSPECTION_REPORT,
        Type.WARRANTY,
        *STAFF_ONLY,
    )

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    order = models.ForeignKey(Order, models.PROTECT, related_name="files")
    type = models.CharField(max_length=20, choices=Type.choices)
    title = models.CharField(max_length=100)  # in the language of the document
    language = models.CharField(max_length=10, default=settings.LANGUAGE_CODE)
    version = models.PositiveSmallIntegerField(default=1)
    key = models.CharField(max_length=200, unique=True)
    sha256 = models.CharField(max_length=64)
    size_bytes = models.PositiveBigIntegerField()
    content_type = models.CharField(
        max_length=20,
        choices=ContentType.choices,
        default=ContentType.PDF,
        db_default=ContentType.PDF,
    )
    note = models.CharField(max_length=200, blank=True, default="", db_default="")
    # "" for a document that we made
    added_by = models.CharField(max_length=40, blank=True, default="", db_default="")
    created_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "order_files"
        constraints = [
            models.UniqueConstraint(
                name="order_file_one_per_version", fields=["order", "type", "version"]
            ),
            models.CheckConstraint(
                name="order_file_content_is_known",
                condition=Q(content_type__in=["application/pdf", "image/jpeg"]),
            ),
        ]

    @property
    def is_void(self) -> bool:
        billing: BillingDocument | None = getattr(self, "billing_document", None)
        return billing is not None and billing.voided_at is not None

    @property
    def file_name(self) -> str:
        if self.type in self.NUMBERED:
            return f"{slugify(self.title)}.pdf"
        # No part of the title: it may contain the name of a homeowners' association.
        ending = "jpg" if self.content_type == self.ContentType.JPEG else "pdf"
        return f"{self.type.replace('_', '-')}-{self.version}.{ending}"


class Proposal(models.Model):
    """A locked price in one document for the homeowner to accept (PROP-01.1)."""

    PERSONAL = ("accepted_name", "accepted_from")

    class Status(models.TextChoices):
        READY = "ready"
        ACCEPTED = "accepted"
        SUPERSEDED = "superseded"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    order = models.ForeignKey(Order, models.PROTECT, related_name="proposals")
    quote = models.ForeignKey(Quote, models.PROTECT, related_name="proposals")
    file = models.OneToOneField(OrderFile, models.PROTECT, related_name="proposal")
    version = models.PositiveSmallIntegerField()
    # As its PDF says; the rate is of a month
    days_to_pay = models.PositiveSmallIntegerField()
    milestones = models.JSONField(null=True)
    # What it says (rules/clauses.py) and the fingerprint of that
    clauses = models.JSONField(null=True)
    clauses_sha256 = models.CharField(max_length=64, blank=True, default="", db_default="")
    late_fee_rate = models.DecimalField(
        max_digits=5, decimal_places=4, default=Decimal("0.015"), db_default=Decimal("0.015")
    )
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.READY)
    accepted_at = models.DateTimeField(null=True)
    accepted_name = models.CharField(max_length=100, blank=True)
    accepted_sha256 = models.CharField(max_length=64, blank=True)
    # Of the clauses that were on the screen
    accepted_clauses_sha256 = models.CharField(max_length=64, blank=True, default="", db_default="")
    agreement_versions = models.JSONField(default=dict)  # accepted with it
    accepted_from = models.CharField(max_length=64, blank=True)  # a pseudonymous key of the client
    created_at = models.DateTimeField()

    class Meta:
        db_table = "proposals"
        indexes = [
            models.Index(
                name="proposals_accepted", fields=["accepted_at"], condition=Q(status="accepted")
            )
        ]
        constraints = [
            models.UniqueConstraint(name="proposal_one_per_version", fields=["order", "version"]),
            models.UniqueConstraint(
                name="proposal_one_live_per_order",
                fields=["order"],
                condition=~Q(status="superseded"),
            ),
            models.CheckConstraint(
                name="proposal_accepted_is_signed",
                condition=~Q(status="accepted")
                | (Q(accepted_at__isnull=False) & ~Q(accepted_name="") & ~Q(accepted_sha256="")),
            ),
            models.CheckConstraint(
                name="proposal_status_is_known",
                condition=Q(status__in=["ready", "accepted", "superseded"]),
            ),
        ]

    @property
    def payment_terms(self) -> PaymentTerms:
        # In the market's order, as PostgreSQL keeps the keys of JSON by their length.
        shares = {
            kind: (self.milestones or {}).get(kind, share) for kind, share in MILESTONES.items()
        }
        return PaymentTerms(
            days_to_pay=self.days_to_pay, milestones=shares, late_fee_rate=self.late_fee_rate
        )


class BillingDocument(models.Model):
    """An invoice, a receipt or a refund's receipt, numbered without gaps (OPS-20.1).

    Issued once for each fact and never changed: one that no longer holds is void, and a new one may
    replace it. `contents` is what its PDF states, frozen until that is made.
    """

    PERSONAL = ("contents",)

    class Kind(models.TextChoices):
        # Labels are message ids.
        INVOICE = "invoice", _("Invoice")
        RECEIPT = "receipt", _("Receipt")
        REFUND_RECEIPT = "refund_receipt", _("Refund receipt")

    order = models.ForeignKey(Order, models.PROTECT, related_name="billing_documents")
    kind = models.CharField(max_length=14, choices=Kind.choices)
    number = models.PositiveIntegerField()
    # The same fact is issued once, however often we hear of it.
    fact = models.CharField(max_length=150, unique=True)
    # What an invoice asks for, the payment's whole amount, or what was refunded
    amount_cents = models.BigIntegerField()
    due_on = models.DateField(null=True)  # of an invoice
    milestone = models.ForeignKey(
        Milestone, models.PROTECT, null=True, related_name="billing_documents"
    )
    payment = models.ForeignKey(
        Payment, models.PROTECT, null=True, related_name="billing_documents"
    )
    refund = models.ForeignKey(Refund, models.PROTECT, null=True, related_name="billing_documents")
    # The invoice that it pays or replaces, the receipt whose payment was refunded
    refers_to = models.ForeignKey("self", models.PROTECT, null=True, related_name="+")
    contents = models.JSONField(default=dict)
    file = models.OneToOneField(
        OrderFile, models.PROTECT, null=True, related_name="billing_document"
    )
    issued_at = models.DateTimeField()
    voided_at = models.DateTimeField(null=True)
    void_reason = models.CharField(max_length=100, blank=True)

    class Meta:
        db_table = "billing_documents"
        indexes = [
            models.Index(
                name="billing_documents_to_print", fields=["order"], condition=Q(file__isnull=True)
            )
        ]
        constraints = [
            models.UniqueConstraint(
                name="billing_document_one_per_number", fields=["kind", "number"]
            ),
            models.UniqueConstraint(
                name="billing_document_one_live_invoice_per_milestone",
                fields=["milestone"],
                condition=Q(kind="invoice", voided_at__isnull=True),
            ),
            models.CheckConstraint(
                name="billing_document_amount_is_positive",
                # A cancellation by which nothing goes back has its receipt as well.
                condition=Q(amount_cents__gt=0) | Q(kind="refund_receipt", amount_cents=0),
            ),
            models.CheckConstraint(
                name="billing_document_void_says_why",
                condition=Q(voided_at__isnull=True) | ~Q(void_reason=""),
            ),
            models.CheckConstraint(
                name="billing_document_kind_is_known",
                condition=Q(kind__in=["invoice", "receipt", "refund_receipt"]),
            ),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def label(self) -> str:
        return document_number(self.kind, self.number)

    @property
    def title(self) -> str:
        """What it is called in the active language."""
        # Where a cancellation gives nothing back, no refund has a receipt.
        is_refund = self.amount_cents > 0 or self.kind != self.Kind.REFUND_RECEIPT
        return say(self.Kind(self.kind).label if is_refund else _("Cancellation statement"))


class NumberSeries(models.Model):
    """The last number given out in one series, locked while the next one is taken."""

    kind = models.CharField(max_length=14, primary_key=True)
    last = models.PositiveIntegerField(default=0)

    class Meta:
        db_table = "number_series"

    def __str__(self) -> str:
        return f"{self.kind} up to {self.last}"
