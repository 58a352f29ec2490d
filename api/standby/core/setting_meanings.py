"""What a setting means, and what production refuses of each meaning.

Each field of standby/setting_table.py has exactly one of these. The refusals at start, the table of
docs/settings.md and the tests are made from it. No sentence quotes a secret.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from standby.core.database_url import connection_parts, is_postgresql

WITHOUT: Final = "STANDBY_WITHOUT"
PRIVATE: Final = "STANDBY_PRIVATE_HOSTS"
_ENCRYPTED: Final = ("require", "verify-ca", "verify-full")
# Parts of the examples of our docs and of vendors', and of the keys in tests
_PUBLISHED: Final = (
    *("django-insecure", "changeme", "change-me", "change_me", "your-", "your_", "example"),
    *("placeholder", "password", "minioadmin", "xxxxxx", "fortest", "for-test", "tests-only"),
)
# From age's own README: nobody here has its other half
_PUBLISHED_RECIPIENT: Final = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"
# ipaddress calls 0.0.0.0/0 private as well.
_PRIVATE_NETWORKS: Final = tuple(
    ip_network(network)
    for network in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "127.0.0.0/8"),
        *("::1/128", "fc00::/7", "fe80::/10"),
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """What a meaning depends on besides its own value: the other fields by name."""

    values: Mapping[str, object]
    private_hosts: tuple[str, ...]
    without: tuple[str, ...]


class Held(NamedTuple):
    """A text that a setting has. Settings with the password of one account may have the same."""

    setting: str
    text: str
    is_secret: bool = False
    account: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Needed:
    """Production starts without it only if STANDBY_WITHOUT has this word.

    It is lacking when the setting has the value `lacks`; `then` is what follows from that.
    """

    word: str
    then: str
    how: str
    lacks: object = ""

    def refusals(self, value: object, around: Around) -> Iterator[str]:
        is_left_out = self.word in around.without
        if value == self.lacks and not is_left_out:
            state = "empty" if value == "" else repr(value)
            yield f"is {state}: {self.then}; {self.how}, or add {self.word!r} to {WITHOUT}"
        if value != self.lacks and is_left_out:
            yield f"is set but {WITHOUT} says {self.word!r}; allowed: one of the two"


@dataclass(frozen=True, slots=True)
class Meaning(ABC):
    """`says` is for operators; so is `default`, where the value itself does not tell it."""

    says: str
    default: str = ""
    needed: Needed | None = None

    @property
    def asks(self) -> str:
        """What production asks of it, for operators; empty for nothing."""
        word = f", or `{self.needed.word}` in `{WITHOUT}`" if self.needed else ""
        return self._asks() + word

    def refused(self, value: object, around: Around) -> Iterator[str]:
        """Say what production finds wrong and what is allowed, to be read after the name."""
        if self.needed:
            yield from self.needed.refusals(value, around)
        yield from self._refusals(value, around)

    def held(self, setting: str, value: object, _around: Around) -> Iterator[Held]:
        """Return the texts that no secret may be the same as."""
        for text in _texts(value):
            yield Held(setting, text)

    @abstractmethod
    def _asks(self) -> str:
        """What production asks of it, in a table."""

    @abstractmethod
    def _refusals(self, _value: object, _around: Around) -> Iterator[str]:
        """What it refuses, to be read after the name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain(Meaning):
    """Nothing is secret or dangerous about it: a number, a folder, a name.

    What begins as in `test` is for a vendor's tests alone; `wanted` is what production asks for.
    """

    test: tuple[str, ...] = ()
    wanted: str = ""

    def _asks(self) -> str:
        return f"not one for tests ({_starts(self.test)})" if self.test else self.wanted

    def _refusals(self, value: object, _around: Around) -> Iterator[str]:
        if self.test and str(value).startswith(self.test):
            yield f"is for tests ({_starts(self.test)}); production needs a real one"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact(Meaning):
    """A fact of the company: `of` is its name in company.json, `required` what production needs."""

    default: str = "the market's"
    of: str
    required: str
    pattern: str = ""

    def _asks(self) -> str:
        return f"{self.required}, if the market has a placeholder"

    def _refusals(self, value: object, _around: Around) -> Iterator[str]:
        if value and not re.search(self.pattern, str(value)):
            yield f"is {value!r}; production needs {self.required}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice(Meaning):
    """One of several words, of which production allows some; `how` says how it is chosen."""

    allowed: tuple[str, ...]
    how: str = ""

    def _asks(self) -> str:
        how = f" ({self.how})" if self.how else ""
        return " or ".join(f"`{word}`" for word in self.allowed) + how

    def _refusals(self, value: object, _around: Around) -> Iterator[str]:
        word = {True: "on", False: "off"}.get(value, value) if isinstance(value, bool) else value
        if word not in self.allowed:
            how = f" ({self.how})" if self.how else ""
            yield f"is {word!r}; allowed in production: {', '.join(self.allowed)}{how}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret(Meaning):
    """Known to us and to one other. `least` is the number of its characters.

    It begins as in `begins`, and a vendor's test key as in `test`. `user` is the field with the
    name of the account that it is the password of. Unless it `is_required`, it may be empty.
    """

    least: int
    begins: tuple[str, ...] = ()
    test: tuple[str, ...] = ()
    user: str = ""
    is_required: bool = False

    def _asks(self) -> str:
        begins = f"begins with {_starts(self.begins)}, " if self.begins else ""
        return f"{begins}{self.least} characters or more, random, used nowhere else"

    def _refusals(self, value: object, _around: Around) -> Iterator[str]:
        for text in _texts(value) or [""] * self.is_required:
            if self.test and text.startswith(self.test):
                yield (
                    f"is a test key ({_starts(self.test)}); "
                    f"production needs one that begins with {_starts(self.begins)}"
                )
            elif not text.startswith(self.begins or ("",)):
                yield f"does not begin with {_starts(self.begins)}, as production needs it"
            elif weakness := weakness_of(text, least=self.least):
                yield f"{weakness}; production needs a random one of {self.least} or more"

    def held(self, setting: str, value: object, around: Around) -> Iterator[Held]:
        account = str(around.values[self.user]) if self.user else ""
        for text in _texts(value):
            yield Held(setting, text, is_secret=True, account=account)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipient(Meaning):
    """The public half of an age key."""

    def _asks(self) -> str:
        return "a key of yours (age1…)"

    def _refusals(self, value: object, _around: Around) -> Iterator[str]:
        if value == _PUBLISHED_RECIPIENT:
            yield "is the example of age's documentation; production needs a key of yours"
        elif value and not re.fullmatch("age1[02-9ac-hj-np-z]{58}", str(value)):
            yield (
                "is not the public half of an age key; allowed: age1… of 62 characters, as "
                "age-keygen prints it"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Address(Meaning):
    """An http address: of others, or, with `is_ours`, the one that visitors see."""

    is_ours: bool = False

    def _asks(self) -> str:
        return "https" if self.is_ours else f"https, or its host in `{PRIVATE}`"

    def _refusals(self, value: object, around: Around) -> Iterator[str]:
        try:
            parts = urlsplit(str(value))
        except ValueError:  # a bracket without its other one
            parts = urlsplit("")
        if not value or (parts.scheme == "https" and parts.hostname):
            return
        is_private = parts.scheme == "http" and is_among(parts.hostname or "", around.private_hosts)
        if self.is_ours or not is_private:
            # Without a user's name, a password, or a key in its query
            shown = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
            state = f"is {shown!r}" if parts.hostname else "is not one of http"
            also = "" if self.is_ours else f", or its host in {PRIVATE}"
            yield f"{state}; production needs an https:// address{also}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Transport(Meaning):
    """How the connection to the host of the field `to` is encrypted; `none` is not at all."""

    to: str

    def _asks(self) -> str:
        return f"not `none`, or the host in `{PRIVATE}`"

    def _refusals(self, value: object, around: Around) -> Iterator[str]:
        host = str(around.values[self.to])
        if host and value == "none" and not is_among(host, around.private_hosts):
            yield (
                f"is 'none': passwords and mail would go to {host} in clear text; "
                f"production needs TLS, or that host in {PRIVATE}"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Database(Meaning):
    """An address of PostgreSQL: its transport, and the password in it."""

    least: int = 16

    def _asks(self) -> str:
        return (
            f"`?sslmode=` {', '.join(_ENCRYPTED)}, or its hosts in `{PRIVATE}`; "
            f"a password of {self.least} characters or more, random, used nowhere else"
        )

    def _refusals(self, value: object, around: Around) -> Iterator[str]:
        parts = _database_parts(value)
        mode = parts.get("sslmode", "prefer")
        hosts = (parts.get("hostaddr") or parts.get("host", "")).split(",")
        # Without a host, or with a folder for one, it is a socket of this machine.
        open_to = [
            host
            for host in hosts
            if host and host[0] not in "/@" and not is_among(host, around.private_hosts)
        ]
        if open_to and mode not in _ENCRYPTED:
            yield (
                f"has sslmode {mode}, which allows clear text to {', '.join(open_to)}; production "
                f"needs ?sslmode= {', '.join(_ENCRYPTED)}, or its hosts in {PRIVATE}"
            )
        password = parts.get("password", "")
        if password and (weakness := weakness_of(password, least=self.least)):
            yield (
                f"has a password that {weakness}; "
                f"production needs a random one of {self.least} or more"
            )

    def held(self, setting: str, value: object, _around: Around) -> Iterator[Held]:
        parts = _database_parts(value)
        account = f"postgresql {parts.get('user', '')}"
        for text in _texts(parts.get("password", "")):
            yield Held(setting, text, is_secret=True, account=account)


def repeated(every: Sequence[Held]) -> Iterator[str]:
    """Name each secret that another setting has too, each pair once.

    One account's password may stand with each of its servers, and a vendor may have given one text
    as both the user's name and the password.
    """
    reported = set()
    for secret in every:
        for other in every if secret.is_secret else ():
            pair = frozenset((secret.setting, other.setting))
            is_one_account = secret.account in (other.account, other.text) and secret.account
            if secret.text == other.text and len(pair) > 1 and not is_one_account:
                if pair not in reported:
                    yield (
                        f"{secret.setting} is the same as {other.setting}; "
                        "production needs one of its own"
                    )
                reported.add(pair)


def weakness_of(secret: str, *, least: int) -> str:
    """Return why it can be guessed, to be read after its name, without quoting it; or nothing."""
    # 50 random digits have all ten, or nine; in a random key, even a hexadecimal one, few
    # three-character pieces repeat.
    known = next((word for word in _PUBLISHED if word in secret.lower()), "")
    pieces = {secret[start : start + 3] for start in range(len(secret) - 2)}
    if len(secret) < least:
        return f"has {len(secret)} {'character' if len(secret) == 1 else 'characters'}"
    if known:
        return f"contains {known!r}, as published examples do"
    if len(set(secret)) < 8:
        return f"has only {len(set(secret))} different characters"
    if len(pieces) < len(secret) * 0.75:
        return "repeats the same few characters again and again"
    return ""


def is_among(host: str, named: Iterable[str]) -> bool:
    """Is this host named, or its address in a named network?"""
    for name in named:
        try:
            if ip_address(host) in ip_network(name):
                return True
        except ValueError:  # one of the two is a name
            if host.lower() == name.lower():
                return True
    return False


def is_loopback(host: str) -> bool:
    return is_among(host.strip("[]"), ("localhost", "127.0.0.0/8", "::1"))


def not_private(named: Iterable[str]) -> list[str]:
    """Return what is neither a host's name nor a private address or network."""
    return [name for name in named if not _is_host_or_private(name)]


def _is_host_or_private(name: str) -> bool:
    try:
        network = ip_network(name)
    except ValueError:
        is_number = re.fullmatch(r"[\d.:/]+", name) is not None
        return not is_number and re.fullmatch(r"[\w-]+(\.[\w-]+)*", name) is not None
    return any(
        network.version == private.version and network.subnet_of(private)  # type: ignore[arg-type]
        for private in _PRIVATE_NETWORKS
    )


def _database_parts(value: object) -> dict[str, str]:
    # Another scheme is refused as such
    return connection_parts(str(value)) if is_postgresql(str(value)) else {}


def _texts(value: object) -> list[str]:
    texts = value if isinstance(value, tuple) else (value,)
    return [text for text in texts if isinstance(text, str) and text]


def _starts(begins: Iterable[str]) -> str:
    return " or ".join(f"{text}…" for text in begins)
