"""Appointments and the crews' seats that they hold."""

import uuid

from django.db import models
from django.db.models import F, Q

from standby.crews.models import Technician
from standby.orders.models.orders import Order
from standby.orders.rules.scheduling import WINDOW_CHOICES, local_hours
from standby.pricing.rules.configuration import Hours


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
