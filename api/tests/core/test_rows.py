"""Rows made and written with little ado are the rows that Django makes and writes."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db.models import Model

from standby.core.rows import FastInsertModel, insert
from standby.messaging.models import Message
from standby.orders.models import Customer, Order, OrderLocation
from standby.pricing.models.quoting import WizardSession

NOW = datetime(2026, 3, 2, 15, 4, 5, 678, tzinfo=UTC)
WIZARD: dict[str, Any] = {"session_id": "s", "secret_hash": "h" * 64, "created_at": NOW}
CUSTOMER: dict[str, Any] = {"name": "Ada", "email": "a@example.org", "created_at": NOW}


def as_django_makes(table: type[Model], **told: Any) -> Model:
    row = table.__new__(table)
    Model.__init__(row, **told)
    return row


def kept(row: Model) -> dict[str, Any]:
    made_anew = ("_state", "public_id")
    return {name: value for name, value in row.__dict__.items() if name not in made_anew}


@pytest.mark.parametrize(
    ("table", "told"),
    [
        *((table, {}) for table in FastInsertModel.__subclasses__()),
        (WizardSession, WIZARD),
        (Customer, CUSTOMER),
        (Message, {"kind": "k", "channel": "sms"}),
    ],
)
def test_a_row_is_as_django_makes_it(table: type[FastInsertModel], told: dict[str, Any]) -> None:
    assert kept(table(**told)) == kept(as_django_makes(table, **told))


def test_what_is_made_for_each_row_is_nobody_elses() -> None:
    one, other = WizardSession(**WIZARD), WizardSession(**WIZARD)
    one.completed_steps.append(1)

    assert other.completed_steps == []
    assert Customer(**CUSTOMER).public_id != Customer(**CUSTOMER).public_id


def test_rows_know_each_other() -> None:
    order = Order(id=7)
    location = OrderLocation(order=order)

    assert location.order is order
    assert order.order_location is location
    assert location.order_id == 7
    assert Order(generator=None).generator_id is None


def test_a_column_that_is_not_there_is_a_mistake() -> None:
    with pytest.raises(TypeError):
        Customer(nickname="Ada")  # type: ignore[misc]


@pytest.mark.django_db
def test_what_was_inserted_is_read_back() -> None:
    wizard = WizardSession(**WIZARD, updated_at=NOW, completed_steps=[1, 2])
    customer = Customer(**CUSTOMER, phone="1", email_key="a", phone_key="1")
    for row in (wizard, customer):
        insert(row)

        assert kept(type(row).objects.get()) == kept(row)
    assert Customer.objects.get().public_id == customer.public_id
