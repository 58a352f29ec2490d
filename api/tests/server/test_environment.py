"""Each rule about the settings, and the words an operator reads when it is broken."""

import os
import re
import secrets
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import pytest
from environment_helpers import environment_of

from standby.core.market import REPOSITORY, read_company
from standby.environment import SettingsWrong, modes

# Secrets made anew each time: what is written here is published, and nobody shall start with it.
PRODUCTION = {
    "STANDBY_ENV": "production",
    "STANDBY_SECRET_KEY": secrets.token_urlsafe(48),
    "STANDBY_SITE_URL": "https://standby.example",
    "STANDBY_TRUSTED_PROXIES": "1",
    "STANDBY_WITHOUT": "mail,backup",
    "STRIPE_SECRET_KEY": f"sk_live_{secrets.token_hex(24)}",
    "STRIPE_WEBHOOK_SECRET": f"whsec_{secrets.token_hex(24)}",
    "CONTRACTOR_NAME": "Standby Home Power LLC",
    "CONTRACTOR_ADDRESS": "1 Main Street, Conroe, TX 77301",
    "CONTRACTOR_PHONE": "(713) 555-0142",
    "CONTRACTOR_EMAIL": "hello@standby.example",
    "CONTRACTOR_LICENCE": "TECL 12345",
}


@pytest.fixture
def local(tmp_path: Path) -> dict[str, str]:
    return {"STANDBY_DATA": str(tmp_path)}


def problems_of(settings: dict[str, str]) -> list[str]:
    with pytest.raises(SettingsWrong) as refused:
        environment_of(settings)
    return refused.value.problems


@pytest.mark.req("RUN-02.1")
def test_a_developers_machine_needs_no_settings(local: dict[str, str], tmp_path: Path) -> None:
    found = environment_of(local)

    assert (found.env, found.port, found.data) == ("local", 8000, tmp_path)
    assert (found.cards, found.places, found.mail) == ("test", "offline", "kept")
    assert found.files == "local"
    assert found.database_url == ""
    assert found.site_url == "http://127.0.0.1:8000"
    assert found.rate_limits
    assert found.internal_pages == "on"
    assert found.company == read_company(REPOSITORY / "market" / "houston")


def test_what_is_set_about_the_company_stands_for_what_the_market_says(
    local: dict[str, str],
) -> None:
    renamed = environment_of(local | {"CONTRACTOR_NAME": "Dallas Power LLC"}).company
    branded = environment_of(
        local | {"CONTRACTOR_NAME": "Dallas Power LLC", "CONTRACTOR_BRAND": "Dallas Power"}
    ).company

    assert (renamed.name, renamed.legal_name) == ("Dallas Power LLC", "Dallas Power LLC")
    assert (branded.name, branded.legal_name) == ("Dallas Power", "Dallas Power LLC")
    assert "legal_name" not in branded.placeholders
    assert branded.phone == "(713) 555-0142"


def test_the_secret_is_made_once_and_only_its_owner_may_read_it(
    local: dict[str, str], tmp_path: Path
) -> None:
    first, second = environment_of(local), environment_of(local)

    assert len(first.secret_key) >= 50
    assert first.secret_key == second.secret_key
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600


def test_two_processes_that_start_together_read_one_secret(
    local: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    others: list[str] = []

    def secret(_length: int) -> str:
        if others:
            return "of the other process".ljust(64, ".")
        others.append("")
        others[0] = environment_of(local).secret_key  # it starts and ends meanwhile
        return "of this process".ljust(64, ".")

    monkeypatch.setattr(secrets, "token_urlsafe", secret)

    assert environment_of(local).secret_key == others[0] == "of the other process".ljust(64, ".")


def test_production_starts_with_what_it_needs(local: dict[str, str]) -> None:
    found = environment_of(PRODUCTION | local)

    assert (found.is_production, found.cards) == (True, "stripe")
    assert found.internal_pages == "staff"
    assert (found.company.licence, found.company.placeholders) == ("TECL 12345", ())


@pytest.mark.req("RUN-02.2")
@pytest.mark.parametrize(
    ("settings", "chosen"),
    [
        (
            {"STRIPE_SECRET_KEY": "sk_test_1", "STRIPE_WEBHOOK_SECRET": "whsec_1, whsec_2"},
            {"cards": "stripe", "stripe_webhook_secrets": ("whsec_1", "whsec_2")},
        ),
        (
            {"S3_BUCKET": "photos", "S3_ACCESS_KEY": "key", "S3_SECRET_KEY": "secret"},
            {"files": "s3", "s3_takes_uploads": False},
        ),
        ({"GOOGLE_SERVER_KEY": "AIza"}, {"places": "google"}),
        ({"DATABASE_POOLER": "on"}, {"database_pooler": True}),
        ({"SMTP_HOST": "mail.example"}, {"mail": "smtp", "smtp_port": 587}),
        (
            {"IMAP_HOST": "mail.example", "IMAP_USER": "u", "IMAP_PASSWORD": "p"},
            {"inbox": "imap", "imap_port": 993, "imap_auth": "password"},
        ),
        (
            {
                "IMAP_HOST": "mail.example",
                "IMAP_USER": "u",
                "IMAP_SECURITY": "starttls",
                "IMAP_TOKEN_URL": "https://id.example/token",
                "IMAP_CLIENT_ID": "c",
                "IMAP_CLIENT_SECRET": "s",
            },
            {"imap_port": 143, "imap_auth": "xoauth2", "imap_refresh_token": ""},
        ),
        (
            {"TWILIO_ACCOUNT_SID": "AC1", "TWILIO_AUTH_TOKEN": "t", "TWILIO_FROM": "MG1"},
            {"texts": "twilio", "twilio_from": "MG1"},
        ),
        ({"STANDBY_TEXTS": "kept", "TWILIO_ACCOUNT_SID": "AC1"}, {"texts": "kept"}),
        ({"STANDBY_SITE_URL": "http://localhost:9/"}, {"site_url": "http://localhost:9"}),
        ({"PORT": "9000"}, {"site_url": "http://127.0.0.1:9000"}),
        ({"DATABASE_URL": "postgresql://u:p@h/d"}, {"database_url": "postgresql://u:p@h/d"}),
        ({"STANDBY_RATE_LIMITS": "off"}, {"rate_limits": False}),
    ],
)
def test_a_given_setting_chooses(
    local: dict[str, str], settings: dict[str, str], chosen: dict[str, object]
) -> None:
    found = environment_of(local | settings)

    assert {name: getattr(found, name) for name in chosen} == chosen


HOUSTON = REPOSITORY / "market" / "houston"
NEITHER_SK_NOR_RK = "STRIPE_SECRET_KEY is missing or is not a secret key (sk_… or rk_…)"
A_PORT = "allowed: a whole number from 1 to 65535"
UNREADABLE = "not an address; in a password, write / ? # as %2F %3F %23"
TOO_SHORT = "characters; production needs a random one of 50 or more"
# By the settings, each with what it is: the words about them.
WRONG = {
    "CONTRACTOR_PHONE=713": "CONTRACTOR_PHONE is '713'; "
    "allowed: ten digits, such as (713) 555-0142",
    "CONTRACTOR_EMAIL=office": "CONTRACTOR_EMAIL is 'office'; allowed: name@domain",
    "STANDBY_MARKET=/nowhere": "STANDBY_MARKET: /nowhere has no company.json; "
    "allowed: a folder like market/houston",
    "STANDBY_ENV=prod": "STANDBY_ENV is 'prod'; allowed: local, production",
    "PORT=http": f"PORT is 'http'; {A_PORT}",
    "PORT=70000": f"PORT is '70000'; {A_PORT}",
    "PORT=²": f"PORT is '²'; {A_PORT}",
    "STANDBY_TRUSTED_PROXIES=6": "STANDBY_TRUSTED_PROXIES is '6'; "
    "allowed: a whole number from 0 to 5",
    "STANDBY_RATE_LIMITS=no": "STANDBY_RATE_LIMITS is 'no'; allowed: on, off",
    "STANDBY_CARDS=cash": "STANDBY_CARDS is 'cash'; allowed: test, stripe",
    "STANDBY_CARDS=test STRIPE_SECRET_KEY=sk_live_1": "STANDBY_CARDS is 'test' but "
    "STRIPE_SECRET_KEY is a live key; choose one",
    "STANDBY_CARDS=stripe": NEITHER_SK_NOR_RK,
    "STRIPE_SECRET_KEY=pk_test_1": NEITHER_SK_NOR_RK,
    "STRIPE_SECRET_KEY=sk_test_1": "STRIPE_WEBHOOK_SECRET is empty; "
    "without it no payment can ever be confirmed",
    "STANDBY_PLACES=google": "STANDBY_PLACES is 'google' but GOOGLE_SERVER_KEY is empty",
    "STANDBY_TEXTS=twilio TWILIO_AUTH_TOKEN=t TWILIO_FROM=+17135550142": "STANDBY_TEXTS is "
    "'twilio' but TWILIO_ACCOUNT_SID is missing or is not one (AC…)",
    "TWILIO_ACCOUNT_SID=AC1 TWILIO_FROM=MG1": "TWILIO_AUTH_TOKEN is empty; "
    "without it replies to texts cannot be verified",
    "TWILIO_ACCOUNT_SID=AC1 TWILIO_AUTH_TOKEN=t TWILIO_FROM=Standby": "TWILIO_FROM is 'Standby'; "
    "allowed: a number (+1…) or a messaging service (MG…)",
    "STANDBY_MAIL=smtp": "STANDBY_MAIL is 'smtp' but SMTP_HOST is empty",
    "IMAP_HOST=mail.example": "STANDBY_INBOX is 'imap' but IMAP_USER, IMAP_PASSWORD is empty",
    "IMAP_HOST=h IMAP_USER=u IMAP_AUTH=xoauth2 IMAP_PASSWORD=p": "STANDBY_INBOX is 'imap' but "
    "IMAP_TOKEN_URL, IMAP_CLIENT_ID, IMAP_CLIENT_SECRET is empty",
    "IMAP_HOST=h IMAP_USER=u IMAP_PASSWORD=p IMAP_SECURITY=starttls IMAP_PORT=993": "IMAP_PORT is "
    "993 but IMAP_SECURITY is 'starttls'; allowed there: tls",
    "REPLY_ADDRESS=reply@mail.example": "REPLY_ADDRESS is 'reply@mail.example'; "
    "allowed: reply+{token}@domain, {token}@domain",
    "INTERNAL_PAGES=yes": "INTERNAL_PAGES is 'yes'; allowed: on, staff, off",
    "SMTP_SECURITY=ssl": "SMTP_SECURITY is 'ssl'; allowed: starttls, tls, none",
    "STANDBY_FILES=s3 S3_BUCKET=photos": "STANDBY_FILES is 's3' but "
    "S3_ACCESS_KEY, S3_SECRET_KEY is empty",
    "DATABASE_URL=postgresql://u:hidden/1@h/d": f"DATABASE_URL: {UNREADABLE}",
    "STANDBY_SITE_URL=https://[standby.example": f"STANDBY_SITE_URL: {UNREADABLE}",
    "DATABASE_URL=postgresql://u:p@h1:5000,h2:x/d": f"DATABASE_URL: {UNREADABLE}",
    "DATABASE_URL=postgresql://u:p@h": "DATABASE_URL: "
    "the name of the database is missing behind the host",
    "DATABASE_REPLICA_URL=postgresql://h/d": "DATABASE_REPLICA_URL is set but DATABASE_URL is "
    "empty: SQLite has no replica",
    "DATABASE_URL=postgresql://h/d DATABASE_REPLICA_URL=h": "DATABASE_REPLICA_URL is not an "
    "address that starts with postgresql://",
    "DATABASE_URL=postgresql://h/d DATABASE_DIRECT_URL=h": "DATABASE_DIRECT_URL is not an "
    "address that starts with postgresql://",
    "DATABASE_REPLICA_MAX_LAG_SECONDS=5": "DATABASE_REPLICA_MAX_LAG_SECONDS is '5'; "
    "allowed: a whole number from 25 to 3600",
    "STANDBY_WITHOUT=mail,texts": "STANDBY_WITHOUT is 'texts'; allowed: mail, backup, proxy",
    "STANDBY_PRIVATE_HOSTS=db,0.0.0.0/0,8.8.8.8": "STANDBY_PRIVATE_HOSTS: 0.0.0.0/0, 8.8.8.8 is "
    "neither a host's name nor a private address or network",
    "STANDBY_METRICS=on STANDBY_BIND=0.0.0.0": "STANDBY_METRICS is 'on' and STANDBY_BIND is "
    "'0.0.0.0', but STANDBY_METRICS_TOKEN is empty: the network could read the figures; set a "
    "token, or listen at 127.0.0.1 alone",
    "DATABASE_URL=mysql://h/d": "DATABASE_URL starts with 'mysql'; "
    "allowed: postgresql://… or nothing (SQLite)",
}
UNSAFE_IN_PRODUCTION = {
    "STANDBY_SECRET_KEY=short": f"STANDBY_SECRET_KEY has 5 {TOO_SHORT}",
    "STANDBY_SECRET_KEY=": f"STANDBY_SECRET_KEY has 0 {TOO_SHORT}",
    "STANDBY_SITE_URL=http://standby.example": "STANDBY_SITE_URL is 'http://standby.example'; "
    "production needs an https:// address",
    "STANDBY_RATE_LIMITS=off": "STANDBY_RATE_LIMITS is 'off'; allowed in production: on",
    "STRIPE_SECRET_KEY=": "STANDBY_CARDS is 'test'; "
    "allowed in production: stripe (set STRIPE_SECRET_KEY)",
    "INTERNAL_PAGES=on": "INTERNAL_PAGES is 'on'; allowed in production: staff, off",
    "CONTRACTOR_ADDRESS=\t": "CONTRACTOR_ADDRESS is not set, and "
    f"{HOUSTON}/company.json has the placeholder '1 Main Street, Spring, TX 77386'; "
    "production needs a postal address",
    "CONTRACTOR_PHONE=": "CONTRACTOR_PHONE is not set, and "
    f"{HOUSTON}/company.json has the placeholder '(713) 555-0142'; "
    "production needs a number of ten digits",
    "CONTRACTOR_LICENCE=TECL 00000": "CONTRACTOR_LICENCE is 'TECL 00000'; "
    "production needs a TECL number",
    "CONTRACTOR_LICENCE=TECL": "CONTRACTOR_LICENCE is 'TECL'; production needs a TECL number",
    "S3_ENDPOINT=http://store.example": "S3_ENDPOINT is 'http://store.example'; "
    "production needs an https:// address, or its host in STANDBY_PRIVATE_HOSTS",
}


def given(settings: str) -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in re.split(r" (?=[A-Z0-9_]+=)", settings))


@pytest.mark.req("RUN-01.4")
@pytest.mark.parametrize("settings", WRONG)
def test_a_wrong_setting_is_named_with_what_is_allowed(
    local: dict[str, str], settings: str
) -> None:
    assert problems_of(local | given(settings)) == [WRONG[settings]]


@pytest.mark.parametrize("settings", UNSAFE_IN_PRODUCTION)
def test_production_refuses_what_is_unsafe_there(local: dict[str, str], settings: str) -> None:
    problems = problems_of(PRODUCTION | local | given(settings))

    assert problems == [UNSAFE_IN_PRODUCTION[settings]]


def test_what_is_in_test_mode_is_told_at_start(local: dict[str, str]) -> None:
    real = {
        "DATABASE_URL": "postgresql:///standby",
        "STRIPE_SECRET_KEY": "sk_test_1",
        "STRIPE_WEBHOOK_SECRET": "whsec_1",
        "SMTP_HOST": "mail.example",
        "TWILIO_ACCOUNT_SID": "AC1",
        "TWILIO_AUTH_TOKEN": "t",
        "TWILIO_FROM": "MG1",
        "GOOGLE_SERVER_KEY": "AIza",
        "STANDBY_TRUSTED_PROXIES": "1",
    }

    told = [line.split(":")[0] for line in modes(environment_of(local))]

    assert told == ["database", "cards", "email", "texts", "addresses", "proxy"]
    assert modes(environment_of(local | real)) == []
    assert modes(environment_of(local | real | {"STANDBY_RATE_LIMITS": "off"})) == [
        "rate limits: off"
    ]


def test_g5_a_server_without_nginx_says_so_at_start(local: dict[str, str]) -> None:
    def says_so(**settings: str) -> bool:
        return any(
            line.startswith("proxy: none") for line in modes(environment_of(local | settings))
        )

    assert says_so()
    assert not says_so(STANDBY_TRUSTED_PROXIES="1")


WEAK_KEYS = {
    "a" * 60: "has only 1 different characters",
    "abcdefg" * 9: "has only 7 different characters",
    "correct-horse-battery-" * 4: "repeats the same few characters again and again",
    "django-insecure-"
    + "w7Qk2mZr9TfLx4VbN8cHs1YpJ6dGa3EuR5oKi0WqXeMt": "contains 'django-insecure', "
    "as published examples do",
    "ChangeMe-" + "w7Qk2mZr9TfLx4VbN8cHs1YpJ6dGa3EuR5oKi0WqXeMt": "contains 'changeme', "
    "as published examples do",
}


@pytest.mark.parametrize("name", ["STANDBY_SECRET_KEY", "STANDBY_SECRET_KEY_FALLBACKS"])
@pytest.mark.parametrize(("key", "weakness"), WEAK_KEYS.items())
def test_h5_production_refuses_a_weak_secret_key_without_printing_it(
    local: dict[str, str], name: str, key: str, weakness: str
) -> None:
    (problem,) = problems_of(PRODUCTION | local | {name: key})

    assert problem == f"{name} {weakness}; production needs a random one of 50 or more"
    assert key not in problem


def test_h5_random_keys_are_taken(local: dict[str, str]) -> None:
    for _ in range(200):
        for key in (secrets.token_urlsafe(48), secrets.token_hex(25), uuid4().hex + uuid4().hex):
            assert environment_of(PRODUCTION | local | {"STANDBY_SECRET_KEY": key}).is_production


def test_h5_the_key_of_the_example_file_does_not_start_in_production(local: dict[str, str]) -> None:
    lines = (REPOSITORY / "deploy" / "standby.env.example").read_text().splitlines()
    (line,) = [line for line in lines if line.startswith("STANDBY_SECRET_KEY=")]

    problems = problems_of(PRODUCTION | local | given(line))

    assert problems[0].startswith("STANDBY_SECRET_KEY has 0 characters")


@pytest.mark.req("RUN-01.4")
def test_all_problems_are_told_at_once_and_no_secret_is_repeated(local: dict[str, str]) -> None:
    wrong = {"PORT": "x", "STANDBY_MAIL": "smtp", "STRIPE_SECRET_KEY": "pk_live_hidden"}

    with pytest.raises(SettingsWrong) as refused:
        environment_of(local | wrong)

    assert str(refused.value).startswith("Standby cannot start with these settings:\n  - PORT")
    assert len(refused.value.problems) == 3
    assert "hidden" not in str(refused.value)


def test_a_wrong_setting_is_judged_by_its_default_with_the_others(local: dict[str, str]) -> None:
    wrong = {"STANDBY_CARDS": "cash", "STRIPE_SECRET_KEY": "sk_test_1", "STANDBY_THREADS": "0"}

    assert problems_of(local | wrong) == [
        "STANDBY_THREADS is '0'; allowed: a whole number from 1 to 64",
        "STANDBY_CARDS is 'cash'; allowed: test, stripe",
        "STRIPE_WEBHOOK_SECRET is empty; without it no payment can ever be confirmed",
    ]


def test_every_missing_half_of_a_sign_in_provider_is_named(local: dict[str, str]) -> None:
    providers = {"SIGN_IN_PROVIDERS": "google, okta", "SIGN_IN_GOOGLE_CLIENT_ID": "id"}

    empty = [problem.split()[4] for problem in problems_of(local | providers)]

    assert empty == [
        "SIGN_IN_GOOGLE_CLIENT_SECRET",
        "SIGN_IN_OKTA_ISSUER",
        "SIGN_IN_OKTA_CLIENT_ID",
        "SIGN_IN_OKTA_CLIENT_SECRET",
    ]


def test_a_sign_in_provider_is_read_from_the_variables_of_its_name(local: dict[str, str]) -> None:
    variables = {
        "SIGN_IN_PROVIDERS": "google",
        "SIGN_IN_GOOGLE_CLIENT_ID": "id",
        "SIGN_IN_GOOGLE_CLIENT_SECRET": "hidden",
        "SIGN_IN_GOOGLE_ISSUER": " ",
    }

    (google,) = environment_of(local | variables).sign_in_providers

    assert (google.issuer, google.client_id, google.client_secret) == (
        "https://accounts.google.com",
        "id",
        "hidden",
    )


def test_no_secret_is_printed_with_the_settings(local: dict[str, str]) -> None:
    secret = {
        "STANDBY_SECRET_KEY_FALLBACKS": "hidden",
        "STANDBY_METRICS_TOKEN": "hidden",
        "DATABASE_URL": "postgresql://standby:hidden@db.example/standby",
        "DATABASE_REPLICA_URL": "postgresql://standby:hidden@copy.example/standby",
        "DATABASE_DIRECT_URL": "postgresql://standby:hidden@own.example/standby",
        "STRIPE_SECRET_KEY": "sk_test_hidden",
        "STRIPE_WEBHOOK_SECRET": "hidden",
        "GOOGLE_SERVER_KEY": "hidden",
        "SMTP_PASSWORD": "hidden",
        "TWILIO_AUTH_TOKEN": "hidden",
        "S3_ACCESS_KEY": "hidden",
        "S3_SECRET_KEY": "hidden",
        "SIGN_IN_PROVIDERS": "google",
        "SIGN_IN_GOOGLE_CLIENT_ID": "id",
        "SIGN_IN_GOOGLE_CLIENT_SECRET": "hidden",
    }

    found = environment_of(local | secret)

    assert found.secret_key not in repr(found)
    assert "hidden" not in repr(found)


def test_the_process_ends_with_the_words_alone(local: dict[str, str]) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "standby.environment"],
        cwd=REPOSITORY / "api",
        env=local | {"PORT": "x", "STANDBY_MAIL": "smtp"},
        capture_output=True,
        text=True,
    )

    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == (
        "Standby cannot start with these settings:\n"
        f"  - PORT is 'x'; {A_PORT}\n"
        "  - STANDBY_MAIL is 'smtp' but SMTP_HOST is empty\n"
    )


ROOT = Path(__file__).resolve().parents[3]
SHOWN = ("STANDBY_ENV", "STANDBY_DATA", "MAIL_FROM", "SMTP_PASSWORD")
SETTINGS = """\
# a comment
STANDBY_ENV=production
STANDBY_DATA={data}

MAIL_FROM=Standby <hello@example.com>
SMTP_PASSWORD="a=b $c # d"
"""


def standby(*words: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [ROOT / "standby", *words],
        env={"PATH": f"{Path(sys.executable).parent}:{os.defpath}", **environment},
        capture_output=True,
        text=True,
    )


@pytest.fixture
def file(tmp_path: Path) -> Path:
    place = tmp_path / "standby.env"
    place.write_text(SETTINGS.format(data=tmp_path / "data"))
    return place


def shown(**environment: str) -> dict[str, str]:
    """The settings that a program sees when ./standby starts it."""
    ran = standby("exec", "env", **environment)
    assert ran.returncode == 0, ran.stderr
    every = dict(line.split("=", 1) for line in ran.stdout.splitlines() if "=" in line)
    return {name: every[name] for name in SHOWN if name in every}


def test_every_program_has_the_settings_of_the_file_as_systemd_and_docker_read_them(
    file: Path, tmp_path: Path
) -> None:
    assert shown(STANDBY_ENV_FILE=str(file)) == {
        "STANDBY_ENV": "production",
        "STANDBY_DATA": str(tmp_path / "data"),
        "MAIL_FROM": "Standby <hello@example.com>",
        "SMTP_PASSWORD": "a=b $c # d",
    }


def test_what_the_caller_sets_wins(file: Path) -> None:
    found = shown(STANDBY_ENV_FILE=str(file), STANDBY_DATA="/elsewhere")

    assert (found["STANDBY_DATA"], found["STANDBY_ENV"]) == ("/elsewhere", "production")


@pytest.mark.parametrize("name", ["STANDBY_ENV", "STANDBY_DATA"])
def test_a_file_that_does_not_say_which_database_it_is_about_is_refused(
    file: Path, name: str
) -> None:
    """Else a command would work on another database than the service."""
    file.write_text(file.read_text().replace(f"{name}=", "OTHER="))

    ran = standby("exec", "env", STANDBY_ENV_FILE=str(file))

    assert ran.returncode == 1
    assert f"does not say {name}" in ran.stderr


def test_a_file_that_is_named_and_not_there_is_refused(tmp_path: Path) -> None:
    ran = standby("exec", "env", STANDBY_ENV_FILE=str(tmp_path / "none"))

    assert ran.returncode == 1
    assert "is not there" in ran.stderr


_BECOMES = """
import pathlib, runpy, subprocess, sys
become = runpy.run_path(sys.argv[1])["become_owner_of_data"]
become.__globals__["PYTHON"] = pathlib.Path(sys.argv[2])
shown = "id -u; id -g; id -G; cat " + sys.argv[2] + "; touch " + sys.argv[2] + " || echo no"
subprocess.run([*become(), "sh", "-c", shown])
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
@pytest.mark.parametrize("is_roots_own", [False, True])
@pytest.mark.parametrize(
    ("owner", "becomes"), [(65534, "65534 65534 65534 python no"), (0, "0 0 0 python")]
)
def test_root_becomes_the_owner_of_the_data_so_that_no_file_is_roots(
    tmp_path: Path, *, owner: int, becomes: str, is_roots_own: bool
) -> None:
    """Also where Python stands in a folder that only root may enter: it may read there, no more."""
    data, folder = tmp_path / "data", tmp_path / "python"
    for made in (data, folder):
        made.mkdir()
    os.chown(data, owner, owner)
    (folder / "python").write_text("python\n")
    (folder / "python").chmod(0o755)
    for above in tmp_path.parents[:3]:  # pytest's are for root alone
        above.chmod(above.stat().st_mode | 0o055)
    tmp_path.chmod(0o755)
    folder.chmod(0o700 if is_roots_own else 0o755)

    ran = subprocess.run(
        [sys.executable, "-c", _BECOMES, str(ROOT / "standby"), str(folder / "python")],
        env={"STANDBY_DATA": str(data), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )

    assert ran.stdout.split() == becomes.split(), ran.stderr


def test_every_command_is_named_by_its_help() -> None:
    told = standby().stdout

    for command in ("serve", "work", "backup", "restore", "outbox", "staff_user", "prepare"):
        assert f"./standby {command}" in told
