"""On a machine of one's own the sample id of /test-proposal makes a proposal (TEST-01.3)."""

import json
from pathlib import Path

import pytest
from booking_helpers import NOW, SIGNER, SITE, set_rule, test_cards
from django.conf import settings as django_settings
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from standby.orders.models import Order
from standby.payments.models import Payment
from standby.workflows.sample_order import SAMPLE_ORDER_ID, make_sample_order

pytestmark = pytest.mark.usefixtures("shop", "own_folder")


def generate(order_id: str) -> dict[str, object]:
    body = {"orderId": order_id, "fileType": "general_proposal"}
    answer: dict[str, object] = (
        Client().post("/api/manual-generate-proposal", body, content_type="application/json").json()
    )
    return answer


@pytest.mark.req("TEST-01.3")
def test_the_sample_id_of_the_page_is_a_paid_order_with_a_locked_price(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = json.loads((Path(__file__).parents[3] / "web/src/messages/en.json").read_text())

    call_command("sample_order")
    call_command("sample_order")

    order = Order.objects.get()
    assert str(order.public_id) == words["test_proposal_sample_id"]
    assert order.quote.locked_at is not None
    assert Payment.objects.get().status == "paid"
    assert order.appointments.get().status == "confirmed"
    assert generate(str(SAMPLE_ORDER_ID))["success"] is True
    assert capsys.readouterr().out.splitlines() == ["One sample order.", "No new sample order."]


@pytest.fixture
def production(settings: Settings) -> None:
    changed = {"env": "production"}
    settings.ENVIRONMENT = django_settings.ENVIRONMENT.model_copy(update=changed)


@pytest.mark.usefixtures("production")
def test_production_never_has_one(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("sample_order")

    assert not Order.objects.exists()
    assert capsys.readouterr().out == "No sample order is made here.\n"


def test_where_no_day_is_on_offer_there_is_none(tmp_path: Path) -> None:
    set_rule("scheduling", "crews_per_day", 0)
    cards = test_cards(tmp_path)

    assert not make_sample_order(cards=cards, signer=SIGNER, site_url=SITE, now=NOW)
    assert not Order.objects.exists()
