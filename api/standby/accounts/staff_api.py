"""The signed-in staff user, the internal page that they may see, and their session in the admin."""

from datetime import datetime
from typing import Final, Literal, cast
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils.timezone import now
from ninja import Router, Schema, Status
from pydantic import StrictBool

from standby.accounts.models import SignInSession, User
from standby.accounts.services import sessions
from standby.accounts.services.factors import has_verified_factor
from standby.accounts.services.staff_users import (
    Invitation,
    StaffChange,
    StaffEvent,
    change_staff_user,
    invite_staff_user,
    open_invitations,
    renew_invitation,
    staff_history,
    staff_users,
)
from standby.accounts.services.tokens import StaffSignInNeeded
from standby.accounts.services.users import name_of
from standby.accounts.staff_auth import StaffBearer, by_staff, staff_call, staff_member
from standby.core.access import WithPages
from standby.core.limits import site_url
from standby.core.middleware import PAGE_POLICY
from standby.core.problems import not_found_page
from standby.core.roles import MAY, Permission, Role, is_allowed
from standby.core.schema import Email, Name, StrictIn
from standby.messaging.models import Message
from standby.messaging.services.ways import not_connected

router = Router(tags=["staff"])
staff_router = Router(tags=["staff"])
admin_router = Router(tags=["staff"])


class StaffMeOut(Schema):
    """`not_connected`: the channels whose messages are kept on this server and reach nobody."""

    id: UUID
    email: str
    name: str
    role: Role
    permissions: list[Permission]
    factor_fresh_until: datetime | None
    sees_internal_pages: bool
    gets_digest: bool
    not_connected: list[Literal["email", "sms"]]


class OwnAccountIn(StrictIn):
    """`gets_digest`: a mail each working morning says what waits."""

    gets_digest: StrictBool


@router.get(
    "/staff/me",
    response=StaffMeOut,
    auth=StaffBearer(Permission.SEE_OWN_ACCOUNT),
    operation_id="look_at_own_account",
)
def get_me(request: HttpRequest) -> StaffMeOut:
    return _me_out(request)


@router.patch(
    "/staff/me",
    response=StaffMeOut,
    auth=StaffBearer(Permission.SEE_OWN_ACCOUNT),
    operation_id="change_own_account",
)
def patch_me(request: HttpRequest, payload: OwnAccountIn) -> StaffMeOut:
    """Turn the morning mail of what waits on or off."""
    user = staff_member(request)
    user.wants_digest = payload.gets_digest
    user.save(update_fields=["wants_digest"])
    return _me_out(request)


def _me_out(request: HttpRequest) -> StaffMeOut:
    user, session = staff_member(request), staff_call(request).session
    return StaffMeOut(
        id=user.public_id,
        email=user.email,
        name=name_of(user),
        role=Role(user.role),
        permissions=sorted(MAY[Role(user.role)]),
        factor_fresh_until=sessions.factor_fresh_until(session) if session else None,
        sees_internal_pages=sees_internal_pages(user),
        gets_digest=user.gets_digest,
        not_connected=not_connected(),
    )


_LONGEST_TOKEN: Final = 100


def get_test_proposal(request: HttpRequest) -> HttpResponse:
    # A page request carries no access token, so the admin's session cookie identifies the user.
    if settings.ENVIRONMENT.internal_pages != "on":
        token = request.COOKIES.get(settings.TABLES_COOKIE, "")[:_LONGEST_TOKEN]
        try:
            session = sessions.session_for_admin(token, now=now())
        except sessions.SessionUnknown:
            return not_found_page(request)
        if not sees_internal_pages(session.user):
            return not_found_page(request)
    page = cast(WithPages, request).built_page("test-proposal.html")
    if page is None:
        return not_found_page(request)
    response = HttpResponse(page)
    response["Content-Security-Policy"] = PAGE_POLICY
    response["Cache-Control"] = "no-store"
    response["X-Robots-Tag"] = "noindex"
    response["Referrer-Policy"] = "no-referrer"
    return response


def sees_internal_pages(user: User) -> bool:
    is_shown = settings.ENVIRONMENT.internal_pages != "off"
    return is_shown and is_allowed(user.role, Permission.MAKE_DOCUMENTS)


@admin_router.post(
    "/staff/tables-session",
    response={204: None},
    auth=StaffBearer(Permission.SEE_OWN_ACCOUNT),
    operation_id="open_tables",
)
def post_tables_session(request: HttpRequest) -> HttpResponse:
    """Set an HttpOnly cookie for the admin, valid as long as this sign-in.

    It identifies the user; each page checks the role's permissions (the admin, /test-proposal).
    """
    session = _browser(request)
    with transaction.atomic(durable=True):
        token = sessions.open_admin_session(session, now=now())
    response = HttpResponse(status=204)
    response.set_cookie(
        settings.TABLES_COOKIE,
        token,
        path="/",
        secure=settings.ENVIRONMENT.is_production,
        httponly=True,
        samesite="Strict",
    )
    return response


@admin_router.delete(
    "/staff/tables-session",
    response={204: None},
    auth=StaffBearer(Permission.SEE_OWN_ACCOUNT),
    operation_id="close_tables",
)
def delete_tables_session(request: HttpRequest) -> HttpResponse:
    """End the admin session. Safe to repeat."""
    session = _browser(request)
    with transaction.atomic(durable=True):
        sessions.close_admin_session(session, now=now())
    response = HttpResponse(status=204)
    response.delete_cookie(settings.TABLES_COOKIE, path="/", samesite="Strict")
    return response


def _browser(request: HttpRequest) -> SignInSession:
    # A script has no sign-in session that the admin session could end with.
    session = staff_call(request).session
    if session is None:
        raise StaffSignInNeeded
    return session


class StaffUserOut(Schema):
    """`invited_until`: until then a link to set a password is good; null when none is."""

    id: UUID
    name: str
    email: str
    role: Role
    is_active: bool
    has_second_factor: bool
    last_sign_in_at: datetime | None
    invited_until: datetime | None
    is_you: bool


class StaffEventOut(Schema):
    """`role` is the one given; empty where none was."""

    at: datetime
    who: str
    name: str
    change: StaffChange
    role: Role | Literal[""]


class InvitationOut(Schema):
    """`url` is shown this once. `is_mailed`: the invitation also leaves by mail."""

    user: StaffUserOut
    url: str
    expires_at: datetime
    is_mailed: bool


class InviteIn(StrictIn):
    name: Name
    email: Email
    role: Role


class StaffUserChangeIn(StrictIn):
    """What is null stays. A change signs them out and ends their API tokens."""

    role: Role | None = None
    is_active: StrictBool | None = None
    forget_second_factors: StrictBool = False


@staff_router.get(
    "/staff/settings/staff",
    response=list[StaffUserOut],
    auth=StaffBearer(Permission.MANAGE_STAFF),
    operation_id="look_at_staff",
)
def get_staff(request: HttpRequest) -> list[StaffUserOut]:
    invitations = open_invitations(now=now())
    return [
        _staff_user_to_out(user, request, invited_until=invitations.get(user.pk))
        for user in staff_users()
    ]


@staff_router.get(
    "/staff/settings/staff/history",
    response=list[StaffEventOut],
    auth=StaffBearer(Permission.MANAGE_STAFF),
    operation_id="look_at_staff_history",
)
def get_staff_history(request: HttpRequest) -> list[StaffEvent]:
    """Who invited, changed and let go whom, newest first."""
    return staff_history()


@staff_router.post(
    "/staff/settings/staff",
    response={201: InvitationOut},
    auth=StaffBearer(Permission.MANAGE_STAFF),
    operation_id="invite_staff",
)
def post_staff(request: HttpRequest, payload: InviteIn) -> Status[InvitationOut]:
    invitation = invite_staff_user(
        payload.name,
        payload.email,
        role=payload.role,
        site_url=site_url(request),
        **by_staff(request),
    )
    return Status(201, _invitation_to_out(invitation, request, is_mailed=True))


@staff_router.post(
    "/staff/settings/staff/{user_id}/link",
    response=InvitationOut,
    auth=StaffBearer(Permission.MANAGE_STAFF),
    operation_id="renew_invitation",
)
def post_staff_link(request: HttpRequest, user_id: UUID) -> InvitationOut:
    """Make a new link to set a password; it is not mailed, and earlier links are dead."""
    invitation = renew_invitation(user_id, site_url=site_url(request), **by_staff(request))
    return _invitation_to_out(invitation, request, is_mailed=False)


@staff_router.patch(
    "/staff/settings/staff/{user_id}",
    response=StaffUserOut,
    auth=StaffBearer(Permission.MANAGE_STAFF),
    operation_id="change_staff",
)
def patch_staff(request: HttpRequest, user_id: UUID, payload: StaffUserChangeIn) -> StaffUserOut:
    user = change_staff_user(
        user_id,
        role=payload.role,
        is_active=payload.is_active,
        forget_factors=payload.forget_second_factors,
        **by_staff(request),
    )
    invited_until = open_invitations(now=now()).get(user.pk)
    return _staff_user_to_out(user, request, invited_until=invited_until)


def _invitation_to_out(
    invitation: Invitation, request: HttpRequest, *, is_mailed: bool
) -> InvitationOut:
    return InvitationOut(
        user=_staff_user_to_out(invitation.user, request, invited_until=invitation.expires_at),
        url=invitation.url,
        expires_at=invitation.expires_at,
        is_mailed=is_mailed and Message.Channel.EMAIL not in not_connected(),
    )


def _staff_user_to_out(
    user: User, request: HttpRequest, *, invited_until: datetime | None
) -> StaffUserOut:
    return StaffUserOut(
        id=user.public_id,
        name=name_of(user),
        email=user.email,
        role=Role(user.role),
        is_active=user.is_active,
        has_second_factor=has_verified_factor(user),
        last_sign_in_at=user.last_login,
        invited_until=invited_until,
        is_you=user.pk == staff_member(request).pk,
    )
