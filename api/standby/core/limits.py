"""Rate limits, exact across processes, and the clients that they count.

A client is one IPv4 address or one IPv6 /64, counted with its wider network as well.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

from django.conf import settings
from django.db import connection
from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils.timezone import now as current_time

from standby.core.errors import RateLimited, _
from standby.core.models import RateLimitBucket
from standby.core.policy import RateLimitRule

_MALFORMED: Final = "malformed"
_BUCKET_RETENTION: Final = timedelta(days=2)
# One atomic statement, so that two processes cannot both take the last one. It takes from each
# bucket that has enough left and returns those rules, and from none for a request that was
# answered. The window slides: usage of the previous window counts by the share of it still within
# {length} of now, so that nobody gets twice the allowance around the turn of a window.
_SPEND = """
INSERT INTO rate_buckets (rule, subject, window_started_s, used, used_before)
SELECT * FROM (VALUES {rows}) AS spent
WHERE NOT EXISTS (SELECT 1 FROM idempotent_answers
                  WHERE endpoint = %(endpoint)s AND "key" = %(key)s)
ON CONFLICT (rule, subject) DO UPDATE SET
    used = CASE WHEN rate_buckets.window_started_s < excluded.window_started_s
                THEN excluded.used ELSE rate_buckets.used + excluded.used END,
    used_before = CASE WHEN rate_buckets.window_started_s >= excluded.window_started_s
                THEN rate_buckets.used_before
                WHEN rate_buckets.window_started_s = excluded.window_started_s - {length}
                THEN rate_buckets.used ELSE 0 END,
    window_started_s = CASE WHEN rate_buckets.window_started_s < excluded.window_started_s
                THEN excluded.window_started_s ELSE rate_buckets.window_started_s END
WHERE CASE WHEN rate_buckets.window_started_s >= excluded.window_started_s
           THEN rate_buckets.used_before * {left} + (rate_buckets.used + excluded.used) * {length}
           WHEN rate_buckets.window_started_s = excluded.window_started_s - {length}
           THEN rate_buckets.used * {left} + excluded.used * {length}
           ELSE 0 END <= {most} * {length}
RETURNING rule
"""
Spends = Sequence[tuple[RateLimitRule, str]]


@dataclass(frozen=True, slots=True)
class Client:
    """`subject` stands for one household, `wider` for the block a provider assigns around it."""

    subject: str
    wider: str


def site_url(request: HttpRequest) -> str:
    """Return our own address, to which other sites send the visitor back."""
    # On a developer's machine links use the host of the request: localhost or 127.0.0.1.
    if settings.ENVIRONMENT.is_production:
        return str(settings.SITE_URL)
    return f"{request.scheme}://{request.get_host()}"


def client_of(request: HttpRequest) -> Client:
    """Return the client, by the address that our own proxies recorded.

    A visitor can send any X-Forwarded-For; only its last entries are from our proxies, one each.
    """
    proxies = settings.ENVIRONMENT.trusted_proxies
    forwarded = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
    if proxies and len(forwarded) >= proxies and forwarded[-proxies]:
        return client_at(forwarded[-proxies])
    return client_at(str(request.META.get("REMOTE_ADDR", "")))


def client_at(address: str) -> Client:
    """Return the client of an IP address; all malformed addresses share one client.

    An IPv6 subscriber has a whole /64 and may use another address of it for each request.
    """
    try:
        parsed = ip_address(address.strip().partition("%")[0])
    except ValueError:
        return Client(subject=_MALFORMED, wider=_MALFORMED)
    # An IPv4 address written as IPv6 (::ffff:198.51.100.7) counts as that IPv4 address.
    parsed = getattr(parsed, "ipv4_mapped", None) or parsed
    if isinstance(parsed, IPv4Address):
        return Client(subject=str(parsed), wider=_network(parsed, 24))
    return Client(subject=_network(parsed, 64), wider=_network(parsed, 48))


def _network(address: IPv4Address | IPv6Address, length: int) -> str:
    return str(ip_network(f"{address}/{length}", strict=False))


class NothingTaken(Exception):
    """The request was answered before, or no bucket has a use left."""


class LimitReached(RateLimited):
    code = "limit_reached"
    message = _("Too many requests. Please wait a little and try again.")


def spend(*, rule: RateLimitRule, subject: str) -> None:
    """Count one use for the subject, unless the settings turn limits off. Raises LimitReached."""
    if settings.ENVIRONMENT.rate_limits:
        consume(rule=rule, subject=subject, now=current_time())


def spend_by_client(
    request: HttpRequest, rule: RateLimitRule, *, unless_answered: tuple[str, str] | None = None
) -> None:
    """Count one use for the client and for its network, likewise. Raises LimitReached.

    `unless_answered` is the endpoint and the idempotency key of a request whose repeat counts
    nothing. With it NothingTaken is raised where neither counts.
    """
    if settings.ENVIRONMENT.rate_limits:
        consume_each(
            spends=by_client(rule, client_of(request)),
            unless_answered=unless_answered,
            now=current_time(),
        )


def by_client(rule: RateLimitRule, client: Client) -> list[tuple[RateLimitRule, str]]:
    """Return the buckets that one request of this client takes from: its own and its network's."""
    return [(rule, client.subject), (rule.wider, client.wider)]


def consume(*, rule: RateLimitRule, subject: str, now: datetime, cost: int = 1) -> None:
    """Take `cost` from the subject's bucket of this rule.

    Raises LimitReached, with nothing taken, when less than that is left.
    """
    consume_each(spends=[(rule, subject)], now=now, cost=cost)


def consume_each(
    *,
    spends: Spends,
    unless_answered: tuple[str, str] | None = None,
    now: datetime,
    cost: int = 1,
) -> None:
    """Take `cost` from every bucket or from none; a rule may occur only once in `spends`.

    Raises LimitReached when any bucket has less left. With the endpoint and idempotency key of a
    request, raises NothingTaken when it was answered, and when no bucket has enough left.
    """
    for rule, _unused in spends:
        if not 0 < cost <= rule.limit:
            raise LimitReached(retry_after_s=int(rule.window.total_seconds()))
    endpoint, key = unless_answered or ("", "")
    values: dict[str, str | int] = {"cost": cost, "endpoint": endpoint, "key": key}
    for number, (rule, subject) in enumerate(spends):
        length_s, window_s = _window(rule, now=now)
        values |= {
            f"rule{number}": rule.name,
            f"subject{number}": _subject_hash(subject),
            f"window{number}": window_s,
            f"length{number}": length_s,
            f"left{number}": window_s + length_s - int(now.timestamp()),
            f"most{number}": rule.limit,
        }
    with connection.cursor() as cursor:
        cursor.execute(_statement(len(spends)), values)
        consumed_rules = {rule for (rule,) in cursor.fetchall()}
    if unless_answered and not consumed_rules:
        raise NothingTaken
    exceeded = [(rule, subject) for rule, subject in spends if rule.name not in consumed_rules]
    if exceeded:
        consumed = [(rule, subject) for rule, subject in spends if rule.name in consumed_rules]
        give_back(spends=consumed, spent_at=now, cost=cost)
        waits = [_retry_after_s(rule, subject, cost=cost, now=now) for rule, subject in exceeded]
        raise LimitReached(retry_after_s=max(waits))


def give_back(*, spends: Spends, spent_at: datetime, cost: int = 1) -> None:
    """Undo `consume_each` for an attempt that succeeded, as only failures count (SEC-03.2).

    Call it in the transaction of the change that the attempt led to.
    """
    for rule, subject in spends:
        length_s, window_s = _window(rule, now=spent_at)
        buckets = RateLimitBucket.objects.filter(rule=rule.name, subject=_subject_hash(subject))
        same_window = buckets.filter(window_started_s=window_s, used__gte=cost)
        if not same_window.update(used=F("used") - cost):
            next_window = buckets.filter(
                window_started_s=window_s + length_s, used_before__gte=cost
            )
            next_window.update(used_before=F("used_before") - cost)


def has_room(*, rule: RateLimitRule, subject: str, now: datetime) -> bool:
    """Whether `consume` would take one now. Nothing is taken."""
    length_s, window_s = _window(rule, now=now)
    left_s = window_s + length_s - int(now.timestamp())
    buckets = RateLimitBucket.objects.filter(rule=rule.name, subject=_subject_hash(subject))
    bucket = buckets.filter(window_started_s__gte=window_s - length_s).first()
    used = 0
    if bucket is not None:
        is_this_window = bucket.window_started_s >= window_s
        fading = bucket.used_before if is_this_window else bucket.used
        used = fading * left_s + (bucket.used * length_s if is_this_window else 0)
    return used + length_s <= rule.limit * length_s


def expired_buckets(*, now: datetime) -> QuerySet[RateLimitBucket]:
    oldest_s = int((now - _BUCKET_RETENTION).timestamp())
    return RateLimitBucket.objects.filter(window_started_s__lt=oldest_s)


@cache
def _statement(count: int) -> str:
    # Only numbers and parameter names are formatted into the statement.
    numbers = range(count)

    def of_rule(name: str) -> str:
        cases = " ".join(f"WHEN %(rule{each})s THEN %({name}{each})s" for each in numbers)
        # A daily limit times the seconds of a day overflows PostgreSQL's integer.
        return f"CAST(CASE excluded.rule {cases} END AS BIGINT)"

    return _SPEND.format(
        rows=", ".join(
            f"(%(rule{each})s, %(subject{each})s, %(window{each})s, %(cost)s, 0)"
            for each in numbers
        ),
        length=of_rule("length"),
        left=of_rule("left"),
        most=of_rule("most"),
    )


def _window(rule: RateLimitRule, *, now: datetime) -> tuple[int, int]:
    length_s, now_s = int(rule.window.total_seconds()), int(now.timestamp())
    return length_s, now_s - now_s % length_s


def _retry_after_s(rule: RateLimitRule, subject: str, *, cost: int, now: datetime) -> int:
    length_s, window_s = _window(rule, now=now)
    passed_s = int(now.timestamp()) - window_s
    bucket = RateLimitBucket.objects.filter(rule=rule.name, subject=_subject_hash(subject)).first()
    if bucket is None:  # deleted or emptied since it was found full
        return 1
    is_this_window = bucket.window_started_s >= window_s
    if is_this_window and bucket.used + cost <= rule.limit:
        fading, room, fades_from_s = bucket.used_before, rule.limit - bucket.used - cost, 0
    else:
        fading, room = bucket.used, rule.limit - cost
        fades_from_s = length_s if is_this_window else 0
    # Of the fading usage, `room` may remain; rounded up to a whole second. At least 1, since usage
    # may have been given back meanwhile.
    decay_s = -(-length_s * (fading - room) // max(fading, 1))
    return max(1, fades_from_s + decay_s - passed_s)


def _subject_hash(subject: str) -> str:
    return hashlib.sha256(subject.encode(errors="replace")).hexdigest()
