"""Writing audit events, each in its actor's hash chain and in the transaction of its change."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils.crypto import salted_hmac

from standby.audit.models import AuditChain, AuditEvent, Erasure
from standby.audit.rules import hash_row
from standby.audit.selectors import LONGEST_ACTOR, names_read_once
from standby.core.policy import AUDIT_RETENTION_YEARS
from standby.core.transactions import in_transaction

NOBODY: Final = "nobody"
AUDIT_RETENTION: Final = timedelta(days=366 * AUDIT_RETENTION_YEARS)  # never less than the trigger


@dataclass(slots=True, kw_only=True)
class Origin:
    """Where an action comes from: a request, a keyed hash of its network, and its credential."""

    request_id: str = ""
    network: str = ""
    credential: str = ""  # "session …" or "token …", once it was shown
    role: str = ""


# A context variable, so that code deep in a use case can record events without being passed the
# request.
_ORIGIN: Final[ContextVar[Origin | None]] = ContextVar("origin", default=None)


@contextmanager
def acting_as(*, request_id: str, network: str) -> Iterator[None]:
    """Attribute audit events recorded inside this block to the request."""
    token = _ORIGIN.set(Origin(request_id=request_id, network=network))
    try:
        with names_read_once():
            yield
    finally:
        _ORIGIN.reset(token)


def note_credential(*, credential: str, role: str) -> None:
    """Attribute what the rest of this request records to its session or token, and its role."""
    if (origin := _ORIGIN.get()) is not None:
        origin.credential, origin.role = credential, role


def origin() -> Origin:
    """Return the request that is acting; an empty one where it is the clock or a command."""
    return _ORIGIN.get() or Origin()


@in_transaction
def record_event(
    actor: str,
    *,
    action: str,
    object: str,  # noqa: A002 - the column's name
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    order_ref: UUID | None = None,
    status: int | None = None,
    now: datetime,
) -> AuditEvent:
    """Append an audit event.

    `object` is "<table> <number>" where it is a row, else a request's path; values of that model's
    personal fields are stored as keyed hashes.
    """
    actor_name = actor[:LONGEST_ACTOR] or NOBODY
    by = origin()
    chain = _locked_chain(actor_name)
    event = AuditEvent(
        at=now,
        actor=actor_name,
        credential=by.credential,
        role=by.role,
        action=action[:60],
        object=object[:200],
        order_ref=order_ref,
        status=status,
        before=_redacted_values(before, of=object),
        after=_redacted_values(after, of=object),
        request_id=by.request_id,
        network=by.network,
        prev_hash=chain.head,
    )
    event.hash = event_hash(event)
    event.save(force_insert=True)
    AuditChain.objects.filter(pk=chain.pk).update(head=event.hash)
    return event


def record_request(
    actor: str,
    *,
    operation: str,
    path: str,
    status: int,
    path_params: Mapping[str, str],
    params: Mapping[str, str],
    now: datetime,
) -> None:
    """Record a request of staff with the order that it is about, in a transaction of its own."""
    masked = {
        name: value if name in _PLAIN_PARAMS else f"hash:{keyed_hash(value)}"
        for name, value in params.items()
    }
    with transaction.atomic(durable=True):
        record_event(
            actor,
            action=operation,
            object=path,
            order_ref=_order_of(path_params),
            status=status,
            after=masked or None,
            now=now,
        )


def _order_of(path_params: Mapping[str, str]) -> UUID | None:
    for name, key in path_params.items():
        if name in _ORDER_OF_PARAM:
            table, column, path_to_order = _ORDER_OF_PARAM[name]
            rows = apps.get_model(table)._default_manager.all()
            # An unreadable key was refused by the endpoint already.
            with suppress(ValidationError, ValueError):
                order_id: UUID | None = (
                    rows.filter(**{column: key}).values_list(path_to_order, flat=True).first()
                )
                return order_id
    return None


# Parameters that hold no personal data; the values of all others are recorded as keyed hashes.
_PLAIN_PARAMS: Final = frozenset(
    {"page", "from", "to", "day", "days", "status", "rule", "costs_cents", "figure", "action"}
    | {"without_order", "group"}
)
# Of each parameter that names a row: its table, the column of the key, and the path to the order.
_ORDER_OF_PARAM: Final = {
    "order_id": ("orders.Order", "public_id", "public_id"),
    "appointment_id": ("orders.Appointment", "public_id", "order__public_id"),
    "payment_id": ("payments.Payment", "public_id", "order__public_id"),
    "refund_id": ("payments.Refund", "reference", "payment__order__public_id"),
    "review_id": ("photos.PhotoReview", "public_id", "order__public_id"),
    "photo_id": ("photos.Photo", "public_id", "review__order__public_id"),
    "message_id": ("messaging.Message", "pk", "order_ref"),
}


def _locked_chain(actor: str) -> AuditChain:
    AuditChain.objects.bulk_create([AuditChain(actor=actor)], ignore_conflicts=True)
    return AuditChain.objects.select_for_update().get(actor=actor)


def event_hash(event: AuditEvent) -> str:
    fields = {
        "at": event.at.astimezone(UTC).isoformat(),
        "actor": event.actor,
        "credential": event.credential,
        "role": event.role,
        "action": event.action,
        "object": event.object,
        "order": str(event.order_ref) if event.order_ref else "",
        "status": event.status,
        "before": event.before,
        "after": event.after,
        "request": event.request_id,
        "network": event.network,
    }
    return hash_row(fields, after=event.prev_hash)


def purge_old_events(*, now: datetime) -> int:
    """Delete audit events past their retention and return how many.

    Each chain keeps the newest of its old events, so that it stays verifiable. The database itself
    refuses to delete younger ones.
    """
    old = AuditEvent.objects.filter(at__lt=now - AUDIT_RETENTION)
    newest = old.values("actor").annotate(newest=Max("pk"))
    return sum(
        old.filter(actor=chain["actor"], pk__lt=chain["newest"]).delete()[0]
        for chain in newest.order_by("actor")
    )


def keyed_hash(value: str) -> str:
    """Hash a value with the site's key.

    Equal values can be matched without the hash revealing them.
    """
    return salted_hmac("standby.trail", value, algorithm="sha256").hexdigest()


def _redacted_values(values: Mapping[str, Any] | None, *, of: str) -> dict[str, Any] | None:
    if values is None:
        return None
    personal = _personal_fields().get(of.split(" ")[0])
    if personal is None:
        # For an unknown table the personal fields of all tables are hidden, to be on the safe side.
        personal = frozenset().union(*_personal_fields().values())
    return {
        name: f"hash:{keyed_hash(str(value))}"
        if name in personal and value not in (None, "")
        else _plain(value)
        for name, value in values.items()
    }


@cache
def _personal_fields() -> dict[str, frozenset[str]]:
    return {
        model._meta.db_table: frozenset(getattr(model, "PERSONAL", ()))
        for model in apps.get_models()
    }


def _plain(value: Any) -> Any:
    # Converted to what JSON keeps on every database, so that the hash is the same when read again.
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(each) for each in value]
    return value.isoformat() if isinstance(value, date) else str(value)


def record_erasures(erased_at: Mapping[UUID, datetime]) -> None:
    """Record when each customer was erased. Safe to repeat."""
    Erasure.objects.bulk_create(
        [Erasure(customer=customer, erased_at=at) for customer, at in erased_at.items()],
        ignore_conflicts=True,
    )
