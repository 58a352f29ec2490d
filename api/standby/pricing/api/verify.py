"""Verification of a price receipt, for anyone who has its code."""

from datetime import datetime
from typing import Literal

from django.http import HttpRequest
from ninja import Router, Schema

from standby.core.limits import spend_by_client
from standby.core.providers import wiring as core_providers
from standby.core.schema import ProblemOut
from standby.pricing.rules.distance import DistanceBand
from standby.pricing.rules.policy import RECEIPTS_PER_CLIENT
from standby.pricing.services.receipts import chain_of, receipt_by_code, signed_text

router = Router(tags=["quoting"])


class ReceiptLinesOut(Schema):
    installation_cents: int
    generator_cents: int
    permit_cents: int
    sales_tax_cents: int
    discount_cents: int
    total_cents: int


class ReceiptVersionOut(Schema):
    """One version of the promised price, the first one first."""

    code: str
    version: int
    issued_at: datetime
    total_cents: int
    reason: str
    is_locked: bool
    lines: ReceiptLinesOut


class PriceReceiptOut(Schema):
    """Without name or street, since codes may be shared.

    `signed_text` is the exact signed text; `signature` and `public_key` are base64 Ed25519 (RFC
    8032), so that anybody can verify it.
    """

    code: str
    is_valid: bool
    issued_at: datetime
    city: str
    zip_code: str
    band: DistanceBand
    confirmed_run_ft: int | None
    lines: ReceiptLinesOut
    version: int
    reason: str
    is_locked: bool
    is_latest: bool
    chain: list[ReceiptVersionOut]
    algorithm: Literal["Ed25519"]
    public_key: str
    signature: str
    signed_text: str


@router.get(
    "/price-receipts/{code}",
    response={200: PriceReceiptOut, **dict.fromkeys((404, 422, 429, 503), ProblemOut)},
    operation_id="get_price_receipt",
)
def get_price_receipt(request: HttpRequest, code: str) -> PriceReceiptOut:
    """The price promised under this code, however it is typed, with its other versions."""
    spend_by_client(request, RECEIPTS_PER_CLIENT)
    receipt = receipt_by_code(code)
    chain, quote = chain_of(receipt), receipt.quote
    signer, text = core_providers.signer(), signed_text(receipt)
    key = signer.key_that_signed(text, signature=receipt.signature)
    return PriceReceiptOut(
        code=receipt.code,
        is_valid=key is not None,
        issued_at=receipt.issued_at,
        city=quote.city,
        zip_code=quote.zip_code,
        band=DistanceBand(quote.band),
        confirmed_run_ft=quote.confirmed_run_ft,
        lines=ReceiptLinesOut.from_orm(quote),
        version=quote.version,
        reason=receipt.reason,
        is_locked=quote.locked_at is not None,
        is_latest=chain[-1] == receipt,
        chain=[
            ReceiptVersionOut(
                code=each.code,
                version=each.quote.version,
                issued_at=each.issued_at,
                total_cents=each.quote.total_cents,
                reason=each.reason,
                is_locked=each.quote.locked_at is not None,
                lines=ReceiptLinesOut.from_orm(each.quote),
            )
            for each in chain
        ],
        algorithm="Ed25519",
        public_key=key or signer.public_key,
        signature=receipt.signature,
        signed_text=text,
    )
