"""Tasks of staff."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from standby.orders.models import Order


class StaffTask(models.Model):
    """Something that staff are to do, by a day, about an order or about none."""

    PERSONAL = ("title",)

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    title = models.CharField(max_length=200)
    order = models.ForeignKey(Order, models.PROTECT, related_name="tasks", null=True)
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, related_name="tasks", null=True
    )
    due_on = models.DateField(null=True)
    created_by = models.CharField(max_length=40)
    created_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)
    done_by = models.CharField(max_length=40, blank=True)
    # The message that reached nobody, where that is what the task is about
    message_ref = models.BigIntegerField(null=True)

    class Meta:
        db_table = "staff_tasks"
        indexes = [
            models.Index(
                name="staff_tasks_open", fields=["due_on"], condition=Q(done_at__isnull=True)
            ),
        ]
        constraints = [
            models.UniqueConstraint(name="staff_task_one_per_message", fields=["message_ref"]),
            models.CheckConstraint(name="staff_task_says_what", condition=~Q(title="")),
            models.CheckConstraint(
                name="staff_task_done_knows_who",
                condition=Q(done_at__isnull=True, done_by="")
                | (Q(done_at__isnull=False) & ~Q(done_by="")),
            ),
        ]

    def __str__(self) -> str:
        return f"task {self.pk}"
