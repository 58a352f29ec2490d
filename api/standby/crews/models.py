"""Technicians, their days off and their calendar feeds."""

import uuid

from django.db import models
from django.db.models import F, Q

from standby.accounts.models import User


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
