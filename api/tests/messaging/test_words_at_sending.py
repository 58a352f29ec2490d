"""The words of an order's message are made when it is sent, of the facts of when it was queued."""

from datetime import timedelta
from typing import Any

import pytest
from booking_helpers import NOW, reserve
from outbox_helpers import Way, a_post, send_all, worded

from standby.company.selectors import company
from standby.core.models import Job
from standby.messaging.kinds import KINDS
from standby.messaging.models import Message
from standby.messaging.rendering import TemplateText
from standby.messaging.services import templates
from standby.orders.models import Order
from standby.orders.services.notify import notify_customer
from standby.workflows import send_messages
from standby.workflows.erase_customer import ErasureReason, erase_customer
from standby.workflows.resend_message import replay_dead_message

pytestmark = pytest.mark.usefixtures("shop")


def tell(kind: str, **facts: Any) -> Order:
    order = reserve()
    Message.objects.all().delete()
    Job.objects.all().delete()
    notify_customer(order, kind=kind, dedupe_part="once", channels=["sms"], now=NOW, **facts)
    return order


def rewrite(text: str, *, kind: str = "photo_link") -> None:
    templates.create_template_version(
        TemplateText(text=text),
        kind=kind,
        channel="sms",
        language="en",
        starts_at=NOW,
        site_url="https://site.test",
        by="staff jo",
        now=NOW,
    )


def sent() -> list[str]:
    texts = Way()
    send_all(a_post(texts=texts))
    return [text.text for text in texts.taken]


def test_a_text_that_staff_changed_meanwhile_leaves_as_it_stands_then_and_stays_so() -> None:
    tell("photo_link", least=5)
    assert Message.objects.get().text == ""
    assert worded(Message.objects.all())[0].text.startswith(f"{company().name}: ")

    rewrite("{brand}: new words {photo_link}")

    [said] = worded(Message.objects.all())
    assert said.text.startswith("Standby: new words ")
    assert sent()[0].startswith("Standby: new words ")
    rewrite("{brand}: newer words {photo_link}")
    left = Message.objects.get()
    assert (left.status, left.facts) == ("sent", {})
    assert worded([left])[0].text == said.text


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_says_of_its_stored_facts_what_it_says_at_once(kind: str) -> None:
    order = reserve()
    Message.objects.all().delete()
    sample = dict(KINDS[kind].sample)
    notify_customer(order, kind=kind, dedupe_part="once", now=NOW, **sample)

    stored = Message.objects.filter(kind=kind).order_by("channel")

    for message in stored:
        at_once = templates.render_facts(kind, message.facts | sample, in_force={})
        [read] = worded([message])
        is_mail = message.channel == "email"
        assert read.subject == (at_once.subject if is_mail else "")
        assert (read.text == at_once.sms) is not is_mail
        assert read.text


@pytest.mark.parametrize("facts", [{}, {"least": 5, "most": 6}])
def test_facts_that_a_kind_does_not_take_or_lacks_are_refused_where_they_are_told(
    facts: dict[str, Any],
) -> None:
    with pytest.raises(TypeError):
        tell("price_locked" if not facts else "photo_link", **facts)
    assert not Message.objects.exists()


def test_a_message_whose_words_cannot_be_made_fails_with_the_reason_and_is_not_lost() -> None:
    order = tell("photo_link", least=5)
    facts = Message.objects.get().facts
    Message.objects.update(facts={"booking": {"name": "Ada"}})

    assert sent() == []

    failed = Message.objects.get()
    assert (failed.status, failed.dead_at) == ("dead", NOW)
    assert failed.last_error == "its words cannot be made: ValidationError"
    assert [one.text for one in worded([failed])] == [""]
    Message.objects.update(facts=facts)
    later = NOW + timedelta(minutes=1)
    replay_dead_message(failed.pk, role="owner", actor="staff jo", now=later)
    assert "photos" in sent_at(later)
    assert Message.objects.get().order_ref == order.public_id


def sent_at(now: Any) -> str:
    texts = Way()
    send_all(a_post(texts=texts), now=now)
    [text] = texts.taken
    return str(text.text)


def test_a_customer_who_is_erased_while_the_words_are_made_leaves_none_and_gets_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    order = tell("photo_link", least=5)

    def erased_meanwhile(message: Message, **given: Any) -> None:
        templates.render(message, **given)
        customer = order.customer.public_id
        erase_customer(customer, reason=ErasureReason.RESTORED, actor="clock", now=NOW)

    monkeypatch.setattr(send_messages, "render", erased_meanwhile)

    assert sent() == []

    [erased] = Message.objects.all()
    assert (erased.text, erased.facts) == ("", {})
