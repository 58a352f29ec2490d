"""An order's documents, and the proposal that the homeowner accepts."""

import uuid
from decimal import Decimal

from django.db import models
from django.db.models import Q

from standby.core.market import MILESTONES
from standby.orders.models import Order
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
        RECEIPT = "receipt"
        ACCEPTANCE = "acceptance"
        # Added by staff
        PERMIT = "permit", "Permit"
        HOA_APPROVAL = "hoa_approval", "HOA approval"
        INSPECTION_REPORT = "inspection_report", "Inspection report"
        GAS_LETTER = "gas_letter", "Gas company letter"
        EQUIPMENT_PAPER = "equipment_paper", "Equipment paper"
        WARRANTY = "warranty", "Warranty paper"
        PHOTO_BEFORE = "photo_before", "Job photo, before"
        PHOTO_AFTER = "photo_after", "Job photo, after"
        SIGNATURE = "signature", "Signature"
        OTHER = "other", "Other"

    class ContentType(models.TextChoices):
        PDF = "application/pdf"
        JPEG = "image/jpeg"

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
    title = models.CharField(max_length=100)
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
    def file_name(self) -> str:
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
    quote = models.ForeignKey(Quote, models.PROTECT, related_name="+")
    file = models.OneToOneField(OrderFile, models.PROTECT, related_name="proposal")
    version = models.PositiveSmallIntegerField()
    # As its PDF says; the rate is of a month
    days_to_pay = models.PositiveSmallIntegerField()
    milestones = models.JSONField(null=True)
    late_fee_rate = models.DecimalField(
        max_digits=5, decimal_places=4, default=Decimal("0.015"), db_default=Decimal("0.015")
    )
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.READY)
    accepted_at = models.DateTimeField(null=True)
    accepted_name = models.CharField(max_length=100, blank=True)
    accepted_sha256 = models.CharField(max_length=64, blank=True)
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
