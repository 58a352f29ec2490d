"""The user account that a technician signs in with."""

from typing import Literal
from uuid import UUID

from standby.accounts.models import User
from standby.core.errors import Conflict, Invalid, _
from standby.crews.models import Technician
from standby.crews.selectors import technician_users


class TechnicianUserTaken(Conflict):
    code = "technician_user_taken"
    message = _("This account already belongs to another technician.")


class TechnicianUserUnknown(Invalid):
    code = "technician_user_unknown"
    message = _("Choose an active staff user with the role technician.")


def user_for(technician: Technician, user_id: UUID | Literal[""] | None) -> User | None:
    if not user_id:
        return None
    user = next((each for each in technician_users() if each.public_id == user_id), None)
    if user is None:
        raise TechnicianUserUnknown(field="user_id")
    if Technician.objects.filter(user=user).exclude(pk=technician.pk).exists():
        raise TechnicianUserTaken(field="user_id")
    return user
