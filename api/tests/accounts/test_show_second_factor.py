"""Codes of a second factor: only wrong ones count, and nobody locks the owner out (SEC-03)."""

from contextlib import suppress
from datetime import timedelta
from typing import Final

import pyotp
import pytest
from django.db import transaction
from test_signing_in import HERE, NOW, at, pat

from standby.accounts.models import Factor, SignInSession, User
from standby.accounts.rules import WRONG_CODES_PER_ACCOUNT, WRONG_CODES_PER_PLACE
from standby.accounts.services import factors
from standby.accounts.services.factors import (
    show_again,
    show_code,
    show_recovery_code,
)
from standby.accounts.services.guesses import Caller
from standby.accounts.services.sessions import open_session
from standby.audit.models import AuditEvent
from standby.core.limits import LimitReached
from standby.core.models import RateLimitBucket
from standby.core.providers.crypto import FernetSealer

SEALER: Final = FernetSealer(secret_keys=["k" * 50])

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def factor() -> Factor:
    return factors.enrol(pat(), friendly_name="phone", sealer=SEALER, now=NOW)


def right_code(factor: Factor, minutes: float) -> str:
    app = pyotp.TOTP(factors.secret_of(factor, sealer=SEALER))
    return app.at(NOW + timedelta(minutes=minutes))


def session_of(user: User, minutes: float) -> SignInSession:
    with transaction.atomic():
        return open_session(user, method="password", now=NOW + timedelta(minutes=minutes)).session


def shows(
    factor: Factor, code: str, *, minutes: float = 0, caller: Caller = HERE, challenge_id: str = ""
) -> SignInSession:
    moment = NOW + timedelta(minutes=minutes)
    challenge_id = challenge_id or str(factors.challenge(factor, now=moment).public_id)
    opened = show_code(
        session_of(factor.user, minutes),
        factor=factor,
        challenge_id=challenge_id,
        code=code,
        sealer=SEALER,
        caller=caller,
        now=moment,
    )
    return opened.session


def guesses_judged(factor: Factor, *callers: Caller, minutes: float = 0) -> int:
    judged = 0
    for caller in callers:
        try:
            shows(factor, "000000", minutes=minutes, caller=caller)
        except factors.WrongCode:
            judged += 1
        except LimitReached:
            pass
    return judged


@pytest.mark.req("SEC-03.2")
def test_twenty_right_codes_in_an_hour_are_all_accepted(factor: Factor) -> None:
    levels = [
        shows(factor, right_code(factor, 3 * number), minutes=3 * number).level
        for number in range(20)
    ]

    assert levels == ["aal2"] * 20
    assert not RateLimitBucket.objects.filter(used__gt=0).exists()


def test_right_recovery_codes_are_not_counted_and_wrong_ones_are(factor: Factor) -> None:
    codes = factors.renew_recovery_codes(factor.user)
    for code in codes:
        show_recovery_code(session_of(factor.user, 0), code=code, caller=HERE, now=NOW)

    for _ in range(5):
        with pytest.raises(factors.WrongCode):
            show_recovery_code(session_of(factor.user, 0), code=codes[0], caller=HERE, now=NOW)
    with pytest.raises(LimitReached):
        show_recovery_code(session_of(factor.user, 0), code="xxxxx-xxxxx", caller=HERE, now=NOW)


def test_right_codes_for_weighty_acts_are_not_counted_and_wrong_ones_for_their_session_alone(
    factor: Factor,
) -> None:
    def shows_again(session: SignInSession, minutes: float, code: str = "") -> None:
        moment, code = NOW + timedelta(minutes=minutes), code or right_code(factor, minutes)
        show_again(session, code=code, sealer=SEALER, now=moment)

    thief = shows(factor, right_code(factor, 0))
    owner = shows(factor, right_code(factor, 1), minutes=1)
    for number in range(1, 21):
        shows_again(owner, 2 * number)

    for _ in range(5):
        with pytest.raises(factors.WrongCode):
            shows_again(thief, 42, code="000000")
    with pytest.raises(LimitReached):
        shows_again(thief, 42)
    shows_again(owner, 42)
    assert AuditEvent.objects.filter(action="second_factor_failed").count() == 5


def test_a_challenge_that_is_over_is_no_wrong_code(factor: Factor) -> None:
    for _ in range(10):
        with pytest.raises(factors.ChallengeExpired):
            shows(factor, "000000", challenge_id="never asked")

    assert not RateLimitBucket.objects.filter(used__gt=0).exists()


def test_a_challenge_is_answered_once(factor: Factor) -> None:
    asked = str(factors.challenge(factor, now=NOW).public_id)
    shows(factor, right_code(factor, 0), challenge_id=asked)

    with pytest.raises(factors.ChallengeExpired):
        shows(factor, right_code(factor, 1), minutes=1, challenge_id=asked)


@pytest.mark.req("SEC-03.3")
def test_wrong_codes_from_everywhere_do_not_stop_the_owners_own_device(factor: Factor) -> None:
    """Whoever has only the password may spend the tries of all strangers, on her network too."""
    everywhere = [at(f"198.{number}.100.7") for number in range(40)]
    judged = guesses_judged(factor, *[HERE] * 40, *everywhere)

    with pytest.raises(LimitReached):
        shows(factor, right_code(factor, 0), caller=at("203.0.113.9"))
    assert judged == WRONG_CODES_PER_ACCOUNT.limit
    assert shows(factor, right_code(factor, 0), caller=at("198.51.100.7", device="hers"))


def test_a_stolen_device_guesses_no_faster_than_one_client(factor: Factor) -> None:
    stolen = [at(f"198.{number}.100.7", device="stolen") for number in range(40)]

    assert guesses_judged(factor, *stolen) == WRONG_CODES_PER_PLACE.limit


def test_a_stranger_with_the_password_is_judged_forty_times_a_day_at_most(factor: Factor) -> None:
    """Three codes of a million are right at a time: 40 a day are right on one day of 8,300."""
    minutes = range(0, 3 * 24 * 60, 20)
    judged = sum(
        guesses_judged(factor, at(f"198.{number}.100.7"), at(f"198.{number}.101.7"), minutes=minute)
        for number, minute in enumerate(minutes, 1)
    )

    print(f"\nSEC-03: of {2 * len(minutes)} wrong codes in three days {judged} were judged")
    assert 100 < judged <= 3 * 40 + WRONG_CODES_PER_ACCOUNT.limit


def test_a_guess_is_counted_before_it_is_looked_at(
    factor: Factor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many at once are no way around the limit: each sees those that are still being looked at."""
    looked_at: list[int] = []

    def look(*told: object, **asked: object) -> None:
        looked_at.append(RateLimitBucket.objects.get(rule=WRONG_CODES_PER_PLACE.name).used)
        raise factors.WrongCode

    monkeypatch.setattr(factors, "answer_challenge", look)
    for _ in range(3):
        with suppress(factors.WrongCode):
            shows(factor, "000000")

    assert looked_at == [1, 2, 3]
