"""Two markets on one set of hosts, told apart by host name: nothing of one is seen from the other.

Each has its own database, bucket, secrets, pages, and a server and a worker on both hosts. They
share nginx, the store of their buckets and the machine. On SQLite a market's two hosts are one
host's processes.
"""

import json
import re
import socket
import ssl
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from buyers import Buyer, Staff, open_days, with_crews
from ops import served
from ops.build import build_for_these_settings
from ops.postgresql import free_port
from ops.second_market import FIRST, SECOND, words_of_the_first, words_of_the_second
from ops.served import Market, Site, nginx_before_markets
from s3_peer import s3_peer, s3_settings
from shop import report, trusting, until
from smtp_peer import SmtpPeer, smtp_peer
from stripe_peer import Peer, running_peer
from visitors import PATIENCE_S, Browser, Hosts, is_confirmed, pay, tell

pytestmark = [pytest.mark.slow, pytest.mark.nightly]
HOSTS = 2
PAGES = ("/", "/faq", "/installation-wizard", "/robots.txt")
FACTS = (
    *("/api/price-book", "/api/availability", "/api/app-configuration", "/api/generators"),
    *("/api/coverage-zipcodes", "/api/installation-packages"),
)
FEE_RECEIPT = "/api/my-booking/fee-receipt"
ORDER = "/api/create-installation-order"
# The key, session and customer of one order are another's in the other market.
SAME = {"key": "one-key-in-two-markets", "session_id": "2a6c2a54-3f10-4a7b-9a52-0f7a5c0f3a11"}
DALLAS_PRICE_CENTS = 6_123_45
# It says which market it is of, under one key in both buckets.
ADD_PHOTO = """
import os
from datetime import UTC, datetime
from standby.core.providers.wiring import files
from standby.orders.models import Order
from standby.photos.models import Photo, PhotoReview
order, now = Order.objects.get(), datetime.now(UTC)
review = PhotoReview.objects.get_or_create(order=order, defaults={"created_at": now})[0]
photo = Photo.objects.create(
    review=review, kind="photo", slot="meter", status="ready", size_bytes=9,
    key="photos/original", shown_key="photos/shown.jpg", created_at=now,
)
files().put(photo.shown_key, os.environ["STANDBY_MARKET"].encode(), content_type="image/jpeg")
print(photo.public_id)
"""
SET_PRICE = f"""
from standby.pricing.models.catalog import Generator
generator = Generator.objects.get(model_number="7228")
generator.price_cents = {DALLAS_PRICE_CENTS}
generator.save()
"""


class ByName(httpx.HTTPTransport):
    """All names are at this machine, as DNS would say."""

    def __init__(self) -> None:
        super().__init__(verify=trusting())

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        asked = httpx.Request(
            request.method,
            request.url.copy_with(host="127.0.0.1"),
            headers=request.headers,
            stream=request.stream,
            extensions={**request.extensions, "sni_hostname": request.url.host},
        )
        return super().handle_request(asked)


@dataclass
class Open:
    """A market that is open, and what belongs to its first customer."""

    folder: Path  # of the market's own facts
    foreign_words: Callable[[str], list[str]]
    port: int
    shop: Hosts
    cards: Peer
    mail: SmtpPeer
    brand: str
    site: Site = field(init=False)
    buyer: Buyer = field(init=False)
    order_id: str = field(init=False)
    link: str = field(init=False)  # the token in the mail
    photo: str = field(init=False)
    quote: str = field(init=False)
    staff: tuple[str, str] = field(init=False)  # a script's token, and an owner's

    def __post_init__(self) -> None:
        self.site = Site(f"https://{self.host}:{self.port}", self.port, 0)

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def host(self) -> str:
        return f"www.{self.name}.example"

    @property
    def address(self) -> str:
        return str(json.loads((self.folder / "place.json").read_text())["sample_address"])

    @property
    def phone(self) -> str:
        return str(json.loads((self.folder / "company.json").read_text())["phone"])

    def ask(self, path: str, method: str = "GET", **more: Any) -> httpx.Response:
        """By its host name, as somebody who comes for the first time."""
        with httpx.Client(transport=ByName(), timeout=60, trust_env=False) as http:
            return http.request(method, self.site.url(path), **more)

    def by_each(self, path: str) -> list[str]:
        """What each of its hosts says itself."""
        urls = [self.shop.url(path, server=number) for number in range(HOSTS)]
        return [self.shop.http.get(url).raise_for_status().text for url in urls]

    def order(self, buyer: Buyer) -> httpx.Response:
        _, city, state_and_zip = self.address.split(", ")
        body = buyer.request()
        body["wizardData"]["location"] |= {  # type: ignore[index]
            "address": {"formatted": self.address},
            "city": city,
            "coverage": {"is_covered": True, "zip_code": state_and_zip[-5:], "verified_at": None},
        }
        headers = {"Idempotency-Key": buyer.key, **buyer.cookie}
        return self.ask(ORDER, "POST", json=body, headers=headers)

    def foreign_in(self, text: str, other: "Open") -> list[str]:
        names = (other.brand, other.host, other.phone)
        return self.foreign_words(text) + [name for name in names if name in text]

    def is_open_on(self, day: str) -> bool:
        days = self.ask("/api/availability").json()["days"]
        return bool(next(each["open"] for each in days if each["date"] == day))


class AtMarket(Browser):
    """The buyer's own browser."""

    def __init__(self, market: Open) -> None:
        self.site, self.buyer, self.repeated = market.site, market.buyer, 0
        headers = market.buyer.cookie
        self.http = httpx.Client(transport=ByName(), timeout=60, trust_env=False, headers=headers)


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Open, Open]]:
    place, port = tmp_path_factory.mktemp("two-markets"), free_port()
    (place / "nginx").mkdir()
    with ExitStack() as opened:
        store, store_port = opened.enter_context(s3_peer())
        for folder in (FIRST, SECOND):
            store.create_bucket(Bucket=folder.name)
        files = s3_settings(f"http://127.0.0.1:{store_port}")
        houston = _opened(FIRST, words_of_the_second, "Bayou Power", place, port, files, opened)
        dallas = _opened(SECOND, words_of_the_first, "Prairie Power", place, port, files, opened)
        markets = [Market(each.name, each.host, each.shop.ports) for each in (houston, dallas)]
        sites = opened.enter_context(nginx_before_markets(markets, place / "nginx", port=port))
        houston.site, dallas.site = sites
        dallas.shop.shell(SET_PRICE)
        yield houston, dallas


def _opened(
    folder: Path,
    foreign_words: Callable[[str], list[str]],
    brand: str,
    place: Path,
    port: int,
    files: dict[str, str],
    opened: ExitStack,
) -> Open:
    cards = opened.enter_context(running_peer())
    mail, _ = opened.enter_context(smtp_peer())
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("STANDBY_MARKET", folder.name)
        pages = build_for_these_settings().resolve()
    settings = {
        "STANDBY_MARKET": folder.name,
        "STANDBY_PAGES": str(pages),
        "STANDBY_SITE_URL": f"https://www.{folder.name}.example:{port}",
        "STANDBY_SECRET_KEY": f"the-secret-of-{folder.name}-" * 3,
        "STANDBY_TRUSTED_PROXIES": "1",
        "STANDBY_PROCESSES": "1",
        "STANDBY_METRICS": "on",
        "CONTRACTOR_BRAND": brand,
        "STRIPE_SECRET_KEY": "sk_test_1",
        "STRIPE_WEBHOOK_SECRET": f"whsec_{folder.name}",
        "STRIPE_API_BASE": cards.url,
        "SMTP_HOST": "127.0.0.1",
        "SMTP_PORT": str(mail.port),
        "SMTP_SECURITY": "none",
        **files,
        "S3_BUCKET": folder.name,
    }
    shop = opened.enter_context(Hosts(place / folder.name, settings=settings, size=HOSTS))
    return Open(folder, foreign_words, port, shop, cards, mail, brand)


@dataclass(frozen=True)
class Sold:
    """The markets after one order in each, for the same day, by one customer."""

    both: tuple[Open, Open]
    open_days_seen: list[tuple[bool, bool]]  # in Houston and Dallas, after each order
    statuses: list[int]


@pytest.fixture(scope="module")
def sold(both: tuple[Open, Open]) -> Sold:
    day = open_days(both[0].shop)[5]
    assert day in open_days(both[1].shop)
    seen, statuses = [], []
    for market in both:
        with_crews(market.shop, [day], 1)
    for market in both:
        market.buyer = Buyer(day, number=77, **SAME)
        placed = market.order(market.buyer)
        statuses.append(placed.status_code)
        market.order_id = str(placed.json()["orderId"])
        until(lambda market=market: not market.is_open_on(day), within_s=PATIENCE_S)  # type: ignore[misc]
        seen.append((both[0].is_open_on(day), both[1].is_open_on(day)))
        _make_belongings(market)
    return Sold(both, seen, statuses)


def _make_belongings(market: Open) -> None:
    with AtMarket(market) as browser:
        pay(browser, market.order_id, market.cards, signed_with=f"whsec_{market.name}")
        until(lambda: is_confirmed(browser), within_s=PATIENCE_S)
    until(lambda: bool(_links_in(market.mail)), within_s=PATIENCE_S)
    market.link = _links_in(market.mail)[0]
    market.photo = market.shop.shell(ADD_PHOTO)
    choice = {"band": "close", "generator_choice": "buy_here", "model_number": "7043"}
    saved = market.ask("/api/saved-quotes", "POST", json=choice | {"address": market.address})
    market.quote = str(saved.json()["token"])
    market.staff = (Staff(market.shop).token, Staff(market.shop, is_owner=True).token)


def _links_in(mail: SmtpPeer) -> list[str]:
    return [link for text in _texts(mail) for link in re.findall(r"/b/([\w-]{20,})", text)]


def _texts(mail: SmtpPeer) -> list[str]:
    return [
        "\n".join(
            [str(each["From"]), str(each["Subject"])]
            + [part.get_content() for part in each.walk() if part.get_content_maintype() == "text"]
        )
        for each in mail.taken
    ]


def _answers_from_cache(market: Open) -> int:
    """By nginx, for both markets."""
    log = market.shop.data.parent / "nginx" / "access.log"
    time.sleep(1.5)  # it is written once a second
    told = [json.loads(line)["cache"] for line in log.read_text().splitlines()]
    return len(told) - told.count("MISS") - told.count("EXPIRED") - told.count("")


@pytest.mark.req("MARKET-02.1")
def test_each_name_shows_its_own_market_alone_whichever_was_asked_first(
    both: tuple[Open, Open],
) -> None:
    houston, dallas = both
    price = f"{DALLAS_PRICE_CENTS}"
    until(
        lambda: all(price in told for told in dallas.by_each("/api/price-book")),
        within_s=PATIENCE_S,
    )
    until(lambda: price in dallas.ask("/api/price-book").text, within_s=PATIENCE_S)
    foreign, asked = [], 0
    for first, second in [(houston, dallas), (dallas, houston)] * 2:
        for path in PAGES + FACTS:
            for market, other in ((first, second), (second, first)):
                answer = market.ask(path)
                asked += answer.status_code == 200
                foreign += [(path, word) for word in market.foreign_in(answer.text, other)]
    for market, other in (both, both[::-1]):
        for path in PAGES + FACTS:
            told = "\n".join(market.by_each(path))
            foreign += [(path, word) for word in market.foreign_in(told, other)]

    report(
        "K8 two markets on two hosts behind one nginx",
        houston.shop,
        f"{len(foreign)} foreign words",
    )
    assert asked == 8 * len(PAGES + FACTS)
    assert foreign == []
    for market in both:
        assert market.phone in market.ask("/").text
        assert market.brand in market.ask("/").text
        assert market.address[-5:] in market.ask("/api/coverage-zipcodes").text
        assert (price in market.ask("/api/price-book").text) is (market is dallas)
    assert _answers_from_cache(houston) >= len(PAGES + FACTS)


def test_a_cache_that_two_markets_share_shows_words_of_the_other(
    both: tuple[Open, Open], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Control: the same markets, with the first one's caches for both."""
    houston, dallas = both
    one_cache = re.sub(
        r"(proxy_cache )\$\{STANDBY_MARKET_NAME\}", r"\1houston", served.SITE.read_text()
    )
    (tmp_path / "site.conf").write_text(one_cache)
    monkeypatch.setattr(served, "SITE", tmp_path / "site.conf")
    markets = [Market(each.name, each.host, each.shop.ports) for each in both]

    with nginx_before_markets(markets, tmp_path) as sites:
        found = []
        for path in ("/", "/api/coverage-zipcodes"):
            for site, market in zip(sites, both, strict=True):
                with httpx.Client(transport=ByName(), timeout=60, trust_env=False) as http:
                    found.append((market, http.get(site.url(path)).text))

    assert [houston.foreign_in(text, dallas) for market, text in found if market is houston] == [
        [],
        [],
    ]
    assert all(dallas.foreign_in(text, houston) for market, text in found if market is dallas)


def test_a_file_of_one_build_is_not_served_by_the_name_of_the_other(
    both: tuple[Open, Open],
) -> None:
    """Control: it is by its own, so that nginx has it."""
    files = [
        {
            f"/_astro/{file.name}"
            for file in Path(each.shop.settings["STANDBY_PAGES"]).glob("_astro/*.js")
        }
        for each in both
    ]
    told = [
        (both[own].ask(path).status_code, both[other].ask(path).status_code)
        for own, other in ((0, 1), (1, 0))
        for path in sorted(files[own] - files[other])[:5]
    ]

    assert len(told) >= 2
    assert set(told) == {(200, 404)}


def test_what_belongs_to_a_customer_or_staff_of_one_is_nothing_in_the_other(sold: Sold) -> None:
    found = {}
    for own, other in (sold.both, sold.both[::-1]):
        wizard, link = own.buyer.cookie, {"Cookie": f"mb={own.link}"}
        script, owner = ({"Authorization": f"Bearer {token}"} for token in own.staff)
        order, photo = f"/api/staff/orders/{own.order_id}", f"/api/my-booking/photos/{own.photo}"
        asked = {
            "booking": ("/api/my-booking", wizard),
            "booking by its link": ("/api/my-booking", link),
            "receipt": (FEE_RECEIPT, wizard),
            "photo": (f"{photo}/shown", wizard),
            "quote": (f"/api/saved-quotes/{own.quote}", {}),
            "order by a script": (order, script),
            "orders by an owner": ("/api/staff/orders", owner),
        }
        for name, (path, headers) in asked.items():
            mine, theirs = own.ask(path, headers=headers), other.ask(path, headers=headers)
            found[own.name, name] = (mine.status_code, theirs.status_code)
            assert own.order_id not in theirs.text
        assert own.ask(f"{photo}/shown", headers=wizard).text == own.name
        opened = [market.ask(f"/b/{own.link}").headers["Location"] for market in (own, other)]
        assert opened == ["/my-booking", "/my-booking?link=expired"]
        # Nor for those who belong to the other.
        theirs_too = {"Authorization": f"Bearer {other.staff[0]}"}
        assert other.ask(order, headers=theirs_too).status_code == 404
        assert other.ask(f"{photo}/shown", headers=other.buyer.cookie).status_code == 404

    report("K8 what belongs to one is nothing in the other", sold.both[0].shop, f"{len(found)}")
    assert {mine for mine, _ in found.values()} == {200}, found
    assert {theirs for _, theirs in found.values()} <= {401, 404}, found


def test_a_day_that_is_full_in_one_is_open_in_the_other(sold: Sold) -> None:
    assert sold.statuses == [201, 201]
    assert sold.open_days_seen == [(False, True), (False, False)]


def test_one_key_means_an_order_of_its_own_in_each(sold: Sold) -> None:
    again = [market.order(market.buyer) for market in sold.both]

    orders = [str(answer.json()["orderId"]) for answer in again]
    assert [answer.status_code for answer in again] == [201, 201]
    assert orders == [market.order_id for market in sold.both]
    assert len(set(orders)) == 2
    assert [market.shop.number("SELECT COUNT(*) FROM orders") for market in sold.both] == [1, 1]


def test_word_of_a_payment_is_believed_by_its_own_market_alone(sold: Sold) -> None:
    events = "SELECT COUNT(*) FROM card_events"
    for own, other in (sold.both, sold.both[::-1]):
        (session,) = own.cards.sessions.values()
        before = other.shop.number(events)
        with AtMarket(own) as at_own, AtMarket(other) as at_other:
            signed_with = f"whsec_{own.name}"
            believed = tell(at_own, session, signed_with=signed_with).status_code
            refused = tell(at_other, session, signed_with=signed_with).status_code
        assert (believed, refused) == (200, 400)
        assert other.shop.number(events) == before


def test_mail_is_each_companys_own(sold: Sold) -> None:
    for own, other in (sold.both, sold.both[::-1]):
        texts = _texts(own.mail)
        assert texts
        for text in texts:
            assert own.brand in text.splitlines()[0]
            assert own.host in text
            assert own.foreign_in(text, other) == []


def test_calls_are_counted_apart(both: tuple[Open, Open]) -> None:
    asked = f"/api/coverage-check?address={both[0].address}"
    before = [_checks_counted(market) for market in both]
    for _ in range(3):
        assert both[0].ask(asked).status_code == 200

    more = [_checks_counted(market) - was for market, was in zip(both, before, strict=True)]
    assert [each.total() for each in more] == [3, 0]
    assert set(more[0]) == set(range(HOSTS))  # nginx asked both


def _checks_counted(market: Open) -> Counter[int]:
    """By each of its hosts."""
    counted = Counter[int]()
    for number, told in enumerate(market.by_each("/metrics")):
        lines = re.findall(r"(?m)^standby_calls_total\{.*coverage-check.*\} (\S+)$", told)
        counted[number] = int(sum(map(float, lines)))
    return counted


@pytest.mark.parametrize("name", ["www.austin.example", "houston.example", "localhost"])
def test_another_name_than_the_markets_is_not_answered(both: tuple[Open, Open], name: str) -> None:
    site = both[0].site
    with (
        socket.create_connection(("127.0.0.1", site.port), timeout=10) as plain,
        pytest.raises(ssl.SSLError),
    ):
        trusting().wrap_socket(plain, server_hostname=name)
    with socket.create_connection(("127.0.0.1", site.plain_port), timeout=10) as plain:
        plain.sendall(f"GET / HTTP/1.1\r\nHost: {name}\r\n\r\n".encode())
        assert plain.recv(65536) == b""
