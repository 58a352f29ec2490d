"""Second factors: authenticator apps, and recovery codes for when the app is lost."""

from io import BytesIO
from typing import Any, Literal

import segno
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router

from standby.accounts.api.authentication import (
    Bearer,
    caller_of,
    remember_device,
    session_from_request,
)
from standby.accounts.api.errors import NotAllowed
from standby.accounts.api.serializers import session_answer
from standby.accounts.models import User
from standby.accounts.services import factors
from standby.accounts.services.factors import show_code, show_recovery_code
from standby.accounts.services.sessions import end_sessions, has_second_level
from standby.accounts.services.users import note_account
from standby.company.selectors import company
from standby.core.schema import In, Line20, Line100
from standby.core.words import _

router = Router(auth=Bearer())


class FactorIn(In):
    factor_type: Literal["totp"]
    friendly_name: Line100 = ""
    issuer: Line100 = ""


class CodeIn(In):
    challenge_id: Line100
    code: Line20


class RecoveryCodeIn(In):
    code: Line20


@router.post("/factors")
def post_factor(request: HttpRequest, payload: FactorIn) -> dict[str, Any]:
    """A second authenticator is added only by whoever shows the first."""
    session = session_from_request(request)
    if session.user.is_visitor:
        raise NotAllowed(status=422, code="anonymous_user", message=_("Visitors have no factors"))
    if factors.has_verified_factor(session.user) and not has_second_level(session):
        raise factors.SecondFactorNeeded(_("AAL2 required to enroll a new factor"))
    with transaction.atomic(durable=True):
        factor = factors.enrol(session.user, friendly_name=payload.friendly_name, now=now())
        note_account(session.user, action="factor_added", now=now())
    uri = factors.otpauth_uri(factor, issuer=payload.issuer or company().name)
    # A standalone SVG. Clients put it into a `data:` URL, where a `#` would end it.
    picture = BytesIO()
    segno.make(uri, error="m").save(
        picture, kind="svg", scale=4, border=4, light="white", xmldecl=False, nl=False
    )
    svg = picture.getvalue().decode().replace("#000", "black").replace("#fff", "white")
    return {
        "id": str(factor.public_id),
        "type": "totp",
        "friendly_name": factor.friendly_name,
        "totp": {
            "qr_code": svg,
            "secret": factors.secret_of(factor),
            "uri": uri,
        },
    }


@router.get("/factors/recovery-codes")
def get_recovery_codes(request: HttpRequest) -> dict[str, Any]:
    """How many there are and how many are left, never the codes."""
    user = session_from_request(request).user
    return _recovery_codes(user) | {"remaining": factors.recovery_codes_left(user)}


@router.post("/factors/recovery-codes/regenerate")
@router.post("/factors/recovery-codes")
def post_recovery_codes(request: HttpRequest) -> dict[str, Any]:
    """Ten new ones, shown this once. All other browsers are signed out."""
    session, moment = session_from_request(request), now()
    if not has_second_level(session):
        raise factors.SecondFactorNeeded(_("AAL2 required to make recovery codes"))
    with transaction.atomic(durable=True):
        codes = factors.renew_recovery_codes(session.user)
        end_sessions(session, scope="others", now=moment)
        note_account(session.user, action="recovery_codes_renewed", now=moment)
    return _recovery_codes(session.user) | {"codes": codes}


@router.post("/factors/recovery-codes/verify")
def post_recovery_code(
    request: HttpRequest, response: HttpResponse, payload: RecoveryCodeIn
) -> dict[str, Any]:
    session, moment = session_from_request(request), now()
    account = session.user.get_username()
    issued = show_recovery_code(
        session, code=payload.code, caller=caller_of(request, account=account), now=moment
    )
    remember_device(request, response, account=account)
    return session_answer(issued, now=moment)


@router.post("/factors/{factor_id}/challenge")
def post_challenge(request: HttpRequest, factor_id: str) -> dict[str, Any]:
    factor = factors.factor_of(session_from_request(request).user, factor_id)
    challenge = factors.challenge(factor, now=now())
    return {
        "id": str(challenge.public_id),
        "type": "totp",
        "expires_at": int(challenge.expires_at.timestamp()),
    }


@router.post("/factors/{factor_id}/verify")
def post_code(
    request: HttpRequest, response: HttpResponse, factor_id: str, payload: CodeIn
) -> dict[str, Any]:
    session, moment = session_from_request(request), now()
    account = session.user.get_username()
    issued = show_code(
        session,
        factor=factors.factor_of(session.user, factor_id),
        challenge_id=payload.challenge_id,
        code=payload.code,
        caller=caller_of(request, account=account),
        now=moment,
    )
    remember_device(request, response, account=account)
    return session_answer(issued, now=moment)


@router.delete("/factors/{factor_id}")
def delete_factor(request: HttpRequest, factor_id: str) -> dict[str, Any]:
    """A verified one: everybody is signed out, also whoever asks."""
    session, moment = session_from_request(request), now()
    factor = factors.factor_of(session.user, factor_id)
    with transaction.atomic(durable=True):
        factors.unenrol(factor, is_second_level=has_second_level(session), now=moment)
        note_account(session.user, action="factor_removed", now=moment)
    return {"id": factor_id}


def _recovery_codes(user: User) -> dict[str, Any]:
    return {
        "id": str(user.public_id),
        "type": "recovery_code",
        "total": user.recovery_codes.count(),
    }
