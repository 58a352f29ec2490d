"""What signing in leaves behind goes when it serves nobody any more (reliability.md M2)."""

from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from standby.apps.accounts.models import (
    FactorChallenge,
    OneTimeLink,
    SignInSession,
    StaffToken,
    User,
)
from standby.domain.policy import LONGEST_SESSION, SIGN_IN_TRACES_KEPT


def expired_sign_ins(*, now: datetime) -> "tuple[QuerySet[Any], ...]":
    """In this order: a visitor goes after their sessions. Who signed in when stays in the trail."""
    long_over = now - SIGN_IN_TRACES_KEPT
    ended = Q(ended_at__lt=long_over) | Q(created_at__lt=long_over - LONGEST_SESSION)
    return (
        SignInSession.objects.filter(ended),
        OneTimeLink.objects.filter(expires_at__lt=long_over),
        FactorChallenge.objects.filter(expires_at__lt=long_over),
        StaffToken.objects.filter(expires_at__lt=long_over),
        User.objects.filter(is_visitor=True, date_joined__lt=long_over, sessions=None),
    )
