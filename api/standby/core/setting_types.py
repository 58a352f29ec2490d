"""How the text of an environment variable becomes a value; what cannot is a ValueError.

Its words are read by operators, and quote nothing that may be a secret.
"""

import re
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import AfterValidator, BeforeValidator, Field, Strict

from standby.core.database_url import connection_parts, is_postgresql
from standby.core.setting_meanings import not_private


def comma_separated(value: Any) -> Any:
    return [part.strip() for part in value.split(",") if part.strip()] if value else ()


def _readable(address: str) -> str:
    try:
        _ = urlsplit(address).port
    except ValueError:  # its own words may quote a part of a password
        raise ValueError("not an address; in a password, write / ? # as %2F %3F %23") from None
    return address


def _readable_by_postgresql(address: str) -> str:
    # Another scheme is named with the settings that contradict each other.
    if is_postgresql(address):
        connection_parts(address)
    return address


def _all_private(hosts: tuple[str, ...]) -> tuple[str, ...]:
    if wrong := not_private(hosts):
        raise ValueError(
            f"{', '.join(wrong)} is neither a host's name nor a private address or network"
        )
    return hosts


OnOff = Annotated[
    bool, Strict(), BeforeValidator(lambda value: {"on": True, "off": False}.get(value, value))
]
# pydantic alone would also take +1, 1.0 and 1_000
Whole = Annotated[
    int, Strict(), BeforeValidator(lambda v: int(v) if re.fullmatch("[0-9]+", str(v)) else v)
]
HttpAddress = Annotated[str, AfterValidator(_readable)]
DatabaseUrl = Annotated[str, AfterValidator(_readable_by_postgresql), Field(repr=False)]
HttpBase = Annotated[HttpAddress, AfterValidator(lambda address: address.rstrip("/"))]
SecretText = Annotated[str, Field(repr=False)]
SecretTexts = Annotated[tuple[str, ...], BeforeValidator(comma_separated), Field(repr=False)]
PrivateHosts = Annotated[
    tuple[str, ...], BeforeValidator(comma_separated), AfterValidator(_all_private)
]
Words = Annotated[tuple[Literal["mail", "backup", "proxy"], ...], BeforeValidator(comma_separated)]
