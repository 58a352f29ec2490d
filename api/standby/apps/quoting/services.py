"""A visitor's wizard is found, moved forward and completed; a price is kept as a quote."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from uuid import uuid4

from django.db import connection

from standby.apps.catalog.queries import Job, offer_for
from standby.apps.quoting.models import Quote, WizardInteractionEvent, WizardSession
from standby.domain.errors import Missing

# What a browser may tell about its progress; ownership and completion are the server's.
PROGRESS: Final = (
    "current_step",
    "completed_steps",
    "installation_cost_cents",
    "max_distance_ft",
    "generator_choice",
    "selected_generator_id",
    "generator_price_cents",
    "subtotal_cents",
    "selected_installation_date",
    "selected_time_window",
    "full_name",
    "mobile_number",
    "email",
    "tax_cents",
    "total_cents",
)
_TEXTS: Final = (
    "generator_choice",
    "selected_time_window",
    "full_name",
    "mobile_number",
    "email",
)
_STEPS_BEFORE_AN_ORDER: Final = [1, 2, 3]


class WizardNotFound(Missing):
    """There is no such wizard for this visitor."""

    code = "wizard_not_found"


def wizard_for(*, session_id: str | None, secret_hash: str, now: datetime) -> WizardSession:
    """The visitor's wizard of this id, or their latest unfinished one; begun when there is none.

    Raises WizardNotFound when the id belongs to another visitor.
    """
    if session_id is None:
        return _latest_unfinished(secret_hash) or _begin(str(uuid4()), secret_hash, now=now)
    wizard = WizardSession.objects.filter(session_id=session_id).first()
    wizard = wizard or _begin(session_id, secret_hash, now=now)
    if wizard.secret_hash != secret_hash:
        raise WizardNotFound
    return wizard


def save_progress(
    *, session_id: str, secret_hash: str, progress: Mapping[str, Any], now: datetime
) -> WizardSession:
    """Save what the browser told, in one statement; what it left out stays as it was.

    Abandoned is reached from in progress only and never left by a save; a completed wizard stays
    as it was sold. Raises WizardNotFound when the id belongs to another visitor.
    """
    told = {name: _as_kept(name, progress[name]) for name in PROGRESS if name in progress}
    abandons = progress.get("status") == WizardSession.Status.ABANDONED
    status = WizardSession.Status.ABANDONED if abandons else WizardSession.Status.IN_PROGRESS
    wizard = WizardSession(
        session_id=session_id,
        secret_hash=secret_hash,
        status=status,
        created_at=now,
        updated_at=now,
        **told,
    )
    saved_status = _upsert(wizard, told=tuple(told))
    if saved_status is not None:
        wizard.status = saved_status
        return wizard
    kept = WizardSession.objects.filter(session_id=session_id, secret_hash=secret_hash).first()
    if kept is None:
        raise WizardNotFound
    return kept


def record_event(
    wizard: WizardSession,
    *,
    event_type: WizardInteractionEvent.Kind,
    event_data: dict[str, Any],
    now: datetime,
) -> None:
    WizardInteractionEvent.objects.create(
        session=wizard, event_type=event_type, event_data=event_data, created_at=now
    )


def make_quote(*, wizard: WizardSession, job: Job, now: datetime) -> Quote:
    """Keep today's price of the job for this visitor.

    Raises BandNotSold and GeneratorNotSold.
    """
    offer = offer_for(job)
    return Quote.objects.create(
        wizard=wizard,
        band=job.band,
        city=offer.city,
        township=offer.township,
        zip_code=job.zip_code,
        package=offer.package,
        generator=offer.generator,
        generator_choice=job.generator_choice,
        installation_cents=offer.price.installation_cents,
        generator_cents=offer.price.generator_cents,
        permit_cents=offer.price.permit_cents,
        sales_tax_cents=offer.price.sales_tax_cents,
        discount_cents=offer.price.discount_cents,
        total_cents=offer.price.total_cents,
        created_at=now,
    )


def complete_wizard(wizard: WizardSession, *, order_id: str, now: datetime) -> None:
    """The wizard ended in an order; the first order stays. Safe to repeat."""
    unfinished = WizardSession.objects.filter(pk=wizard.pk).exclude(
        status=WizardSession.Status.COMPLETED
    )
    unfinished.update(
        status=WizardSession.Status.COMPLETED,
        completed_steps=_STEPS_BEFORE_AN_ORDER,
        order_id=order_id,
        completed_at=now,
        updated_at=now,
    )


def _latest_unfinished(secret_hash: str) -> WizardSession | None:
    mine = WizardSession.objects.filter(
        secret_hash=secret_hash, status=WizardSession.Status.IN_PROGRESS
    )
    return mine.order_by("-updated_at", "-id").first()


def _begin(session_id: str, secret_hash: str, *, now: datetime) -> WizardSession:
    """Two first calls at once find the same wizard: the unique id decides, not an `if`."""
    fresh = WizardSession(
        session_id=session_id, secret_hash=secret_hash, created_at=now, updated_at=now
    )
    WizardSession.objects.bulk_create([fresh], ignore_conflicts=True)
    return WizardSession.objects.get(session_id=session_id)


def _as_kept(name: str, told: object) -> object:
    return "" if told is None and name in _TEXTS else told


def _upsert(wizard: WizardSession, *, told: tuple[str, ...]) -> str | None:
    """The status as saved; None when nothing was: another's wizard, or one already completed."""
    fields = [field for field in WizardSession._meta.concrete_fields if not field.primary_key]
    columns = ", ".join(str(field.column) for field in fields)
    places = ", ".join(["%s"] * len(fields))
    renewed = ", ".join(f"{name} = excluded.{name}" for name in (*told, "updated_at"))
    values = [
        field.get_db_prep_save(getattr(wizard, field.attname), connection) for field in fields
    ]
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO wizard_sessions ({columns}) VALUES ({places}) "  # noqa: S608 - our own column names
            f"ON CONFLICT (session_id) DO UPDATE SET {renewed}, status = CASE "
            "WHEN wizard_sessions.status = 'in_progress' THEN excluded.status "
            "ELSE wizard_sessions.status END "
            "WHERE wizard_sessions.secret_hash = excluded.secret_hash "
            "AND wizard_sessions.status <> 'completed' RETURNING status",
            values,
        )
        row = cursor.fetchone()
    return str(row[0]) if row else None
