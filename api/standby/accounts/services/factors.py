"""Second factors: enrollment, challenges, one-time codes and recovery codes."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import pyotp
from django.db import transaction

from standby.accounts.models import Factor, FactorChallenge, RecoveryCode, SignInSession, User
from standby.accounts.rules import (
    CHALLENGE_LASTS,
    MOST_FACTORS,
    RECOVERY_CODES,
    hash_of,
    new_recovery_code,
)
from standby.accounts.services import sessions
from standby.accounts.services.guesses import Caller, code_guess, code_guess_in
from standby.accounts.services.users import note_account, sign_out_everywhere
from standby.core.errors import Conflict, Invalid, NotFound, _
from standby.core.limits import Spends, consume_each, give_back
from standby.core.providers import wiring as core_providers

STEP_S: Final = 30  # RFC 6238
_STEPS_ASKEW: Final = (-1, 0, 1)  # a phone's clock may be off by half a minute
_UNVERIFIED_RETENTION: Final = timedelta(hours=1)


class FactorUnknown(NotFound):
    code = "mfa_factor_not_found"
    message = _("Factor not found")


class TooManyFactors(Conflict):
    code = "too_many_enrolled_mfa_factors"
    message = _("Maximum number of enrolled factors reached, unenroll to continue")


class FactorNameTaken(Conflict):
    code = "mfa_factor_name_conflict"
    message = _("A factor with the friendly name for this user already exists")


class ChallengeExpired(Invalid):
    code = "mfa_challenge_expired"
    message = _(
        "MFA challenge has expired, verify against another challenge or create a new challenge."
    )


class WrongCode(Invalid):
    code = "mfa_verification_failed"
    message = _("Invalid TOTP code entered")


class SecondFactorNeeded(Conflict):
    code = "insufficient_aal"
    message = _("AAL2 session is required to unenroll verified factor")


def enrol(user: User, *, friendly_name: str, now: datetime) -> Factor:
    """Add an unverified factor; unverified ones older than an hour are deleted.

    Raises TooManyFactors and FactorNameTaken.
    """
    stale = Factor.objects.filter(user=user, status=Factor.Status.UNVERIFIED)
    stale.filter(created_at__lt=now - _UNVERIFIED_RETENTION).delete()
    if user.factors.count() >= MOST_FACTORS:
        raise TooManyFactors
    name = friendly_name or f"authenticator {user.factors.count() + 1}"
    if user.factors.filter(friendly_name=name).exists():
        raise FactorNameTaken
    return Factor.objects.create(
        user=user,
        friendly_name=name,
        secret=core_providers.sealer().seal(pyotp.random_base32()),
        created_at=now,
        updated_at=now,
    )


def factor_of(user: User, public_id: str) -> Factor:
    try:
        factor = user.factors.filter(public_id=UUID(public_id)).first()
    except ValueError as error:
        raise FactorUnknown from error
    if factor is None:
        raise FactorUnknown
    return factor


def challenge(factor: Factor, *, now: datetime) -> FactorChallenge:
    return FactorChallenge.objects.create(factor=factor, expires_at=now + CHALLENGE_LASTS)


def answer_challenge(factor: Factor, *, challenge_id: str, code: str, now: datetime) -> None:
    """Check the code of a challenge; the first right code verifies the factor.

    Raises ChallengeExpired, and WrongCode also for a code that was used before.
    """
    try:
        challenge = factor.challenges.filter(public_id=UUID(challenge_id)).first()
    except ValueError as error:
        raise ChallengeExpired from error
    if challenge is None or challenge.answered_at is not None or challenge.expires_at <= now:
        raise ChallengeExpired
    _use_code(factor, code, now=now)
    FactorChallenge.objects.filter(pk=challenge.pk).update(answered_at=now)
    factor.status = Factor.Status.VERIFIED


def use_any_code(user: User, code: str, *, now: datetime) -> str:
    """Use a code of any verified factor, else a recovery code.

    Returns the method that matched, "totp" or "recovery_code". Raises WrongCode.
    """
    for factor in user.factors.filter(status=Factor.Status.VERIFIED):
        try:
            _use_code(factor, code, now=now)
        except WrongCode:
            continue
        return "totp"
    use_recovery_code(user, code, now=now)
    return "recovery_code"


def unenrol(factor: Factor, *, is_second_level: bool, now: datetime) -> None:
    """Delete a factor; deleting a verified one signs its user out everywhere.

    Raises SecondFactorNeeded for a verified factor when the session is not at the second level.
    """
    if factor.status == Factor.Status.VERIFIED:
        # A stolen password alone must not remove a factor.
        if not is_second_level:
            raise SecondFactorNeeded
        sign_out_everywhere(factor.user, now=now)
    factor.delete()


def otpauth_uri(factor: Factor, *, issuer: str) -> str:
    totp = pyotp.TOTP(secret_of(factor), interval=STEP_S)
    return totp.provisioning_uri(name=factor.user.email, issuer_name=issuer)


def secret_of(factor: Factor) -> str:
    return core_providers.sealer().unseal(factor.secret)


def renew_recovery_codes(user: User) -> list[str]:
    user.recovery_codes.all().delete()
    codes = [new_recovery_code() for _ in range(RECOVERY_CODES)]
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=user, code_hash=_code_hash(user, code)) for code in codes
    )
    return codes


def use_recovery_code(user: User, code: str, *, now: datetime) -> None:
    unused = RecoveryCode.objects.filter(
        user=user, code_hash=_code_hash(user, code.strip().lower()), used_at=None
    )
    if not unused.update(used_at=now):
        raise WrongCode


def recovery_codes_left(user: User) -> int:
    return user.recovery_codes.filter(used_at=None).count()


def has_verified_factor(user: User) -> bool:
    return user.factors.filter(status=Factor.Status.VERIFIED).exists()


def _use_code(factor: Factor, code: str, *, now: datetime) -> None:
    totp = pyotp.TOTP(secret_of(factor), interval=STEP_S)
    current = int(now.timestamp()) // STEP_S
    for counter in (current + askew for askew in _STEPS_ASKEW):
        if pyotp.utils.strings_equal(totp.generate_otp(counter), code.strip()):
            break
    else:
        raise WrongCode
    # One conditional update, so that two requests with the same code cannot both succeed.
    unused = Factor.objects.filter(pk=factor.pk, last_counter__lt=counter)
    if not unused.update(last_counter=counter, status=Factor.Status.VERIFIED, updated_at=now):
        raise WrongCode


def _code_hash(user: User, code: str) -> str:
    return hash_of(f"{user.public_id}:{code}")


def show_code(
    session: SignInSession,
    *,
    factor: Factor,
    challenge_id: str,
    code: str,
    caller: Caller,
    now: datetime,
) -> sessions.IssuedSession:
    """Raise the session's level by a code of an authenticator app.

    The first code of a new factor also signs out every other session of the account. Raises
    ChallengeExpired, WrongCode, SessionUnknown and LimitReached.
    """
    is_new = factor.status == Factor.Status.UNVERIFIED
    with _counting_guess(session.user, spends=code_guess(session.user, caller), now=now):
        answer_challenge(factor, challenge_id=challenge_id, code=code, now=now)
        issued = sessions.raise_level(session, method="totp", now=now)
        if is_new:
            sign_out_everywhere(session.user, now=now, except_for=issued.session)
        _note_factor_shown(session.user, method="totp", now=now)
        return issued


def show_recovery_code(
    session: SignInSession, *, code: str, caller: Caller, now: datetime
) -> sessions.IssuedSession:
    """Raise the session's level by a recovery code.

    Raises WrongCode, SessionUnknown and LimitReached.
    """
    with _counting_guess(session.user, spends=code_guess(session.user, caller), now=now):
        use_recovery_code(session.user, code, now=now)
        issued = sessions.raise_level(session, method="recovery_code", now=now)
        _note_factor_shown(session.user, method="recovery_code", now=now)
        return issued


def show_again(session: SignInSession, *, code: str, now: datetime) -> None:
    """Check a second factor again before a risky action, by any app's code or a recovery code.

    Raises WrongCode and LimitReached.
    """
    with _counting_guess(session.user, spends=code_guess_in(session), now=now):
        method = use_any_code(session.user, code, now=now)
        sessions.note_factor(session, method=method, now=now)
        _note_factor_shown(session.user, method=method, now=now)


def _note_factor_shown(user: User, *, method: str, now: datetime) -> None:
    note_account(user, action="second_factor_shown", details={"method": method}, now=now)


@contextmanager
def _counting_guess(user: User, *, spends: Spends, now: datetime) -> Iterator[None]:
    # One transaction per guess. Only a wrong code stays counted, and is written to the audit log.
    consume_each(spends=spends, now=now)
    try:
        with transaction.atomic(durable=True):
            yield
            give_back(spends=spends, spent_at=now)
    except ChallengeExpired:
        give_back(spends=spends, spent_at=now)
        raise
    except WrongCode:
        with transaction.atomic(durable=True):
            note_account(user, action="second_factor_failed", now=now)
        raise
