"""One of each for all the tests of faults: what is outside, a shop, and a careless one."""

from collections.abc import Iterator

import pytest
import stripe_peer
import twilio_peer
from bad_line import SMTP_421, bad_line
from google_peer import google_peer
from outside import Outside, fault_shop
from s3_peer import s3_peer
from shop import Shop
from smtp_peer import smtp_peer

ANSWERS_OF_A_MAIL = 5  # before the one that says that it is taken


@pytest.fixture(scope="session")
def whole_outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outside]:
    clock = tmp_path_factory.mktemp("breakers") / "clock"
    with (
        google_peer() as google,
        stripe_peer.running_peer() as stripe,
        twilio_peer.twilio_peer() as twilio,
        smtp_peer() as (mailbox, _),
        s3_peer() as (store, store_port),
        bad_line(google.server_port) as places,
        bad_line(stripe.port) as cards,
        bad_line(stripe.port) as cards_of_worker,
        bad_line(mailbox.port, refusal=SMTP_421, after=ANSWERS_OF_A_MAIL) as mail,
        bad_line(twilio.server_port) as texts,
        bad_line(store_port) as storage,
    ):
        yield Outside(
            places=places,
            cards=cards,
            cards_of_worker=cards_of_worker,
            mail=mail,
            texts=texts,
            storage=storage,
            stripe=stripe,
            mailbox=mailbox,
            twilio=twilio,
            store=store,
            clock=clock,
        )


@pytest.fixture
def outside(whole_outside: Outside) -> Iterator[Outside]:
    """Well when a test begins and when it ends, and no breaker rests."""
    whole_outside.be_well()
    yield whole_outside
    whole_outside.be_well()


@pytest.fixture(scope="session")
def ill_shop(whole_outside: Outside, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    """It is well as long as what is outside is."""
    with fault_shop(tmp_path_factory.mktemp("ill-shop"), whole_outside) as opened:
        yield opened


@pytest.fixture(scope="session")
def careless_shop(
    whole_outside: Outside, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Shop]:
    folder = tmp_path_factory.mktemp("careless-shop")
    with fault_shop(folder, whole_outside, application="careless") as opened:
        yield opened
