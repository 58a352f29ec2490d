"""Storing documents; making proposals ready, accepting and superseding them."""

from dataclasses import dataclass
from datetime import datetime

from standby.core.errors import Conflict, _
from standby.core.lifecycle import PROPOSAL, StatusMoved, statuses_before
from standby.documents.models import OrderFile, Proposal
from standby.orders.models import Order
from standby.orders.services.order_log import VISITOR, log_change
from standby.pricing.models.quoting import Quote

Status = Proposal.Status


class ProposalChanged(Conflict):
    code = "proposal_changed"
    message = _("Your proposal changed since you opened it. Please look at the new one.")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredDocument:
    """A document's file in our storage."""

    type: OrderFile.Type
    title: str
    version: int
    key: str
    sha256: str
    size_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """The homeowner's acceptance of one file; `origin` is a pseudonymous key of the client."""

    typed_name: str
    sha256: str
    agreement_versions: dict[str, str]
    origin: str


def store_document(order: Order, *, stored: StoredDocument, now: datetime) -> OrderFile:
    return OrderFile.objects.create(
        order=order,
        type=stored.type,
        title=stored.title,
        version=stored.version,
        key=stored.key,
        sha256=stored.sha256,
        size_bytes=stored.size_bytes,
        created_at=now,
    )


def ready_proposal(
    order: Order, *, quote: Quote, file: OrderFile, actor: str, now: datetime
) -> Proposal:
    """Create a ready proposal, in the caller's transaction; an earlier ready one is superseded."""
    for earlier in Proposal.objects.filter(order=order, status=Status.READY):
        _become(earlier, Status.SUPERSEDED, actor=actor, now=now)
    proposal = Proposal.objects.create(
        order=order, quote=quote, file=file, version=file.version, created_at=now
    )
    _log(proposal, before="", actor=actor, now=now)
    return proposal


def accept(proposal: Proposal, *, signature: Signature, now: datetime) -> None:
    """Accept a proposal. Raises ProposalChanged when its file differs or it was superseded."""
    if signature.sha256 != proposal.file.sha256:
        raise ProposalChanged
    signed: dict[str, object] = {
        "accepted_at": now,
        "accepted_name": signature.typed_name,
        "accepted_sha256": signature.sha256,
        "accepted_from": signature.origin,
        "agreement_versions": signature.agreement_versions,
    }
    try:
        _become(proposal, Status.ACCEPTED, actor=VISITOR, now=now, **signed)
    except StatusMoved as moved:
        raise ProposalChanged from moved


def _become(
    proposal: Proposal, status: Status, *, actor: str, now: datetime, **extra: object
) -> None:
    before = proposal.status
    movable = Proposal.objects.filter(pk=proposal.pk, status__in=statuses_before(PROPOSAL, status))
    if not movable.update(status=status, **extra):
        raise StatusMoved
    proposal.refresh_from_db()
    _log(proposal, before=before, actor=actor, now=now)


def _log(proposal: Proposal, *, before: str, actor: str, now: datetime) -> None:
    log_change(
        proposal.order,
        subject="proposal",
        change=(before, proposal.status),
        actor=actor,
        now=now,
        note=f"version {proposal.version}",
    )
