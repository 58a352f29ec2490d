"""Rate limits for endpoints; nothing is counted where the settings turn limits off."""

from django.conf import settings
from django.http import HttpRequest
from django.utils.timezone import now

from standby.core import limits
from standby.core.client_address import client_of
from standby.core.policy import RateLimitRule


def spend(*, rule: RateLimitRule, subject: str) -> None:
    """Count one use for the subject. Raises LimitReached."""
    if settings.ENVIRONMENT.rate_limits:
        limits.consume(rule=rule, subject=subject, now=now())


def spend_by_client(request: HttpRequest, rule: RateLimitRule) -> None:
    """Count one use for the client and for its network. Raises LimitReached."""
    if settings.ENVIRONMENT.rate_limits:
        limits.consume_each(spends=limits.by_client(rule, client_of(request)), now=now())
