"""What staff have set about the business."""

from django.db import models


class BusinessSetting(models.Model):
    """One section of the settings screen; without a row, environment and market hold.

    Who changed it, when and from what is in the audit log.
    """

    section = models.CharField(max_length=30, unique=True)
    value = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=0)  # counts the changes

    class Meta:
        db_table = "business_settings"

    def __str__(self) -> str:
        return self.section


class CompanyLogo(models.Model):
    """A logo that staff have uploaded, as a PNG made anew from its pixels.

    Earlier ones stay: emails that have been sent show theirs.
    """

    sha256 = models.CharField(max_length=64, unique=True)
    content = models.BinaryField()
    width_px = models.PositiveSmallIntegerField()
    height_px = models.PositiveSmallIntegerField()
    created_at = models.DateTimeField()

    class Meta:
        db_table = "company_logos"

    def __str__(self) -> str:
        return self.sha256[:8]
