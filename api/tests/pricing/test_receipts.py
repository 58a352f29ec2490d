"""A price receipt: issued once, chained, and true only as long as nothing was changed."""

import re
from typing import Any

import pytest
from booking_helpers import NOW, reserve

from standby.core.providers.crypto import Signer
from standby.orders.models import Order
from standby.pricing.models.quoting import PriceReceipt, Quote
from standby.pricing.services.receipts import (
    ReceiptNotFound,
    chain_of,
    issue_receipt,
    receipt_by_code,
    signed_text,
)

pytestmark = pytest.mark.usefixtures("shop")
SIGNER = Signer(secret_keys=["today's secret", "last year's secret"])


def issue(
    order: Order,
    *,
    quote: Quote | None = None,
    signer: Signer = SIGNER,
    reason: str = "Your reservation",
) -> Any:
    return issue_receipt(
        quote or order.quote, order_ref=order.public_id, reason=reason, signer=signer, now=NOW
    )


def next_version(quote: Quote) -> Quote:
    before = Quote.objects.get(pk=quote.pk)
    quote.pk, quote.version, quote.supersedes = None, before.version + 1, before
    quote.save(force_insert=True)
    return quote


def test_a_receipt_is_issued_once_under_a_code_that_is_not_misread() -> None:
    order = reserve()
    first, again, other = issue(order), issue(order), issue(reserve())
    assert first == again
    assert first.code != other.code
    assert first.issued_at == NOW
    assert PriceReceipt.objects.count() == 2
    for receipt in (first, other):
        assert re.fullmatch(r"[0-9A-HJKMNP-TV-Z]{16}", receipt.code)


def test_what_was_promised_stands_in_the_signed_text_and_nobodys_name() -> None:
    text = signed_text(issue(reserve()))

    for line in (
        "issued: 2025-11-03T15:00:00Z",
        "version: 1",
        "previous: -",
        "city: The Woodlands",
        "zip: 77380",
        "distance_band: close",
        "confirmed_run_ft: -",
        "locked: no",
        "generator: 7043",
        "installation_cents: 499000",
        "generator_cents: 697900",
        "permit_cents: 15000",
        "sales_tax_cents: 57577",
        "discount_cents: 0",
        "total_cents: 1269477",
        "reason: Your reservation",
    ):
        assert f"{line}\n" in text
    assert "Ada" not in text
    assert "Waterway" not in text


def test_a_line_of_the_signed_text_cannot_be_smuggled_in() -> None:
    receipt = issue(reserve(), reason="Shorter\ntotal_cents: 1")
    assert "\nreason: Shorter total_cents: 1\n" in signed_text(receipt)


def test_a_signature_is_true_under_todays_key_and_under_an_earlier_one() -> None:
    before = Signer(secret_keys=["last year's secret"])
    old, new = issue(reserve(), signer=before), issue(reserve())

    assert SIGNER.key_that_signed(signed_text(old), signature=old.signature) == before.public_key
    assert SIGNER.key_that_signed(signed_text(new), signature=new.signature) == SIGNER.public_key
    assert before.key_that_signed(signed_text(new), signature=new.signature) is None
    new.quote.total_cents -= 1
    assert SIGNER.key_that_signed(signed_text(new), signature=new.signature) is None
    for signature in ("", "no base64!", "AAAA", "ä"):
        assert SIGNER.key_that_signed("text", signature=signature) is None


def test_each_version_names_the_receipt_before_it_and_none_of_another_order() -> None:
    order, other = reserve(), issue(reserve())
    first = issue(order)
    second = issue(order, quote=next_version(Quote.objects.get(pk=order.quote_id)))
    third = issue(order, quote=next_version(Quote.objects.get(pk=second.quote_id)))
    assert [receipt.previous for receipt in (first, second, third)] == [None, first, second]
    assert chain_of(second) == [first, second, third]
    assert f"previous: {second.code}\n" in signed_text(third)
    assert (chain_of(other), other.previous) == ([other], None)


def test_a_code_is_found_however_it_is_typed_and_no_other() -> None:
    issued = issue(reserve())
    code = issued.code
    typed = "-".join(code[at : at + 4] for at in range(0, 16, 4)).lower()
    found = [receipt_by_code(text) for text in (code, typed, f" {code} ", code.replace("0", "o"))]
    assert found == [issued] * 4
    for other in ("", "0000000000000000", "%", "x" * 300, "é"):
        with pytest.raises(ReceiptNotFound):
            receipt_by_code(other)
