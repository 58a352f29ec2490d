"""Customers and their orders."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from standby.orders.rules.confirmation_code import confirmation_code
from standby.pricing.models.catalog import Generator, InstallationPackage
from standby.pricing.models.quoting import Quote, WizardSession


class Customer(models.Model):
    """The person who reserves.

    The keys are normalized email and phone, so that two spellings of one contact compare equal.
    """

    PERSONAL = ("name", "email", "phone", "email_key", "phone_key")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=100)
    email = models.CharField(max_length=254)
    phone = models.CharField(max_length=40)
    email_key = models.CharField(max_length=254, db_index=True)
    phone_key = models.CharField(max_length=40, db_index=True)
    email_updates = models.BooleanField(default=True)
    sms_updates = models.BooleanField(default=True)
    # in which we write to them
    language = models.CharField(
        max_length=10, default=settings.LANGUAGE_CODE, db_default=settings.LANGUAGE_CODE
    )
    created_at = models.DateTimeField()
    erased_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "customers"
        indexes = [models.Index(Lower("name"), name="customers_by_name")]

    def __str__(self) -> str:
        return f"customer {self.pk}"


class Order(models.Model):
    """One home's installation, from the reservation on."""

    PERSONAL = ("answers", "placed_from", "placed_from_network")

    class Status(models.TextChoices):
        RESERVED = "reserved"
        SCHEDULED = "scheduled"
        ACCEPTED = "accepted"
        EQUIPMENT_ARRIVED = "equipment_arrived"
        COMPLETED = "completed"
        CANCELLED = "cancelled"

    OVER = (Status.COMPLETED, Status.CANCELLED)  # no more visits
    BOOKED = (Status.SCHEDULED, Status.ACCEPTED, Status.EQUIPMENT_ARRIVED)  # may have a sure date

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    wizard = models.ForeignKey(WizardSession, models.PROTECT, related_name="orders")
    quote = models.ForeignKey(Quote, models.PROTECT, related_name="orders")
    customer = models.ForeignKey(Customer, models.PROTECT, related_name="orders")
    package = models.ForeignKey(InstallationPackage, models.PROTECT, related_name="+")
    generator = models.ForeignKey(Generator, models.PROTECT, related_name="+", null=True)
    own_model_number = models.CharField(max_length=40, blank=True)
    own_generator_kw = models.PositiveSmallIntegerField(null=True)
    review_reason = models.CharField(max_length=100, blank=True)
    answers = models.JSONField(default=dict)  # those of WizardAnswers
    total_cents = models.BigIntegerField()
    scheduling_fee_cents = models.BigIntegerField()
    scheduling_fee_refundable = models.BooleanField()
    status = models.CharField(max_length=17, choices=Status.choices, default=Status.RESERVED)
    agreements_accepted_at = models.DateTimeField(null=True)
    agreement_versions = models.JSONField(default=dict)
    placed_from = models.CharField(max_length=64, blank=True)
    placed_from_network = models.CharField(max_length=64, blank=True)
    powered_on_at = models.DateTimeField(null=True)
    # What staff sort and filter all orders by, kept by whoever writes what they repeat:
    # `note_visit_day`, `post` of the ledger, and whoever writes its location or its quote.
    visit_day = models.DateField()  # of its newest appointment
    balance_cents = models.BigIntegerField(default=0, db_default=0)  # above 0: owed to us
    city_key = models.CharField(max_length=100, blank=True)  # in small letters
    zip_code = models.CharField(max_length=5, blank=True)
    is_price_locked = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "orders"
        indexes = [
            models.Index(name="orders_by_visit", fields=["visit_day"]),
            models.Index(name="orders_by_total", fields=["total_cents", "id"]),
            models.Index(name="orders_by_balance", fields=["balance_cents", "id"]),
            models.Index(name="orders_by_city", fields=["city_key", "id"]),
            models.Index(name="orders_by_zip", fields=["zip_code", "id"]),
            models.Index(name="orders_by_age", fields=["created_at"]),
            models.Index(
                name="orders_to_propose",
                fields=["status"],
                condition=Q(is_price_locked=True, status__in=["reserved", "scheduled"]),
            ),
            models.Index(name="orders_by_status", fields=["status", "created_at"]),
            models.Index(
                name="orders_without_power",
                fields=["created_at"],
                condition=Q(status="completed", powered_on_at__isnull=True),
            ),
            models.Index(
                name="orders_powered_on",
                fields=["powered_on_at"],
                condition=Q(powered_on_at__isnull=False),
            ),
            models.Index(name="orders_by_origin", fields=["placed_from"]),
            models.Index(name="orders_by_network", fields=["placed_from_network", "created_at"]),
        ]
        constraints = [
            models.UniqueConstraint(
                name="order_one_live_per_wizard",
                fields=["wizard"],
                condition=~Q(status="cancelled"),
            ),
            models.CheckConstraint(
                name="order_total_is_not_negative", condition=Q(total_cents__gte=0)
            ),
            models.CheckConstraint(
                name="order_fee_is_not_negative", condition=Q(scheduling_fee_cents__gte=0)
            ),
            models.CheckConstraint(
                name="order_powered_on_is_installed",
                condition=Q(powered_on_at__isnull=True) | Q(status="completed"),
            ),
            models.CheckConstraint(
                name="order_status_is_known",
                condition=Q(
                    status__in=[
                        "reserved",
                        "scheduled",
                        "accepted",
                        "equipment_arrived",
                        "completed",
                        "cancelled",
                    ]
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"order {self.pk}, {self.status}"

    @property
    def kw(self) -> int:
        """Rated output of the generator, bought or their own; 0 when it is not known."""
        return self.generator.kw if self.generator else self.own_generator_kw or 0

    @property
    def own_generator_words(self) -> str:
        """What is on record of their own generator: "22 kW G0072101", "G0072101", or nothing."""
        size = f"{self.own_generator_kw} kW" if self.own_generator_kw else ""
        return f"{size} {self.own_model_number}".strip()

    @property
    def confirmation_code(self) -> str:
        return confirmation_code(self.pk)

    def booking_url(self, site_url: str) -> str:
        """Return the address of its page on My booking, which opens nothing without the cookies."""
        return f"{site_url}/my-booking?order={self.public_id}"


class OrderLocation(models.Model):
    PERSONAL = ("formatted_address", "search_words")

    order = models.OneToOneField(Order, models.CASCADE, related_name="order_location")
    formatted_address = models.CharField(max_length=300)
    city = models.CharField(max_length=100)
    state = models.CharField(max_length=2)
    zip_code = models.CharField(max_length=5)
    # What staff find the order by: its name, email, phone and address, normalized. It is in this
    # row because that is written once, and its index with it.
    search_words = models.CharField(max_length=900, blank=True)

    class Meta:
        db_table = "order_locations"

    def __str__(self) -> str:
        return f"location of order {self.order_id} in {self.zip_code}"


class OrderNote(models.Model):
    """A note that staff wrote about an order. Append-only."""

    PERSONAL = ("text",)

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    order = models.ForeignKey(Order, models.PROTECT, related_name="notes")
    author = models.CharField(max_length=40)
    text = models.CharField(max_length=2000)
    at = models.DateTimeField()

    class Meta:
        db_table = "order_notes"
        ordering = ["id"]

    def __str__(self) -> str:
        return f"note {self.pk} on order {self.order_id}"


class AccessLink(models.Model):
    """Opens one order for anyone with its token, until it expires or is revoked (BOOK-04.1).

    The token is not stored: it is signed from `public_id` whenever a message is sent.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    order = models.ForeignKey(Order, models.CASCADE, related_name="links")
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "order_links"
        constraints = [
            models.UniqueConstraint(
                name="order_link_one_live_per_order",
                fields=["order"],
                condition=Q(revoked_at__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"link {self.pk} to order {self.order_id}"
