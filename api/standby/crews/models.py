"""What crews record at the homes: one report per visit."""

from django.db import models
from django.db.models import F, Q

from standby.documents.models import OrderFile
from standby.orders.models import Appointment


class JobReport(models.Model):
    """What the crew recorded about one visit, from their arrival to the homeowner's signature.

    `hours` is a list of {"name", "minutes"}; `checklist` the items that are done. Without a drawn
    signature the typed name of who signed stands alone. The photos are files of the order.
    """

    PERSONAL = ("notes", "signed_by")

    appointment = models.OneToOneField(Appointment, models.PROTECT, related_name="job_report")
    checklist = models.JSONField(default=list)
    hours = models.JSONField(default=list)
    serial_number = models.CharField(max_length=40, blank=True)
    notes = models.CharField(max_length=2000, blank=True)
    arrived_at = models.DateTimeField(null=True)
    signed_by = models.CharField(max_length=100, blank=True)
    signature = models.ForeignKey(OrderFile, models.PROTECT, null=True, related_name="+")
    signed_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)  # by the phone's clock
    completed_at = models.DateTimeField(null=True)  # when we heard of it
    created_at = models.DateTimeField()

    class Meta:
        db_table = "job_reports"
        constraints = [
            models.CheckConstraint(
                name="job_report_completed_is_signed",
                condition=Q(completed_at__isnull=True)
                | (Q(finished_at__isnull=False, signed_at__isnull=False) & ~Q(serial_number="")),
            ),
            models.CheckConstraint(
                name="job_report_finished_after_arrival",
                condition=Q(finished_at__isnull=True)
                | Q(arrived_at__isnull=True)
                | Q(finished_at__gte=F("arrived_at")),
            ),
        ]

    def __str__(self) -> str:
        return f"report of appointment {self.appointment_id}"
