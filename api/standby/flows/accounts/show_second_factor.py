"""A signed-in user shows a code: the session is raised; wrong codes are counted."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime

from standby.apps.accounts.models import Factor, SignInSession, User
from standby.apps.accounts.services import factors, members, sessions
from standby.apps.limits.services import spend
from standby.domain.policy import WRONG_CODES_PER_FACTOR
from standby.flows.accounts.note_account import note_account, note_wrong_code
from standby.flows.writing import writing
from standby.providers.sealing import Sealer


def show_code(
    session: SignInSession,
    *,
    factor: Factor,
    challenge_id: str,
    code: str,
    sealer: Sealer,
    now: datetime,
) -> sessions.Opened:
    """The first code of a factor makes it count: all others of this account are signed out.

    Raises ChallengeExpired, WrongCode, SessionUnknown and LimitReached.
    """
    is_new = factor.status == Factor.Status.UNVERIFIED

    def check() -> None:
        factors.answer_challenge(
            factor, challenge_id=challenge_id, code=code, sealer=sealer, now=now
        )

    return _raised(session, check=check, method="totp", alone=is_new, now=now)


def show_recovery_code(session: SignInSession, *, code: str, now: datetime) -> sessions.Opened:
    """Raises WrongCode, SessionUnknown and LimitReached."""

    def check() -> None:
        factors.use_recovery_code(session.user, code, now=now)

    return _raised(session, check=check, method="recovery_code", now=now)


def show_again(session: SignInSession, *, code: str, sealer: Sealer, now: datetime) -> None:
    """A code of any of the user's apps, or a recovery code: what weighs most may go on.

    Raises WrongCode and LimitReached.
    """
    spend(rule=WRONG_CODES_PER_FACTOR, subject=str(session.user.public_id), now=now)
    with _counted(session.user, now=now):
        method = factors.use_any_code(session.user, code, sealer=sealer, now=now)
        sessions.note_factor(session, method=method, now=now)
        note_account(session.user, action="second_factor_shown", told={"method": method}, now=now)


def _raised(
    session: SignInSession,
    *,
    check: Callable[[], None],
    method: str,
    alone: bool = False,
    now: datetime,
) -> sessions.Opened:
    """Every try is counted before it is looked at: many at once are no way around it.

    `alone`: the raised session is the only thing left that lets anybody into this account.
    """
    spend(rule=WRONG_CODES_PER_FACTOR, subject=str(session.user.public_id), now=now)
    with _counted(session.user, now=now):
        check()
        opened = sessions.raise_level(session, method=method, now=now)
        if alone:
            members.sign_out_everywhere(session.user, now=now, except_for=opened.session)
        note_account(session.user, action="second_factor_shown", told={"method": method}, now=now)
        return opened


@contextmanager
def _counted(user: User, *, now: datetime) -> Iterator[None]:
    """One transaction; a code that was wrong stands in the trail."""
    try:
        with writing():
            yield
    except factors.WrongCode:
        note_wrong_code(user, now=now)
        raise
