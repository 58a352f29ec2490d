"""Wizard sessions, quotes, and price receipts: a promised price under a code, signed."""

import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Max, QuerySet

from standby.core.errors import NotFound, _
from standby.core.providers.crypto import Signer
from standby.pricing.models.catalog import InstallationPackage
from standby.pricing.models.quoting import (
    PriceReceipt,
    Quote,
    WizardInteractionEvent,
    WizardSession,
)
from standby.pricing.rules.firm_price import FirmPrice
from standby.pricing.rules.policy import UNFINISHED_WIZARDS_KEPT, WIZARD_IS_SILENT
from standby.pricing.selectors.catalog import PricedOffer

# Columns that the browser may set; owner and completion are set by the server only.
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
# Crockford's 32 characters, which are not easily confused: 16 of them are 80 random bits.
_CHARACTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CODE_LENGTH: Final = 16
_READ_AS: Final = str.maketrans("OIL", "011", " -")
_LINES: Final = (
    "installation_cents",
    "generator_cents",
    "permit_cents",
    "sales_tax_cents",
    "discount_cents",
    "total_cents",
)


class WizardNotFound(NotFound):
    code = "wizard_not_found"
    message = _("There is no such wizard for this visitor.")


class ReceiptNotFound(NotFound):
    code = "receipt_not_found"
    message = _(
        "No price was promised under this code. Please compare it with the one on your paper."
    )


def wizard_for(*, session_id: str | None, secret_hash: str, now: datetime) -> WizardSession:
    """Return the visitor's wizard of this id, or their latest unfinished one, or a new one.

    Raises WizardNotFound when the id belongs to another visitor.
    """
    if session_id is None:
        unfinished = WizardSession.objects.filter(
            secret_hash=secret_hash, status=WizardSession.Status.IN_PROGRESS
        )
        latest = unfinished.order_by("-updated_at", "-id").first()
        return latest or _begin(str(uuid4()), secret_hash, now=now)
    wizard = WizardSession.objects.filter(session_id=session_id).first()
    wizard = wizard or _begin(session_id, secret_hash, now=now)
    if wizard.secret_hash != secret_hash:
        raise WizardNotFound
    return wizard


def has_wizard(secret_hash: str) -> bool:
    return WizardSession.objects.filter(secret_hash=secret_hash).exists()


def save_progress(
    *, session_id: str, secret_hash: str, progress: Mapping[str, Any], now: datetime
) -> WizardSession:
    """Save the given columns of a wizard; missing ones keep their value.

    A save never reopens an abandoned wizard, and never changes a completed one. Raises
    WizardNotFound when the id belongs to another visitor.
    """
    values = {
        name: "" if progress[name] is None and name in _TEXTS else progress[name]
        for name in PROGRESS
        if name in progress
    }
    if progress.get("status") == WizardSession.Status.ABANDONED:
        values["status"] = WizardSession.Status.ABANDONED
    values["updated_at"] = now
    with transaction.atomic(durable=True):
        wizard = _locked_wizard(
            WizardSession(session_id=session_id, secret_hash=secret_hash, created_at=now, **values)
        )
        if wizard.status != WizardSession.Status.COMPLETED:
            _save(wizard, values)
    return wizard


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


def complete_wizard(
    *, session_id: str, secret_hash: str, order_id: str, now: datetime
) -> WizardSession:
    """Mark the wizard as completed by its order, creating it if needed; the first order stays.

    Safe to repeat. It also locks the wizard's row, so call it before locking other rows. Raises
    WizardNotFound when the id belongs to another visitor.
    """
    values = {
        "status": WizardSession.Status.COMPLETED,
        "completed_steps": _STEPS_BEFORE_AN_ORDER,
        "order_id": order_id,
        "completed_at": now,
        "updated_at": now,
    }
    wizard = _locked_wizard(
        WizardSession(session_id=session_id, secret_hash=secret_hash, created_at=now, **values)
    )
    if wizard.status != WizardSession.Status.COMPLETED:
        _save(wizard, values)
    return wizard


def silent_wizards(*, now: datetime) -> QuerySet[WizardSession]:
    return WizardSession.objects.filter(
        status=WizardSession.Status.IN_PROGRESS, updated_at__lt=now - WIZARD_IS_SILENT
    )


def abandon(silent: QuerySet[WizardSession]) -> int:
    # Reserving still completes an abandoned wizard.
    return silent.update(status=WizardSession.Status.ABANDONED)


def unfinished_wizards(*, now: datetime) -> QuerySet[WizardSession]:
    """Return abandoned wizards past their retention; those with a quote or order are kept."""
    return WizardSession.objects.filter(
        status=WizardSession.Status.ABANDONED,
        updated_at__lt=now - UNFINISHED_WIZARDS_KEPT,
        quotes=None,
        orders=None,
    )


def _begin(session_id: str, secret_hash: str, *, now: datetime) -> WizardSession:
    # Two concurrent first requests get the same wizard: the unique constraint decides.
    wizard = WizardSession(
        session_id=session_id, secret_hash=secret_hash, created_at=now, updated_at=now
    )
    WizardSession.objects.bulk_create([wizard], ignore_conflicts=True)
    return WizardSession.objects.get(session_id=session_id)


def _locked_wizard(new: WizardSession) -> WizardSession:
    # Two concurrent first requests get the same row: the unique constraint decides. NO KEY, so that
    # rows that only reference the wizard, such as a new quote, do not wait.
    WizardSession.objects.bulk_create([new], ignore_conflicts=True)
    own = WizardSession.objects.filter(session_id=new.session_id, secret_hash=new.secret_hash)
    wizard = own.select_for_update(no_key=True).first()
    if wizard is None:
        raise WizardNotFound
    return wizard


def _save(wizard: WizardSession, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        setattr(wizard, name, value)
    wizard.save(update_fields=list(values))


def make_quote(*, wizard: WizardSession, offer: PricedOffer, now: datetime) -> Quote:
    return Quote.objects.create(
        wizard=wizard,
        band=offer.job.band,
        city=offer.city,
        township=offer.township,
        zip_code=offer.job.zip_code,
        package=offer.package,
        generator=offer.generator,
        generator_choice=offer.job.generator_choice,
        installation_cents=offer.price.installation_cents,
        generator_cents=offer.price.generator_cents,
        permit_cents=offer.price.permit_cents,
        sales_tax_cents=offer.price.sales_tax_cents,
        discount_cents=offer.price.discount_cents,
        total_cents=offer.price.total_cents,
        created_at=now,
    )


def make_version(
    quote: Quote,
    *,
    firm: FirmPrice,
    package: InstallationPackage,
    confirmed_run_ft: int,
    locked_at: datetime | None,
    now: datetime,
) -> Quote:
    """Create the quote's next version, at the price of the confirmed run in feet.

    Call it in a transaction with the order's row locked, so that version numbers have no gaps.
    """
    version = Quote.objects.get(pk=quote.pk)
    version.pk, version.supersedes = None, quote
    version.version = _newest_version(quote.wizard_id) + 1
    version.band, version.package = firm.band, package
    version.installation_cents = firm.price.installation_cents
    version.total_cents = firm.price.total_cents
    version.confirmed_run_ft, version.locked_at, version.created_at = (
        confirmed_run_ft,
        locked_at,
        now,
    )
    version.save(force_insert=True)
    return version


def lock_version(quote: Quote, *, now: datetime) -> Quote:
    locked = Quote.objects.get(pk=quote.pk)
    locked.pk, locked.supersedes = None, quote
    locked.version = _newest_version(quote.wizard_id) + 1
    locked.locked_at = locked.created_at = now
    locked.save(force_insert=True)
    return locked


def _newest_version(wizard_pk: int) -> int:
    newest = Quote.objects.filter(wizard_id=wizard_pk).aggregate(newest=Max("version"))["newest"]
    return int(newest)


def issue_receipt(
    quote: Quote, *, order_ref: UUID, reason: str, signer: Signer, now: datetime
) -> PriceReceipt:
    """Return the quote's receipt, issued as the next in the order's chain if needed.

    Call it in a transaction with the order's row locked. Safe to repeat: a quote has one receipt.
    """
    issued = PriceReceipt.objects.filter(quote=quote).first()
    if issued is not None:
        return issued
    receipt = PriceReceipt(
        code="".join(secrets.choice(_CHARACTERS) for _ in range(_CODE_LENGTH)),
        quote=quote,
        order_ref=order_ref,
        previous=PriceReceipt.objects.filter(order_ref=order_ref, next=None).first(),
        reason=_on_one_line(reason),
        issued_at=now.replace(microsecond=0),
    )
    receipt.signature = signer.sign(signed_text(receipt))
    receipt.save(force_insert=True)
    return receipt


def receipt_by_code(code: str) -> PriceReceipt:
    """Return a receipt by its code. Raises ReceiptNotFound.

    Case, spaces and hyphens do not matter, and O, I and L are read as 0 and 1.
    """
    normalized = code.upper().translate(_READ_AS)
    receipt = (
        PriceReceipt.objects.select_related("quote", "previous").filter(code=normalized).first()
    )
    if receipt is None:
        raise ReceiptNotFound
    return receipt


def chain_of(receipt: PriceReceipt) -> list[PriceReceipt]:
    issued = PriceReceipt.objects.filter(order_ref=receipt.order_ref)
    return list(issued.select_related("quote", "previous").order_by("quote__version", "pk"))


def signed_text(receipt: PriceReceipt) -> str:
    """Return the signed text, one `name: value` per line in a fixed order, without personal data.

    It is built from the rows each time, so a row that was changed no longer matches its signature.
    """
    quote, previous = receipt.quote, receipt.previous
    fields: dict[str, object] = {
        "standby price receipt": 1,
        "code": receipt.code,
        "issued": f"{receipt.issued_at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
        "version": quote.version,
        "previous": previous.code if previous else "-",
        "city": quote.city,
        "zip": quote.zip_code,
        "distance_band": quote.band,
        "confirmed_run_ft": "-" if quote.confirmed_run_ft is None else quote.confirmed_run_ft,
        "locked": "no" if quote.locked_at is None else "yes",
        "generator": quote.generator.model_number if quote.generator else "-",
        **{line: getattr(quote, line) for line in _LINES},
        "reason": receipt.reason,
    }
    return "".join(f"{name}: {_on_one_line(str(value))}\n" for name, value in fields.items())


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
