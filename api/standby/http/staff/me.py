"""The signed-in staff user, with their role and permissions."""

from datetime import datetime
from typing import cast
from uuid import UUID

from django.http import HttpRequest
from ninja import Router, Schema

from standby.apps.accounts.models import User
from standby.apps.accounts.services.sessions import factor_fresh_until
from standby.apps.accounts.services.users import name_of
from standby.domain.roles import MAY, Permission, Role
from standby.http.internal_pages import sees_internal_pages
from standby.http.schema import ProblemOut
from standby.http.staff.auth import StaffBearer, staff_session

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
