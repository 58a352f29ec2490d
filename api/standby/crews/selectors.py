"""Technicians, and the accounts that they may have."""

from uuid import UUID

from standby.accounts.models import User
from standby.core.errors import NotFound, _
from standby.core.roles import Role
from standby.crews.models import Technician


class TechnicianNotFound(NotFound):
    code = "technician_not_found"
    message = _("There is no such technician.")


def get_technician(technician_id: str) -> Technician:
    """Return the technician with this public id. Raises TechnicianNotFound."""
    try:
        return Technician.objects.get(public_id=UUID(technician_id))
    except (ValueError, Technician.DoesNotExist) as error:
        raise TechnicianNotFound from error


def lock_technician(pk: int) -> Technician:
    """Lock the row before giving a technician work or days off, or deactivating them.

    So no two of these can race.
    """
    return Technician.objects.select_for_update().get(pk=pk)


def listed_technicians() -> list[Technician]:
    """Return all technicians with their days off, those who work for us first."""
    technicians = Technician.objects.select_related("user").prefetch_related("days_off")
    return list(technicians.order_by("-is_active", "name", "pk"))


def own_technician(user: User) -> Technician:
    """Return the technician whom the account belongs to. Raises TechnicianNotFound."""
    technician = Technician.objects.filter(user=user, is_active=True).first()
    if technician is None:
        raise TechnicianNotFound
    return technician


def technician_users() -> list[User]:
    """Return the staff users who can be the account of a technician."""
    users = User.objects.filter(role=Role.TECHNICIAN, is_staff=True, is_active=True)
    return list(users.order_by("email", "pk"))
