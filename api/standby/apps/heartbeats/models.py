from django.db import models


class Heartbeat(models.Model):
    """Last start, success and failure of a recurring job, worker lane or nightly task."""

    name = models.CharField(max_length=80, unique=True)
    created_at = models.DateTimeField()
    last_started_at = models.DateTimeField(null=True)
    last_succeeded_at = models.DateTimeField(null=True)
    last_failed_at = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)  # first failure after the last success
    failures = models.PositiveIntegerField(default=0)  # in a row
    # The error's class only, since its text may hold personal data.
    last_error = models.CharField(max_length=80, blank=True)

    class Meta:
        db_table = "heartbeats"

    def __str__(self) -> str:
        return f"heartbeat of {self.name}"
