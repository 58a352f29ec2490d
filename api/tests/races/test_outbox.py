"""Messages while workers are killed and providers are ill: none is lost (D1), all go out soon (D3),
and nothing else waits for them (J3)."""

import json
import random
import socket
import time
from pathlib import Path

import pytest
from relay import ILL, LOST, Providers, Relay, ill_providers
from shop import report

MESSAGES = 300
KILLS = 8
SEED = 20261121
GIVE_UP_S = 300
pytestmark = pytest.mark.slow


def send_under_kills(relay: Relay, providers: Providers) -> int:
    """How often a worker was killed, each time in the middle of the work."""
    chance, kills = random.Random(SEED), 0
    give_up_at = time.monotonic() + GIVE_UP_S
    while relay.left():
        assert time.monotonic() < give_up_at, relay.log.read_text()[-2000:]
        if kills < KILLS and len(providers.taken) >= (kills + 1) * MESSAGES // (KILLS + 2):
            time.sleep(chance.uniform(0, 0.05))
            relay.kill_one(chance.randrange(2))
            kills += 1
        if kills == KILLS:
            relay.wait_no_longer()
        time.sleep(0.02)
    return kills


def told(relay: Relay, providers: Providers, kills: int) -> str:
    counted = relay.rows("SELECT status, COUNT(*) FROM messages GROUP BY status ORDER BY status")
    return (
        f"{kills} kills, {ILL:.0%} refused, {LOST:.0%} answers lost ({providers.lost}); "
        f"never delivered {MESSAGES - len(set(providers.taken))}, "
        f"duplicates {providers.duplicates}; {dict(counted)}"
    )


@pytest.mark.req("MSG-01")
def test_no_message_is_lost_and_few_come_twice(tmp_path: Path) -> None:
    with (
        ill_providers(SEED) as providers,
        Relay(tmp_path, smtp_port=providers.smtp_port, twilio=providers.peer.origin) as relay,
    ):
        relay.queue(MESSAGES)

        kills = send_under_kills(relay, providers)

        report(f"D1: {MESSAGES} messages, 2 workers", relay, told(relay, providers, kills))
        assert kills == KILLS
        assert len(set(providers.taken)) == MESSAGES
        assert providers.duplicates <= kills + providers.lost


def test_a_worker_that_notes_before_it_sends_loses_messages(tmp_path: Path) -> None:
    with (
        ill_providers(SEED) as providers,
        Relay(
            tmp_path,
            application="careless_worker",
            smtp_port=providers.smtp_port,
            twilio=providers.peer.origin,
        ) as relay,
    ):
        relay.queue(MESSAGES)

        kills = send_under_kills(relay, providers)

        report("control: noted as sent before it is", relay, told(relay, providers, kills))
        assert len(set(providers.taken)) < MESSAGES


@pytest.mark.req("MSG-01")
def test_a_payment_is_worked_out_while_no_mail_server_answers(tmp_path: Path) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as hole,
        Relay(
            tmp_path,
            smtp_port=hole.getsockname()[1],
            twilio=f"http://127.0.0.1:{hole.getsockname()[1]}",
        ) as relay,
    ):
        relay.queue(40)
        give_up_at = time.monotonic() + GIVE_UP_S
        while not relay.number("SELECT COUNT(*) FROM messages WHERE attempts > 0"):
            assert time.monotonic() < give_up_at, relay.log.read_text()[-2000:]
            time.sleep(0.05)

        begun = time.monotonic()
        keep_event(relay)
        while relay.number("SELECT COUNT(*) FROM card_events WHERE processed_at IS NULL"):
            assert time.monotonic() < give_up_at
            time.sleep(0.02)

        took_s = time.monotonic() - begun
        report(
            "J3: mail and texts in a black hole",
            relay,
            f"a card event was worked out after {took_s:.2f} s; {relay.left()} messages wait",
        )
        assert relay.left() == 40


def keep_event(relay: Relay) -> None:
    at = f"2026-01-15 15:00:00{'+00' if relay.database_url else ''}"
    relay.write(
        "INSERT INTO card_events "
        "(provider, event_id, type, payload, received_at, due_at, attempts, error) VALUES "
        f"('test', 'evt_1', 'customer.created', '{json.dumps({})}', '{at}', '{at}', 0, '')"
    )
