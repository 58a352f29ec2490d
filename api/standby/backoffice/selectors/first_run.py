"""What a new owner has left to do, from the first sign-in to a test order."""

from collections.abc import Mapping
from typing import Final

from django.conf import settings

from standby.accounts.models import User
from standby.audit.models import AuditEvent
from standby.company.selectors import CHANGED, company, object_of, stored
from standby.crews.models import Technician
from standby.orders.models import Order
from standby.workflows.sample_order import SAMPLE_ORDER_ID

SECTION: Final = "first_run"
STEPS: Final = (
    *("company", "license", "phone", "hours", "crews", "technicians", "prices", "terms"),
    *("coverage", "staff", "mail", "texts", "cards", "maps", "test_order"),
)
_OF_COMPANY: Final = frozenset({"name", "legal_name", "address", "email"})
_HOURS: Final = frozenset({"hours", "support_hours"})


def first_run_steps() -> Mapping[str, bool]:
    """Return for each step whether facts show that it is done, or the owner ticked it."""
    ticked = set(stored(SECTION).get("ticked", ()))
    placeholders, environment = set(company().placeholders), settings.ENVIRONMENT
    # A user without an email address is a script's.
    people = User.objects.filter(is_staff=True, is_active=True).exclude(email="")
    facts = {
        "company": not placeholders & _OF_COMPANY,
        "license": "licence" not in placeholders,
        "phone": "phone" not in placeholders,
        "hours": bool(_HOURS & set(stored("company"))) or _hours_are_of_the_environment(),
        "crews": _was_saved("calendar"),
        "technicians": Technician.objects.filter(is_active=True).exists(),
        "terms": _was_saved("terms"),
        "staff": people.count() > 1,
        "mail": environment.mail == "smtp",
        "texts": environment.texts == "twilio",
        "cards": environment.cards == "stripe",
        # Whoever stays with the lists of this server ticks it.
        "maps": environment.places == "google",
        "test_order": Order.objects.exclude(public_id=SAMPLE_ORDER_ID).exists(),
    }
    return {step: facts.get(step, False) or step in ticked for step in STEPS}


def _was_saved(section: str) -> bool:
    return AuditEvent.objects.filter(action=CHANGED, object=object_of(section)).exists()


def _hours_are_of_the_environment() -> bool:
    return bool(settings.ENVIRONMENT.contractor_hours)
