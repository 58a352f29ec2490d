"""Staff who sign in. Visitors have no account (spec §6)."""

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """One member of the contractor's staff."""

    class Meta:
        db_table = "staff_users"


class StaffToken(models.Model):
    """Lets one member of staff call the staff API until it expires or is revoked."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tokens")
    token_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "staff_tokens"

    def __str__(self) -> str:
        return f"token {self.pk} of staff user {self.user_id}"
