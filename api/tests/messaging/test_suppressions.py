"""Staff's list of who gets nothing by a channel, with the evidence, and its end by one press."""

from datetime import timedelta
from typing import Any, Final

import pytest
from booking_helpers import ADA, NOW, reserve
from console_client import Console
from database_helpers import statements
from outbox_helpers import PHONE, Way, a_post, queue, send_all

from standby.accounts.models import User
from standby.audit.models import AuditEvent
from standby.audit.rules import actor_of
from standby.core.roles import Role
from standby.messaging.models import Consent, InboundMessage, Message, Suppression
from standby.messaging.services import consents
from standby.messaging.services.consents import confirm_number
from standby.messaging.services.outbox import queue_messages
from standby.orders.services.customers import change_consent
from standby.tracking.rules.waits import WaitKey
from standby.tracking.selectors.waits import waiting_groups
from standby.workflows.receive_text import receive_text, record_text_status, settle_likely_stop

pytestmark = pytest.mark.usefixtures("shop")

NUMBER: Final = "2815550100"


def listed(console: Console, search: str = "") -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = console.get(f"suppressions?search={search}")["items"]
    return rows


def lift(console: Console, number: int | None = None) -> int:
    number = number or Suppression.objects.get(lifted_at=None).pk
    status: int = console.call("POST", f"suppressions/{number}/lift").status_code
    return status


def receive(text: str, *, sid: str = "SM1") -> None:
    receive_text(sid=sid, sender="+12815550100", text=text, now=NOW)


def by_page(channel: str) -> None:
    change_consent(reserve(), channel=Message.Channel(channel), agrees=False, now=NOW)


def by_provider() -> None:
    queue()
    send_all(a_post())
    record_text_status("ref-1", status="failed", code="21610", now=NOW)


def by_staff() -> None:
    receive("no more texts pls")
    number = InboundMessage.objects.get().pk
    settle_likely_stop(number, is_opt_out=True, staff="staff Jo", now=NOW)


CASES: Final[dict[str, tuple[Any, str, str, str, str]]] = {
    "their STOP": (
        lambda: receive("STOP"),
        "sms",
        "They texted it to us.",
        "STOP",
        "start",
    ),
    "their page, texts": (
        lambda: by_page("sms"),
        "sms",
        "They turned it off on their booking page.",
        "",
        "",
    ),
    "their page, mail": (
        lambda: by_page("email"),
        "email",
        "They turned it off on their booking page.",
        "",
        "",
    ),
    "the provider": (
        by_provider,
        "sms",
        "Our provider of texts answered that they opted out there (21610).",
        "",
        "start",
    ),
    "staff's decision": (
        by_staff,
        "sms",
        "They texted words that staff read as an opt-out.",
        "no more texts pls",
        "yes",
    ),
    "words that wait": (
        lambda: receive("no more texts pls"),
        "sms",
        "They texted words that may be an opt-out, and nobody has decided yet.",
        "no more texts pls",
        "",
    ),
    "an earlier release": (
        lambda: consents.suppress("email", recipient=ADA.email, reason="asked by phone", now=NOW),
        "email",
        "asked by phone",
        "",
        "",
    ),
}


@pytest.mark.req("MSG-04.5")
@pytest.mark.parametrize("case", CASES)
def test_each_opt_out_is_listed_with_what_shows_it_and_what_texts_need_beside(case: str) -> None:
    begin, channel, evidence, words, texts_need = CASES[case]
    begin()

    [row] = listed(Console(Role.VIEWER))

    assert row == {
        "id": Suppression.objects.get().pk,
        "channel": channel,
        "recipient": NUMBER if channel == "sms" else ADA.email.lower(),
        "is_erased": False,
        "is_pause": case == "words that wait",
        "evidence": evidence,
        "words": words,
        "since": NOW.isoformat(),
        "texts_need": texts_need,
        "unsent": 0,
    }


@pytest.mark.req("MSG-04.5")
def test_who_lifted_it_and_when_stays_on_the_row_and_in_the_audit_log_and_no_consent_appears() -> (
    None
):
    by_page("email")
    console = Console(Role.DISPATCHER)
    before = list(Consent.objects.values_list("pk", "is_granted"))

    assert [lift(console), lift(console, Suppression.objects.get().pk)] == [204, 204]

    row = Suppression.objects.get()
    assert row.lifted_at is not None
    assert row.lifted_by == actor_of(console.user.public_id)
    assert (row.lifted_credential.split(" ")[0], row.lifted_role) == ("session", "dispatcher")
    [event] = AuditEvent.objects.filter(action="suppression_lifted")
    assert (event.actor, event.object) == (row.lifted_by, f"suppressions {row.pk}")
    assert event.before is not None
    assert event.before["reason"] == "on their page"
    assert ADA.email not in str(event.before)
    assert list(Consent.objects.values_list("pk", "is_granted")) == before
    assert listed(console) == []


@pytest.mark.req("MSG-04.5")
@pytest.mark.parametrize("channel", ["email", "sms"])
def test_after_lifting_the_next_message_is_sent_and_what_was_left_stays_unsent(
    channel: str,
) -> None:
    by_page(channel)
    confirm_number(PHONE, now=NOW)
    Message.objects.all().delete()
    to, way = (ADA.email if channel == "email" else PHONE), Way()
    queue(to, kind="date_lost")
    send_all(a_post(way, way))
    assert way.taken == []

    lift(Console(Role.OWNER))
    queue(to, kind="refund_sent")
    send_all(a_post(way, way))

    assert [sent.to for sent in way.taken] == [to]
    assert [str(one.outcome) for one in Message.objects.order_by("pk")] == ["opted_out", "sent"]


@pytest.mark.req("MSG-04.5")
def test_after_a_stop_that_was_lifted_a_text_goes_only_once_start_came_from_the_number() -> None:
    receive("STOP")
    lift(Console(Role.OWNER))
    texts = Way()
    Message.objects.all().delete()

    def send(number: int) -> int:
        text = Message(
            kind="refund_sent", channel="sms", recipient=PHONE, text="Hi", dedupe_key=f"{number}"
        )
        queue_messages(text, now=NOW)
        send_all(a_post(texts=texts))
        return len(texts.taken)

    assert send(1) == 0
    assert Message.objects.get().outcome == "unconfirmed"
    receive("START", sid="SM2")
    assert send(2) == 1


@pytest.mark.req("MSG-04.5")
def test_lifting_a_pause_decides_that_the_words_were_not_meant() -> None:
    receive("no more texts pls")

    assert lift(Console(Role.OWNER)) == 204

    assert InboundMessage.objects.get().meaning == "words"
    assert not consents.is_suppressed("sms", recipient=PHONE)


def test_lifting_what_was_turned_off_on_a_page_decides_about_the_words_that_came_since() -> None:
    by_page("sms")
    receive("no more texts pls")
    console = Console(Role.OWNER)

    [row] = listed(console)
    assert (row["is_pause"], lift(console)) == (True, 204)

    assert InboundMessage.objects.get().meaning == "words"
    waits = waiting_groups([WaitKey.PAUSED_TEXTS], user=User(), now=NOW)
    assert waits == []
    assert not consents.is_suppressed("sms", recipient=PHONE)


def test_a_customer_who_comes_back_by_themselves_is_named_as_the_one_who_lifted_it() -> None:
    receive("STOP")
    receive("START", sid="SM2")

    row = Suppression.objects.get()
    assert (row.lifted_by, row.lifted_credential, row.lifted_role) == ("visitor", "", "")


@pytest.mark.req("MSG-04.5")
def test_they_are_found_by_a_part_of_the_address_or_number_and_come_in_pages() -> None:
    for number in range(60):
        to = f"n{number:02}@example.org"
        consents.suppress("email", recipient=to, reason="on their page", now=NOW)
    consents.suppress("sms", recipient="(281) 555-0107", reason="on their page", now=NOW)
    console = Console(Role.OWNER)

    first = console.get("suppressions")
    rest = console.get(f"suppressions?before={first['next_before']}")

    assert len(first["items"]) == 50
    assert first["items"][0]["recipient"] == "2815550107"
    assert len(rest["items"]) == 11
    assert rest["next_before"] is None
    assert [row["recipient"] for row in listed(console, "N07")] == ["n07@example.org"]
    assert [row["recipient"] for row in listed(console, "n07@")] == ["n07@example.org"]
    assert [row["recipient"] for row in listed(console, "281 555-0107")] == ["2815550107"]
    assert [row["recipient"] for row in listed(console, "0107")] == ["2815550107"]
    assert listed(console, "nobody") == []


@pytest.mark.req("MSG-04.7")
def test_the_opt_out_of_an_erased_customer_is_listed_as_erased_and_found_by_the_whole_number() -> (
    None
):
    receive("STOP")
    row = Suppression.objects.get()
    consents.anonymize_recipients(Suppression, [row.pk])
    console = Console(Role.OWNER)

    [shown] = listed(console)
    assert (shown["recipient"], shown["is_erased"], shown["texts_need"]) == ("", True, "start")
    assert consents.is_suppressed("sms", recipient=PHONE)
    assert [each["id"] for each in listed(console, "(281) 555-0100")] == [row.pk]
    assert listed(console, "555-0100") == []
    assert listed(console, "erased") == []


@pytest.mark.req("MSG-04.4")
def test_an_address_of_an_account_or_of_staff_that_gets_nothing_waits_until_it_is_lifted() -> None:
    to = "office@example.org"
    consents.suppress("email", recipient=to, reason="on their page", now=NOW)
    for kind in ("account_recovery", "staff_needed"):
        queue(to, kind=kind)
    send_all(a_post(), now=NOW + timedelta(minutes=1))
    console = Console(Role.OWNER)
    Message.objects.update(dead_at=Suppression.objects.get().since)

    def waiting(*, now: Any = NOW) -> list[tuple[str, str]]:
        keys = [WaitKey.SUPPRESSED_MESSAGES]
        groups = waiting_groups(keys, user=User(), now=now)
        return [(item.title, item.detail) for group in groups for item in group.items]

    assert waiting() == [(to, "They turned it off on their booking page.")]
    assert waiting(now=NOW + timedelta(days=15)) == []
    lift(console)
    assert waiting() == []


def test_a_page_of_them_takes_as_many_statements_as_one_row() -> None:
    console = Console(Role.OWNER)
    counts = []
    for number in range(3):
        phone, mail = f"281555010{number}", f"n{number}@example.org"
        for channel, to in (("sms", phone), ("email", mail)):
            consents.suppress(channel, recipient=to, reason="on their page", now=NOW)
        with statements() as ran:
            listed(console)
        counts.append(len(ran))

    assert counts[1:] == counts[:1] * 2
