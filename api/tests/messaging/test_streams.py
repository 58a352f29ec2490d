"""The stream of each kind of message, and the refusal of a stream by mail."""

import ast
import re
from pathlib import Path
from typing import Any, Final

import pytest
from account_helpers import a_scheduled_order
from booking_helpers import ADA, NOW, reserve
from django.conf import settings
from django.core.signing import Signer
from django.test import Client
from message_facts import power_on
from outbox_helpers import Way, a_post, queue, send_all

from standby.messaging.kinds import FROM_STAFF, KINDS
from standby.messaging.kinds.streams import KINDS_OF, STREAM_OF, STREAMS, Stream
from standby.messaging.models import Consent, Message, Suppression
from standby.messaging.services import outbox
from standby.messaging.services.consents import is_refused, unsubscribe_token
from standby.messaging.services.ways import outcome_ahead
from standby.orders.models import Order
from standby.orders.services.customers import change_consent
from standby.orders.services.notify import notify_customer
from standby.payments.providers.cards.test_mode import TestCards
from standby.pricing.models.quoting import WizardSession
from standby.workflows.reminders import agree_to_reminder
from standby.workflows.resend_message import ReaderUnsubscribed, open_channels

pytestmark = pytest.mark.usefixtures("shop")

ROOT: Final = settings.BASE_DIR.parent
CODE: Final = settings.BASE_DIR / "standby"
TEMPLATES: Final = CODE / "messaging/templates/messages/en"
REFUSED_BY: Final = {
    Stream.REMINDER: {"reminder", "recovery"},
    Stream.MARKETING: {"marketing"},
}
ONE_CLICK: Final = {"List-Unsubscribe": "One-Click"}
# Another text of a kind
VARIANTS: Final = {"text_opted_out", "text_paused", "audit_log_broken", "visitor_budget"}


def kinds_in_code() -> set[str]:
    """The kinds that `Message(kind="…")` and `queue_staff_email("…")` name."""
    found = set()
    for file in sorted(CODE.rglob("*.py")):
        tree = ast.walk(ast.parse(file.read_text()))
        for call in (each for each in tree if isinstance(each, ast.Call)):
            name = getattr(call.func, "attr", getattr(call.func, "id", ""))
            given: list[Any] = []
            if name == "Message":
                given = [keyword.value for keyword in call.keywords if keyword.arg == "kind"]
            if name == "queue_staff_email":
                given = call.args[:1]
            found |= {str(each.value) for each in given if isinstance(each, ast.Constant)}
    return found


@pytest.mark.req("MSG-04.1")
def test_each_kind_of_message_has_exactly_one_stream() -> None:
    listed = [kind for kinds in KINDS_OF.values() for kind in kinds]
    templates = {file.stem for file in TEMPLATES.glob("*.txt")} - VARIANTS

    assert len(listed) == len(set(listed))
    assert set(listed) == templates | {FROM_STAFF}
    assert set(KINDS) <= set(listed)
    assert len(kinds_in_code()) > 10
    assert kinds_in_code() <= set(listed)
    assert set(STREAMS) == set(Stream) == set(KINDS_OF)


@pytest.mark.req("MSG-04.7")
def test_the_operators_table_of_streams_is_the_codes() -> None:
    text = Path(ROOT / "docs/operating.md").read_text()
    rows = re.findall(r"^\| (\w+) \| [^|]+ \| (yes|no) \| (?:an? )?(\w+) \|$", text, re.M)

    assert rows == [
        (stream, "yes" if rules.is_refusable else "no", rules.if_suppressed)
        for stream, rules in STREAMS.items()
    ]


def sent(mail: Way) -> list[str]:
    send_all(a_post(mail))
    return [letter.subject for letter in mail.taken]


def a_mail(kind: str, to: str = ADA.email) -> Message:
    message = Message(
        kind=kind,
        channel="email",
        recipient=to,
        subject=kind,
        text="Hello",
        dedupe_key=f"{kind}:{to}:{Message.objects.count()}",
    )
    outbox.queue_messages(message, now=NOW)
    return Message.objects.get(dedupe_key=message.dedupe_key)


def refuse(kind: str) -> int:
    link = f"/unsubscribe/{unsubscribe_token(a_mail(kind))}"
    return Client().post(link, ONE_CLICK).status_code


def tell(order: Order, kind: str, **facts: Any) -> None:
    notify_customer(order, kind=kind, dedupe_part=str(Message.objects.count()), now=NOW, **facts)


@pytest.mark.req("MSG-04.2")
@pytest.mark.parametrize("kind", sorted(STREAM_OF))
def test_only_reminders_and_marketing_carry_the_header_and_their_token_alone_does_something(
    kind: str,
) -> None:
    mail, can = Way(), STREAM_OF[kind] in (Stream.REMINDER, Stream.MARKETING)
    agree_to_reminder(WizardSession(email=ADA.email), now=NOW)
    message = a_mail(kind)
    if kind == "order_cancelled":  # whether it is paid is looked up
        Message.objects.update(order_ref=reserve().public_id)

    send_all(a_post(mail))
    # Signed as ours are, also where no mail of ours would hold it.
    token = Signer(salt="standby.notifications.unsubscribe", sep=".").sign(str(message.pk))
    status = Client().post(f"/unsubscribe/{token}", ONE_CLICK).status_code

    [letter] = [one for one in mail.taken if one.subject == kind]
    assert (letter.unsubscribe_url != "") == can
    assert status == (200 if can else 404)
    assert unsubscribe_token(message) == (token if can else "")
    refused = set(Consent.objects.filter(is_granted=False).values_list("purpose", flat=True))
    assert refused == REFUSED_BY.get(STREAM_OF[kind], set())
    assert not Suppression.objects.exists()


@pytest.mark.req("MSG-04.2")
@pytest.mark.parametrize("kind", ["reminder_day", "review_invitation", "date_confirmed"])
def test_the_link_stands_in_the_body_of_what_can_be_refused_and_of_nothing_else(
    kind: str, cards: TestCards
) -> None:
    order, mail = a_scheduled_order(cards), Way()
    if kind == "review_invitation":
        power_on(order)
    Message.objects.all().delete()
    tell(order, kind, **dict(KINDS[kind].sample), channels=["email"])

    send_all(a_post(mail))

    [letter] = mail.taken
    link, can = letter.unsubscribe_url, kind != "date_confirmed"
    assert (link != "") == can
    for body in (letter.text, letter.html):
        assert ("/unsubscribe/" in body) == can
        assert link in body
        assert "[[" not in body
    assert "because you reserved an installation" in letter.html
    assert "because you asked us to remind you" not in letter.html


@pytest.mark.req("MSG-04.2")
def test_who_refused_reminders_still_gets_contract_and_account_mail_and_marketing() -> None:
    assert refuse("reminder_week") == 200
    assert refuse("reminder_week") == 200
    kinds = ["reminder_day", "date_lost", "account_recovery", "review_invitation", "staff_needed"]
    for kind in kinds:
        a_mail(kind)
    a_mail("reminder_day", to="grace@example.org")
    mail = Way()

    assert sent(mail) == [kind for kind in kinds if kind != "reminder_day"] + ["reminder_day"]
    assert [letter.to for letter in mail.taken][-1] == "grace@example.org"
    left = Message.objects.filter(status="suppressed")
    assert {(one.kind, one.outcome) for one in left} == {
        ("reminder_week", "unsubscribed"),
        ("reminder_day", "unsubscribed"),
    }
    assert Consent.objects.filter(is_granted=False).count() == 1, "the second press changes nothing"
    ahead = [outcome_ahead("email", recipient=ADA.email, kind=kind, now=NOW) for kind in kinds[:2]]
    assert ahead == ["unsubscribed", "kept"]


@pytest.mark.req("MSG-04.2")
def test_a_refused_reminder_still_goes_as_a_text_until_stop_ends_all_texts() -> None:
    refuse("reminder_day")
    Message.objects.all().delete()
    queue(kind="reminder_day")
    texts = Way()

    send_all(a_post(texts=texts))

    assert len(texts.taken) == 1


@pytest.mark.req("MSG-04.2")
def test_who_turns_emails_on_again_on_their_page_gets_reminders_again() -> None:
    order = reserve()
    refuse("reminder_day")
    assert is_refused("email", recipient=ADA.email, kind="reminder_day")

    change_consent(order, channel=Message.Channel.EMAIL, agrees=True, now=NOW)

    assert not is_refused("email", recipient=ADA.email, kind="reminder_day")


@pytest.mark.req("MSG-04.2")
def test_staff_read_that_the_customer_unsubscribed_and_a_text_still_goes() -> None:
    order = reserve()
    refuse("review_invitation")

    with pytest.raises(ReaderUnsubscribed):
        open_channels(order, {"email"}, kind="review_invitation")

    assert open_channels(order, {"email", "sms"}, kind="review_invitation") == {"sms"}
    assert open_channels(order, {"email"}, kind="photo_link") == {"email"}
