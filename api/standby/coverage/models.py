"""ZIP codes and their boundaries, coverage imports, notify requests and address searches."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Length
from django.db.models.lookups import Exact

from standby.core.market import PLACE


def our_state() -> str:
    return PLACE.state_code


class CoveredZip(models.Model):
    """A ZIP code on the list; it is served while its status is active."""

    class Status(models.TextChoices):
        ACTIVE = "active"
        INACTIVE = "inactive"

    zip_code = models.CharField(max_length=5, unique=True)
    city = models.CharField(max_length=80)
    state = models.CharField(max_length=20, default=our_state)
    status = models.CharField(max_length=8, choices=Status.choices, default=Status.ACTIVE)
    county = models.CharField(max_length=40, blank=True, default="")
    region = models.CharField(max_length=60, blank=True, default="")
    lat = models.FloatField()
    lon = models.FloatField()

    class Meta:
        db_table = "coverage_zipcode"
        verbose_name = "ZIP code"
        verbose_name_plural = "ZIP codes"
        constraints = [
            models.CheckConstraint(
                name="covered_zip_has_five_characters",
                condition=Exact(Length("zip_code"), 5),
            ),
            models.CheckConstraint(
                name="covered_zip_status_is_known", condition=Q(status__in=["active", "inactive"])
            ),
            models.CheckConstraint(
                name="covered_zip_is_on_earth",
                condition=Q(lat__range=(-90, 90), lon__range=(-180, 180)),
            ),
        ]
        indexes = [models.Index(name="covered_zip_by_city", fields=["city", "zip_code"])]

    def __str__(self) -> str:
        return f"{self.zip_code} {self.city}"

    @property
    def is_served(self) -> bool:
        return self.status == self.Status.ACTIVE


class ZipBoundary(models.Model):
    """The simplified boundary of a ZIP code on the coverage map, as GeoJSON."""

    covered_zip = models.OneToOneField(CoveredZip, models.CASCADE, related_name="shape")
    bbox = models.JSONField()  # west, south, east, north
    geometry_json = models.JSONField()
    is_approximate = models.BooleanField(default=True)
    source = models.CharField(max_length=120, blank=True, default="")

    class Meta:
        db_table = "coverage_geometries"


class CoverageImport(models.Model):
    """An uploaded coverage file: its preview, and whether it was applied or withdrawn.

    `changes` is what the preview showed; applying writes these rows and nothing else.
    """

    class Kind(models.TextChoices):
        ZIP_LIST = "zip_list", "list of ZIP codes"
        OUTLINES = "outlines", "boundary file"

    class Status(models.TextChoices):
        PREVIEWED = "previewed"
        APPLIED = "applied"
        WITHDRAWN = "withdrawn"

    kind = models.CharField(max_length=8, choices=Kind.choices)
    file_name = models.CharField(max_length=120)
    file_sha256 = models.CharField(max_length=64)
    file_bytes = models.BigIntegerField()
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.PREVIEWED)
    report = models.JSONField()
    changes = models.JSONField()
    based_on = models.CharField(max_length=64)  # version of the list when it was previewed
    previewed_by = models.CharField(max_length=40)
    previewed_at = models.DateTimeField()
    settled_by = models.CharField(max_length=40, blank=True, default="")
    settled_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "coverage_imports"
        constraints = [
            models.CheckConstraint(
                name="coverage_import_status_is_known",
                condition=Q(status__in=["previewed", "applied", "withdrawn"]),
            ),
            models.CheckConstraint(
                name="coverage_import_knows_when_it_was_settled",
                condition=Q(status="previewed") | Q(settled_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.file_name}"


class NotifyRequest(models.Model):
    """A phone number left for an address that is not served yet."""

    class NotificationStatus(models.TextChoices):
        PENDING = "pending"
        NOTIFIED = "notified"
        FAILED = "failed"

    PERSONAL = (
        "address_formatted",
        "street_number",
        "street_name",
        "phone_number",
        "formatted_phone",
    )

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    address_formatted = models.CharField(max_length=500)
    street_number = models.CharField(max_length=20, blank=True, default="")
    street_name = models.CharField(max_length=200, blank=True, default="")
    city = models.CharField(max_length=100, blank=True, default="")
    state = models.CharField(max_length=100, blank=True, default="")
    zip_code = models.CharField(max_length=20, blank=True, default="")
    country = models.CharField(max_length=100, default="USA")
    phone_number = models.CharField(max_length=40)
    formatted_phone = models.CharField(max_length=40, blank=True, default="")
    language = models.CharField(
        max_length=10, default=settings.LANGUAGE_CODE, db_default=settings.LANGUAGE_CODE
    )
    rejection_reason = models.CharField(max_length=200, blank=True, default="")
    notification_status = models.CharField(
        max_length=8, choices=NotificationStatus.choices, default=NotificationStatus.PENDING
    )
    source = models.CharField(max_length=100, blank=True, default="")
    consent_text = models.CharField(max_length=1000, blank=True, default="")
    consented_at = models.DateTimeField(null=True)
    verified_at = models.DateTimeField(null=True)
    notification_requested_at = models.DateTimeField()
    created_at = models.DateTimeField()

    class Meta:
        db_table = "coverage_rejection_requests"
        verbose_name = "request to be told"
        verbose_name_plural = "requests to be told"
        constraints = [
            models.UniqueConstraint(
                name="notify_request_one_pending_per_phone_and_address",
                fields=["phone_number", "address_formatted"],
                condition=Q(notification_status="pending"),
            ),
            models.CheckConstraint(
                name="notify_request_status_is_known",
                condition=Q(notification_status__in=["pending", "notified", "failed"]),
            ),
            models.CheckConstraint(
                name="notify_request_has_a_phone", condition=~Q(phone_number="")
            ),
            models.CheckConstraint(
                name="notify_request_consent_knows_its_words",
                condition=Q(consented_at__isnull=True) | ~Q(consent_text=""),
            ),
        ]
        indexes = [
            models.Index(name="notify_request_by_zip", fields=["zip_code", "notification_status"]),
            models.Index(name="notify_request_by_age", fields=["created_at"]),
        ]

    def __str__(self) -> str:
        return f"notify request {self.pk}"


class AddressSearch(models.Model):
    """An address that was searched for, and whether we serve it."""

    PERSONAL = ("address", "geocoding_response")

    address = models.CharField(max_length=500)
    coverage_status = models.CharField(max_length=40, blank=True, default="")
    session_id = models.CharField(max_length=100, blank=True, default="")
    search_context = models.CharField(max_length=60, blank=True, default="")
    geocoding_response = models.JSONField(null=True)
    zip_code = models.CharField(max_length=5, blank=True, default="", db_default="")
    # Visitors are counted by their first check, so that the session can be forgotten afterwards.
    is_first_check = models.BooleanField(default=False, db_default=False)
    is_first_covered = models.BooleanField(default=False, db_default=False)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "address_searches"
        indexes = [
            models.Index(name="address_search_by_age", fields=["created_at"]),
            models.Index(name="address_search_by_zip", fields=["zip_code", "created_at"]),
            models.Index(
                name="address_search_by_visitor",
                fields=["session_id"],
                condition=~Q(session_id=""),
            ),
        ]
