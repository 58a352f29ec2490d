"""What staff did and looked at: written once, in chains that show what was changed afterwards."""

from django.db import models


class TrailChain(models.Model):
    """The newest seal of one member of staff's acts: the next act hangs on it."""

    actor = models.CharField(max_length=40, unique=True)
    head = models.CharField(max_length=64, blank=True)

    class Meta:
        db_table = "trail_chains"

    def __str__(self) -> str:
        return f"chain {self.pk}"


class StaffAct(models.Model):
    """One thing that somebody of the staff did or looked at. Rows are never changed.

    Personal values stand as keyed hashes, the network's address too (reliability.md 5.6).
    """

    at = models.DateTimeField(db_index=True)
    actor = models.CharField(max_length=40)
    action = models.CharField(max_length=60)
    object = models.CharField(max_length=200)
    order_ref = models.UUIDField(null=True, db_index=True)
    status = models.PositiveSmallIntegerField(null=True)  # of the answer, for what came by HTTP
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    request_id = models.CharField(max_length=36, blank=True)
    network = models.CharField(max_length=64, blank=True)
    prev_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        db_table = "staff_acts"
        ordering = ["id"]
        indexes = [models.Index(name="staff_acts_by_actor", fields=["actor", "id"])]

    def __str__(self) -> str:
        return f"act {self.pk}: {self.action}"


class Erasure(models.Model):
    """A customer was erased at this moment. It names nobody, and outlives a restored snapshot:
    every erasure that the snapshot does not know of is applied to it again (RUN-05).
    """

    customer = models.UUIDField(unique=True)  # the public id of the row in customers
    erased_at = models.DateTimeField()

    class Meta:
        db_table = "erasures"

    def __str__(self) -> str:
        return f"erasure {self.pk}"
