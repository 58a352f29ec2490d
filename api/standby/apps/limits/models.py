from django.db import models


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

    def __str__(self) -> str:
        return f"{self.used} of {self.rule}"
