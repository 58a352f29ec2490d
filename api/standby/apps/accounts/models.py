"""Staff who sign in. Visitors have no account (spec §6)."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """One member of the contractor's staff."""

    class Meta:
        db_table = "staff_users"
