"""When each job, lane and nightly task last succeeded or failed."""

from django.db import models


class Heartbeat(models.Model):
    """One row per thing that has to happen again and again; missing until it happens first."""

    name = models.CharField(max_length=80, unique=True)
    created_at = models.DateTimeField()
    last_started_at = models.DateTimeField(null=True)
    last_succeeded_at = models.DateTimeField(null=True)
    last_failed_at = models.DateTimeField(null=True)
    failing_since = models.DateTimeField(null=True)  # the first failure after the last success
    failures = models.PositiveIntegerField(default=0)  # in a row
    last_error = models.CharField(max_length=80, blank=True)  # the error's class, nothing it says

    class Meta:
        db_table = "heartbeats"

    def __str__(self) -> str:
        return f"heartbeat of {self.name}"
