"""Messages while workers are killed and providers are ill: none is lost (D1), all go out soon (D3),
and nothing else waits for them (J3)."""

import random
import socket
import time
from pathlib import Path

import pytest
from relay import ILL, LOST, NINE, Providers, Relay, ill_providers
from sampling import WHOLE
from shop import report, until

MESSAGES = 300 if WHOLE else 90
KILLS = 8 if WHOLE else 2
SEED = 20261121
GIVE_UP_S = 300
FASTER = 8  # a dead worker's lease ends in seconds, a slow one's does not
STORE_EVENT = f"""
from datetime import datetime
from standby.payments.services.charges import store_event
now = datetime.fromisoformat("{NINE.isoformat()}")
store_event(provider="test", event_id="evt_1", kind="customer.created", payload={{}}, now=now)
"""
pytestmark = pytest.mark.slow


def send_under_kills(relay: Relay, providers: Providers) -> None:
    """Workers are killed in the middle of the work."""
    chance = random.Random(SEED)
    for kills in range(1, KILLS + 1):
        due = kills * MESSAGES // (KILLS + 2)
        until(lambda due=due: len(providers.taken) >= due, within_s=GIVE_UP_S, step_s=0.01)  # type: ignore[misc]
        relay.kill_one(chance.randrange(2))

    def is_empty() -> bool:
        relay.wait_no_longer()
        return relay.left() == 0

    until(is_empty, within_s=GIVE_UP_S)


def summary(relay: Relay, providers: Providers) -> str:
    counted = relay.rows("SELECT status, COUNT(*) FROM messages GROUP BY status ORDER BY status")
    return (
        f"{KILLS} kills, {ILL:.0%} refused, {LOST:.0%} answers lost ({providers.lost}); "
        f"never delivered {MESSAGES - len(set(providers.taken))}, "
        f"duplicates {providers.duplicates}; {dict(counted)}"
    )


def sent_under_kills(
    data: Path, name: str, *, worker: str = "quick_worker", faster: int
) -> Providers:
    with ill_providers(SEED) as providers:
        relay = Relay(data, worker, smtp_port=providers.post.port, faster=faster)
        relay.twilio = providers.peer.origin
        with relay:
            relay.queue(MESSAGES)
            send_under_kills(relay, providers)
            report(name, relay, summary(relay, providers))
    return providers


@pytest.mark.req("MSG-01.3")
def test_no_message_is_lost_and_few_come_twice(tmp_path: Path) -> None:
    found = sent_under_kills(tmp_path, f"D1: {MESSAGES} messages, 2 workers", faster=FASTER)
    assert len(set(found.taken)) == MESSAGES
    # A worker that is killed may be sending one email and one text.
    assert found.duplicates <= 2 * KILLS + found.lost


def test_a_worker_that_notes_before_it_sends_loses_messages(tmp_path: Path) -> None:
    name = "control: noted as sent before it is"
    found = sent_under_kills(tmp_path, name, worker="careless_worker", faster=20)
    assert len(set(found.taken)) < MESSAGES


@pytest.mark.req("MSG-01.2")
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
        tried = "SELECT COUNT(*) FROM jobs WHERE attempts > 0"
        until(lambda: relay.number(tried) > 0, within_s=GIVE_UP_S)

        begun = time.monotonic()
        relay.shell(STORE_EVENT)
        waiting = "SELECT COUNT(*) FROM card_events WHERE processed_at IS NULL"
        until(lambda: relay.number(waiting) == 0, within_s=GIVE_UP_S)
        took_s = time.monotonic() - begun
        report(
            "J3: mail and texts in a black hole",
            relay,
            f"a card event was worked out after {took_s:.2f} s; {relay.left()} messages wait",
        )
        assert relay.left() == 40
