"""Price receipts: a promised price under a code, signed."""

from datetime import UTC, datetime
from typing import Final
from uuid import UUID

from django.db.models import Count, Q

from standby.core.errors import NotFound, _
from standby.core.providers.crypto import Signer
from standby.core.short_codes import new_long_code, read_long_code
from standby.core.transactions import in_transaction
from standby.pricing.models.quoting import PriceReceipt, Quote
from standby.pricing.rules.line_items import EXTRAS

_LINES: Final = (
    "installation_cents",
    "generator_cents",
    "permit_cents",
    "sales_tax_cents",
    "discount_cents",
    "total_cents",
)


class ReceiptNotFound(NotFound):
    code = "receipt_not_found"
    message = _(
        "No price was found for this code. Please compare it with the one on your proposal."
    )


@in_transaction
def issue_receipt(
    quote: Quote, *, order_ref: UUID, reason: str, signer: Signer, now: datetime
) -> PriceReceipt:
    """Return the quote's receipt, issued as the next in the order's chain if needed.

    Call it with the order's row locked. Safe to repeat: a quote has one receipt.
    """
    issued = PriceReceipt.objects.filter(quote=quote).first()
    if issued is not None:
        return issued
    receipt = PriceReceipt(
        code=new_long_code(),
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
    receipts = PriceReceipt.objects.select_related("quote", "previous")
    receipt = receipts.filter(code=read_long_code(code)).first()
    if receipt is None:
        raise ReceiptNotFound
    return receipt


def chain_of(receipt: PriceReceipt) -> list[PriceReceipt]:
    """Return the order's receipts by version, each with its `canceled_orders`."""
    canceled = Count("quote__orders", filter=Q(quote__orders__status="cancelled"))
    issued = PriceReceipt.objects.filter(order_ref=receipt.order_ref).annotate(canceled=canceled)
    chain: list[PriceReceipt] = []
    for each in issued.select_related("quote", "previous").order_by("quote__version", "pk"):
        each.canceled_orders = each.canceled
        chain.append(each)
    return chain


def signed_text(receipt: PriceReceipt) -> str:
    # It is built from the rows each time, so a row that was changed no longer matches its
    # signature.
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
        **({"quoted_run_ft": quote.quoted_run_ft} if quote.quoted_run_ft else {}),
        **{line: getattr(quote, line) for line in _LINES},
        **_extras(quote),
        "reason": receipt.reason,
    }
    return "".join(f"{name}: {_on_one_line(str(value))}\n" for name, value in fields.items())


def _extras(quote: Quote) -> dict[str, object]:
    # Receipts of flat prices read as they always did.
    extras = [line for line in quote.line_items if line["kind"] in EXTRAS]
    if not extras:
        return {}
    numbered = {
        f"extra {number}": f"{line['description']}, {line['amount_cents']}"
        for number, line in enumerate(extras, start=1)
    }
    return {"extras_cents": quote.extras_cents, **numbered}


def _on_one_line(text: str) -> str:
    return " ".join(text.split())
