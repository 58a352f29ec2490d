"""The message ids of our templates. Imports nothing, as `make messages` finds them by it too."""

import re
from collections.abc import Iterator
from typing import Final

_CALL: Final = re.compile(r'\bt\(\s*"([^"\\]+)"')


def message_ids(template: str) -> Iterator[tuple[int, str]]:
    """Yield the message ids of a template, each with its line: the first arguments of `t`."""
    for found in _CALL.finditer(template):
        yield template.count("\n", 0, found.start()) + 1, found[1]
