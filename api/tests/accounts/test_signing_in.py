"""Sessions begin, are renewed by tokens that work once, are raised, and end."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import pyotp
import pytest
from access_helpers import actor_named
from django.db import transaction

from standby.accounts.models import Factor, RefreshToken, SignInSession, User
from standby.accounts.rules import WRONG_CODES_PER_ACCOUNT, WRONG_CODES_PER_PLACE
from standby.accounts.services import factors, sessions, users
from standby.accounts.services.factors import (
    show_again,
    show_code,
    show_recovery_code,
)
from standby.accounts.services.guesses import Caller
from standby.accounts.services.sessions import open_session, renew_session
from standby.accounts.services.sign_in import enter_as_visitor, sign_in
from standby.accounts.services.tokens import StaffSignInNeeded, issue_token, token_carried
from standby.accounts.services.users import note_account
from standby.audit.models import AuditEvent
from standby.core.limits import LimitReached, client_at
from standby.core.models import RateLimitBucket
from standby.core.providers.crypto import Sealer
from standby.core.roles import Role

pytestmark = pytest.mark.django_db(transaction=True)


NOW = datetime(2026, 3, 2, 15, 0, tzinfo=UTC)
KEY = "k" * 50
PASSWORD = "correct-horse-battery"


def pat() -> User:
    user = User(username="pat@example.org", email="pat@example.org", is_staff=True)
    user.set_password(PASSWORD)
    user.save()
    return user


def at(address: str, device: str = "") -> Caller:
    return Caller(client=client_at(address), device=device)


HERE = at("198.51.100.7")


class Guess(NamedTuple):
    password: str = PASSWORD
    caller: Caller = HERE
    email: str = "Pat@example.org"

    def sign_in(self, *, now: datetime) -> sessions.IssuedSession:
        return sign_in(self.email, self.password, caller=self.caller, now=now)


FROM_THIRTY_NETWORKS = [Guess("wrong", at(f"198.{number}.100.7")) for number in range(30)]


@pytest.fixture
def first() -> sessions.IssuedSession:
    """Pat's, who has just signed in."""
    pat()
    return Guess().sign_in(now=NOW)


def fails(*attempts: Guess, now: datetime = NOW) -> None:
    for one in attempts:
        with pytest.raises(users.WrongCredentials):
            one.sign_in(now=now)


def renewed(token: str, *, after: timedelta = timedelta(0)) -> sessions.IssuedSession:
    return renew_session(token, key=KEY, now=NOW + after)


def test_the_right_password_opens_a_session_at_the_first_level() -> None:
    user = pat()

    opened = Guess().sign_in(now=NOW)

    user.refresh_from_db()
    assert user.last_login == NOW
    assert (opened.session.user, opened.session.level) == (user, "aal1")
    assert opened.session.methods == [{"method": "password", "timestamp": int(NOW.timestamp())}]
    action = AuditEvent.objects.get()
    assert (action.actor, action.action) == (actor_named("pat@example.org"), "signed_in")
    assert (action.object, action.after) == (f"staff_users {user.pk}", {"method": "password"})


@pytest.mark.parametrize("email", ["pat@example.org", "nobody@example.org"])
def test_a_wrong_password_and_an_unknown_address_are_refused_alike_and_noted(email: str) -> None:
    """In the trail nobody failed, and the address is a hash."""
    user = pat()

    with pytest.raises(users.WrongCredentials) as refused:
        Guess("wrong", email=email).sign_in(now=NOW)

    assert str(refused.value) == "Invalid login credentials"
    action, tried = AuditEvent.objects.get(), user.pk if email == user.email else "unknown"
    assert (action.actor, action.action) == ("nobody", "sign_in_failed")
    assert action.object == f"staff_users {tried}"
    assert email not in str(action.after)


def test_five_failures_slow_down_one_account_at_one_client_and_nobody_else() -> None:
    pat()
    spellings = (
        "pat@example.org",
        "PAT@example.org",
        "Pat@Example.Org",
        " pat@example.org ",
        "paT@example.org",
    )
    fails(*(Guess("wrong", email=spelling) for spelling in spellings))

    with pytest.raises(LimitReached) as refused:
        Guess().sign_in(now=NOW)

    assert refused.value.retry_after_s == 18 * 60
    assert Guess(caller=at("203.0.113.9")).sign_in(now=NOW).session.pk
    assert Guess().sign_in(now=NOW + timedelta(minutes=18)).session.pk


@pytest.mark.req("SEC-03.3")
@pytest.mark.parametrize(
    ("guesses", "caller", "is_slowed_down"),
    [
        ([Guess("x", email=f"p{number}@example.org") for number in range(20)], HERE, True),
        (FROM_THIRTY_NETWORKS, at("203.0.113.9"), True),
        ([Guess("x")] * 5 + FROM_THIRTY_NETWORKS[:25], at("198.51.100.7", "hers"), False),
        ([Guess("x", at("198.51.100.7", "stolen"))] * 5, at("203.0.113.9", "stolen"), True),
    ],
    ids=[
        "twenty accounts from one client",
        "one account from thirty networks",
        "the owner's own device on the guesser's network",
        "a known device that guesses",
    ],
)
def test_whoever_guesses_is_slowed_down_and_the_owners_own_device_is_not(
    guesses: list[Guess], caller: Caller, is_slowed_down: bool
) -> None:
    pat()
    fails(*guesses)

    if is_slowed_down:
        with pytest.raises(LimitReached):
            Guess(caller=caller).sign_in(now=NOW)
    else:
        assert Guess(caller=caller).sign_in(now=NOW).session.pk


@pytest.mark.req("SEC-03.2")
def test_right_passwords_are_not_counted_however_many() -> None:
    pat()

    assert all(Guess().sign_in(now=NOW).session.pk for _ in range(25))
    assert not RateLimitBucket.objects.filter(used__gt=0).exists()


def test_a_visitor_is_nobody_and_no_staff_and_leaves_no_act() -> None:
    opened = enter_as_visitor(metadata={"language": "en"}, client=HERE.client, now=NOW)

    visitor = opened.session.user
    assert (visitor.is_visitor, visitor.is_staff, visitor.email) == (True, False, "")
    with transaction.atomic():
        note_account(visitor, action="signed_out", now=NOW)
    assert not AuditEvent.objects.exists()
    with pytest.raises(users.WrongCredentials):
        users.user_by_password(visitor.username, "")


@pytest.mark.req("AUTH-01.2")
def test_a_refresh_token_works_once_but_for_ten_seconds_and_its_successor_next(
    first: sessions.IssuedSession,
) -> None:
    second = renewed(first.refresh_token)
    again = renewed(first.refresh_token, after=timedelta(seconds=10))
    third = renewed(second.refresh_token)

    assert again.refresh_token == second.refresh_token
    assert len({first.refresh_token, second.refresh_token, third.refresh_token}) == 3
    assert RefreshToken.objects.count() == 3
    assert {opened.session.pk for opened in (first, second, third)} == {first.session.pk}


def test_an_old_token_used_again_ends_its_whole_session(first: sessions.IssuedSession) -> None:
    second = renewed(first.refresh_token)

    with pytest.raises(sessions.RefreshTokenUsed):
        renewed(first.refresh_token, after=timedelta(seconds=11))

    with pytest.raises(sessions.SessionExpired):
        renewed(second.refresh_token, after=timedelta(seconds=12))


def raised(session: SignInSession, *, after: timedelta = timedelta(0)) -> sessions.IssuedSession:
    with transaction.atomic():
        return sessions.raise_level(session, method="totp", now=NOW + after)


@pytest.mark.req("SEC-01.1")
def test_a_raise_opens_another_session_that_lasts_no_longer_and_ends_the_one_before(
    first: sessions.IssuedSession,
) -> None:
    second = renewed(first.refresh_token)

    third = raised(first.session, after=timedelta(hours=1))

    assert third.session.public_id != first.session.public_id
    assert (third.session.level, third.session.created_at) == ("aal2", NOW)
    assert [one["method"] for one in third.session.methods] == ["totp", "password"]
    with pytest.raises(sessions.SessionUnknown):
        sessions.live_session(str(first.session.public_id), level="aal1", now=NOW)
    with pytest.raises(sessions.SessionUnknown):
        raised(first.session)
    for old in (first, second):  # no answer that may be lost is given again
        with pytest.raises(sessions.SessionExpired):
            renewed(old.refresh_token)
    assert renewed(third.refresh_token).session.pk == third.session.pk
    assert SignInSession.objects.filter(ended_at=None).count() == 1


@pytest.mark.parametrize(("level", "claimed"), [("aal2", "aal1"), ("aal1", "aal2"), ("aal1", "")])
def test_a_token_and_its_session_say_the_same_level_until_the_account_is_turned_off(
    first: sessions.IssuedSession, level: str, claimed: str
) -> None:
    session = first.session
    SignInSession.objects.update(level=level)

    def live(level: str) -> SignInSession:
        return sessions.live_session(str(session.public_id), level=level, now=NOW)

    assert live(level) == session
    with pytest.raises(sessions.SessionUnknown):
        live(claimed)
    User.objects.update(is_active=False)
    with pytest.raises(sessions.SessionUnknown):
        live(level)


def test_a_password_that_is_changed_while_it_is_looked_at_opens_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    user = pat()
    looked_at = users.user_by_password(user.email, PASSWORD)
    monkeypatch.setattr(users, "user_by_password", lambda *_: looked_at)
    user.set_password("a-newer-horse-battery")
    user.save()

    with pytest.raises(users.WrongCredentials):
        Guess().sign_in(now=NOW)

    assert not SignInSession.objects.exists()


def test_another_role_signs_out_and_the_same_one_does_not() -> None:
    user = pat()
    user.role = Role.OWNER
    user.save()
    with transaction.atomic():
        token = issue_token(user, role=Role.MANAGER, expires_in=timedelta(hours=1), now=NOW)
    opened = Guess().sign_in(now=NOW)

    with transaction.atomic():
        users.staff_member_with(user.email, role=Role.OWNER, now=NOW)
    assert token_carried(token, now=NOW).user == user
    with transaction.atomic():
        users.staff_member_with(user.email, role=Role.VIEWER, now=NOW)

    with pytest.raises(StaffSignInNeeded):
        token_carried(token, now=NOW)
    with pytest.raises(sessions.SessionExpired):
        renewed(opened.refresh_token)


def test_an_unknown_token_renews_nothing() -> None:
    with pytest.raises(sessions.RefreshTokenUnknown):
        renewed("never-issued")


@pytest.mark.parametrize(
    ("idle", "old"),
    [(timedelta(minutes=31), timedelta(0)), (timedelta(0), timedelta(hours=12, seconds=1))],
    ids=["idle for half an hour", "twelve hours old"],
)
def test_a_session_ends_by_itself(
    first: sessions.IssuedSession, idle: timedelta, old: timedelta
) -> None:
    SignInSession.objects.update(refreshed_at=NOW - idle, created_at=NOW - old)

    with pytest.raises(sessions.SessionExpired):
        renewed(first.refresh_token)
    with pytest.raises(sessions.SessionUnknown):
        sessions.live_session(str(first.session.public_id), level="aal1", now=NOW)


def test_a_factor_never_verified_is_forgotten_and_ten_are_the_most() -> None:
    user = pat()
    for number in range(10):
        factors.enrol(user, friendly_name=f"phone {number}", now=NOW)

    with pytest.raises(factors.TooManyFactors):
        factors.enrol(user, friendly_name="one more", now=NOW)
    factors.enrol(user, friendly_name="later", now=NOW + timedelta(hours=2))

    assert user.factors.get().friendly_name == "later"


def test_a_factors_secret_is_kept_encrypted_and_outlives_a_new_key() -> None:
    kept = Sealer(secret_keys=["old"]).seal("JBSWY3DPEHPK3PXP")

    assert "JBSWY3DPEHPK3PXP" not in kept
    assert Sealer(secret_keys=["new", "old"]).unseal(kept) == "JBSWY3DPEHPK3PXP"


@pytest.fixture
def factor() -> Factor:
    return factors.enrol(pat(), friendly_name="phone", now=NOW)


def right_code(factor: Factor, minutes: float) -> str:
    app = pyotp.TOTP(factors.secret_of(factor))
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
        show_again(session, code=code, now=moment)

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
