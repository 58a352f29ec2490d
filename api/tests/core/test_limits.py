"""Limits are exact, whatever the number of processes."""

import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection

from standby.core.limits import (
    Client,
    LimitReached,
    by_client,
    client_at,
    consume,
    consume_each,
    expired_buckets,
    give_back,
)
from standby.core.models import RateLimitBucket
from standby.core.policy import RateLimitRule

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
THREE = RateLimitRule(name="three", limit=3, window=timedelta(minutes=10))
ONE = RateLimitRule(name="one", limit=1, window=timedelta(minutes=10))


def allowed(rule: RateLimitRule, *, subject: str = "a", now: datetime = NOW, cost: int = 1) -> bool:
    try:
        consume(rule=rule, subject=subject, now=now, cost=cost)
    except LimitReached:
        return False
    return True


# Who asks in which minute for how much, and what they get.
HISTORIES: dict[str, tuple[RateLimitRule, list[tuple[float, int]], str]] = {
    "as many as it holds and no more": (THREE, [(0, 1)] * 5, "yes yes yes no no"),
    "full again two windows later": (THREE, [(0, 3), (20, 3)], "yes yes"),
    # Three at 12:09:59 and three more at 12:10:00 would be six in a second.
    "no second allowance at the turn of a window": (
        THREE,
        [(9 + 59 / 60, 3), (10, 1), (12, 1), (14, 1), (17, 1), (20, 1)],
        "yes no no yes yes yes",
    ),
    "nothing extra for a clock that lags": (ONE, [(0, 1), (-10, 1)], "yes no"),
    "all of a cost or nothing of it": (THREE, [(0, 2), (0, 2), (0, 1)], "yes no yes"),
    "never more than it can hold": (THREE, [(0, 4)], "no"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("history", HISTORIES)
def test_a_bucket_gives(history: str) -> None:
    rule, asked, given = HISTORIES[history]

    got = [allowed(rule, now=NOW + timedelta(minutes=at), cost=cost) for at, cost in asked]

    assert got == [answer == "yes" for answer in given.split()]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("used", "used_at_minute", "asked_at_minute", "cost"),
    [*((3, used, asked, 1) for used in (0, 9) for asked in (9, 10, 13)), (1, 0, 11, 3)],
)
def test_who_comes_when_told_to_is_let_through_and_not_before(
    used: int, used_at_minute: int, asked_at_minute: int, cost: int
) -> None:
    consume(rule=THREE, subject="another", now=NOW - timedelta(minutes=1))
    assert allowed(THREE, now=NOW + timedelta(minutes=used_at_minute), cost=used)
    asked_at = NOW + timedelta(minutes=asked_at_minute)
    with pytest.raises(LimitReached) as refused:
        consume(rule=THREE, subject="a", now=asked_at, cost=cost)

    again = asked_at + timedelta(seconds=refused.value.retry_after_s)
    assert not allowed(THREE, now=again - timedelta(seconds=1), cost=cost)
    assert allowed(THREE, now=again, cost=cost)


@pytest.mark.django_db
def test_each_subject_and_each_rule_has_its_own_bucket() -> None:
    assert allowed(ONE, subject="a")
    assert allowed(ONE, subject="b")
    assert allowed(THREE, subject="a")
    assert not allowed(ONE, subject="a")


@pytest.mark.django_db
def test_of_several_buckets_one_is_taken_from_each_or_from_none() -> None:
    consume(rule=ONE, subject="empty", now=NOW)

    with pytest.raises(LimitReached):
        consume_each(spends=[(THREE, "a"), (ONE, "empty")], now=NOW)

    assert not RateLimitBucket.objects.filter(rule="three", used__gt=0).exists()


@pytest.mark.django_db
def test_what_was_right_is_given_back_once_also_after_the_turn_of_the_window() -> None:
    spends = [(ONE, "a"), (THREE, "a")]
    for given_back_in_next_window in (False, True):
        consume_each(spends=spends, now=NOW)
        if given_back_in_next_window:
            consume(rule=THREE, subject="a", now=NOW + timedelta(minutes=10))
        give_back(spends=spends, spent_at=NOW)
        give_back(spends=[(ONE, "never asked")], spent_at=NOW)

    assert allowed(ONE, now=NOW + timedelta(minutes=10))
    assert RateLimitBucket.objects.get(rule="three").used_before == 0
    assert RateLimitBucket.objects.get(rule="three").used == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    "addresses",
    [
        [f"198.51.100.{number}" for number in range(250)],
        [f"2001:db8:77:{number:x}::1" for number in range(250)],
    ],
    ids=["an IPv4 /24", "an IPv6 /48"],
)
def test_a_network_may_ask_eight_times_as_often_as_one_client_in_it(addresses: list[str]) -> None:
    def is_let_through(address: str) -> bool:
        try:
            consume_each(spends=by_client(THREE, client_at(address)), now=NOW)
        except LimitReached:
            return False
        return True

    assert sum(is_let_through(addresses[0]) for _ in range(10)) == 3
    assert sum(is_let_through(address) for address in addresses) == 8 * 3 - 3
    assert is_let_through("203.0.113.9")


@pytest.mark.django_db
def test_a_caller_is_kept_as_a_hash_and_forgotten_when_it_is_old() -> None:
    consume(rule=ONE, subject="203.0.113.7", now=NOW - timedelta(days=3))
    consume(rule=ONE, subject="new", now=NOW)

    assert [len(bucket.subject) for bucket in expired_buckets(now=NOW)] == [64]


def let_children_find_the_database(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """This test's PostgreSQL database, or a new SQLite file of their own."""
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "standby.settings")
    monkeypatch.setenv("PYTHONPATH", str(settings.BASE_DIR))
    monkeypatch.setenv("STANDBY_DATA", str(folder))
    if connection.vendor == "postgresql":
        used = connection.settings_dict
        who = f"{quote(str(used['USER']))}:{quote(str(used['PASSWORD']))}"
        place = f"{quote(str(used['HOST']), safe='')}:{used['PORT']}/{used['NAME']}"
        monkeypatch.setenv("DATABASE_URL", f"postgresql://{who}@{place}")


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_four_processes_are_allowed_exactly_what_a_bucket_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_children_find_the_database(monkeypatch, tmp_path)
    script = str(Path(__file__).with_name("spend_often.py"))

    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)

    told = json.loads(ran.stdout)
    print(f"G1 bucket of 50, 4 processes ask 60 times each: {told}")
    assert told["exact"] == 50
    assert told["naive"] > 50, "the control must show that the harness finds a race"


@pytest.mark.req("SEC-03.1")
@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("198.51.100.7", Client("198.51.100.7", "198.51.100.0/24")),
        (" 198.51.100.7 ", Client("198.51.100.7", "198.51.100.0/24")),
        ("::ffff:198.51.100.7", Client("198.51.100.7", "198.51.100.0/24")),
        ("2001:db8:1:2:3:4:5:6", Client("2001:db8:1:2::/64", "2001:db8:1::/48")),
        ("2001:DB8:1:2::", Client("2001:db8:1:2::/64", "2001:db8:1::/48")),
        ("fe80::1%eth0", Client("fe80::/64", "fe80::/48")),
    ],
)
def test_a_client_is_an_ipv4_address_or_a_64_of_ipv6(address: str, client: Client) -> None:
    assert client_at(address) == client


def test_whatever_is_no_address_is_one_and_the_same_client() -> None:
    nonsense = ["", "unknown", "198.51.100.7:443", "1.2.3", "_hidden", "\x00", "9" * 500]

    assert len({client_at(address) for address in nonsense}) == 1
