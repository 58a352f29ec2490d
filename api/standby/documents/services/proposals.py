"""Proposals: made from a locked price, accepted by the homeowner, superseded by a new price."""

from datetime import datetime
from typing import Any, Final

from django.utils.translation import override

from standby.core.errors import Conflict, _
from standby.core.lifecycle import PROPOSAL, StatusMoved, statuses_before
from standby.core.policy import AGREEMENT_VERSIONS
from standby.core.providers.files import FileGone, Files
from standby.core.words import say
from standby.documents import selectors
from standby.documents.models import OrderFile, Proposal
from standby.documents.providers.pdf import Template
from standby.documents.rules.clauses import left_to_pay_cents
from standby.documents.services.document_data import Facts, language_of, proposal_facts
from standby.documents.services.documents import (
    DocumentContext,
    delete_unneeded,
    render_document,
    store_document,
    storing,
)
from standby.orders.models import Order
from standby.orders.services.changes import ensure_price_may_change
from standby.orders.services.notify import notify_customer, withdraw_waiting
from standby.orders.services.order_log import VISITOR, log_change
from standby.payments.services.fee_credits import creditable_fees
from standby.photos.rules import slot_title
from standby.photos.selectors import requested_photos_of
from standby.pricing.models.quoting import PriceReceipt, Quote
from standby.pricing.rules.configuration import PaymentTerms
from standby.pricing.selectors import catalog

Status = Proposal.Status
_MOST_TRIES: Final = 3
_MOST_PHOTO_BYTES: Final = 200_000  # a proposal stays below 300 kB


class PriceNotLocked(Conflict):
    code = "price_not_locked"
    message = _(
        "The price is not locked yet. A proposal can be generated once the photos are reviewed."
    )


class ProposalOvertaken(Conflict):
    code = "proposal_overtaken"
    message = _("The price changed while the proposal was being generated. Please try again.")


class ProposalChanged(Conflict):
    code = "proposal_changed"
    message = _("Your proposal changed since you opened it. Please read the new one.")


def make_proposal(
    order: Order, *, documents: DocumentContext, actor: str, now: datetime
) -> Proposal:
    """Return the proposal of the order's locked price, rendering it first if needed.

    Idempotent: one locked price has one proposal, which supersedes those of earlier prices and
    those whose credit is no longer the account's. Call it outside a transaction. Raises
    PriceNotLocked, PriceAgreed, ProposalOvertaken, RenderFailed and FilesDown.
    """
    for _attempt_no in range(_MOST_TRIES):
        current = Order.objects.select_related("quote").get(pk=order.pk)
        proposal = selectors.proposal_of(current.quote, order=current)
        if proposal is not None and not is_outdated(proposal, now=now):
            return proposal
        if current.quote.locked_at is None:
            raise PriceNotLocked
        ensure_price_may_change(current)
        version = selectors.next_version(current, file_type=OrderFile.Type.GENERAL_PROPOSAL)
        terms = catalog.configuration().payment_terms
        with override(language_of(current)):
            facts = proposal_facts(
                current,
                version=version,
                terms=terms,
                site_url=documents.site_url,
                now=now,
            )
            pictures = _pictures_of(current, files=documents.files)
            title = say("Proposal, version %(version)s", version=version)
        file = render_document(
            current,
            Template.PROPOSAL,
            {**facts, "photos": pictures},
            title=title,
            version=version,
            documents=documents,
            now=now,
        )
        proposal = _store_if_unchanged(
            current,
            file=file,
            facts=facts,
            terms=terms,
            files=documents.files,
            actor=actor,
            now=now,
        )
        if proposal is not None:
            return proposal
        # The order changed during rendering, so it is read again.
        delete_unneeded(file, files=documents.files)
    raise ProposalOvertaken


def _pictures_of(order: Order, *, files: Files) -> list[dict[str, object]]:
    """Return the photos that we asked for by name, as JPEGs that we made anew, while they fit."""
    pictures: list[dict[str, object]] = []
    left = _MOST_PHOTO_BYTES
    for photo in requested_photos_of(order):
        try:
            content = files.read(photo.thumbnail_key)
        except FileGone:
            continue
        left -= len(content)
        if left < 0:
            break
        pictures.append({"name": slot_title(photo.slot), "jpeg": list(content)})
    return pictures


def _store_if_unchanged(
    rendered_order: Order,
    *,
    file: OrderFile,
    facts: Facts,
    terms: PaymentTerms,
    files: Files,
    actor: str,
    now: datetime,
) -> Proposal | None:
    with storing(file, files=files) as order:
        if (order.quote_id, order.status) != (
            rendered_order.quote_id,
            rendered_order.status,
        ) or selectors.next_version(
            order, file_type=OrderFile.Type.GENERAL_PROPOSAL
        ) != file.version:
            return None
        for earlier in Proposal.objects.filter(order=order, status=Status.READY):
            _become(earlier, Status.SUPERSEDED, actor=actor, now=now)
        proposal = Proposal.objects.create(
            order=order,
            quote=order.quote,
            file=store_document(file),
            version=file.version,
            days_to_pay=terms.days_to_pay,
            milestones=dict(terms.milestones),
            late_fee_rate=terms.late_fee_rate,
            clauses=facts["clauses"],
            clauses_sha256=str(facts["clauses_sha256"]),
            created_at=now,
        )
        _log(proposal, before="", actor=actor, now=now)
        notify_customer(
            order,
            kind="proposal_ready",
            dedupe_part=str(proposal.public_id),
            now=now,
            total_cents=order.total_cents,
            **_locked_just_now(order),
        )
        return proposal


def _locked_just_now(order: Order) -> dict[str, Any]:
    # That the price is locked waits a minute: a proposal of that minute says both in one message.
    if not withdraw_waiting(order, kind="price_locked"):
        return {}
    receipt = PriceReceipt.objects.select_related("previous__quote").get(quote=order.quote)
    was = receipt.previous.quote if receipt.previous else order.quote
    return {"was_cents": was.total_cents, "receipt_code": receipt.code}


def is_outdated(proposal: Proposal, *, now: datetime) -> bool:
    """Whether an unsigned proposal credits what the account no longer credits, or less than it.

    So after a refund of the fee, another fee that was paid, or the end of the credit's days.
    """
    left_cents = left_to_pay_cents(proposal.clauses or [])
    if proposal.status != Status.READY or left_cents is None:
        return False
    fees = creditable_fees(proposal.order, now=now)
    total_cents = proposal.quote.total_cents
    return left_cents != max(0, total_cents - sum(fee.left_cents for fee in fees))


def keep_proposal(order: Order, *, of: Quote, for_version: Quote) -> bool:
    """Let a price that holds again have the proposal that it had; returns whether it had one."""
    live = Proposal.objects.filter(order=order, quote=of).exclude(status=Status.SUPERSEDED)
    return bool(live.update(quote=for_version))


def accept(
    proposal: Proposal,
    *,
    sha256: str,
    clauses_sha256: str,
    typed_name: str,
    origin: str,
    now: datetime,
) -> None:
    """Accept a proposal. Raises ProposalChanged when it says something else or was superseded.

    `sha256` is of the file and `clauses_sha256` of the clauses that the homeowner saw, `origin` a
    pseudonymous key of the client.
    """
    if (sha256, clauses_sha256) != (proposal.file.sha256, proposal.clauses_sha256):
        raise ProposalChanged
    try:
        _become(
            proposal,
            Status.ACCEPTED,
            actor=VISITOR,
            now=now,
            accepted_at=now,
            accepted_name=typed_name,
            accepted_sha256=sha256,
            accepted_clauses_sha256=clauses_sha256,
            accepted_from=origin,
            agreement_versions=dict(AGREEMENT_VERSIONS),
        )
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
    change, note = (before, proposal.status), f"version {proposal.version}"
    log_change(proposal.order, subject="proposal", change=change, actor=actor, now=now, note=note)
