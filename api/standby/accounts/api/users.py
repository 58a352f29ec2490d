"""Read and change a signed-in user's own account, and recover a forgotten password by mail."""

import time
from typing import Annotated, Any, Final, Literal

from django.db import transaction
from django.http import HttpRequest
from django.utils.timezone import now
from ninja import Router
from pydantic import EmailStr, Field

from standby.accounts.api.authentication import Bearer, session_from_request
from standby.accounts.api.errors import NotAllowed
from standby.accounts.api.serializers import session_answer, user_answer
from standby.accounts.rules import RECOVERY_TAKES
from standby.accounts.services import factors, recover_account, users
from standby.accounts.services.recover_account import Purpose
from standby.accounts.services.sessions import has_second_level
from standby.accounts.services.users import note_account
from standby.core.limits import client_of, spend
from standby.core.policy import PASSWORD_CHANGES_PER_ACCOUNT
from standby.core.schema import In, Line200, PlainObject
from standby.core.words import _

router = Router()


class UserIn(In):
    email: EmailStr | None = None
    password: Annotated[str, Field(max_length=1000)] | None = None
    data: PlainObject | None = None
    phone: Line200 | None = None


class RecoverIn(In):
    email: EmailStr


class VerifyIn(In):
    """What a mailed link carries. A code of a redirect is not among it: that needs its verifier."""

    type: Literal["recovery", "invite", "email_change"]
    token_hash: Line200


_PURPOSES: Final = {
    "recovery": Purpose.RECOVERY,
    "invite": Purpose.RECOVERY,
    "email_change": Purpose.EMAIL_CHANGE,
}


@router.get("/user", auth=Bearer())
def get_user(request: HttpRequest) -> dict[str, Any]:
    return user_answer(session_from_request(request).user)


@router.put("/user", auth=Bearer())
def put_user(request: HttpRequest, payload: UserIn) -> dict[str, Any]:
    """A new password signs everybody out, also whoever asks: they sign in again with it.

    A new email counts once its link was confirmed.
    """
    session, moment = session_from_request(request), now()
    if payload.phone is not None:
        raise NotAllowed(
            status=422,
            code="phone_provider_disabled",
            message=_("Phone numbers are not stored here"),
        )
    if payload.email is not None or payload.password is not None:
        # A visitor has no email address and no password, and must not cause mail to be sent.
        if not session.user.is_staff:
            raise NotAllowed(
                status=422,
                code="anonymous_user",
                message=_("Visitors have no email and no password"),
            )
        # Otherwise a stolen first-factor session could take over the account.
        if not has_second_level(session) and factors.has_verified_factor(session.user):
            raise NotAllowed(
                status=401,
                code="insufficient_aal",
                message=_(
                    "AAL2 session is required to update email or password when MFA is enabled."
                ),
            )
    if payload.password is not None:
        spend(rule=PASSWORD_CHANGES_PER_ACCOUNT, subject=str(session.user.public_id))
        with transaction.atomic(durable=True):
            users.change_password(session.user, payload.password, now=moment)
            note_account(session.user, action="password_changed", now=moment)
    if payload.data is not None:
        users.change_metadata(session.user, payload.data)
    if payload.email is not None:
        recover_account.ask_for_new_email(
            session.user, payload.email, client=client_of(request), now=moment
        )
    return user_answer(session.user)


@router.post("/recover")
def post_recover(request: HttpRequest, payload: RecoverIn) -> dict[str, Any]:
    """Not answered sooner for an address that nobody has: there is no letter to write for it."""
    started_s = time.monotonic()
    recover_account.send_recovery_link(
        payload.email,
        client=client_of(request),
        now=now(),
    )
    time.sleep(max(0.0, started_s + RECOVERY_TAKES.total_seconds() - time.monotonic()))
    return {}


@router.post("/verify")
def post_verify(request: HttpRequest, payload: VerifyIn) -> dict[str, Any]:
    """Somebody pressed the button behind a mailed link: opening the link alone uses nothing up."""
    moment = now()
    link = recover_account.open_link(
        payload.token_hash, purpose=_PURPOSES[payload.type], now=moment
    )
    return session_answer(recover_account.sign_in_by_link(link, now=moment), now=moment)
