"""Five hundred messages waited for mail and texts to come back: how fast they go out then (D3)."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from bad_line import SMTP_421, BadLine, Fault, bad_line
from front import until
from hosts import Letterbox, a_postbox
from relay import Relay
from shop import report
from twilio_peer import Peer, twilio_peer

BACKLOG = 500
GIVE_UP_S = 1800  # by the wall; 600 s of it are promised, which is told and not judged
A_CALL_TAKES_S = 0.02  # of a text; a mail comes by six answers, each a little late
pytestmark = [pytest.mark.slow, pytest.mark.nightly]


@contextmanager
def ways() -> Iterator[tuple[Letterbox, Peer, BadLine, BadLine]]:
    with (
        a_postbox() as (postbox, port),
        twilio_peer() as peer,
        bad_line(port, refusal=SMTP_421) as mail,
        bad_line(peer.server_port) as texts,
    ):
        peer.takes_s = A_CALL_TAKES_S
        yield postbox, peer, mail, texts


def test_d3_a_backlog_goes_out_when_the_ways_are_open_again(tmp_path: Path) -> None:
    with ways() as (postbox, peer, mail, texts):
        for line in (mail, texts):
            line.suffer(Fault.DOWN)
        with Relay(tmp_path, smtp_port=mail.port, twilio=texts.url) as relay:
            relay.queue(BACKLOG)
            until(lambda: relay.number(_TRIED_BY) == 2)
            taken_while_down = len(postbox.taken) + len(peer.taken)
            for line in (mail, texts):
                line.suffer(None)
            began = time.monotonic()
            until(lambda: relay.left() == 0, within_s=GIVE_UP_S)
            took_s = time.monotonic() - began
            dead = relay.number("SELECT COUNT(*) FROM messages WHERE status <> 'sent'")
            report(
                f"D3 {BACKLOG} messages after an outage",
                relay,
                f"sent in {took_s:.0f} s (promised 600), {BACKLOG / took_s:.1f} a second by two "
                f"workers; lost {dead}, twice {len(postbox.taken) + len(peer.taken) - BACKLOG}",
            )

    assert taken_while_down == 0
    assert dead == 0
    assert len(set(postbox.taken)) == len(peer.taken) == BACKLOG / 2


_TRIED_BY = "SELECT COUNT(DISTINCT channel) FROM messages WHERE last_error <> ''"
