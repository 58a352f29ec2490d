"""Custom quotes, and what staff noted about leads."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from standby.orders.models import Order
from standby.pricing.models.quoting import GeneratorChoice


class CustomQuote(models.Model):
    """A price that staff made of lines, for one home (OPS-16.2).

    It grows a version with each change: the customer's link shows the newest, and they accept the
    version that they saw. `versions` keeps what was sent.
    """

    PERSONAL = ("name", "phone", "email", "address", "message", "typed_name", "decline_reason")

    class Status(models.TextChoices):
        DRAFT = "draft"
        SENT = "sent"
        OPENED = "opened"
        ACCEPTED = "accepted"
        DECLINED = "declined"

    WAITS = (Status.SENT, Status.OPENED)  # for the customer's answer

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.DRAFT)
    version = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(max_length=100)
    phone = models.CharField(max_length=40)
    email = models.CharField(max_length=254)
    agrees_to_texts = models.BooleanField(default=False)
    address = models.CharField(max_length=300)
    run_ft = models.PositiveSmallIntegerField()
    generator_choice = models.CharField(max_length=11, choices=GeneratorChoice.choices)
    model_number = models.CharField(max_length=40, blank=True)
    line_items = models.JSONField(default=list)  # without those of tax and discount
    total_cents = models.BigIntegerField()
    message = models.CharField(max_length=2000, blank=True)
    valid_until = models.DateTimeField()
    versions = models.JSONField(default=list)
    lead_source = models.CharField(max_length=12, blank=True)
    lead_ref = models.CharField(max_length=64, blank=True)
    order = models.OneToOneField(Order, models.PROTECT, null=True, related_name="custom_quote")
    made_by = models.CharField(max_length=40)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    opened_at = models.DateTimeField(null=True)
    decided_at = models.DateTimeField(null=True)
    typed_name = models.CharField(max_length=100, blank=True)
    agreement_versions = models.JSONField(default=dict)
    decline_reason = models.CharField(max_length=500, blank=True)
    accepted_by = models.CharField(  # who took a yes on the phone
        max_length=40, blank=True, default="", db_default=""
    )

    class Meta:
        db_table = "custom_quotes"
        indexes = [models.Index(name="custom_quotes_by_status", fields=["status", "updated_at"])]
        constraints = [
            models.CheckConstraint(
                name="custom_quote_status_is_known",
                condition=Q(status__in=("draft", "sent", "opened", "accepted", "declined")),
            ),
            models.CheckConstraint(
                name="custom_quote_sent_knows_when",
                condition=Q(status="draft") | Q(sent_at__isnull=False),
            ),
            models.CheckConstraint(
                name="custom_quote_decided_knows_when",
                condition=~Q(status__in=("accepted", "declined")) | Q(decided_at__isnull=False),
            ),
            models.CheckConstraint(
                name="custom_quote_accepted_has_its_order_and_a_name",
                condition=~Q(status="accepted") | (Q(order__isnull=False) & ~Q(typed_name="")),
            ),
            models.CheckConstraint(
                name="custom_quote_total_is_not_negative", condition=Q(total_cents__gte=0)
            ),
        ]

    def __str__(self) -> str:
        return f"custom quote {self.pk}, version {self.version}, {self.status}"


class Lead(models.Model):
    """What staff noted about somebody who has not ordered (OPS-16.4).

    A caller's is the whole record; of a lead that came by the site, which `source_ref` names, it
    holds only what staff added.
    """

    PERSONAL = ("name", "phone", "email", "address", "wants", "note")

    class Source(models.TextChoices):
        CALL = "call"
        MANUAL_QUOTE = "manual_quote"
        NOT_COVERED = "not_covered"
        SAVED_QUOTE = "saved_quote"
        WIZARD = "wizard"
        CUSTOM_QUOTE = "custom_quote"

    class Outcome(models.TextChoices):
        OPEN = "open"
        WON = "won"
        LOST = "lost"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    source = models.CharField(max_length=12, choices=Source.choices)
    source_ref = models.CharField(max_length=64)
    name = models.CharField(max_length=100, blank=True)
    phone = models.CharField(max_length=40, blank=True)
    email = models.CharField(max_length=254, blank=True)
    address = models.CharField(max_length=300, blank=True)
    wants = models.CharField(max_length=500, blank=True)
    may_contact = models.BooleanField(default=False)  # of a caller; the source knows of others
    next_contact_on = models.DateField(null=True)
    # Who contacts them; in `person` the first release named them, in its own words
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="leads", null=True
    )
    person = models.CharField(max_length=40, blank=True)
    note = models.CharField(max_length=2000, blank=True)
    outcome = models.CharField(max_length=4, choices=Outcome.choices, default=Outcome.OPEN)
    lost_reason = models.CharField(max_length=200, blank=True)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        db_table = "leads"
        indexes = [
            models.Index(name="leads_by_change", fields=["updated_at"]),
            models.Index(
                name="leads_to_contact", fields=["next_contact_on"], condition=Q(outcome="open")
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                name="lead_is_noted_once_per_source", fields=["source", "source_ref"]
            ),
            models.CheckConstraint(
                name="lead_source_is_known",
                condition=Q(
                    source__in=(
                        "call",
                        "manual_quote",
                        "not_covered",
                        "saved_quote",
                        "wizard",
                        "custom_quote",
                    )
                ),
            ),
            models.CheckConstraint(
                name="lead_outcome_is_known", condition=Q(outcome__in=("open", "won", "lost"))
            ),
            models.CheckConstraint(
                name="lead_lost_says_why", condition=~Q(outcome="lost") | ~Q(lost_reason="")
            ),
            models.CheckConstraint(
                name="lead_of_a_call_has_a_contact",
                condition=~Q(source="call") | ~Q(phone="") | ~Q(email=""),
            ),
        ]

    def __str__(self) -> str:
        return f"lead {self.pk} by {self.source}, {self.outcome}"
