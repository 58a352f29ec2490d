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

    # Under which the record can be verified, once it was complete, and the signature of its end.
    code = models.CharField(max_length=16, unique=True, null=True)  # noqa: DJ001 - unique when known
    seal = models.CharField(max_length=100, blank=True, default="", db_default="")

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

    @property
    def record_code(self) -> str:
        """The code by which anybody verifies it; "" while nothing is sealed."""
        return self.code if self.code and self.seal else ""


class JobEntry(models.Model):
    """One thing that was recorded about a visit. Append-only: a correction is a new entry.

    `facts` is JSON, with the device that told us. Each row holds the hash of the row before; the
    facts are hashed apart, with a salt that is deleted when they are erased, so that the chain
    stays whole (decision 20).
    """

    PERSONAL = ("facts", "facts_salt")

    class Kind(models.TextChoices):
        ARRIVED = "arrived"
        CHECKLIST = "checklist"
        SERIAL_NUMBER = "serial_number"
        HOURS = "hours"
        NOTES = "notes"
        PHOTO = "photo"
        SIGNED = "signed"
        UNSIGNED = "unsigned"
        COMPLETED = "completed"
        REOPENED = "reopened"

    report = models.ForeignKey(JobReport, models.PROTECT, related_name="entries")
    kind = models.CharField(max_length=13, choices=Kind.choices)
    facts = models.TextField(blank=True)
    facts_salt = models.CharField(max_length=32, blank=True)
    facts_seal = models.CharField(max_length=64)
    happened_at = models.DateTimeField()  # by the phone's clock
    at = models.DateTimeField()  # by ours
    actor = models.CharField(max_length=40)
    credential = models.CharField(max_length=45, blank=True)
    role = models.CharField(max_length=40, blank=True)
    prev_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        db_table = "job_entries"
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                name="job_entry_kind_is_known",
                condition=Q(
                    kind__in=[
                        "arrived",
                        "checklist",
                        "serial_number",
                        "hours",
                        "notes",
                        "photo",
                        "signed",
                        "unsigned",
                        "completed",
                        "reopened",
                    ]
                ),
            ),
            models.CheckConstraint(name="job_entry_has_a_hash", condition=~Q(hash="")),
            # The chain cannot fork.
            models.UniqueConstraint(name="job_entry_follows_one", fields=["report", "prev_hash"]),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.report}"
