"""A signed-in user reads and changes their own account; a forgotten password is renewed by mail."""

import time
from typing import Annotated, Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Query, Router
from pydantic import AfterValidator, EmailStr, Field

from standby.apps.accounts.models import SignInSession
from standby.apps.accounts.services import factors, users
from standby.apps.accounts.services.sessions import end_sessions
from standby.domain.errors import Refusal
from standby.domain.policy import PASSWORD_CHANGES_PER_ACCOUNT, RECOVERY_TAKES
from standby.flows.accounts import recover_account as recovering
from standby.flows.accounts.note_account import note_account
from standby.flows.accounts.recover_account import Purpose, Way
from standby.flows.writing import writing
from standby.http.auth.answers import session_answer, user_answer
from standby.http.auth.back_to_site import own_page, seen_other, signed_in_at
from standby.http.auth.bearer import Bearer, session_carried
from standby.http.auth.errors import NotAllowed
from standby.http.client_address import client_of
from standby.http.limits import spend
from standby.http.office import office
from standby.http.schema import In, Line200, PlainObject, line, without_control_characters

router = Router()
Elsewhere = Annotated[str, Query(max_length=500), AfterValidator(without_control_characters)]


class UserIn(In):
    email: EmailStr | None = None
    password: Annotated[str, Field(max_length=1000)] | None = None
    data: PlainObject | None = None
    code_challenge: Line200 | None = None


class RecoverIn(In):
    email: line(254)  # type: ignore[valid-type]
    code_challenge: Line200 | None = None


class VerifyIn(In):
    type: Purpose
    token_hash: Line200


@router.get("/user", auth=Bearer())
def get_user(request: HttpRequest) -> dict[str, Any]:
    return user_answer(session_carried(request).user)


@router.put("/user", auth=Bearer())
def put_user(request: HttpRequest, asked: UserIn, redirect_to: Elsewhere = "") -> dict[str, Any]:
    """A new password signs out all other browsers; a new e-mail counts once its link was opened."""
    session, moment = session_carried(request), now()
    if asked.email is not None or asked.password is not None:
        _ensure_staff(session)
        _ensure_second_factor(session)
    if asked.password is not None:
        spend(rule=PASSWORD_CHANGES_PER_ACCOUNT, subject=str(session.user.public_id))
        with writing():
            users.change_password(session.user, asked.password)
            note_account(session.user, action="password_changed", now=moment)
            end_sessions(session, scope="others", now=moment)
    if asked.data is not None:
        users.change_metadata(session.user, asked.data)
    if asked.email is not None:
        way = Way(redirect_to=own_page(redirect_to), code_challenge=asked.code_challenge or "")
        recovering.ask_for_new_email(
            session.user,
            asked.email,
            way=way,
            client=client_of(request),
            office=office(request),
            now=moment,
        )
    return user_answer(session.user)


@router.post("/recover")
def post_recover(
    request: HttpRequest, asked: RecoverIn, redirect_to: Elsewhere = ""
) -> dict[str, Any]:
    """Not answered sooner for an address that nobody has: there is no letter to write for it."""
    begun = time.monotonic()
    recovering.recover_account(
        asked.email,
        way=Way(redirect_to=own_page(redirect_to), code_challenge=asked.code_challenge or ""),
        client=client_of(request),
        office=office(request),
        now=now(),
    )
    time.sleep(max(0.0, begun + RECOVERY_TAKES.total_seconds() - time.monotonic()))
    return {}


@router.post("/verify")
def post_verify(request: HttpRequest, asked: VerifyIn) -> dict[str, Any]:
    moment = now()
    link = recovering.open_link(asked.token_hash, purpose=asked.type, now=moment)
    return session_answer(recovering.sign_in_by_link(link, now=moment), now=moment)


@router.get("/verify")
def get_verify(
    request: HttpRequest,
    token: Annotated[Line200, Query()],
    type: Annotated[Purpose, Query()],  # noqa: A002 - the wire's own name
    redirect_to: Elsewhere = "",
) -> HttpResponse:
    """Opened from a mail: back to the site, signed in, or with what is wrong in the address."""
    moment, back = now(), own_page(redirect_to)
    try:
        link = recovering.open_link(token, purpose=type, now=moment)
    except Refusal as refusal:
        told = {"error": "access_denied", "error_code": refusal.code}
        return seen_other(f"{back}#{urlencode(told)}")
    return seen_other(signed_in_at(back, link, now=moment))


def _ensure_staff(session: SignInSession) -> None:
    """A visitor has neither address nor password, and has nobody mailed."""
    if not session.user.is_staff:
        raise NotAllowed(
            status=422, code="anonymous_user", message="Visitors have no email and no password"
        )


def _ensure_second_factor(session: SignInSession) -> None:
    """Whoever has a second factor shows it before the account changes hands."""
    if session.level != "aal2" and factors.has_verified_factor(session.user):
        raise NotAllowed(
            status=401,
            code="insufficient_aal",
            message="AAL2 session is required to update email or password when MFA is enabled.",
        )
