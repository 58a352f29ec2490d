"""A locked price is put on paper, to be accepted (PROP-01)."""

from datetime import datetime
from typing import Final

from standby.apps.booking import queries as bookings
from standby.apps.booking.models import Order
from standby.apps.booking.services.changes import ensure_price_may_change
from standby.apps.proposals import queries
from standby.apps.proposals import services as proposals
from standby.apps.proposals.models import OrderFile, Proposal
from standby.domain.errors import Conflict
from standby.flows.messages.tell import tell_customer
from standby.flows.papers.paper_facts import proposal_facts
from standby.flows.papers.print_paper import Printing, print_paper, throw_away_best_effort
from standby.flows.writing import writing
from standby.providers.pdf import Paper, Template

_MOST_TRIES: Final = 3
_TYPE: Final = OrderFile.Type.GENERAL_PROPOSAL


class PriceNotLocked(Conflict):
    """The price is not locked yet: a proposal is made when the photos were reviewed."""

    code = "price_not_locked"


class ProposalOvertaken(Conflict):
    """The price was changed while the proposal was made. Please try again."""

    code = "proposal_overtaken"


def make_proposal(order: Order, *, printing: Printing, actor: str, now: datetime) -> Proposal:
    """Safe to repeat: one locked price has one proposal. A new price supersedes the one before.

    Printed outside the transaction. Raises PriceNotLocked, PriceAgreed, ProposalOvertaken,
    PressFailed and FilesDown.
    """
    for _ in range(_MOST_TRIES):
        seen = Order.objects.select_related("quote").get(pk=order.pk)
        made = queries.proposal_of(seen.quote, order=seen) or _print_and_keep(
            seen, printing=printing, actor=actor, now=now
        )
        if made is not None:
            return made
    raise ProposalOvertaken


def _print_and_keep(
    seen: Order, *, printing: Printing, actor: str, now: datetime
) -> Proposal | None:
    """None when the order moved on meanwhile: then it is looked at again."""
    if seen.quote.locked_at is None:
        raise PriceNotLocked
    ensure_price_may_change(seen)
    version = queries.next_version(seen, file_type=_TYPE)
    kept = print_paper(
        seen,
        paper=Paper(
            template=Template.PROPOSAL,
            facts=proposal_facts(seen, version=version, site_url=printing.site_url, now=now),
            made_at=now,
        ),
        title=f"Proposal, version {version}",
        version=version,
        printing=printing,
    )
    made = _keep_if_unmoved(seen, kept=kept, actor=actor, now=now)
    if made is None:
        throw_away_best_effort(kept, files=printing.files)
    return made


def _keep_if_unmoved(
    seen: Order, *, kept: proposals.Kept, actor: str, now: datetime
) -> Proposal | None:
    with writing():
        order = bookings.lock_order(seen.pk)
        is_as_seen = (order.quote_id, order.status) == (seen.quote_id, seen.status)
        is_next = queries.next_version(order, file_type=_TYPE) == kept.version
        if not is_as_seen or not is_next or queries.proposal_of(order.quote, order=order):
            return None
        proposal = proposals.ready_proposal(
            order,
            quote=order.quote,
            file=proposals.keep_document(order, kept=kept, now=now),
            actor=actor,
            now=now,
        )
        tell_customer(
            order,
            kind="proposal_ready",
            occasion=str(proposal.public_id),
            now=now,
            total_cents=order.total_cents,
        )
        return proposal
