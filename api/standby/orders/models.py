"""Customers, orders and appointments, the crew seats that they occupy, and the order log."""

import uuid

from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower, Upper

from standby.accounts.models import User
from standby.orders.rules.confirmation_code import confirmation_code
from standby.orders.rules.scheduling import WINDOW_CHOICES, local_hours
from standby.pricing.models.catalog import Generator, InstallationPackage
from standby.pricing.models.quoting import Quote, WizardSession
from standby.pricing.rules.configuration import Hours


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
    # `note_visit_day` and `post` of the ledger.
    visit_day = models.DateField()  # of its newest appointment
    balance_cents = models.BigIntegerField(default=0, db_default=0)  # above 0: owed to us
    created_at = models.DateTimeField()

    class Meta:
        db_table = "orders"
        indexes = [
            models.Index(name="orders_by_visit", fields=["visit_day"]),
            models.Index(name="orders_by_total", fields=["total_cents", "id"]),
            models.Index(name="orders_by_balance", fields=["balance_cents", "id"]),
            models.Index(name="orders_by_age", fields=["created_at"]),
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
        indexes = [
            models.Index(Upper("city"), name="order_locations_by_city"),
            models.Index(name="order_locations_by_zip", fields=["zip_code"]),
        ]

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


class Technician(models.Model):
    """Who leads jobs. With a staff user of the role technician they see their jobs on the phone."""

    PERSONAL = ("name", "phone", "license_number")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=100)
    phone = models.CharField(max_length=40)
    license_number = models.CharField(max_length=40, blank=True, default="", db_default="")
    is_active = models.BooleanField(default=True)
    user = models.OneToOneField(User, models.PROTECT, null=True, related_name="technician")

    class Meta:
        db_table = "technicians"
        constraints = [
            models.UniqueConstraint(name="technician_is_entered_once", fields=["name", "phone"])
        ]

    def __str__(self) -> str:
        return f"technician {self.pk}"


class TechnicianDaysOff(models.Model):
    """Days on which a technician does not work, the first and the last included."""

    technician = models.ForeignKey(Technician, models.CASCADE, related_name="days_off")
    first_day = models.DateField()
    last_day = models.DateField()

    class Meta:
        db_table = "technician_days_off"
        verbose_name_plural = "technician days off"
        ordering = ["first_day"]
        constraints = [
            models.UniqueConstraint(
                name="technician_days_off_begin_once", fields=["technician", "first_day"]
            ),
            models.CheckConstraint(
                name="technician_days_off_end_after_they_begin",
                condition=Q(last_day__gte=F("first_day")),
            ),
        ]

    def __str__(self) -> str:
        return f"technician {self.technician_id} is off from {self.first_day} to {self.last_day}"


class CalendarFeed(models.Model):
    """A calendar that programs subscribe to: one technician's jobs, or without one all jobs.

    Its token is not stored: it is signed from `public_id`. It lives until it is revoked. It shows
    names, addresses and phones from the customers' own rows, so erasing them erases them here too.
    """

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    technician = models.ForeignKey(
        Technician, models.PROTECT, null=True, related_name="calendar_feeds"
    )
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "calendar_feeds"

    def __str__(self) -> str:
        return f"calendar feed {self.pk}"


class Appointment(models.Model):
    """A crew at the home for two half days: of one day, or of an afternoon and the next morning.

    It always takes the afternoon of `day`, and the morning of `ends_on`: of the same day when the
    crew arrives in the morning. Its public id is the confirmation number that the customer sees.
    """

    class Status(models.TextChoices):
        HELD = "held"
        CONFIRMED = "confirmed"
        EXPIRED = "expired"
        CANCELLED = "cancelled"
        NEEDS_NEW_DATE = "needs_new_date"

    LIVE = (Status.HELD, Status.CONFIRMED)  # a crew is coming

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    order = models.ForeignKey(Order, models.PROTECT, related_name="appointments")
    day = models.DateField()
    ends_on = models.DateField()
    time_window = models.CharField(max_length=9, choices=WINDOW_CHOICES)
    start_at = models.DateTimeField()
    end_at = models.DateTimeField()
    assigned_to = models.ForeignKey(
        Technician, models.PROTECT, related_name="appointments", null=True
    )
    status = models.CharField(max_length=14, choices=Status.choices, default=Status.HELD)
    confirmed_at = models.DateTimeField(null=True)
    hold_renewals = models.PositiveSmallIntegerField(default=0)
    sequence = models.PositiveSmallIntegerField(default=0)  # SEQUENCE in the ICS file (RFC 5545)
    held_at = models.DateTimeField()
    created_at = models.DateTimeField()

    class Meta:
        db_table = "appointments"
        indexes = [
            models.Index(name="appointments_by_status", fields=["status", "day"]),
            models.Index(name="appointments_by_day", fields=["day"]),
            models.Index(name="appointments_by_end", fields=["ends_on"]),
            models.Index(
                name="appointments_by_confirmation",
                fields=["confirmed_at"],
                condition=Q(confirmed_at__isnull=False),
            ),
            models.Index(
                name="appointments_unassigned",
                fields=["start_at"],
                condition=Q(status="confirmed", assigned_to__isnull=True),
            ),
            models.Index(
                name="appointments_lapsed", fields=["held_at"], condition=Q(status="expired")
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                name="appointment_one_live_per_order",
                fields=["order"],
                condition=~Q(status="cancelled"),
            ),
            # The half days of one technician: each job takes one afternoon and one morning.
            models.UniqueConstraint(
                name="appointment_technician_leads_one_job_an_afternoon",
                fields=["assigned_to", "day"],
                condition=Q(status__in=["held", "confirmed"]),
            ),
            models.UniqueConstraint(
                name="appointment_technician_leads_one_job_a_morning",
                fields=["assigned_to", "ends_on"],
                condition=Q(status__in=["held", "confirmed"]),
            ),
            models.CheckConstraint(
                name="appointment_of_an_afternoon_ends_later",
                condition=Q(time_window="morning", ends_on=F("day"))
                | (~Q(time_window="morning") & Q(ends_on__gt=F("day"))),
            ),
            models.CheckConstraint(
                name="appointment_confirmed_knows_when",
                condition=~Q(status="confirmed") | Q(confirmed_at__isnull=False),
            ),
            models.CheckConstraint(
                name="appointment_ends_after_it_starts", condition=Q(end_at__gt=F("start_at"))
            ),
            models.CheckConstraint(
                name="appointment_window_is_known",
                condition=Q(time_window__in=["morning", "afternoon"]),
            ),
            models.CheckConstraint(
                name="appointment_status_is_known",
                condition=Q(
                    status__in=["held", "confirmed", "expired", "cancelled", "needs_new_date"]
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"appointment {self.pk} on {self.day}, {self.time_window}, {self.status}"

    @property
    def hours(self) -> Hours:
        """The hours of arrival on the market's clock: they stay when staff set others."""
        return local_hours(self.start_at, self.end_at)


class CrewDay(models.Model):
    """Number of crews on one date when it differs from the usual number; 0 closes the day."""

    day = models.DateField(unique=True)
    crews = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=100)

    class Meta:
        db_table = "crew_days"

    def __str__(self) -> str:
        return f"{self.crews} crews on {self.day}: {self.reason}"


class CrewSeat(models.Model):
    """One crew's day in two halves, each free or of one appointment; or closed by staff.

    An appointment has one afternoon and one morning of one crew, so the afternoon's row is its
    seat and knows until when both are held: `hold_expires_at`, or for good without.
    """

    day = models.DateField()
    seat_no = models.PositiveSmallIntegerField()
    morning = models.OneToOneField(
        Appointment, models.PROTECT, related_name="morning_seat", null=True
    )
    afternoon = models.OneToOneField(Appointment, models.PROTECT, related_name="seat", null=True)
    hold_expires_at = models.DateTimeField(null=True)
    is_closed = models.BooleanField(default=False)

    class Meta:
        db_table = "crew_seats"
        indexes = [
            models.Index(
                name="crew_seats_expiring",
                fields=["hold_expires_at"],
                condition=Q(hold_expires_at__isnull=False),
            ),
            # The lowest free crew of a day, found without reading the taken ones.
            models.Index(
                name="crew_seats_free",
                fields=["day", "is_closed", "seat_no"],
                condition=Q(morning__isnull=True, afternoon__isnull=True),
            ),
            # The lowest crew that finishes a job in the morning and is free in the afternoon.
            models.Index(
                name="crew_seats_free_after_noon",
                fields=["day", "seat_no"],
                condition=Q(morning__isnull=False, afternoon__isnull=True),
            ),
        ]
        constraints = [
            models.UniqueConstraint(name="crew_seat_is_one_crew_a_day", fields=["day", "seat_no"]),
            models.CheckConstraint(
                name="crew_seat_hold_has_a_holder",
                condition=Q(hold_expires_at__isnull=True) | Q(afternoon__isnull=False),
            ),
            models.CheckConstraint(
                name="crew_seat_closed_is_empty",
                condition=Q(is_closed=False) | Q(morning__isnull=True, afternoon__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat_no} on {self.day}"

    @property
    def is_free(self) -> bool:
        return self.morning_id is None and self.afternoon_id is None


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


class ChangeOrder(models.Model):
    """A higher price, in force only once the homeowner approved it (PHOTO-02.4)."""

    PERSONAL = ("reason",)

    class Status(models.TextChoices):
        PROPOSED = "proposed"
        APPROVED = "approved"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    order = models.ForeignKey(Order, models.PROTECT, related_name="change_orders")
    from_quote = models.ForeignKey(Quote, models.PROTECT, related_name="+")
    to_quote = models.ForeignKey(Quote, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=500)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.PROPOSED)
    proposed_at = models.DateTimeField()
    proposed_by = models.CharField(max_length=40)
    decided_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "change_orders"
        indexes = [
            models.Index(
                name="change_orders_declined", fields=["order"], condition=Q(status="declined")
            )
        ]
        constraints = [
            models.UniqueConstraint(
                name="change_order_one_open_per_order",
                fields=["order"],
                condition=Q(status="proposed"),
            ),
            models.CheckConstraint(
                name="change_order_decided_knows_when",
                condition=Q(status="proposed") | Q(decided_at__isnull=False),
            ),
            models.CheckConstraint(
                name="change_order_status_is_known",
                condition=Q(status__in=["proposed", "approved", "declined", "withdrawn"]),
            ),
        ]

    def __str__(self) -> str:
        return f"change order {self.pk} of order {self.order_id}, {self.status}"


class OrderLogEntry(models.Model):
    """One change of an order, written in the same transaction. Append-only.

    Each row holds the hash of the row before. The note is hashed separately with a salt that is
    deleted on erasure, so that the note can be erased without breaking the chain (decision 20).
    """

    PERSONAL = ("note", "note_salt")

    order = models.ForeignKey(Order, models.PROTECT, related_name="log")
    at = models.DateTimeField()
    actor = models.CharField(max_length=40)
    # Of staff: the session or token that acted, with the role that it had then
    credential = models.CharField(max_length=45, blank=True, default="", db_default="")
    role = models.CharField(max_length=40, blank=True, default="", db_default="")
    subject = models.CharField(max_length=12)
    before = models.CharField(max_length=20, blank=True)
    after = models.CharField(max_length=20)
    note = models.CharField(max_length=200, blank=True)
    note_salt = models.CharField(max_length=32, blank=True, default="", db_default="")
    note_seal = models.CharField(max_length=64, blank=True, default="", db_default="")
    prev_hash = models.CharField(max_length=64, blank=True, default="", db_default="")
    hash = models.CharField(max_length=64, blank=True, default="", db_default="")

    class Meta:
        db_table = "order_log"
        ordering = ["id"]
        constraints = [models.CheckConstraint(name="order_log_has_a_hash", condition=~Q(hash=""))]

    def __str__(self) -> str:
        return f"order {self.order_id}: {self.subject} {self.before} to {self.after}"


class UndoableAction(models.Model):
    """An action of staff that can be undone while the messages about it wait (OPS-18.1)."""

    PERSONAL = ("before",)

    class Action(models.TextChoices):
        TECHNICIAN = "technician"
        MOVE = "move"
        EQUIPMENT = "equipment"
        COMPLETION = "completion"
        POWER_ON = "power_on"
        PRICE_LOCK = "price_lock"
        RETAKE = "retake"
        PRICE_RISE = "price_rise"
        PRICE_DROP = "price_drop"
        PHOTO_RISE = "photo_rise"
        LOCK_RISE = "lock_rise"
        LOCK_DROP = "lock_drop"
        MESSAGE = "message"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    order = models.ForeignKey(Order, models.CASCADE, related_name="actions")
    action = models.CharField(max_length=10, choices=Action.choices)
    actor = models.CharField(max_length=40)
    before = models.JSONField(default=dict)  # what undoing restores
    version = models.BigIntegerField()  # of the order, once it was done
    message_keys = models.JSONField(default=list)
    expires_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "undoable_actions"
        indexes = [models.Index(name="undoable_actions_by_actor", fields=["actor", "expires_at"])]
        constraints = [
            models.CheckConstraint(
                name="undoable_action_is_known",
                condition=Q(
                    action__in=[
                        "technician",
                        "move",
                        "equipment",
                        "completion",
                        "power_on",
                        "price_lock",
                        "retake",
                        "price_rise",
                        "price_drop",
                        "photo_rise",
                        "lock_rise",
                        "lock_drop",
                        "message",
                    ]
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.action} of order {self.order_id}, until {self.expires_at}"
