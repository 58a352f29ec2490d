"""What changes an order, and what can be undone of it."""

import uuid

from django.db import models
from django.db.models import Q

from standby.orders.models.orders import Order
from standby.pricing.models.quoting import Quote


class ChangeOrder(models.Model):
    """A higher price, in force only once the homeowner approved it (PHOTO-02.4)."""

    PERSONAL = ("reason",)

    class Status(models.TextChoices):
        PROPOSED = "proposed"
        APPROVED = "approved"
        DECLINED = "declined"
        WITHDRAWN = "withdrawn"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    order = models.ForeignKey(Order, models.PROTECT, related_name="change_orders")
    from_quote = models.ForeignKey(Quote, models.PROTECT, related_name="+")
    to_quote = models.ForeignKey(Quote, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=500)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.PROPOSED)
    proposed_at = models.DateTimeField()
    proposed_by = models.CharField(max_length=40)
    decided_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "change_orders"
        indexes = [
            models.Index(
                name="change_orders_declined", fields=["order"], condition=Q(status="declined")
            )
        ]
        constraints = [
            models.UniqueConstraint(
                name="change_order_one_open_per_order",
                fields=["order"],
                condition=Q(status="proposed"),
            ),
            models.CheckConstraint(
                name="change_order_decided_knows_when",
                condition=Q(status="proposed") | Q(decided_at__isnull=False),
            ),
            models.CheckConstraint(
                name="change_order_status_is_known",
                condition=Q(status__in=["proposed", "approved", "declined", "withdrawn"]),
            ),
        ]

    def __str__(self) -> str:
        return f"change order {self.pk} of order {self.order_id}, {self.status}"


class OrderLogEntry(models.Model):
    """One change of an order, written in the same transaction. Append-only.

    Each row holds the hash of the row before. The note is hashed separately with a salt that is
    deleted on erasure, so that the note can be erased without breaking the chain (decision 20).
    """

    PERSONAL = ("note", "note_salt")

    order = models.ForeignKey(Order, models.PROTECT, related_name="log")
    at = models.DateTimeField()
    actor = models.CharField(max_length=40)
    # Of staff: the session or token that acted, with the role that it had then
    credential = models.CharField(max_length=45, blank=True, default="", db_default="")
    role = models.CharField(max_length=40, blank=True, default="", db_default="")
    subject = models.CharField(max_length=12)
    before = models.CharField(max_length=20, blank=True)
    after = models.CharField(max_length=20)
    note = models.CharField(max_length=200, blank=True)
    note_salt = models.CharField(max_length=32, blank=True, default="", db_default="")
    note_seal = models.CharField(max_length=64, blank=True, default="", db_default="")
    prev_hash = models.CharField(max_length=64, blank=True, default="", db_default="")
    hash = models.CharField(max_length=64, blank=True, default="", db_default="")

    class Meta:
        db_table = "order_log"
        ordering = ["id"]
        constraints = [models.CheckConstraint(name="order_log_has_a_hash", condition=~Q(hash=""))]

    def __str__(self) -> str:
        return f"order {self.order_id}: {self.subject} {self.before} to {self.after}"


class UndoableAction(models.Model):
    """An action of staff that can be undone while the messages about it wait (OPS-18.1)."""

    PERSONAL = ("before",)

    class Action(models.TextChoices):
        TECHNICIAN = "technician"
        MOVE = "move"
        EQUIPMENT = "equipment"
        COMPLETION = "completion"
        POWER_ON = "power_on"
        PRICE_LOCK = "price_lock"
        RETAKE = "retake"
        PRICE_RISE = "price_rise"
        PRICE_DROP = "price_drop"
        PHOTO_RISE = "photo_rise"
        LOCK_RISE = "lock_rise"
        LOCK_DROP = "lock_drop"
        MESSAGE = "message"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    order = models.ForeignKey(Order, models.CASCADE, related_name="actions")
    action = models.CharField(max_length=10, choices=Action.choices)
    actor = models.CharField(max_length=40)
    before = models.JSONField(default=dict)  # what undoing restores
    version = models.BigIntegerField()  # of the order, once it was done
    message_keys = models.JSONField(default=list)
    expires_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "undoable_actions"
        indexes = [models.Index(name="undoable_actions_by_actor", fields=["actor", "expires_at"])]
        constraints = [
            models.CheckConstraint(
                name="undoable_action_is_known",
                condition=Q(
                    action__in=[
                        "technician",
                        "move",
                        "equipment",
                        "completion",
                        "power_on",
                        "price_lock",
                        "retake",
                        "price_rise",
                        "price_drop",
                        "photo_rise",
                        "lock_rise",
                        "lock_drop",
                        "message",
                    ]
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.action} of order {self.order_id}, until {self.expires_at}"
