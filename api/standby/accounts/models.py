"""Staff users and anonymous visitors, with their sessions, factors and one-time links."""

import uuid

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import Q

from standby.core.roles import GET_DIGEST, Role


class User(AbstractUser):
    """A member of the contractor's staff, or an anonymous visitor."""

    PERSONAL = ("username", "first_name", "last_name", "email", "new_email", "user_metadata")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    role = models.CharField(max_length=20, blank=True)  # see core/roles.py
    is_visitor = models.BooleanField(default=False)  # no email, no password (AUTH-01.9)
    new_email = models.EmailField(blank=True)  # takes effect once the link mailed to it was opened
    user_metadata = models.JSONField(default=dict)
    # Whether a mail each working morning says what waits; null: as is usual for the role.
    wants_digest = models.BooleanField(null=True)

    class Meta:
        db_table = "staff_users"
        constraints = [
            models.CheckConstraint(
                name="staff_user_visitor_is_no_staff",
                condition=Q(is_visitor=False) | Q(is_staff=False, is_superuser=False, role=""),
            ),
            models.CheckConstraint(
                name="staff_user_role_is_known",
                condition=Q(role__in=["", *(role.value for role in Role)]),
            ),
        ]

    @property
    def shown_name(self) -> str:
        """The name, else the email address; a script has only its user name."""
        full_name = self.user_metadata.get("full_name")
        name = full_name.strip()[:100] if isinstance(full_name, str) else ""
        return name or self.email or self.get_username()

    @property
    def gets_digest(self) -> bool:
        return self.role in GET_DIGEST if self.wants_digest is None else self.wants_digest


class StaffToken(models.Model):
    """Lets a script call the staff API for one user, until it expires or is revoked.

    It may do only what both its own role and the user's role allow.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="tokens")
    role = models.CharField(max_length=20, default="viewer", db_default="viewer")
    token_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "staff_tokens"
        constraints = [
            models.CheckConstraint(
                name="staff_token_is_never_an_owners",
                condition=Q(role__in=[role.value for role in Role if role is not Role.OWNER]),
            ),
        ]


class SignInSession(models.Model):
    """One signed-in browser. Ending it invalidates every token issued for it."""

    class Level(models.TextChoices):
        AAL1 = "aal1"
        AAL2 = "aal2"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="sessions")
    level = models.CharField(max_length=4, choices=Level.choices, default=Level.AAL1)
    methods = models.JSONField(default=list)  # the JWT's amr claim: how and when the user signed in
    created_at = models.DateTimeField()
    refreshed_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "sign_in_sessions"
        indexes = [
            models.Index(
                name="sign_in_sessions_live", fields=["user"], condition=Q(ended_at__isnull=True)
            )
        ]


class AdminSession(models.Model):
    """Cookie session of the admin under /staff/tables/; valid only while its sign-in session is."""

    session = models.ForeignKey(SignInSession, models.CASCADE, related_name="tables_sessions")
    token_hash = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "tables_sessions"


class RefreshToken(models.Model):
    """A token good for one renewal.

    Its successor is derived from it, so that a repeated request gets the same successor when the
    first response was lost.
    """

    session = models.ForeignKey(SignInSession, models.CASCADE, related_name="refresh_tokens")
    token_hash = models.CharField(max_length=64, unique=True)
    used_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    class Meta:
        db_table = "refresh_tokens"


class Identity(models.Model):
    """An account at an OpenID Connect provider by which a user may sign in."""

    PERSONAL = ("subject", "email", "name")

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="identities")
    provider = models.CharField(max_length=30)
    subject = models.CharField(max_length=255)  # the user's id at that provider
    email = models.CharField(max_length=254, blank=True)
    name = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField()
    last_sign_in_at = models.DateTimeField()

    class Meta:
        db_table = "identities"
        constraints = [
            models.UniqueConstraint(name="identity_is_one_users", fields=["provider", "subject"])
        ]


class Factor(models.Model):
    """An authenticator app.

    `last_counter` is the time step of the newest code used, so that no code is accepted twice.
    """

    class Status(models.TextChoices):
        UNVERIFIED = "unverified"
        VERIFIED = "verified"

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    user = models.ForeignKey(User, models.CASCADE, related_name="factors")
    friendly_name = models.CharField(max_length=100)
    secret = models.CharField(max_length=255)  # encrypted
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.UNVERIFIED)
    last_counter = models.BigIntegerField(default=0)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        db_table = "factors"
        constraints = [
            models.UniqueConstraint(
                name="factor_name_once_per_user", fields=["user", "friendly_name"]
            ),
            models.CheckConstraint(
                name="factor_status_is_known",
                condition=Q(status__in=["unverified", "verified"]),
            ),
        ]


class FactorChallenge(models.Model):
    """A pending request for one code of a factor; expires after a few minutes."""

    public_id = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    factor = models.ForeignKey(Factor, models.CASCADE, related_name="challenges")
    expires_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "factor_challenges"


class RecoveryCode(models.Model):
    """A single-use code that replaces a lost authenticator app."""

    user = models.ForeignKey(User, models.CASCADE, related_name="recovery_codes")
    code_hash = models.CharField(max_length=64, unique=True)
    used_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "recovery_codes"


class OneTimeLink(models.Model):
    """A link mailed to a user: opens a session once (recovery), or confirms a new email."""

    class Purpose(models.TextChoices):
        RECOVERY = "recovery"
        EMAIL_CHANGE = "email_change"
        # The code at the end of a sign-in redirect, exchanged with its PKCE verifier.
        SIGN_IN = "sign_in"

    user = models.ForeignKey(User, models.CASCADE, related_name="one_time_links")
    purpose = models.CharField(max_length=12, choices=Purpose.choices)
    token_hash = models.CharField(max_length=64, unique=True)
    code_challenge = models.CharField(max_length=128, blank=True)
    method = models.CharField(max_length=20)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "one_time_links"
