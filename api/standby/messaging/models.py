"""The message queue, consents and suppressions, inbound messages, and staff's message templates."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q

from standby.messaging.rules import Outcome


class Message(models.Model):
    """One email or text, queued with its job in the same transaction as the change it reports.

    Until it is sent, one of an order has the `facts` that its words are made of (`render`).
    """

    PERSONAL = ("recipient", "facts", "subject", "text", "email_parts", "calendar", "last_error")

    class Channel(models.TextChoices):
        EMAIL = "email"
        SMS = "sms"

    class Status(models.TextChoices):
        QUEUED = "queued"
        SENT = "sent"
        DEAD = "dead"
        SUPPRESSED = "suppressed"

    class Skipped(models.TextChoices):
        """Why a suppressed message was not sent; empty for all others."""

        NOT = ""
        OPTED_OUT = "opted_out"
        PAUSED = "paused"  # until staff decide whether words were an opt-out
        UNCONFIRMED = "unconfirmed"  # the number got its one text and has not said yes
        OVER_BUDGET = "over_budget"  # visitors caused too many that day
        UNSUBSCRIBED = "unsubscribed"  # from its stream alone
        OUT_OF_DATE = "out_of_date"  # its content was no longer so
        ORDER_CANCELED = "order_canceled"
        DROPPED = "dropped"  # taken out of the queue, after a restore or with an erased customer

    class Delivery(models.TextChoices):
        """Delivery status that the provider reports after accepting the message; empty before."""

        UNKNOWN = ""
        SENT = "sent"
        DELIVERED = "delivered"
        UNDELIVERED = "undelivered"
        FAILED = "failed"

    kind = models.CharField(max_length=40)
    channel = models.CharField(max_length=5, choices=Channel.choices)
    recipient = models.CharField(max_length=254)
    # of its reader
    language = models.CharField(
        max_length=10, default=settings.LANGUAGE_CODE, db_default=settings.LANGUAGE_CODE
    )
    facts = models.JSONField(blank=True, default=dict, encoder=DjangoJSONEncoder)
    subject = models.CharField(max_length=200, blank=True)
    text = models.TextField(blank=True)
    email_parts = models.JSONField(
        blank=True, default=dict
    )  # of its HTML, rendered when it is sent
    calendar = models.TextField(blank=True)  # an ICS attachment of an email
    order_ref = models.UUIDField(null=True, db_index=True)
    link_ref = models.BigIntegerField(null=True)  # one-time link in account mail
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    provider_ref = models.CharField(max_length=255, blank=True)
    dedupe_key = models.CharField(max_length=120)
    created_at = models.DateTimeField()
    stale_at = models.DateTimeField(null=True)  # not sent after this: its content is outdated
    attempts = models.PositiveSmallIntegerField(default=0)
    unanswered = models.PositiveSmallIntegerField(default=0)  # tries with an unknown result
    sent_at = models.DateTimeField(null=True)
    delivery = models.CharField(
        max_length=11, choices=Delivery.choices, blank=True, default="", db_default=""
    )
    # Written into a file of this server: the provider of its channel sends nothing to anybody.
    is_stored = models.BooleanField(default=False, db_default=False)
    dead_at = models.DateTimeField(null=True)
    skipped_because = models.CharField(
        max_length=14, choices=Skipped.choices, blank=True, default="", db_default=""
    )
    last_error = models.CharField(max_length=200, blank=True)

    class Meta:
        db_table = "messages"
        indexes = [
            models.Index(name="messages_failed", fields=["dead_at"], condition=Q(status="dead")),
            models.Index(
                name="messages_by_provider_ref",
                fields=["provider_ref"],
                condition=~Q(provider_ref=""),
            ),
            models.Index(
                name="messages_suppressed",
                fields=["dead_at"],
                condition=Q(status="suppressed"),
            ),
            models.Index(
                name="messages_over_budget",
                fields=["dead_at"],
                condition=Q(skipped_because="over_budget"),
            ),
        ]
        constraints = [
            models.UniqueConstraint(name="message_is_queued_once", fields=["dedupe_key"]),
            models.CheckConstraint(
                name="message_is_sent_or_dead_not_both",
                condition=Q(sent_at__isnull=True) | Q(dead_at__isnull=True),
            ),
            models.CheckConstraint(
                name="message_status_is_known",
                condition=Q(status__in=["queued", "sent", "dead", "suppressed"]),
            ),
            models.CheckConstraint(
                name="message_skipped_because_is_known",
                condition=Q(
                    skipped_because__in=[
                        "",
                        "opted_out",
                        "paused",
                        "unconfirmed",
                        "over_budget",
                        "unsubscribed",
                        "out_of_date",
                        "order_canceled",
                        "dropped",
                    ]
                ),
            ),
            models.CheckConstraint(
                name="message_of_an_account_is_of_no_order",
                condition=Q(link_ref__isnull=True) | Q(order_ref__isnull=True),
            ),
            models.CheckConstraint(
                name="message_delivery_is_known",
                condition=Q(delivery__in=["", "sent", "delivered", "undelivered", "failed"]),
            ),
        ]

    def __str__(self) -> str:
        return f"message {self.pk}, {self.kind} by {self.channel}"

    @property
    def waits_for_words(self) -> bool:
        return bool(self.facts) and not self.text

    @property
    def outcome(self) -> Outcome:
        """Its status; for a sent one what became of it, for a suppressed one the reason."""
        if self.status == self.Status.SUPPRESSED:
            return Outcome(self.skipped_because or self.Skipped.DROPPED)
        if self.status != self.Status.SENT:
            return Outcome(self.status)
        if self.is_stored:
            return Outcome.KEPT
        if self.delivery in (self.Delivery.UNDELIVERED, self.Delivery.FAILED):
            return Outcome.UNDELIVERED
        is_delivered = self.delivery == self.Delivery.DELIVERED
        return Outcome.DELIVERED if is_delivered else Outcome.SENT


class Suppression(models.Model):
    """A recipient we may not write to by one channel, checked at the moment of sending.

    A pause lasts until staff decide whether what the customer wrote, its `cause`, was an opt-out.
    `lifted_by` is the actor who ended it, the customer or somebody on the staff.
    """

    PERSONAL = ("recipient",)

    channel = models.CharField(max_length=5, choices=Message.Channel.choices)
    recipient = models.CharField(
        max_length=254
    )  # normalized: digits of a phone number, email in lower case
    reason = models.CharField(max_length=100)
    is_pause = models.BooleanField(default=False, db_default=False)
    cause = models.ForeignKey(
        "InboundMessage", on_delete=models.SET_NULL, null=True, related_name="suppressions"
    )
    since = models.DateTimeField()
    lifted_at = models.DateTimeField(null=True)
    lifted_by = models.CharField(max_length=40, blank=True, default="", db_default="")
    # Of staff: the session or token that acted, with the role that it had then
    lifted_credential = models.CharField(max_length=45, blank=True, default="", db_default="")
    lifted_role = models.CharField(max_length=40, blank=True, default="", db_default="")

    class Meta:
        db_table = "suppressions"
        constraints = [
            models.UniqueConstraint(
                name="suppression_one_live_per_recipient",
                fields=["channel", "recipient"],
                condition=Q(lifted_at__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"suppression {self.pk} by {self.channel}"


class Consent(models.Model):
    """A consent given or withdrawn, with its wording, page and time. Append-only.

    `is_proven`: it came in a text from that number. On a page somebody may type anybody's number.
    """

    PERSONAL = ("recipient",)

    channel = models.CharField(max_length=5, choices=Message.Channel.choices)
    recipient = models.CharField(max_length=254)  # normalized like a suppression's
    is_granted = models.BooleanField()
    is_proven = models.BooleanField(default=False, db_default=False)
    purpose = models.CharField(max_length=20)  # transactional, recovery, opening
    wording = models.CharField(max_length=500)
    # in which it was read
    language = models.CharField(
        max_length=10, default=settings.LANGUAGE_CODE, db_default=settings.LANGUAGE_CODE
    )
    page = models.CharField(max_length=200)
    order_ref = models.UUIDField(null=True, db_index=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "consents"
        indexes = [
            models.Index(name="consents_by_recipient", fields=["channel", "recipient"]),
            models.Index(name="consents_to_remind", fields=["at"], condition=Q(purpose="recovery")),
        ]

    def __str__(self) -> str:
        return f"consent {self.pk} by {self.channel}"


class TextedNumber(models.Model):
    """What a phone number itself has shown: whether a text from it agreed to ours.

    Until then a single text goes to it, which asks for a yes: `requested_by` is that message.
    """

    PERSONAL = ("recipient",)

    recipient = models.CharField(max_length=254, unique=True)  # normalized like a suppression's
    requested_at = models.DateTimeField(null=True)
    requested_by = models.BigIntegerField(null=True)
    confirmed_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "texted_numbers"

    def __str__(self) -> str:
        return f"texted number {self.pk}"


class InboundMessage(models.Model):
    """An inbound text or email, stored once, with its meaning; staff answer those that are words.

    A text belongs to the customers with its number. An email belongs to the order of the message
    that it answers, else to the customers with its address.
    """

    PERSONAL = ("sender", "subject", "text")

    provider_ref = models.CharField(max_length=255, unique=True)
    channel = models.CharField(max_length=5, choices=Message.Channel.choices)
    sender = models.CharField(max_length=254)
    subject = models.CharField(max_length=200, blank=True)
    text = models.TextField()  # whole, with what it quotes
    order_ref = models.UUIDField(null=True, db_index=True)
    meaning = models.CharField(max_length=12)  # stop, likely_stop, start, yes, help, words
    received_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)
    answered_by = models.CharField(max_length=40, blank=True, default="", db_default="")

    class Meta:
        db_table = "inbound_messages"
        indexes = [
            models.Index(
                name="inbound_messages_to_answer",
                fields=["received_at"],
                condition=Q(meaning="words", answered_at__isnull=True),
            ),
            models.Index(
                name="inbound_messages_to_settle",
                fields=["received_at"],
                condition=Q(meaning="likely_stop"),
            ),
        ]
        constraints = [
            models.CheckConstraint(
                name="inbound_message_channel_is_known",
                condition=Q(channel__in=["email", "sms"]),
            ),
        ]

    def __str__(self) -> str:
        return f"inbound {self.channel} {self.pk}, {self.meaning}"


class MessageTemplate(models.Model):
    """Staff's own version of one kind of message by one channel in one language. Append-only.

    The newest one that has started is in force; one with `is_ours` restores the built-in template.
    """

    kind = models.CharField(max_length=40)
    channel = models.CharField(max_length=5, choices=Message.Channel.choices)
    language = models.CharField(
        max_length=10, default=settings.LANGUAGE_CODE, db_default=settings.LANGUAGE_CODE
    )
    is_ours = models.BooleanField(default=False)
    subject = models.CharField(max_length=200, blank=True)
    glance = models.CharField(max_length=300, blank=True)
    heading = models.CharField(max_length=200, blank=True)
    text = models.TextField(max_length=4000, blank=True)
    starts_at = models.DateTimeField()
    made_by = models.CharField(max_length=40)
    made_at = models.DateTimeField()

    class Meta:
        db_table = "message_templates"
        indexes = [models.Index(name="message_templates_in_force", fields=["kind", "starts_at"])]
        constraints = [
            models.CheckConstraint(
                name="message_template_has_words", condition=Q(is_ours=True) | ~Q(text="")
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} by {self.channel}"


class OutboxHold(models.Model):
    """Stops all sending while any hold is not released (RUN-05.6).

    A restored database may have queued messages that were sent after the snapshot was taken.
    """

    restored_from = models.DateTimeField()  # time of the snapshot
    held_at = models.DateTimeField()
    released_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "outbox_holds"

    def __str__(self) -> str:
        return f"outbox hold {self.pk}"
