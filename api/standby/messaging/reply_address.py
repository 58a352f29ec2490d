"""The address to which one mail of ours is answered, and to which it comes back.

A pattern such as "reply+{token}@example.com", or "{token}@replies.example.com" for a domain whose
mail all goes into one mailbox, has the token in its place. The token is the signed part of the
mail's Message-ID: only who has had the mail knows it.
"""

import re
from typing import Final

PATTERN: Final = re.compile(
    # With the token's 40 characters, at most the 64 that an address may have before its "@"
    r"(?=[^{]{0,24}\{)(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?[+-])?\{token\}"
    r"@[a-z0-9-]+(?:\.[a-z0-9-]+)+"
)
_TOKEN: Final = re.compile(r"[0-9a-f]{40}")


def token_of_id(message_id: str) -> str:
    return message_id.strip("<>").partition("@")[0]


def reply_address(message_id: str, *, pattern: str) -> str:
    """Return the address of the mail with this Message-ID, "" where no pattern is set."""
    return pattern.replace("{token}", token_of_id(message_id))


def tokens_in(addresses: tuple[str, ...], *, pattern: str) -> list[str]:
    """Return the tokens of those addresses, in lower case, that are made by the pattern."""
    before, _, after = pattern.partition("{token}")
    if not after:
        return []
    tokens = [
        address[len(before) : len(address) - len(after)]
        for address in addresses
        if address.startswith(before) and address.endswith(after)
    ]
    return [token for token in tokens if _TOKEN.fullmatch(token)]
