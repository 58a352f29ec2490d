"""Second-factor checks of a signed-in user."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction

from standby.accounts.models import Factor, SignInSession, User
from standby.accounts.services import factors, sessions
from standby.accounts.services import staff_users as members
from standby.accounts.services.guesses import Caller, code_guess, code_guess_in
from standby.accounts.services.note_account import note_account, note_wrong_code
from standby.core.limits import Spends, consume_each, give_back
from standby.core.providers.sealing import Sealer


def show_code(
    session: SignInSession,
    *,
    factor: Factor,
    challenge_id: str,
    code: str,
    sealer: Sealer,
    caller: Caller,
    now: datetime,
) -> sessions.IssuedSession:
    """Raise the session's level by a code of an authenticator app.

    The first code of a new factor also signs out every other session of the account. Raises
    ChallengeExpired, WrongCode, SessionUnknown and LimitReached.
    """
    is_new = factor.status == Factor.Status.UNVERIFIED

    def check() -> None:
        factors.answer_challenge(
            factor, challenge_id=challenge_id, code=code, sealer=sealer, now=now
        )

    return _raise_level(
        session, caller=caller, check=check, method="totp", signs_out_others=is_new, now=now
    )


def show_recovery_code(
    session: SignInSession, *, code: str, caller: Caller, now: datetime
) -> sessions.IssuedSession:
    """Raise the session's level by a recovery code.

    Raises WrongCode, SessionUnknown and LimitReached.
    """

    def check() -> None:
        factors.use_recovery_code(session.user, code, now=now)

    return _raise_level(session, caller=caller, check=check, method="recovery_code", now=now)


def show_again(session: SignInSession, *, code: str, sealer: Sealer, now: datetime) -> None:
    """Check a second factor again before a risky action, by any app's code or a recovery code.

    Raises WrongCode and LimitReached.
    """
    with _counting_guess(session.user, spends=code_guess_in(session), now=now):
        method = factors.use_any_code(session.user, code, sealer=sealer, now=now)
        sessions.note_factor(session, method=method, now=now)
        note_account(
            session.user, action="second_factor_shown", details={"method": method}, now=now
        )


def _raise_level(
    session: SignInSession,
    *,
    caller: Caller,
    check: Callable[[], None],
    method: str,
    signs_out_others: bool = False,
    now: datetime,
) -> sessions.IssuedSession:
    # `signs_out_others` ends every other session, token and link of the account.
    with _counting_guess(session.user, spends=code_guess(session.user, caller), now=now):
        check()
        issued = sessions.raise_level(session, method=method, now=now)
        if signs_out_others:
            members.sign_out_everywhere(session.user, now=now, except_for=issued.session)
        note_account(
            session.user, action="second_factor_shown", details={"method": method}, now=now
        )
        return issued


@contextmanager
def _counting_guess(user: User, *, spends: Spends, now: datetime) -> Iterator[None]:
    # One transaction per guess. Only a wrong code stays counted, and is written to the audit log.
    consume_each(spends=spends, now=now)
    try:
        with transaction.atomic(durable=True):
            yield
            give_back(spends=spends, spent_at=now)
    except factors.ChallengeExpired:
        give_back(spends=spends, spent_at=now)
        raise
    except factors.WrongCode:
        note_wrong_code(user, now=now)
        raise
