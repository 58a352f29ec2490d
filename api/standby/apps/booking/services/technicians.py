"""The technicians that staff send."""

from standby.apps.booking.models import Technician


def technician_called(name: str, *, phone: str) -> Technician:
    """The one of that name and phone, who is new when there is none yet."""
    technician, _ = Technician.objects.get_or_create(name=name, phone=phone, is_active=True)
    return technician
