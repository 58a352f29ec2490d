"""The signed-in staff user, with their role and permissions."""

from datetime import datetime
from typing import cast
from uuid import UUID

from django.http import HttpRequest
from ninja import Router, Schema

from standby.accounts.api.internal_pages import sees_internal_pages
from standby.accounts.models import User
from standby.accounts.services.sessions import factor_fresh_until
from standby.accounts.services.users import name_of
from standby.accounts.staff_auth import StaffBearer, staff_session
from standby.core.roles import MAY, Permission, Role
from standby.core.schema import ProblemOut

router = Router(tags=["staff"])


class StaffMeOut(Schema):
    id: UUID
    email: str
    name: str
    role: Role
    permissions: list[Permission]
    factor_fresh_until: datetime | None
    sees_internal_pages: bool


@router.get(
    "/staff/me",
    response={200: StaffMeOut, **dict.fromkeys((401, 403, 503), ProblemOut)},
    auth=StaffBearer(Permission.SEE_OWN_ACCOUNT),
    operation_id="look_at_own_account",
)
def get_me(request: HttpRequest) -> StaffMeOut:
    user = cast(User, request.auth)  # type: ignore[attr-defined]
    session = staff_session(request)
    return StaffMeOut(
        id=user.public_id,
        email=user.email,
        name=name_of(user),
        role=Role(user.role),
        permissions=sorted(MAY[Role(user.role)]),
        factor_fresh_until=factor_fresh_until(session) if session else None,
        sees_internal_pages=sees_internal_pages(user),
    )
