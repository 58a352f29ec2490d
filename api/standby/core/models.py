"""Rows that all modules share: jobs, sweeps, heartbeats, limits, stored answers; sealed text."""

from typing import TYPE_CHECKING, Any

from django.db import models

from standby.core.providers import wiring as core_providers
from standby.core.providers.crypto import SealBroken


class IdempotencyRecord(models.Model):
    """The response first given to an idempotency key; a repeated request gets the same bytes."""

    PERSONAL = ("body",)

    endpoint = models.CharField(max_length=60)
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.TextField(blank=True)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "idempotent_answers"
        constraints = [
            models.UniqueConstraint(
                name="idempotent_answer_once_per_key", fields=["endpoint", "key"]
            )
        ]


class Job(models.Model):
    """Work to do later, enqueued in the transaction of the change that needs it.

    `key` names the row it is about. A finished job is deleted; a dead one stays until staff run it
    again, as far as its row still needs it.
    """

    class Kind(models.TextChoices):
        EMAIL = "email"  # the message with this deduplication key
        SMS = "sms"  # likewise
        PAYMENT_EVENT = "payment_event"  # provider:event_id
        REFUND = "refund"  # its reference
        PHOTO = "photo"  # its public id
        DOCUMENT = "document"  # file type and public id of its order, with a colon between
        INVOICE = "invoice"  # public id of the order whose invoices and receipts may be due
        FILE_DELETION = "file_deletion"  # the file's key in file storage
        RECEIVED_FILE = "received_file"  # public id of a file that came with a mail or text

    kind = models.CharField(max_length=20, choices=Kind.choices)
    key = models.CharField(max_length=280)
    due_at = models.DateTimeField()
    waiting_since = models.DateTimeField()  # first due; not moved by failed tries (RUN-04.1)
    leased_until = models.DateTimeField(null=True)
    attempts = models.PositiveIntegerField(default=0)
    failing_since = models.DateTimeField(null=True)  # first failed try since it was enqueued
    dead_at = models.DateTimeField(null=True)
    # The error's class only, since its text may hold personal data.
    last_error = models.CharField(max_length=80, blank=True)

    class Meta:
        db_table = "jobs"
        indexes = [
            models.Index(
                name="jobs_waiting",
                fields=["kind", "due_at"],
                condition=models.Q(dead_at__isnull=True),
            ),
            models.Index(
                name="jobs_dead", fields=["dead_at"], condition=models.Q(dead_at__isnull=False)
            ),
        ]
        constraints = [models.UniqueConstraint(name="job_once_per_key", fields=["kind", "key"])]

    def __str__(self) -> str:
        return f"{self.kind} job {self.pk}"


class Heartbeat(models.Model):
    """Last success and failure of a recurring job, worker lane or nightly task."""

    name = models.CharField(max_length=80, unique=True)
    created_at = models.DateTimeField()
    last_succeeded_at = models.DateTimeField(null=True)
    last_failed_at = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)  # first failure after the last success
    failures = models.PositiveIntegerField(default=0)  # in a row
    # The error's class only, since its text may hold personal data.
    last_error = models.CharField(max_length=80, blank=True)

    class Meta:
        db_table = "heartbeats"


class Sweep(models.Model):
    """Where a job that goes over many rows is, and when its next run begins (core/sweeps.py)."""

    name = models.CharField(max_length=80, unique=True)
    due_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)  # of the run that is not over yet
    position = models.CharField(max_length=200, blank=True)  # part:key of its last step
    stuck_at = models.CharField(max_length=200, blank=True)  # part:key at which a turn failed
    skipped = models.PositiveIntegerField(default=0)  # rows of this run that raised an error
    leased_until = models.DateTimeField(null=True)
    claims = models.PositiveIntegerField(default=0)  # turns taken; a turn is its claimant's alone

    class Meta:
        db_table = "sweeps"


class RateLimitBucket(models.Model):
    """Usage of one rate limit rule by one subject, in the current and the previous window."""

    rule = models.CharField(max_length=40)
    subject = models.CharField(max_length=64)  # a hash: client addresses are not stored
    window_started_s = models.BigIntegerField()
    used = models.BigIntegerField()
    used_before = models.BigIntegerField(db_default=0)  # in the previous window

    class Meta:
        db_table = "rate_buckets"
        constraints = [
            models.UniqueConstraint(
                name="rate_bucket_one_per_rule_and_subject", fields=["rule", "subject"]
            ),
            models.CheckConstraint(
                name="rate_bucket_used_is_not_negative",
                condition=models.Q(used__gte=0, used_before__gte=0),
            ),
        ]
        indexes = [models.Index(name="rate_bucket_window", fields=["window_started_s"])]


if TYPE_CHECKING:
    _Text = models.TextField[str, str]
else:  # the class is not generic at runtime
    _Text = models.TextField


class SealedTextField(_Text):
    """A text field that is plain in Python and encrypted in the table.

    An empty value stays empty, and is the only value that can be filtered on. It reads as empty
    when it was encrypted with a key that is no longer among the site's secret keys.
    """

    def get_prep_value(self, value: Any) -> Any:
        text = super().get_prep_value(value)
        return core_providers.sealer().seal(text) if text else text

    def from_db_value(self, value: str | None, *_: object) -> str | None:
        try:
            return core_providers.sealer().unseal(value) if value else value
        except SealBroken:
            return ""

    def deconstruct(self) -> Any:
        # Deconstructed as a TextField, so that encrypting a column needs no migration.
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.TextField", args, kwargs
