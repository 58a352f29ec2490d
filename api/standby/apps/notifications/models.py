"""Messages to customers and staff, kept until they are sent: the table is the queue."""

from django.db import models
from django.db.models import Q


class Message(models.Model):
    """One e-mail or text, written in the same transaction as what it tells of."""

    PERSONAL = ("recipient", "subject", "text")

    class Channel(models.TextChoices):
        EMAIL = "email"
        SMS = "sms"

    kind = models.CharField(max_length=40)
    channel = models.CharField(max_length=5, choices=Channel.choices)
    recipient = models.CharField(max_length=254)
    subject = models.CharField(max_length=200, blank=True)
    text = models.TextField()
    order_ref = models.UUIDField(null=True)
    dedupe_key = models.CharField(max_length=120)
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    dead_at = models.DateTimeField(null=True)
    last_error = models.CharField(max_length=200, blank=True)

    class Meta:
        db_table = "messages"
        indexes = [
            models.Index(
                name="messages_waiting",
                fields=["due_at"],
                condition=Q(sent_at__isnull=True, dead_at__isnull=True),
            )
        ]
        constraints = [
            models.UniqueConstraint(name="message_is_queued_once", fields=["dedupe_key"]),
            models.CheckConstraint(
                name="message_is_sent_or_dead_not_both",
                condition=Q(sent_at__isnull=True) | Q(dead_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"message {self.pk}, {self.kind} by {self.channel}"
