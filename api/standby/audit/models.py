"""The audit log: append-only rows in one hash chain per staff member."""

from django.db import models


class AuditChain(models.Model):
    """Head of one staff member's hash chain, to which the next audit event is linked."""

    actor = models.CharField(max_length=40, unique=True)
    head = models.CharField(max_length=64, blank=True)

    class Meta:
        db_table = "audit_log_chains"


class AuditEvent(models.Model):
    """One audit event: something that staff did or looked at. Append-only.

    Personal values and the network's address are stored as keyed hashes. The credential is the
    session or token that acted, with the role that it had then.
    """

    at = models.DateTimeField(db_index=True)
    actor = models.CharField(max_length=40)  # rules.actor_of: the id of a user, never a name
    credential = models.CharField(max_length=45, blank=True, default="", db_default="")
    role = models.CharField(max_length=40, blank=True, default="", db_default="")
    action = models.CharField(max_length=60)
    object = models.CharField(max_length=200)
    order_ref = models.UUIDField(null=True, db_index=True)
    status = models.PositiveSmallIntegerField(null=True)  # of the HTTP response, if any
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    request_id = models.CharField(max_length=36, blank=True)
    network = models.CharField(max_length=64, blank=True)
    prev_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64)

    class Meta:
        db_table = "audit_events"
        ordering = ["id"]
        indexes = [models.Index(name="audit_events_by_actor", fields=["actor", "id"])]
        constraints = [
            models.CheckConstraint(name="audit_event_has_a_hash", condition=~models.Q(hash=""))
        ]


class Erasure(models.Model):
    """Record that a customer was erased, without naming them.

    These rows outlive a restored snapshot: erasures that the snapshot does not know of are applied
    to it again (RUN-05.5).
    """

    customer = models.UUIDField(unique=True)  # public id of the erased customer
    erased_at = models.DateTimeField()

    class Meta:
        db_table = "erasures"
