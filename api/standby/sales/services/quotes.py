"""Custom quotes: made and changed by staff, opened and answered by the customer.

Every change is a conditional update on the version that its author saw, so that of two who change
or answer at once one is told to look again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any, Final
from uuid import UUID

from django.core.signing import BadSignature, Signer
from django.db import transaction

from standby.company.selectors import company
from standby.core.clock import local_date
from standby.core.errors import Conflict, NotFound, _
from standby.core.policy import MARKET_ZONE
from standby.core.words import active_language, dollars, full_weekday_date, in_english, say
from standby.coverage.rules.addresses import extract_zip
from standby.messaging.models import Message
from standby.messaging.rendering import (
    SITE,
    TemplateContext,
    builtin_templates,
    email_parts,
    email_text,
    render,
)
from standby.messaging.services import consents, outbox
from standby.orders.models import Order
from standby.orders.rules.policy import CALLERS_CONSENT
from standby.pricing.rules.distance import longest_flat_run_ft, package_band_for
from standby.pricing.rules.line_items import (
    GeneratorLineMismatch,
    LineItem,
    LineKind,
    price_of_lines,
    read_lines,
    stored_lines,
)
from standby.pricing.selectors.catalog import (
    CustomPrice,
    Selection,
    bands_in_force,
    configuration,
)
from standby.sales.models import CustomQuote
from standby.sales.rules.policy import CUSTOM_QUOTE_VALID

Status = CustomQuote.Status
_SIGNER: Final = Signer(salt="standby.sales.quote", sep=".")
PAGE: Final = "/quote"


class QuoteNotFound(NotFound):
    code = "custom_quote_not_found"
    message = _("There is no quote under this link.")


class QuoteChanged(Conflict):
    code = "custom_quote_changed"
    message = _("This quote has changed since you opened it. Please look at it again.")


class QuoteAnswered(Conflict):
    code = "custom_quote_answered"
    message = _("This quote was answered already.")


class QuoteExpired(Conflict):
    code = "custom_quote_expired"
    message = _("This quote is no longer valid. Please call us for a new one.")


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteContent:
    """What staff enter."""

    name: str
    phone: str
    email: str
    agrees_to_texts: bool
    address: str
    run_ft: int
    generator_choice: str
    model_number: str
    lines: Sequence[LineItem]
    message: str

    def columns(self) -> dict[str, Any]:
        price = price_of_lines(self.lines, tax_rate=configuration().sales_tax_rate)
        has_machine = any(line.kind == LineKind.GENERATOR for line in self.lines)
        if has_machine != (self.generator_choice == "buy_here"):
            raise GeneratorLineMismatch(field="line_items")
        return {
            "name": self.name,
            "phone": self.phone,
            "email": self.email,
            "agrees_to_texts": self.agrees_to_texts,
            "address": self.address,
            "run_ft": self.run_ft,
            "generator_choice": self.generator_choice,
            "model_number": self.model_number,
            "line_items": [line.as_dict() for line in self.lines],
            "total_cents": price.total_cents,
            "message": self.message,
        }


def create_quote(
    content: QuoteContent, *, lead: tuple[str, str], staff: str, now: datetime
) -> CustomQuote:
    """Store a draft; `lead` is the source and the id of the lead that it is for, or empty."""
    return CustomQuote.objects.create(
        **content.columns(),
        lead_source=lead[0],
        lead_ref=lead[1],
        valid_until=now + CUSTOM_QUOTE_VALID,
        made_by=staff,
        created_at=now,
        updated_at=now,
    )


def change_quote(
    public_id: UUID, content: QuoteContent, *, if_version: int, staff: str, now: datetime
) -> CustomQuote:
    """Change a quote that is not answered. One that was sent is sent again, as a new version.

    Raises QuoteNotFound, QuoteAnswered and QuoteChanged.
    """
    with transaction.atomic(durable=True):
        quote = quote_by_id(public_id)
        was_sent = quote.status in CustomQuote.WAITS
        _update(quote, if_version=if_version, now=now, made_by=staff, **content.columns())
        if was_sent:
            _deliver(quote, staff=staff, now=now)
        return quote


def send_quote(public_id: UUID, *, if_version: int, staff: str, now: datetime) -> CustomQuote:
    """Send the quote's link to the customer; it is valid from today on.

    Raises QuoteNotFound, QuoteAnswered and QuoteChanged.
    """
    with transaction.atomic(durable=True):
        quote = quote_by_id(public_id)
        _update(quote, if_version=if_version, now=now)
        _deliver(quote, staff=staff, now=now)
        return quote


def open_quote(token: str, *, now: datetime) -> CustomQuote:
    """Return the quote of a link, and note that it was opened. Raises QuoteNotFound."""
    quote = quote_by_token(token)
    sent = CustomQuote.objects.filter(pk=quote.pk, status=Status.SENT)
    if sent.update(status=Status.OPENED, opened_at=now):
        quote.status, quote.opened_at = Status.OPENED, now
    return quote


def decline_quote(quote: CustomQuote, *, version: int, reason: str, now: datetime) -> None:
    """Raises QuoteAnswered and QuoteChanged."""
    _answer(quote, version=version, status=Status.DECLINED, decline_reason=reason, decided_at=now)


def accept_quote(
    quote: CustomQuote,
    *,
    version: int,
    order: Order,
    typed_name: str,
    agreement_versions: Mapping[str, str],
    taken_by: str,
    now: datetime,
) -> None:
    """Note the acceptance, in the transaction that made its order.

    `taken_by` names who of the staff heard it on the phone; it is empty when the customer gave it
    on the quote's page.

    Raises QuoteAnswered and QuoteChanged, which undoes the order.
    """
    _answer(
        quote,
        version=version,
        status=Status.ACCEPTED,
        order=order,
        typed_name=typed_name,
        agreement_versions=dict(agreement_versions),
        accepted_by=taken_by,
        decided_at=now,
    )


def ensure_open(quote: CustomQuote, *, version: int, now: datetime) -> None:
    """Raise QuoteAnswered, QuoteChanged or QuoteExpired unless it may be accepted."""
    if quote.status not in CustomQuote.WAITS:
        raise QuoteAnswered
    if quote.version != version:
        raise QuoteChanged
    if now > quote.valid_until:
        raise QuoteExpired


def quote_by_id(public_id: UUID) -> CustomQuote:
    quote = CustomQuote.objects.select_related("order").filter(public_id=public_id).first()
    if quote is None:
        raise QuoteNotFound
    return quote


def quote_by_token(token: str) -> CustomQuote:
    # A draft is nobody's business yet.
    try:
        public_id = UUID(_SIGNER.unsign(token))
    except (BadSignature, ValueError) as error:
        raise QuoteNotFound from error
    quote = quote_by_id(public_id)
    if quote.status == Status.DRAFT:
        raise QuoteNotFound
    return quote


def link_of(quote: CustomQuote) -> str:
    return f"{SITE}{PAGE}/{_SIGNER.sign(quote.public_id.hex)}"


def selection_of(quote: CustomQuote) -> Selection:
    """Return what it is for. Raises RunTooLong where there are no bands."""
    return Selection(
        band=package_band_for(quote.run_ft, bands_in_force()).code,
        address=quote.address,
        claimed_zip_code=extract_zip(quote.address) or "",
        generator_choice="buy_here" if quote.generator_choice == "buy_here" else "provide_own",
        model_number=quote.model_number,
    )


def price_of(quote: CustomQuote) -> CustomPrice:
    lines = read_lines(quote.line_items)
    untaxed = price_of_lines(lines, tax_rate=Decimal())
    # With the tax that it was quoted with, whatever the rate is today.
    sales_tax_cents = quote.total_cents - untaxed.total_cents
    return CustomPrice(
        lines=lines,
        price=replace(untaxed, sales_tax_cents=sales_tax_cents),
        run_ft=quote.run_ft if quote.run_ft > longest_flat_run_ft(bands_in_force()) else None,
    )


def pdf_facts(quote: CustomQuote) -> dict[str, Any]:
    """Return what the PDF of a quote states: its lines with tax, as its page shows them.

    In the active language, but for its lines and message, which staff wrote.
    """
    custom = price_of(quote)
    return {
        "language": active_language(),
        "number": str(quote.public_id)[:8].upper(),
        "version": quote.version,
        "is_draft": quote.status == Status.DRAFT,
        "made_on": local_date(quote.sent_at or quote.updated_at).isoformat(),
        "valid_until": local_date(quote.valid_until).isoformat(),
        "customer": {"name": quote.name, "address": quote.address},
        "run_ft": quote.run_ft,
        "message": quote.message,
        "lines": [
            {
                **line,
                "cents": line["amount_cents"],
                "is_sum": line["kind"] in (LineKind.TAX, LineKind.DISCOUNT),
            }
            for line in stored_lines(custom.lines, custom.price)
        ],
        "total_cents": quote.total_cents,
    }


def _update(quote: CustomQuote, *, if_version: int, now: datetime, **columns: Any) -> None:
    unanswered = CustomQuote.objects.filter(
        pk=quote.pk, version=if_version, status__in=(Status.DRAFT, *CustomQuote.WAITS)
    )
    columns |= {"version": if_version + 1, "updated_at": now}
    if not unanswered.update(**columns):
        quote.refresh_from_db()
        is_answered = quote.status in (Status.ACCEPTED, Status.DECLINED)
        raise QuoteAnswered if is_answered else QuoteChanged
    quote.refresh_from_db()


def _answer(quote: CustomQuote, *, version: int, **columns: Any) -> None:
    waiting = CustomQuote.objects.filter(pk=quote.pk, version=version, status__in=CustomQuote.WAITS)
    if not waiting.update(updated_at=columns["decided_at"], **columns):
        quote.refresh_from_db()
        raise QuoteChanged if quote.status in CustomQuote.WAITS else QuoteAnswered
    quote.refresh_from_db()


def _deliver(quote: CustomQuote, *, staff: str, now: datetime) -> None:
    quote.status, quote.sent_at, quote.opened_at = Status.SENT, now, None
    quote.valid_until = now + CUSTOM_QUOTE_VALID
    quote.versions = [
        *quote.versions,
        {
            "version": quote.version,
            "sent_at": now.isoformat(),
            "total_cents": quote.total_cents,
            "line_items": quote.line_items,
        },
    ]
    quote.save(update_fields=["status", "sent_at", "opened_at", "valid_until", "versions"])
    # In our own language, like what staff wrote in it: the customer's is not known yet.
    with in_english():
        _queue_message(quote, now=now)
    if quote.agrees_to_texts:
        consents.record_consent(
            Message.Channel.SMS,
            recipient=quote.phone,
            agrees=True,
            purpose="transactional",
            wording=say(CALLERS_CONSENT),
            page=f"/staff/quotes, {staff}",
            now=now,
        )


def _queue_message(quote: CustomQuote, *, now: datetime) -> None:
    link = link_of(quote)
    values = {
        "brand": company().name,
        "phone": company().phone,
        "total": dollars(quote.total_cents),
        "until": full_weekday_date(quote.valid_until.astimezone(MARKET_ZONE).date()),
        "link": link,
    }
    context = TemplateContext(values=values, name=quote.name, button=(say("See your quote"), link))
    rendered = render(builtin_templates("custom_quote"), context, is_booked=False)
    dedupe_key = f"custom_quote:{quote.public_id}:{quote.version}"
    messages = [
        Message(
            kind="custom_quote",
            channel=Message.Channel.EMAIL,
            recipient=quote.email,
            subject=rendered.subject,
            text=email_text(rendered),
            email_parts=email_parts(rendered),
            dedupe_key=dedupe_key,
        )
    ]
    if quote.agrees_to_texts:
        messages.append(
            Message(
                kind="custom_quote",
                channel=Message.Channel.SMS,
                recipient=quote.phone,
                text=rendered.sms,
                dedupe_key=dedupe_key,
            )
        )
    outbox.queue_messages(*messages, now=now)
