"""The same key gets the same bytes, however often and however near (C8)."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from booking_helpers import NOW, SITE, an_attempt, reserve
from database_helpers import filled
from django.conf import settings
from django.db import IntegrityError, connection
from django.db.models import CharField
from django.db.models.functions import Cast
from django.http import HttpResponse
from django.test import RequestFactory, override_settings

from standby.core.errors import Conflict
from standby.core.idempotency import IdempotencyKeyReused
from standby.core.limits import LimitReached
from standby.core.models import IdempotencyRecord, RateLimitBucket
from standby.core.policy import RateLimitRule
from standby.core.providers import wiring as core_providers
from standby.core.providers.crypto import SealBroken, Sealer
from standby.payments.models import CheckoutSession, PaymentEvent
from standby.payments.providers.cards.test_mode import TestCards
from standby.payments.services import charges
from standby.payments.services.checkouts import open_checkout


class No(Conflict):
    """No."""

    code = "no_for_this_test"


def replayed(response: HttpResponse) -> tuple[str, bool]:
    return response.content.decode(), "Idempotency-Replayed" in response


@pytest.mark.django_db
@pytest.mark.parametrize("sealer", [None, Sealer(secret_keys=["k" * 50])])
def test_of_two_at_once_both_get_the_body_of_who_was_first(sealer: Sealer | None) -> None:
    attempt = an_attempt()

    def action() -> str:
        attempt.respond_after_provider(lambda: "the other's", now=NOW, sealer=sealer)
        return "mine"

    answer = attempt.respond_after_provider(action, now=NOW, sealer=sealer)

    assert replayed(answer) == ("the other's", True)


@pytest.mark.django_db
@pytest.mark.parametrize("way", ["respond", "respond_to_new", "respond_after_provider"])
def test_a_refusal_is_not_kept(way: str) -> None:
    respond = getattr(an_attempt(), way)

    def refuse() -> str:
        raise No

    with pytest.raises(No):
        respond(refuse, status=201, now=NOW)

    assert replayed(respond(lambda: "now", status=201, now=NOW)) == ("now", False)


@pytest.mark.django_db
@pytest.mark.parametrize("way", ["respond", "respond_after_provider"])
def test_the_second_answer_is_the_first_one(way: str) -> None:
    attempt, actions = an_attempt(), iter(["a note"])  # nobody acts a second time
    respond = getattr(attempt, way)

    answers = [respond(lambda: next(actions), status=201, now=NOW) for _ in range(2)]

    assert [replayed(answer) for answer in answers] == [("a note", False), ("a note", True)]
    assert {answer.status_code for answer in answers} == {201}
    with pytest.raises(IdempotencyKeyReused):
        getattr(an_attempt(attempt.key, fingerprint="other"), way)(lambda: "x", now=NOW)


@pytest.mark.django_db
@pytest.mark.parametrize("is_refused", [False, True])
def test_who_was_second_to_a_new_request_leaves_nothing_and_gets_the_first_answer(
    is_refused: bool,
) -> None:
    attempt = an_attempt()

    def action() -> str:
        filled(RateLimitBucket, rule="of the second")
        if is_refused:
            raise No  # by what the first has done
        return "mine"

    attempt.respond_to_new(lambda: "the other's", status=201, now=NOW)
    answer = attempt.respond_to_new(action, status=201, now=NOW)

    assert (replayed(answer), answer.status_code) == (("the other's", True), 201)
    assert not RateLimitBucket.objects.exists()
    with pytest.raises(IdempotencyKeyReused):
        an_attempt(attempt.key, fingerprint="other").respond_to_new(action, now=NOW)


@pytest.mark.django_db
@pytest.mark.parametrize("rate_limits", [False, True])
def test_a_repeat_counts_nothing_and_gets_the_answer_when_no_use_is_left(
    rf: RequestFactory, rate_limits: bool
) -> None:
    once = RateLimitRule(name="once", limit=1, window=timedelta(hours=1))
    attempt, request = an_attempt(), rf.post("/")
    with override_settings(
        ENVIRONMENT=settings.ENVIRONMENT.model_copy(update={"rate_limits": rate_limits})
    ):
        assert attempt.spend_or_replay(request, once, status=201) is None
        attempt.respond_to_new(lambda: "done", status=201, now=NOW)
        for _ in range(3):
            answer = attempt.spend_or_replay(request, once, status=201)
            assert answer is not None
            assert (replayed(answer), answer.status_code) == (("done", True), 201)
        if rate_limits:
            assert set(RateLimitBucket.objects.values_list("used", flat=True)) == {1}
            with pytest.raises(LimitReached):
                an_attempt().spend_or_replay(request, once, status=201)


@pytest.mark.django_db
def test_what_has_a_secret_is_stored_sealed_and_another_key_opens_nothing() -> None:
    attempt, (before, after) = an_attempt(), ("k" * 50, "n" * 50)
    seal, other = Sealer(secret_keys=[before]), Sealer(secret_keys=[after])

    for _ in range(2):
        answer = attempt.respond_after_provider(lambda: "a live page", now=NOW, sealer=seal)
        assert answer.content == b"a live page"

    assert "live" not in IdempotencyRecord.objects.get().body
    with pytest.raises(SealBroken):
        attempt.respond_after_provider(lambda: "second", now=NOW, sealer=other)


def respond_beside_another_tab(way: str, *, times: int) -> HttpResponse:
    """The row that the other tab wrote is met so many times."""
    left = iter(range(times))

    def met() -> str:
        if next(left, None) is not None:
            raise IntegrityError("order_one_live_per_wizard")
        return "reserved"

    answer: HttpResponse = getattr(an_attempt(), way)(met, now=NOW)
    return answer


@pytest.mark.django_db
@pytest.mark.parametrize("way", ["respond", "respond_to_new"])
def test_meeting_ones_own_other_tab_is_tried_again(way: str) -> None:
    assert replayed(respond_beside_another_tab(way, times=2)) == ("reserved", False)


@pytest.mark.django_db
@pytest.mark.parametrize("way", ["respond", "respond_to_new"])
def test_a_contradiction_that_stays_is_not_hidden(way: str) -> None:
    with pytest.raises(IntegrityError):
        respond_beside_another_tab(way, times=3)

    assert not IdempotencyRecord.objects.exists()


def opened(folder: Path) -> str:
    cards = TestCards(folder=folder, secret="s" * 50)
    return open_checkout(reserve(), agreed_to=None, cards=cards, site_url=SITE, now=NOW)


@pytest.mark.usefixtures("shop")
def test_the_address_of_a_page_to_pay_on_is_sealed_in_its_row(tmp_path: Path) -> None:
    url = opened(tmp_path)

    with connection.cursor() as cursor:
        cursor.execute("SELECT url FROM stripe_checkout_sessions")
        kept = str(cursor.fetchone()[0])
    assert CheckoutSession.objects.get().url == url
    assert url not in kept
    assert kept != ""
    assert core_providers.sealer().unseal(kept) == url
    assert CheckoutSession.objects.values_list("url", flat=True).get() == url
    assert CheckoutSession.objects.exclude(url="").count() == 1


@pytest.mark.usefixtures("shop")
def test_an_address_whose_key_is_gone_reads_as_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(tmp_path)
    monkeypatch.setattr(core_providers, "sealer", lambda: Sealer(secret_keys=["n" * 50]))

    assert CheckoutSession.objects.get().url == ""


@pytest.mark.usefixtures("shop")
def test_of_a_card_event_no_address_and_no_key_of_the_providers_is_kept() -> None:
    about: dict[str, Any] = {
        "id": "cs_live_1",
        "url": "https://pay.test/c/live-page",
        "client_secret": "cs_live_1_secret_x",
        "metadata": {"payment_id": "p"},
        "charges": {"data": [{"id": "ch_1", "receipt_url": "https://pay.test/receipts/r"}]},
        "amount_total": 10000,
    }

    charges.store_event(provider="stripe", event_id="evt_1", kind="x", payload=about, now=NOW)

    event = PaymentEvent.objects.annotate(text=Cast("payload", CharField())).get()
    assert event.payload == {
        "id": "cs_live_1",
        "metadata": {"payment_id": "p"},
        "charges": {"data": [{"id": "ch_1"}]},
        "amount_total": 10000,
    }
    assert "pay.test" not in json.dumps(event.text)
