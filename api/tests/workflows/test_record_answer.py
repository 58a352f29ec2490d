"""An act about anything of an order is found by the order (F8)."""

import uuid

import pytest
from bookings import NOW, appointment_of
from loose_rows import a_refund
from photo_reviews import an_order_that_asks_for_photos, announced

from standby.audit.models import AuditEvent
from standby.messaging.models import Message
from standby.orders.models import Order
from standby.payments.models import Payment
from standby.workflows.record_request import record_request

pytestmark = pytest.mark.usefixtures("shop")


def recorded(**named: object) -> AuditEvent:
    record_request(
        "staff jo",
        operation="look",
        path="/api/staff/somewhere",
        status=200,
        path_params={name: str(key) for name, key in named.items()},
        params={},
        now=NOW,
    )
    return AuditEvent.objects.latest("pk")


@pytest.fixture
def order(shop: None) -> Order:
    return an_order_that_asks_for_photos()


def test_whatever_hangs_on_an_order_leads_to_it(order: Order) -> None:
    payment = Payment.objects.get()
    refund = a_refund(payment)
    photo = announced(order, size_bytes=1)
    keys = {
        "order_id": order.public_id,
        "appointment_id": appointment_of(order).public_id,
        "payment_id": payment.public_id,
        "refund_id": refund.reference,
        "review_id": photo.review.public_id,
        "photo_id": photo.public_id,
        "message_id": Message.objects.filter(order_ref=order.public_id)[0].pk,
    }

    found = {recorded(rendition="shown", **{name: key}).order_ref for name, key in keys.items()}

    assert found == {order.public_id}


def test_a_key_that_is_none_of_ours_leads_nowhere() -> None:
    assert recorded(order_id=uuid.uuid4()).order_ref is None
    assert recorded(order_id="no uuid").order_ref is None
    assert recorded(kind="equipment").order_ref is None
