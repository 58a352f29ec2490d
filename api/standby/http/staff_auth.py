"""Who of the staff is calling: a token in the Authorization header, and nothing else."""

from typing import cast

from django.http import HttpRequest
from django.utils.timezone import now
from ninja.security import HttpBearer

from standby.apps.accounts.models import User
from standby.apps.accounts.services.staff_tokens import StaffSignInNeeded, staff_signed_in

_LONGEST_ACTOR = 40  # of the order's log


class StaffBearer(HttpBearer):
    """For routers under /api/staff. The member of staff is `request.auth` afterwards."""

    def __call__(self, request: HttpRequest) -> User:
        """Raises StaffSignInNeeded."""
        user = super().__call__(request)
        if user is None:
            raise StaffSignInNeeded
        return cast(User, user)

    def authenticate(self, request: HttpRequest, token: str) -> User:
        return staff_signed_in(token, now=now())


def staff_name(request: HttpRequest) -> str:
    """Who did it, as the order's log names them."""
    user = cast(User, request.auth)  # type: ignore[attr-defined]
    return f"staff {user.get_username()}"[:_LONGEST_ACTOR]
