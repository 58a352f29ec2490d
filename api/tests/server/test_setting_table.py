"""Each setting of the table, tried with everything that its meaning refuses in production.

The cases are made from the table: a new setting has them without a line here.
"""

import secrets
from typing import Annotated, Any, Final

import pytest
from environment_helpers import environment_of
from ops.settings import PAGE, README, needed_in_production, settings_page
from pydantic_settings import BaseSettings
from setting_cases import (
    OUTSIDE,
    PROVIDERS,
    RECIPIENT,
    SETTINGS,
    cases,
    database,
    every_good,
    new,
)
from test_environment import PRODUCTION, problems_of

from standby.core.setting_meanings import (
    Address,
    Database,
    Held,
    Plain,
    Secret,
    Transport,
    is_among,
    is_loopback,
    not_private,
    repeated,
    weakness_of,
)
from standby.environment import MEANINGS, meanings_of
from standby.setting_table import SettingTable


@pytest.fixture
def whole(tmp_path: Any) -> dict[str, str]:
    """Production with every secret, address and provider that there is."""
    asked = {name: text for name, text in PRODUCTION.items() if name != "STANDBY_WITHOUT"}
    return every_good() | asked | PROVIDERS | {"STANDBY_DATA": str(tmp_path)}


def emptied(settings: dict[str, str], name: str, text: str) -> dict[str, str]:
    """With the setting. What chooses a provider goes with its choice."""
    chosen_by = {"STANDBY_MAIL": "SMTP_HOST", "STANDBY_CARDS": "STRIPE_SECRET_KEY"}
    return {**settings, name: text} | ({chosen_by[name]: ""} if name in chosen_by else {})


def test_production_starts_with_all_of_it(whole: dict[str, str]) -> None:
    found = environment_of(whole)

    assert found.is_production
    assert (found.mail, found.inbox, found.texts, found.files) == ("smtp", "imap", "twilio", "s3")
    assert found.backup_recipient == RECIPIENT


@pytest.mark.req("SEC-06.1")
@pytest.mark.parametrize(("name", "text"), cases())
def test_production_refuses_each_setting_by_its_meaning(
    whole: dict[str, str], name: str, text: str
) -> None:
    problems = problems_of(emptied(whole, name, text))

    assert len(problems) == 1, problems
    assert problems[0].startswith(f"{name} ")
    if len(text) > 12 and not text.startswith("http"):
        assert text not in problems[0]
        assert not any(part in problems[0] for part in (text[9:], text[-12:]))
    assert any(word in problems[0] for word in ("needs", "allowed", "add "))


SECRETS: Final = [name for name, meaning in SETTINGS.items() if isinstance(meaning, Secret)]
DATABASES: Final = [name for name, meaning in SETTINGS.items() if isinstance(meaning, Database)]


@pytest.mark.parametrize("name", [*SECRETS, *DATABASES])
def test_production_refuses_a_secret_that_another_setting_has(
    whole: dict[str, str], name: str
) -> None:
    """Whether the other one is secret too, or everybody can read it."""
    begins = getattr(SETTINGS[name], "begins", ())
    same = new(begins)
    given = database(password=same) if name in DATABASES else same
    shown = whole | {name: given, "GOOGLE_BROWSER_KEY": same}
    twice = whole | {name: given, "STANDBY_METRICS_TOKEN": same}

    assert problems_of(shown) == [
        f"{name} is the same as GOOGLE_BROWSER_KEY; production needs one of its own"
    ]
    if name != "STANDBY_METRICS_TOKEN":
        (problem,) = problems_of(twice)
        first, second = problem.removesuffix("; production needs one of its own").split(
            " is the same as "
        )
        assert {first, second} == {name, "STANDBY_METRICS_TOKEN"}


def test_one_accounts_password_may_stand_with_each_of_its_servers(whole: dict[str, str]) -> None:
    same = new()
    one_account = {"SMTP_PASSWORD": same, "IMAP_PASSWORD": same, "IMAP_USER": "office"}
    one_role = {name: database(password=same) for name in ("DATABASE_URL", "DATABASE_DIRECT_URL")}

    assert environment_of(whole | one_account).is_production
    assert environment_of(whole | one_role).is_production
    assert problems_of(whole | one_account | {"IMAP_USER": "replies"}) == [
        "SMTP_PASSWORD is the same as IMAP_PASSWORD; production needs one of its own"
    ]


def test_a_vendor_may_give_one_text_as_name_and_password(whole: dict[str, str]) -> None:
    same = new()

    assert environment_of(whole | {"SMTP_USER": same, "SMTP_PASSWORD": same}).is_production


def test_each_pair_is_told_once() -> None:
    every = [Held("A", "x", True), Held("B", "x", True), Held("C", "x"), Held("C", "x")]

    assert [told.split(";")[0] for told in repeated(every)] == [
        "A is the same as B",
        "A is the same as C",
        "B is the same as C",
    ]


PRIVATELY: Final = {
    "STRIPE_API_BASE": ("http://127.0.0.1:9000", "127.0.0.1"),
    "S3_ENDPOINT": ("http://10.0.0.9:9000", "10.0.0.0/24"),
    "OTEL_EXPORTER_OTLP_ENDPOINT": ("http://Collector:4318", "collector"),
    "SIGN_IN_OKTA_ISSUER": ("http://[::1]:9000", "::1"),
    "SMTP_SECURITY": ("none", OUTSIDE),
    "IMAP_SECURITY": ("none", f"other,{OUTSIDE}"),
    "DATABASE_URL": (database(end="?sslmode=disable"), OUTSIDE),
    "DATABASE_DIRECT_URL": (
        f"postgresql://standby:{new()}@10.0.0.1:5000,10.0.0.2:5000/standby",
        "10.0.0.1,10.0.0.2",
    ),
    "DATABASE_REPLICA_URL": (
        f"postgresql://standby:{new()}@{OUTSIDE}/standby?hostaddr=10.0.0.3",
        "10.0.0.3",
    ),
}


@pytest.mark.parametrize("name", PRIVATELY)
def test_a_host_is_reached_without_tls_where_it_is_named(whole: dict[str, str], name: str) -> None:
    text, hosts = PRIVATELY[name]

    assert environment_of(whole | {name: text, "STANDBY_PRIVATE_HOSTS": hosts}).is_production
    assert len(problems_of(whole | {name: text, "STANDBY_PRIVATE_HOSTS": "elsewhere"})) == 1


def test_production_can_be_rehearsed_with_stand_ins_on_this_machine(whole: dict[str, str]) -> None:
    """The one way for it (docs/deploying.md), and without it every stand-in is named."""
    stand_ins = {
        "STRIPE_API_BASE": "http://127.0.0.1:9001",
        "TWILIO_API_BASE": "http://127.0.0.1:9002",
        "S3_ENDPOINT": "http://127.0.0.1:9003",
        "SIGN_IN_OKTA_ISSUER": "http://127.0.0.1:9004",
        "OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9005",
        "SMTP_SECURITY": "none",
        "IMAP_SECURITY": "none",
        "DATABASE_URL": f"postgresql://standby:{new()}@127.0.0.1/standby",
    }
    here = whole | {"SMTP_HOST": "127.0.0.1", "IMAP_HOST": "127.0.0.1"} | stand_ins

    assert environment_of(here | {"STANDBY_PRIVATE_HOSTS": "127.0.0.1"}).is_production
    assert {problem.split()[0] for problem in problems_of(here)} == set(stand_ins)


def test_the_sites_own_address_is_never_without_tls(whole: dict[str, str]) -> None:
    here = {"STANDBY_SITE_URL": "http://127.0.0.1", "STANDBY_PRIVATE_HOSTS": "127.0.0.1"}

    assert problems_of(whole | here) == [
        "STANDBY_SITE_URL is 'http://127.0.0.1'; production needs an https:// address"
    ]


@pytest.mark.parametrize(
    "address",
    [
        "postgresql:///standby",
        "postgresql://standby@/standby?host=/run/postgresql",
        "postgresql://standby@outside.example/standby?sslmode=require",
    ],
)
def test_a_socket_needs_no_tls_and_a_certificate_no_password(
    whole: dict[str, str], address: str
) -> None:
    assert environment_of(whole | {"DATABASE_URL": address}).is_production


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("http://user:hidden@store.example/?key=hidden", "is 'http://store.example'"),
        ("https://", "is not one of http"),
        ("store.example", "is not one of http"),
        ("ftp://127.0.0.1", "is 'ftp://127.0.0.1'"),
    ],
)
def test_an_address_is_told_without_what_may_be_secret_in_it(
    whole: dict[str, str], address: str, found: str
) -> None:
    settings = {"S3_ENDPOINT": address, "STANDBY_PRIVATE_HOSTS": "127.0.0.1"}

    assert problems_of(whole | settings) == [
        f"S3_ENDPOINT {found}; production needs an https:// address, "
        "or its host in STANDBY_PRIVATE_HOSTS"
    ]


def test_an_address_that_cannot_be_read_is_told_too(whole: dict[str, str]) -> None:
    assert problems_of(whole | {"SIGN_IN_OKTA_ISSUER": "https://[okta.example"}) == [
        "SIGN_IN_OKTA_ISSUER is not one of http; production needs an https:// address, "
        "or its host in STANDBY_PRIVATE_HOSTS"
    ]


def test_a_database_of_another_kind_is_told_once(whole: dict[str, str]) -> None:
    problems = problems_of(whole | {"DATABASE_URL": "mysql://h/d"})

    assert [problem.split(";")[0] for problem in problems] == ["DATABASE_URL starts with 'mysql'"]


@pytest.mark.req("SEC-06.2")
def test_without_mail_backup_or_proxy_production_starts_by_an_explicit_word(
    whole: dict[str, str],
) -> None:
    bare = {"SMTP_HOST": "", "STANDBY_BACKUP_RECIPIENT": "", "STANDBY_TRUSTED_PROXIES": "0"}

    problems = problems_of(whole | bare)

    assert problems == [
        "STANDBY_TRUSTED_PROXIES is 0: behind the documented nginx all visitors would count as one "
        "client; set the number of your own proxies (nginx alone: 1), or add 'proxy' to "
        "STANDBY_WITHOUT",
        "STANDBY_BACKUP_RECIPIENT is empty: no snapshot would be made; set the public half of an "
        "age key (age1…), or add 'backup' to STANDBY_WITHOUT",
        "STANDBY_MAIL is 'kept': no customer and no colleague would get an email; set SMTP_HOST, "
        "or add 'mail' to STANDBY_WITHOUT",
    ]
    said = environment_of(whole | bare | {"STANDBY_WITHOUT": "mail, backup, proxy"})
    assert (said.mail, said.trusted_proxies, said.backup_recipient) == ("kept", 0, "")


def test_a_word_that_is_not_true_is_refused(whole: dict[str, str]) -> None:
    problems = problems_of(whole | {"STANDBY_WITHOUT": "mail,backup,proxy"})

    assert problems == [
        f"{name} is set but STANDBY_WITHOUT says {word!r}; allowed: one of the two"
        for name, word in (
            ("STANDBY_TRUSTED_PROXIES", "proxy"),
            ("STANDBY_BACKUP_RECIPIENT", "backup"),
            ("STANDBY_MAIL", "mail"),
        )
    ]


def test_what_production_refuses_is_told_at_once(whole: dict[str, str]) -> None:
    wrong = {
        "STRIPE_SECRET_KEY": new(("sk_test_",)),
        "STRIPE_WEBHOOK_SECRET": "a",
        "STRIPE_API_BASE": "http://stripe.example",
        "SMTP_SECURITY": "none",
        "IMAP_SECURITY": "none",
        "SIGN_IN_OKTA_ISSUER": "http://okta.example",
        "STANDBY_METRICS_TOKEN": "b",
        "DATABASE_URL": database(end="?sslmode=disable"),
    }

    problems = problems_of(whole | wrong)

    assert {problem.split()[0] for problem in problems} == set(wrong)
    assert len(problems) == len(wrong)


@pytest.mark.req("SEC-06.3")
@pytest.mark.parametrize(("bind", "starts"), [("127.0.0.9", True), ("[::1]", True), ("::", False)])
def test_metrics_without_a_token_are_for_this_machine_alone(
    tmp_path: Any, bind: str, starts: bool
) -> None:
    given = {"STANDBY_DATA": str(tmp_path), "STANDBY_METRICS": "on", "STANDBY_BIND": bind}
    assert environment_of(given | {"STANDBY_METRICS_TOKEN": "a"}).metrics
    if starts:
        assert environment_of(given).metrics
    else:
        assert "STANDBY_METRICS_TOKEN is empty" in problems_of(given)[0]


def test_metrics_of_production_have_a_token(whole: dict[str, str]) -> None:
    assert problems_of(whole | {"STANDBY_METRICS_TOKEN": ""}) == [
        "STANDBY_METRICS is 'on' but STANDBY_METRICS_TOKEN is empty"
    ]


def test_a_transport_counts_where_it_is_used(whole: dict[str, str]) -> None:
    unused = {"IMAP_HOST": "", "STANDBY_INBOX": "none", "IMAP_SECURITY": "none"}

    assert environment_of(whole | unused).is_production


def test_a_setting_without_a_meaning_is_an_error() -> None:
    class Forgotten(BaseSettings):
        new_vendor_key: str = ""

    class Twice(BaseSettings):
        new_vendor_key: Annotated[str, Plain("one"), Plain("another")] = ""

    for table, number in ((Forgotten, 0), (Twice, 2)):
        with pytest.raises(TypeError, match=f"new_vendor_key has {number} meanings"):
            meanings_of(table)


def test_what_is_secret_or_leads_elsewhere_by_its_name_means_so() -> None:
    """A new key, address or transport cannot be called plain by mistake."""
    seen_by_everybody = {"GOOGLE_BROWSER_KEY"}
    by_ending = {
        ("_KEY", "_KEYS", "_SECRET", "_PASSWORD", "_TOKEN", "_KEY_FALLBACKS"): Secret,
        ("_URL", "_BASE", "_ENDPOINT", "_ISSUER", "_ORIGIN"): (Address, Database),
        ("_SECURITY",): Transport,
    }

    for name, meaning in SETTINGS.items():
        for endings, meant in by_ending.items():
            if name.endswith(endings) and name not in seen_by_everybody:
                assert isinstance(meaning, meant), name  # type: ignore[arg-type]


def test_what_must_not_be_printed_is_a_secret_or_a_database_and_the_other_way_round() -> None:
    hidden = {name for name, field in SettingTable.model_fields.items() if not field.repr}

    assert hidden == {
        field for field, meaning in MEANINGS.items() if isinstance(meaning, (Secret, Database))
    }


def test_a_transport_and_a_password_name_fields_that_there_are() -> None:
    named = [
        getattr(meaning, "to", "") or getattr(meaning, "user", "") for meaning in MEANINGS.values()
    ]

    assert set(filter(None, named)) == {"smtp_host", "imap_host", "smtp_user", "imap_user"}
    assert set(filter(None, named)) <= set(SettingTable.model_fields)


@pytest.mark.parametrize("least", [12, 32, 50])
def test_a_random_secret_of_any_alphabet_is_taken(least: int) -> None:
    for _ in range(200):
        for text in (secrets.token_urlsafe(least), secrets.token_hex(least)):
            assert weakness_of(text, least=least) == ""


@pytest.mark.parametrize(
    ("host", "named", "is_one"),
    [
        ("database", ("database",), True),
        ("DB.internal", ("db.internal",), True),
        ("db.internal", ("internal",), False),
        ("10.0.0.7", ("10.0.0.0/24",), True),
        ("10.0.1.7", ("10.0.0.0/24",), False),
        ("::1", ("127.0.0.1", "::1"), True),
        ("127.0.0.1", ("localhost",), False),
        ("", ("database",), False),
    ],
)
def test_a_host_is_private_by_its_name_or_network(
    host: str, named: tuple[str, ...], is_one: bool
) -> None:
    assert is_among(host, named) is is_one


def test_only_private_networks_can_be_private() -> None:
    private = ["db", "db-1.internal", "10.0.0.0/8", "192.168.1.4", "100.64.0.0/16", "fd00::/8"]
    public = ["*", "0.0.0.0/0", "8.8.8.8", "10.0.0.1/8", "::/0", "2001:db8::1", "http://db", "a b"]

    assert not_private(private) == []
    assert not_private(public) == public


def test_what_is_this_machine_alone() -> None:
    here = ("127.0.0.1", "127.3.2.1", "localhost", "[::1]")
    not_here = ("0.0.0.0", "::", "10.0.0.1", "web", "")

    assert [host for host in (*here, *not_here) if is_loopback(host)] == [*here]


def test_the_docs_are_what_the_table_makes() -> None:
    """`make settings` writes them."""
    assert PAGE.read_text() == settings_page(PAGE.read_text())
    assert README.read_text() == needed_in_production(README.read_text())
