"""Signing in, renewing a session, and signing out."""

from typing import Annotated, Any, Literal

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Query, Router, Schema
from pydantic import Field

from standby.accounts.api.authentication import Bearer, caller_of, session_from_request
from standby.accounts.api.errors import NotAllowed
from standby.accounts.api.serializers import session_answer
from standby.accounts.providers import wiring as accounts_providers
from standby.accounts.services.recover_account import sign_in_by_code
from standby.accounts.services.sessions import end_sessions, renew_session
from standby.accounts.services.sign_in import enter_as_visitor, sign_in
from standby.accounts.services.users import note_account
from standby.core.limits import client_of
from standby.core.schema import In, Line, Line200, PlainObject
from standby.core.words import _

router = Router()


class TokenIn(In):
    """What each grant needs; the rest is left out."""

    email: Annotated[str, Line(254)] = ""
    password: Annotated[str, Field(max_length=1000)] = ""
    refresh_token: Line200 = ""
    auth_code: Line200 = ""
    code_verifier: Line200 = ""


class SignUpIn(In):
    email: Annotated[str, Line(254)] = ""
    phone: Annotated[str, Line(40)] = ""
    data: PlainObject = {}


class KeySetOut(Schema):
    keys: list[dict[str, Any]]


@router.post("/token")
def post_token(
    request: HttpRequest,
    payload: TokenIn,
    grant_type: Annotated[Literal["password", "refresh_token", "pkce"], Query()],
) -> dict[str, Any]:
    moment = now()
    if grant_type == "refresh_token":
        issued = renew_session(payload.refresh_token, key=settings.SECRET_KEY, now=moment)
    elif grant_type == "pkce":
        issued = sign_in_by_code(payload.auth_code, code_verifier=payload.code_verifier, now=moment)
    else:
        caller = caller_of(request, account=payload.email)
        issued = sign_in(payload.email, payload.password, caller=caller, now=moment)
    return session_answer(issued, now=moment)


@router.post("/signup")
def post_signup(request: HttpRequest, payload: SignUpIn) -> dict[str, Any]:
    """Visitors may come in without a name; staff are invited, they do not sign themselves up."""
    if payload.email or payload.phone:
        raise NotAllowed(
            status=422, code="signup_disabled", message=_("Signups not allowed for this instance")
        )
    moment = now()
    issued = enter_as_visitor(metadata=payload.data, client=client_of(request), now=moment)
    return session_answer(issued, now=moment)


@router.post("/logout", auth=Bearer())
def post_logout(
    request: HttpRequest,
    scope: Annotated[Literal["global", "local", "others"], Query()] = "global",
) -> HttpResponse:
    session, moment = session_from_request(request), now()
    with transaction.atomic(durable=True):
        end_sessions(session, scope=scope, now=moment)
        note_account(session.user, action="signed_out", details={"scope": scope}, now=moment)
    return HttpResponse(status=204)


@router.get("/.well-known/jwks.json", response=KeySetOut)
def get_key_set(request: HttpRequest, response: HttpResponse) -> KeySetOut:
    response["Cache-Control"] = "public, max-age=600"
    return KeySetOut(keys=accounts_providers.tokens().public_keys())
