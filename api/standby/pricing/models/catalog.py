"""Packages, generators, configuration, planned changes and coupons; staff edit these rows."""

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Upper

from standby.core.market import BAND_CODE


class CatalogVersion(models.Model):
    """A single row whose token is renewed by database triggers on every write to the catalog.

    A random token instead of a counter, since a counter restored from a backup could repeat a
    value.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    token = models.CharField(max_length=32)

    class Meta:
        db_table = "catalog_version"
        constraints = [models.CheckConstraint(name="catalog_version_is_one_row", condition=Q(id=1))]

    def __str__(self) -> str:
        return f"catalog version {self.token}"


class InstallationPackage(models.Model):
    """The flat rate for one distance band, whose `code` links and orders name.

    One that is not for sale keeps its band: runs in it are refused, not charged as farther ones.
    """

    code = models.CharField(max_length=20, validators=[RegexValidator(BAND_CODE)])
    name = models.CharField(max_length=100)
    description = models.CharField(max_length=500, blank=True)
    max_distance_feet = models.PositiveSmallIntegerField()
    price_cents = models.BigIntegerField()
    is_active = models.BooleanField(default=True)

    class Meta:
        db_table = "installation_packages"
        constraints = [
            models.CheckConstraint(
                name="package_reaches_somewhere", condition=Q(max_distance_feet__gt=0)
            ),
            models.CheckConstraint(name="package_band_has_a_code", condition=~Q(code="")),
            models.CheckConstraint(
                name="package_price_is_not_negative",
                condition=Q(price_cents__gte=0, price_cents__lte=10**12),
            ),
            models.UniqueConstraint(
                name="package_one_active_per_band",
                fields=["code"],
                condition=Q(is_active=True),
            ),
            models.UniqueConstraint(
                name="package_one_active_per_distance",
                fields=["max_distance_feet"],
                condition=Q(is_active=True),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} (to {self.max_distance_feet} ft)"


class PackageIncludedService(models.Model):
    """A service included in a package's flat rate."""

    package = models.ForeignKey(
        InstallationPackage, models.CASCADE, related_name="included_services"
    )
    service_name = models.CharField(max_length=100)
    service_description = models.CharField(max_length=500, blank=True)
    price_cents = models.BigIntegerField(default=0)
    display_order = models.PositiveSmallIntegerField(default=0)
    is_active = models.BooleanField(default=True)

    class Meta:
        db_table = "package_included_services"
        constraints = [
            models.CheckConstraint(
                name="included_service_price_is_not_negative",
                condition=Q(price_cents__gte=0, price_cents__lte=10**12),
            ),
            models.UniqueConstraint(
                name="included_service_named_once_per_package", fields=["package", "service_name"]
            ),
        ]

    def __str__(self) -> str:
        return self.service_name


class PackageBonusItem(models.Model):
    """An item that comes with a package at no charge, with its retail value."""

    package = models.ForeignKey(InstallationPackage, models.CASCADE, related_name="bonus_items")
    bonus_category = models.CharField(max_length=50)
    bonus_name = models.CharField(max_length=100)
    bonus_description = models.CharField(max_length=500, blank=True)
    retail_value_cents = models.BigIntegerField()
    highlight_color = models.CharField(max_length=20, blank=True)
    display_order = models.PositiveSmallIntegerField(default=0)
    is_active = models.BooleanField(default=True)

    class Meta:
        db_table = "package_bonus_items"
        constraints = [
            models.CheckConstraint(
                name="bonus_item_value_is_not_negative",
                condition=Q(retail_value_cents__gte=0, retail_value_cents__lte=10**12),
            ),
            models.UniqueConstraint(
                name="bonus_item_named_once_per_package", fields=["package", "bonus_name"]
            ),
        ]

    def __str__(self) -> str:
        return self.bonus_name


class Generator(models.Model):
    """A generator for sale, or an entry for one that the customer brings (price 0)."""

    brand = models.CharField(max_length=50)
    model = models.CharField(max_length=100)
    model_number = models.CharField(max_length=20, null=True, blank=True, unique=True)
    kw = models.PositiveSmallIntegerField()
    price_cents = models.BigIntegerField()
    description = models.CharField(max_length=500, blank=True)
    fuel_type = models.CharField(max_length=50)
    has_wifi = models.BooleanField(default=False)
    switch_type = models.CharField(max_length=20, blank=True)
    is_active = models.BooleanField(default=True)

    class Meta:
        db_table = "generators"
        constraints = [
            models.CheckConstraint(
                name="generator_price_is_not_negative",
                condition=Q(price_cents__gte=0, price_cents__lte=10**12),
            ),
            models.CheckConstraint(
                name="generator_size_is_1_to_150_kw", condition=Q(kw__gte=1, kw__lte=150)
            ),
            models.CheckConstraint(
                name="generator_of_the_customer_is_free",
                condition=Q(model_number__isnull=False) | Q(price_cents=0),
            ),
            models.UniqueConstraint(name="generator_listed_once", fields=["brand", "model", "kw"]),
        ]

    def __str__(self) -> str:
        return f"{self.brand} {self.model} {self.kw} kW"


class AppConfiguration(models.Model):
    """One scheduling or pricing rule that staff may change."""

    category = models.CharField(max_length=50)
    key = models.CharField(max_length=50)
    value = models.JSONField()
    is_active = models.BooleanField(default=True)

    class Meta:
        db_table = "app_configuration"
        constraints = [
            models.UniqueConstraint(
                name="configuration_one_value_per_key", fields=["category", "key"]
            )
        ]

    def __str__(self) -> str:
        return f"{self.category}.{self.key}"


class PlannedChange(models.Model):
    """A price that changes at the start of a local day; `row_id` is a row of `table`.

    It is in force from the first moment of its day, even if the job that writes the row is late.
    """

    class Table(models.TextChoices):
        PACKAGES = "installation_packages", "package"
        GENERATORS = "generators", "generator"
        CONFIGURATION = "app_configuration", "fee"

    table = models.CharField(max_length=21, choices=Table.choices)
    row_id = models.BigIntegerField()
    # For a fee: default_cents, amount_cents, or CITY and a township key.
    field = models.CharField(max_length=120)
    new_cents = models.BigIntegerField()
    starts_on = models.DateField()
    planned_by = models.CharField(max_length=40)
    planned_at = models.DateTimeField()
    applied_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_by = models.CharField(max_length=40, blank=True)

    class Meta:
        db_table = "planned_changes"
        constraints = [
            models.CheckConstraint(
                name="planned_change_table_is_known",
                condition=Q(table__in=["installation_packages", "generators", "app_configuration"]),
            ),
            models.CheckConstraint(
                name="planned_change_price_is_not_negative",
                condition=Q(new_cents__gte=0, new_cents__lte=10**12),
            ),
            models.CheckConstraint(
                name="planned_change_is_applied_or_withdrawn",
                condition=Q(applied_at__isnull=True) | Q(withdrawn_at__isnull=True),
            ),
            models.UniqueConstraint(
                name="planned_change_once_a_day",
                fields=["table", "row_id", "field", "starts_on"],
                condition=Q(applied_at__isnull=True, withdrawn_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"planned change {self.pk} of {self.table} {self.row_id}"


class Coupon(models.Model):
    """A discount code with a limit on its uses and its local dates."""

    class Kind(models.TextChoices):
        PERCENT = "percent", "percent of the charges before tax"
        CENTS = "cents", "a sum"

    code = models.CharField(max_length=40, unique=True)  # stored in capitals, accepted in any case
    kind = models.CharField(max_length=7, choices=Kind.choices)
    value = models.BigIntegerField()
    starts_on = models.DateField(null=True, blank=True)
    ends_on = models.DateField(null=True, blank=True)  # the last day it is valid
    most_uses = models.PositiveIntegerField(null=True, blank=True)  # null: unlimited
    used = models.PositiveIntegerField(default=0)
    is_active = models.BooleanField(default=True)
    note = models.CharField(max_length=200, blank=True)

    class Meta:
        db_table = "coupons"
        constraints = [
            models.CheckConstraint(
                name="coupon_code_is_in_capitals", condition=Q(code=Upper("code")) & ~Q(code="")
            ),
            models.CheckConstraint(
                name="coupon_value_is_of_its_kind",
                condition=Q(kind="percent", value__gte=1, value__lte=100)
                | Q(kind="cents", value__gte=1, value__lte=10**12),
            ),
            models.CheckConstraint(
                name="coupon_ends_after_it_starts",
                condition=Q(starts_on__isnull=True)
                | Q(ends_on__isnull=True)
                | Q(ends_on__gte=F("starts_on")),
            ),
            models.CheckConstraint(
                name="coupon_is_used_at_most_so_often",
                condition=Q(most_uses__isnull=True) | Q(used__lte=F("most_uses")),
            ),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def is_used_up(self) -> bool:
        return self.most_uses is not None and self.used >= self.most_uses


class CouponUse(models.Model):
    """One order's use of a coupon; released if the order is never paid.

    `finalized_at` is set once the order was paid, so that polls skip it.
    """

    coupon = models.ForeignKey(Coupon, models.PROTECT, related_name="uses")
    order_ref = models.UUIDField()
    used_at = models.DateTimeField()
    released_at = models.DateTimeField(null=True)
    finalized_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "coupon_uses"
        indexes = [
            models.Index(
                name="coupon_uses_open",
                fields=["order_ref"],
                condition=Q(released_at__isnull=True, finalized_at__isnull=True),
            )
        ]
        constraints = [
            models.UniqueConstraint(
                name="coupon_use_one_an_order",
                fields=["order_ref"],
                condition=Q(released_at__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"use {self.pk} of coupon {self.coupon_id}"
