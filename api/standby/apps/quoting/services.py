"""A visitor's wizard is found, moved forward and completed; a price is kept as a quote."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from standby.apps.catalog.queries import Job
from standby.apps.quoting.models import Quote, WizardInteractionEvent, WizardSession
from standby.domain.errors import Missing


class WizardNotFound(Missing):
    """There is no such wizard for this visitor."""

    code = "wizard_not_found"


def wizard_for(*, session_id: str | None, secret_hash: str, now: datetime) -> WizardSession:
    """The visitor's wizard of this id, or their latest unfinished one; begun when there is none.

    Raises WizardNotFound when the id belongs to another visitor.
    """
    raise NotImplementedError


def record_progress(
    wizard: WizardSession, *, progress: Mapping[str, Any], now: datetime
) -> WizardSession:
    """Save what the browser told; a completed wizard stays as it was sold."""
    raise NotImplementedError


def record_event(
    wizard: WizardSession,
    *,
    event_type: WizardInteractionEvent.Kind,
    event_data: dict[str, Any],
    now: datetime,
) -> None:
    raise NotImplementedError


def make_quote(*, wizard: WizardSession, job: Job, now: datetime) -> Quote:
    """Keep today's price of the job for this visitor.

    Raises BandNotSold and GeneratorNotSold.
    """
    raise NotImplementedError


def complete_wizard(wizard: WizardSession, *, order_id: str, now: datetime) -> None:
    """The wizard ended in an order. Safe to repeat."""
    raise NotImplementedError
