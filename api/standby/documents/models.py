"""An order's documents, and the proposal that the homeowner accepts."""

import uuid

from django.db import models
from django.db.models import Q

from standby.orders.models import Order
from standby.pricing.models.quoting import Quote


class OrderFile(models.Model):
    """A document of an order in our storage; its hash proves that it is unchanged."""

    PERSONAL = ("title",)  # it may name the homeowners' association

    class Type(models.TextChoices):
        GENERAL_PROPOSAL = "general_proposal"
        HOA_PACKET = "hoa_packet"
        RECEIPT = "receipt"
        ACCEPTANCE = "acceptance"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    order = models.ForeignKey(Order, models.PROTECT, related_name="files")
    type = models.CharField(max_length=20, choices=Type.choices)
    title = models.CharField(max_length=100)
    version = models.PositiveSmallIntegerField(default=1)
    key = models.CharField(max_length=200, unique=True)
    sha256 = models.CharField(max_length=64)
    size_bytes = models.PositiveBigIntegerField()
    created_at = models.DateTimeField()

    class Meta:
        db_table = "order_files"
        constraints = [
            models.UniqueConstraint(
                name="order_file_one_per_version", fields=["order", "type", "version"]
            )
        ]


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
    days_to_pay = models.PositiveSmallIntegerField()  # as its PDF says
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
