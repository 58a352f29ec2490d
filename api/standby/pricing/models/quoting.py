"""Wizard sessions and events, quotes, price receipts and manual quote requests."""

import uuid
from datetime import datetime

from django.db import models
from django.db.models import F, Q

from standby.core.business_days import contact_promised_by
from standby.core.policy import LONGEST_QUOTED_RUN_FT
from standby.core.words import number_text, say
from standby.pricing.models.catalog import Generator, InstallationPackage
from standby.pricing.rules.distance import Band
from standby.pricing.rules.line_items import MOST_CENTS
from standby.pricing.rules.quote_reference import reference_of


class GeneratorChoice(models.TextChoices):
    BUY_HERE = "buy_here", "bought from us"
    PROVIDE_OWN = "provide_own", "brought by the customer"


class WizardSession(models.Model):
    """The server's copy of a draft, as the browser reports it; no price is ever taken from it."""

    class Status(models.TextChoices):
        IN_PROGRESS = "in_progress"
        COMPLETED = "completed"
        ABANDONED = "abandoned"

    PERSONAL = ("full_name", "mobile_number", "email", "secret_hash")

    session_id = models.CharField(max_length=64, unique=True)
    secret_hash = models.CharField(max_length=64, db_index=True)
    current_step = models.PositiveSmallIntegerField(default=1)
    completed_steps = models.JSONField(default=list)
    installation_cost_cents = models.BigIntegerField(null=True)
    max_distance_ft = models.PositiveSmallIntegerField(null=True)
    generator_choice = models.CharField(max_length=11, choices=GeneratorChoice.choices, blank=True)
    selected_generator_id = models.BigIntegerField(null=True)
    generator_price_cents = models.BigIntegerField(null=True)
    subtotal_cents = models.BigIntegerField(null=True)
    selected_installation_date = models.DateField(null=True)
    selected_time_window = models.CharField(max_length=9, blank=True)
    full_name = models.CharField(max_length=100, blank=True)
    mobile_number = models.CharField(max_length=40, blank=True)
    email = models.CharField(max_length=254, blank=True)
    tax_cents = models.BigIntegerField(null=True)
    total_cents = models.BigIntegerField(null=True)
    status = models.CharField(max_length=11, choices=Status.choices, default=Status.IN_PROGRESS)
    completed_at = models.DateTimeField(null=True)
    order_id = models.CharField(max_length=64, blank=True)
    # Of an order that staff took, or whose quote they made: no visitor went through the steps.
    by_staff = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        db_table = "wizard_sessions"
        constraints = [
            models.CheckConstraint(
                name="wizard_status_is_known",
                condition=Q(status__in=("in_progress", "completed", "abandoned")),
            ),
            models.CheckConstraint(
                name="wizard_step_is_known",
                # Which steps there are is the schema's to know: one more needs no migration.
                condition=Q(current_step__gte=1, current_step__lte=99),
            ),
            models.CheckConstraint(
                name="wizard_completed_knows_its_order",
                condition=~Q(status="completed")
                | (Q(completed_at__isnull=False) & ~Q(order_id="")),
            ),
            models.CheckConstraint(
                name="wizard_window_is_known",
                condition=Q(selected_time_window__in=("", "morning", "afternoon")),
            ),
            models.CheckConstraint(
                name="wizard_choice_is_known",
                condition=Q(generator_choice__in=("", "buy_here", "provide_own")),
            ),
            models.CheckConstraint(name="wizard_has_an_owner", condition=~Q(secret_hash="")),
        ]
        indexes = [
            models.Index(name="wizard_by_status", fields=["status", "updated_at"]),
            models.Index(name="wizard_by_age", fields=["created_at"]),
        ]

    def __str__(self) -> str:
        return f"wizard {self.pk}, step {self.current_step}, {self.status}"


class WizardInteractionEvent(models.Model):
    """One thing that a visitor did in the wizard."""

    PERSONAL = ("event_data",)

    class Kind(models.TextChoices):
        STEP_ENTERED = "step_entered"
        STEP_COMPLETED = "step_completed"
        ADDRESS_VALIDATED = "address_validated"
        ADDRESS_REJECTED = "address_rejected"
        DISTANCE_BAND_SELECTED = "distance_band_selected"
        GENERATOR_CHOICE_SELECTED = "generator_choice_selected"
        GENERATOR_SELECTED = "generator_selected"
        INSTALLATION_DATE_SELECTED = "installation_date_selected"
        TIME_WINDOW_SELECTED = "time_window_selected"
        RESERVE_FAILED = "reserve_failed"
        HELP_OPENED = "help_opened"

    session = models.ForeignKey(WizardSession, models.CASCADE, related_name="events")
    event_type = models.CharField(max_length=40, choices=Kind.choices)
    event_data = models.JSONField(default=dict)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "wizard_interaction_events"
        constraints = [
            models.CheckConstraint(
                name="wizard_event_type_is_known",
                condition=Q(
                    event_type__in=(
                        "step_entered",
                        "step_completed",
                        "address_validated",
                        "address_rejected",
                        "distance_band_selected",
                        "generator_choice_selected",
                        "generator_selected",
                        "installation_date_selected",
                        "time_window_selected",
                        "reserve_failed",
                        "help_opened",
                    )
                ),
            )
        ]

    def __str__(self) -> str:
        return f"{self.event_type} at {self.created_at:%Y-%m-%d %H:%M}"


class Quote(models.Model):
    """A price as shown to one visitor; its lines are copied, never computed again.

    The amounts are the sums of its lines by kind. A changed or locked price is a new version that
    supersedes the one before. A run beyond the bands has the farthest one's package. Its band is
    copied with its limits, which staff may change in the catalog.
    """

    wizard = models.ForeignKey(WizardSession, models.PROTECT, related_name="quotes")
    band = models.CharField(max_length=20)
    band_from_ft = models.PositiveSmallIntegerField()
    band_max_ft = models.PositiveSmallIntegerField()
    city = models.CharField(max_length=100, blank=True)
    township = models.CharField(max_length=100)
    zip_code = models.CharField(max_length=5)
    package = models.ForeignKey(InstallationPackage, models.PROTECT, related_name="quotes")
    generator = models.ForeignKey(Generator, models.PROTECT, null=True, related_name="quotes")
    generator_choice = models.CharField(max_length=11, choices=GeneratorChoice.choices)
    installation_cents = models.BigIntegerField()
    generator_cents = models.BigIntegerField()
    permit_cents = models.BigIntegerField()
    sales_tax_cents = models.BigIntegerField()
    discount_cents = models.BigIntegerField()
    extras_cents = models.BigIntegerField(default=0, db_default=0)
    total_cents = models.BigIntegerField()
    line_items = models.JSONField(
        default=list, db_default=[]
    )  # those of rules.line_items, as they were shown
    quoted_run_ft = models.PositiveSmallIntegerField(null=True)  # beyond the bands
    # Load management modules: that came with the generator when it was quoted, and that the
    # customer agreed to go without (what they said is in the order's log)
    modules_included = models.PositiveSmallIntegerField(default=0, db_default=0)
    modules_left_out = models.PositiveSmallIntegerField(default=0, db_default=0)
    version = models.PositiveSmallIntegerField(default=1)
    supersedes = models.ForeignKey("self", models.PROTECT, null=True, related_name="successors")
    confirmed_run_ft = models.PositiveSmallIntegerField(null=True)
    locked_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "quotes"
        indexes = [
            models.Index(
                name="quotes_locked", fields=["locked_at"], condition=Q(locked_at__isnull=False)
            )
        ]
        constraints = [
            models.CheckConstraint(
                name="quote_locked_knows_its_run",
                condition=Q(locked_at__isnull=True) | Q(confirmed_run_ft__isnull=False),
            ),
            models.CheckConstraint(
                name="quote_total_is_the_sum_of_its_lines",
                condition=Q(
                    total_cents=F("installation_cents")
                    + F("generator_cents")
                    + F("permit_cents")
                    + F("extras_cents")
                    + F("sales_tax_cents")
                    - F("discount_cents")
                ),
            ),
            models.CheckConstraint(
                name="quote_discount_is_at_most_its_charges",
                condition=Q(
                    discount_cents__lte=F("installation_cents")
                    + F("generator_cents")
                    + F("permit_cents")
                    + F("extras_cents")
                    + F("sales_tax_cents")
                ),
            ),
            models.CheckConstraint(
                name="quote_lines_are_not_negative",
                condition=Q(
                    installation_cents__gte=0,
                    generator_cents__gte=0,
                    permit_cents__gte=0,
                    extras_cents__gte=0,
                    sales_tax_cents__gte=0,
                    discount_cents__gte=0,
                    installation_cents__lte=MOST_CENTS,
                    generator_cents__lte=MOST_CENTS,
                    permit_cents__lte=MOST_CENTS,
                    extras_cents__lte=MOST_CENTS,
                ),
            ),
            models.CheckConstraint(
                name="quote_band_has_limits",
                condition=Q(band_max_ft__gt=F("band_from_ft")) & ~Q(band=""),
            ),
            models.CheckConstraint(
                name="quote_own_generator_is_free",
                condition=Q(generator_choice="buy_here", generator__isnull=False)
                | Q(generator_choice="provide_own", generator_cents=0, sales_tax_cents=0)
                | Q(generator_choice="provide_own", generator_cents=0, extras_cents__gt=0),
            ),
            models.CheckConstraint(
                name="quote_custom_run_is_beyond_bands",
                condition=Q(quoted_run_ft__isnull=True)
                | Q(
                    quoted_run_ft__gt=F("band_max_ft"),
                    quoted_run_ft__lte=LONGEST_QUOTED_RUN_FT,
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"quote {self.pk}: {self.total_cents} cents"

    @property
    def quoted_band(self) -> Band:
        """The band as it was when this version was made."""
        return Band(self.band, self.band_from_ft, self.band_max_ft)


class PriceReceipt(models.Model):
    """A promised price under a code, signed, for anyone to verify."""

    code = models.CharField(max_length=20, unique=True)
    quote = models.OneToOneField(Quote, models.PROTECT, related_name="receipt")
    order_ref = models.UUIDField(db_index=True)
    previous = models.OneToOneField("self", models.PROTECT, null=True, related_name="next")
    reason = models.CharField(max_length=500, blank=True)
    signature = models.CharField(max_length=100)
    issued_at = models.DateTimeField()

    canceled_orders: int  # of this price; set by `chain_of`

    class Meta:
        db_table = "price_receipts"

    def __str__(self) -> str:
        return f"receipt {self.code} of quote {self.quote_id}"


class SavedQuote(models.Model):
    """A price that a visitor saved before reserving, for anyone with its link.

    Of the address it holds the city and ZIP code only. `email` and `phone` are where it was last
    sent to; they are not under the link.
    """

    PERSONAL = ("email", "phone")

    token_hash = models.CharField(max_length=64, unique=True)
    band = models.CharField(max_length=20)
    band_from_ft = models.PositiveSmallIntegerField()
    band_max_ft = models.PositiveSmallIntegerField()
    generator_choice = models.CharField(max_length=11, choices=GeneratorChoice.choices)
    model_number = models.CharField(max_length=40, blank=True)
    city = models.CharField(max_length=100)
    zip_code = models.CharField(max_length=5)
    lines = models.JSONField()  # those of PriceBreakdown, in cents
    signature = models.CharField(max_length=100)
    email = models.CharField(max_length=254, blank=True, default="", db_default="")
    phone = models.CharField(max_length=40, blank=True, default="", db_default="")
    created_at = models.DateTimeField()
    valid_until = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "saved_quotes"
        constraints = [
            models.CheckConstraint(
                name="saved_quote_band_has_limits",
                condition=Q(band_max_ft__gt=F("band_from_ft")) & ~Q(band=""),
            ),
            models.CheckConstraint(
                name="saved_quote_choice_is_known",
                condition=Q(generator_choice="buy_here") & ~Q(model_number="")
                | Q(generator_choice="provide_own"),
            ),
        ]

    def __str__(self) -> str:
        return f"saved quote {self.pk}, valid until {self.valid_until:%Y-%m-%d}"


class ManualQuoteRequest(models.Model):
    """A request for a manual quote: for a run beyond every distance band, or for loads that are
    more than the largest generator on sale carries.
    """

    class Status(models.TextChoices):
        NEW = "new"
        ANSWERED = "answered"
        CLOSED = "closed"

    PERSONAL = ("name", "phone", "email", "address", "loads", "notes")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=100)
    phone = models.CharField(max_length=40)
    email = models.CharField(max_length=254, blank=True)
    address = models.CharField(max_length=300)
    run_ft = models.PositiveSmallIntegerField(null=True)  # null: for loads
    loads = models.CharField(max_length=500, blank=True)  # in the words of the page
    steps = models.PositiveSmallIntegerField(null=True)  # null: given in feet
    notes = models.TextField(max_length=1000, blank=True)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.NEW)
    repeat_key = models.CharField(
        max_length=64, unique=True
    )  # a hash of what was told, and the hour
    created_at = models.DateTimeField()

    class Meta:
        db_table = "manual_quote_requests"
        verbose_name = "request for a custom quote"
        verbose_name_plural = "requests for a custom quote"
        constraints = [
            models.CheckConstraint(
                name="manual_quote_status_is_known",
                condition=Q(status__in=("new", "answered", "closed")),
            ),
            models.CheckConstraint(
                name="manual_quote_run_is_plausible",
                condition=Q(run_ft=None) | Q(run_ft__gt=0, run_ft__lte=LONGEST_QUOTED_RUN_FT),
            ),
            models.CheckConstraint(
                name="manual_quote_can_be_answered", condition=~Q(phone="") & ~Q(address="")
            ),
        ]
        indexes = [models.Index(name="manual_quote_by_age", fields=["created_at"])]

    def __str__(self) -> str:
        return f"manual quote request {self.pk}, {self.status}"

    @property
    def wanted(self) -> str:
        """What is to be quoted. A stranger's words are not in it: it is texted to the number that
        they gave.
        """
        if self.run_ft is None:
            return say("a larger generator than we list")
        return say("a run of about %(feet)s ft", feet=number_text(self.run_ft))

    @property
    def wanted_in_full(self) -> str:
        """The same for staff, with the loads."""
        return f"{self.wanted}: {self.loads}" if self.loads else self.wanted

    @property
    def reference(self) -> str:
        return reference_of(self.id)

    @property
    def call_by(self) -> datetime:
        """By when we promised to call."""
        return contact_promised_by(self.created_at)
