"""What we promise about the fee and the price, in the same words and figures wherever we say it.

The pages' own sentences: web/src/messages/promises.test.ts.
"""

import re
from pathlib import Path
from typing import Final

import pytest
from booking_client import a_body, post_checkout, post_order, work_off_events
from django.test import Client
from document_helpers import a_proposal, words_of
from outbox_helpers import worded

from standby.core.market import TERMS
from standby.messaging.models import Message

pytestmark = pytest.mark.usefixtures("shop", "own_folder")

PROMISES: Final = {
    TERMS.fee_name: {"checkout", "mail", "receipt", "proposal"},
    "$100.00": {"checkout", "mail", "receipt"},
    TERMS.fee_includes: {"checkout", "receipt"},
    f"within {TERMS.fee_credit_days} days of your final price": {"mail", "receipt"},
    f"more than {TERMS.price_rise_percent}%": {"receipt"},
    f"{TERMS.free_reschedule_hours} hours before": {"mail"},
    TERMS.photos_take: {"mail", "text"},
    "lock your price": {"mail", "text"},
    **{part["name"].lower(): {"proposal"} for part in TERMS.not_included},
}


@pytest.fixture
def said(browser: Client, own_folder: Path) -> dict[str, str]:
    order_id = post_order(browser, a_body(browser)).json()["orderId"]
    page = post_checkout(browser, order_id).json()["url"].removeprefix("http://testserver")
    checkout = browser.get(page).content.decode()
    browser.post(page, {"outcome": "approve"})
    work_off_events()
    confirmed = {
        message.channel: message.text
        for message in worded(Message.objects.filter(kind="date_confirmed"))
    }
    proposal = a_proposal(own_folder)
    return {
        "checkout": " ".join(re.sub(r"<[^>]+>", " ", checkout).split()),
        "mail": " ".join(confirmed["email"].split()),
        "text": " ".join(confirmed["sms"].split()),
        "receipt": words_of(browser.get("/api/my-booking/fee-receipt").content),
        "proposal": words_of((own_folder / proposal.file.key).read_bytes()),
    }


@pytest.mark.req("PRICE-02.1", "PRICE-02.4", "FEE-01.1")
def test_every_promise_has_one_wording(said: dict[str, str]) -> None:
    missing = [
        f"{promise!r} in the {place}"
        for promise, places in PROMISES.items()
        for place in sorted(places)
        if promise.casefold() not in said[place].casefold()
    ]

    assert missing == []
