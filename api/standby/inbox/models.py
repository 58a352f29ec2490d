"""What came from outside: where it is read, each item as it came, and what became of it."""

from uuid import uuid4

from django.db import models
from django.db.models import Q

from standby.messaging.models import InboundMessage


class Source(models.Model):
    """A place from which items are read. A mailbox is read by its IMAP UIDs, one after another.

    `last_uid` is that of the newest item that is stored here. `failing_uid` is that of a mail that
    the mailbox did not hand over, `failures` how often in a row.
    """

    name = models.CharField(max_length=300, unique=True)
    uid_validity = models.BigIntegerField(default=0, db_default=0)
    last_uid = models.BigIntegerField(default=0, db_default=0)
    failing_uid = models.BigIntegerField(default=0, db_default=0)
    failures = models.PositiveSmallIntegerField(default=0, db_default=0)
    read_at = models.DateTimeField(null=True)
    failed_at = models.DateTimeField(null=True)
    last_error = models.CharField(max_length=200, blank=True, default="", db_default="")

    class Meta:
        db_table = "inbox_sources"

    def __str__(self) -> str:
        return f"{self.name} up to {self.last_uid}"


class Item(models.Model):
    """One mail, text or report of the card provider, as it came, with its verdict.

    It is stored before anything is made of it, and judged in a transaction of its own. A small one
    is in `raw`, a large one in the file `raw_key`. Neither is there where it was not fetched.
    Of the card provider's reports only those are stored that could not be taken; `part_of` is the
    payout that a line is in.
    """

    PERSONAL = ("sender", "subject", "raw", "raw_key")

    class Kind(models.TextChoices):
        MAIL = "mail"
        TEXT = "text"
        CARD_REPORT = "card_report"

    MESSAGES = (Kind.MAIL, Kind.TEXT)

    class Verdict(models.TextChoices):
        WAITING = "waiting"
        TAKEN = "taken"  # into the conversation, or as the report that it is
        SET_ASIDE = "set_aside"  # could not be read
        FORGED = "forged"  # claims what it does not prove
        NOBODY = "nobody"  # belongs to no order that we know
        IGNORED = "ignored"  # written by a program, or dismissed by staff

    FOR_STAFF = (Verdict.SET_ASIDE, Verdict.NOBODY, Verdict.FORGED)

    class Proof(models.TextChoices):
        """How far it is proven who sent it; empty before it is judged, and where it is of no use.

        TOKEN: it answers a message of ours by an id that only its reader knows. ALIGNED: our own
        mailbox vouches for the domain of its sender. CLAIMED: anybody could have sent it.
        """

        NOT = ""
        TOKEN = "token"  # noqa: S105 - a word
        ALIGNED = "aligned"
        CLAIMED = "claimed"

    public_id = models.UUIDField(default=uuid4, unique=True, editable=False)
    source = models.ForeignKey(Source, on_delete=models.PROTECT, related_name="items")
    ref = models.CharField(max_length=100)  # the provider's id, or a hash of its bytes
    kind = models.CharField(max_length=11, choices=Kind.choices)
    received_at = models.DateTimeField()
    part_of = models.CharField(max_length=255, blank=True, default="", db_default="")
    sender = models.CharField(max_length=254, blank=True)
    subject = models.CharField(max_length=200, blank=True)
    size_bytes = models.PositiveBigIntegerField()
    raw = models.BinaryField(default=b"")
    raw_key = models.CharField(max_length=200, blank=True)
    verdict = models.CharField(max_length=9, choices=Verdict.choices, default=Verdict.WAITING)
    reason = models.CharField(max_length=200, blank=True)
    proof = models.CharField(max_length=7, choices=Proof.choices, blank=True, default="")
    attempts = models.PositiveSmallIntegerField(default=0)
    judged_at = models.DateTimeField(null=True)
    order_ref = models.UUIDField(null=True, db_index=True)
    message = models.ForeignKey(
        InboundMessage, null=True, on_delete=models.SET_NULL, related_name="items"
    )

    class Meta:
        db_table = "inbox_items"
        indexes = [
            models.Index(
                name="inbox_items_to_judge", fields=["id"], condition=Q(verdict="waiting")
            ),
            models.Index(
                name="inbox_items_for_staff",
                fields=["received_at"],
                condition=Q(verdict__in=["set_aside", "nobody", "forged"]),
            ),
            models.Index(name="inbox_items_by_verdict", fields=["verdict", "id"]),
        ]
        constraints = [
            models.UniqueConstraint(name="inbox_item_is_stored_once", fields=["source", "ref"]),
            models.CheckConstraint(
                name="inbox_item_kind_is_known",
                condition=Q(kind__in=["mail", "text", "card_report"]),
            ),
            models.CheckConstraint(
                name="inbox_item_verdict_is_known",
                condition=Q(
                    verdict__in=["waiting", "taken", "set_aside", "forged", "nobody", "ignored"]
                ),
            ),
            models.CheckConstraint(
                name="inbox_item_proof_is_known",
                condition=Q(proof__in=["", "token", "aligned", "claimed"]),
            ),
            models.CheckConstraint(
                name="inbox_item_verdict_has_its_time",
                condition=Q(verdict="waiting") | Q(judged_at__isnull=False),
            ),
            models.CheckConstraint(
                name="inbox_item_set_aside_says_why",
                condition=~Q(verdict="set_aside") | ~Q(reason=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}, {self.verdict}"


class ReceivedFile(models.Model):
    """A picture or paper that came with a mail or text; a worker takes it out of its item.

    What is stored was checked like an upload: a picture is made anew from its pixels, a PDF is
    whole and nothing else. What is refused stays in the item as it came.
    """

    PERSONAL = ("name",)

    class Status(models.TextChoices):
        WAITING = "waiting"
        STORED = "stored"
        REFUSED = "refused"

    class Refused(models.TextChoices):
        NOT = ""
        KIND = "kind"  # neither a picture nor a PDF, or one that cannot be opened
        SIZE = "size"
        GONE = "gone"  # the provider, or our storage, has it no longer
        UNREACHABLE = "unreachable"  # the provider did not hand it over for a day

    public_id = models.UUIDField(default=uuid4, unique=True, editable=False)
    message = models.ForeignKey(InboundMessage, models.CASCADE, related_name="received_files")
    item = models.ForeignKey(Item, models.SET_NULL, null=True, related_name="files")
    place = models.PositiveSmallIntegerField()  # among the files of its item, from 0
    name = models.CharField(max_length=200, blank=True)  # as its sender has it
    status = models.CharField(max_length=7, choices=Status.choices, default=Status.WAITING)
    refused_because = models.CharField(
        max_length=11, choices=Refused.choices, blank=True, default=Refused.NOT
    )
    content_type = models.CharField(max_length=20, blank=True)
    size_bytes = models.PositiveBigIntegerField(default=0)
    key = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "received_files"
        constraints = [
            models.UniqueConstraint(name="received_file_once", fields=["message", "place"]),
            models.CheckConstraint(
                name="received_file_status_is_known",
                condition=Q(status__in=["waiting", "stored", "refused"]),
            ),
            models.CheckConstraint(
                name="received_file_stored_has_its_file",
                condition=~Q(status="stored") | (~Q(key="") & ~Q(content_type="")),
            ),
            models.CheckConstraint(
                name="received_file_refused_says_why",
                condition=Q(
                    status="refused", refused_because__in=["kind", "size", "gone", "unreachable"]
                )
                | (~Q(status="refused") & Q(refused_because="")),
            ),
        ]

    def __str__(self) -> str:
        return f"received file {self.pk}, {self.status}"


class ReceivedFileUse(models.Model):
    """A received file that staff put among an order's photos or files; `ref` is the one there.

    That one may be removed or refused later.
    """

    class Place(models.TextChoices):
        REVIEW = "review"
        FILES = "files"

    file = models.ForeignKey(ReceivedFile, models.CASCADE, related_name="uses")
    order_ref = models.UUIDField(db_index=True)
    place = models.CharField(max_length=6, choices=Place.choices)
    ref = models.UUIDField()
    created_at = models.DateTimeField()

    class Meta:
        db_table = "received_file_uses"
        constraints = [
            models.UniqueConstraint(
                name="received_file_use_once", fields=["file", "order_ref", "place", "ref"]
            ),
            models.CheckConstraint(
                name="received_file_use_place_is_known",
                condition=Q(place__in=["review", "files"]),
            ),
        ]

    def __str__(self) -> str:
        return f"received file {self.file_id} in {self.place}"
