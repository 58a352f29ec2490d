"""What staff keep of their own searches, and how much waits for them."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class SavedFilter(models.Model):
    """A filter of the list of orders that a staff user keeps: the query of its address.

    It never holds the text that was searched for, which may name a customer.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="saved_filters")
    name = models.CharField(max_length=60)
    query = models.CharField(max_length=500)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "saved_filters"
        constraints = [
            models.UniqueConstraint(
                name="saved_filter_has_a_name_of_its_own", fields=["user", "name"]
            ),
            models.CheckConstraint(name="saved_filter_is_named", condition=~Q(name="")),
        ]

    def __str__(self) -> str:
        return f"saved filter {self.pk}"


class WaitingCounts(models.Model):
    """How much waits in each group that is not personal: one row, for all consoles."""

    counts = models.JSONField(default=dict)
    counted_at = models.DateTimeField(null=True)  # null since staff changed something
    changes = models.BigIntegerField(default=0)  # by staff, up to now

    class Meta:
        db_table = "waiting_counts"

    def __str__(self) -> str:
        return f"what waited at {self.counted_at}"
