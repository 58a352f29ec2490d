"""Sign-in data that has reached the end of its retention."""

from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from standby.accounts.models import FactorChallenge, OneTimeLink, SignInSession, StaffToken, User
from standby.accounts.rules.policy import LONGEST_SESSION, SIGN_IN_TRACES_KEPT


def expired_sign_ins(*, now: datetime) -> "tuple[QuerySet[Any], ...]":
    """Return the rows to delete, as querysets in the order to delete them.

    Sessions come before visitors, since a visitor is deleted only without sessions. Sign-ins stay
    in the audit log.
    """
    long_over = now - SIGN_IN_TRACES_KEPT
    ended = Q(ended_at__lt=long_over) | Q(created_at__lt=long_over - LONGEST_SESSION)
    return (
        SignInSession.objects.filter(ended),
        OneTimeLink.objects.filter(expires_at__lt=long_over),
        FactorChallenge.objects.filter(expires_at__lt=long_over),
        StaffToken.objects.filter(expires_at__lt=long_over),
        User.objects.filter(is_visitor=True, date_joined__lt=long_over, sessions=None),
    )
