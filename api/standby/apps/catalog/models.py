"""What is sold and by which rules: packages, generators, configuration. Staff change these rows."""

from django.db import models
from django.db.models import Q


class CatalogVersion(models.Model):
    """One row: a token that the tables' own triggers renew with every write to the catalogue.

    A token and not a counter: after a restore from a backup a count could come round again.
    """

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    token = models.CharField(max_length=32)

    class Meta:
        db_table = "catalog_version"
        constraints = [
            models.CheckConstraint(name="catalog_version_is_one_row", condition=Q(id=1)),
        ]

    def __str__(self) -> str:
        return f"catalogue version {self.token}"


class InstallationPackage(models.Model):
    """The flat rate for one distance band."""

    name = models.CharField(max_length=100)
    description = models.CharField(max_length=500, blank=True)
    max_distance_feet = models.PositiveSmallIntegerField()
    price_cents = models.BigIntegerField()
    is_active = models.BooleanField(default=True)

    class Meta:
        db_table = "installation_packages"
        constraints = [
            models.CheckConstraint(
                name="package_distance_is_25_50_or_150",
                condition=Q(max_distance_feet__in=(25, 50, 150)),
            ),
            models.CheckConstraint(
                name="package_price_is_not_negative",
                condition=Q(price_cents__gte=0, price_cents__lte=10**12),
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
    """Work that a package's flat rate pays for."""

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
    """What comes with a package at no charge, with the value it has in a store."""

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
    """A machine for sale, or an entry for a machine that the customer brings (price 0)."""

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
    """One rule that staff may change: scheduling or pricing (spec §3)."""

    category = models.CharField(max_length=50)
    key = models.CharField(max_length=50)
    value = models.JSONField()
    is_active = models.BooleanField(default=True)

    class Meta:
        db_table = "app_configuration"
        constraints = [
            models.UniqueConstraint(
                name="configuration_one_value_per_key", fields=["category", "key"]
            ),
        ]

    def __str__(self) -> str:
        return f"{self.category}.{self.key}"
