"""How often each subject has asked lately."""

from django.db import models


class RateBucket(models.Model):
    """What one subject has used of one rule in the window that is running."""

    rule = models.CharField(max_length=40)
    subject = models.CharField(max_length=64)  # a hash: addresses of callers are not kept
    window_started_s = models.BigIntegerField()
    used = models.BigIntegerField()
    used_before = models.BigIntegerField(db_default=0)  # in the window before it

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

    def __str__(self) -> str:
        return f"{self.used} of {self.rule}"
