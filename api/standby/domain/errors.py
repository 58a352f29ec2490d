"""How a rule says no. Each refusal stands beside the function that raises it."""

from typing import ClassVar


def _(message: str) -> str:
    """Marks a message for the translators; gettext translates it where somebody reads it."""
    return message


class DomainError(Exception):
    """A rule said no.

    `code` is stable and unique: the web finds its own words by it. `message` is what people
    read, unless `detail` says it more exactly. `field` is the dotted path in the request's body.
    """

    code: ClassVar[str]
    message: ClassVar[str]

    def __init__(self, detail: str = "", *, field: str | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.field = field

    def __str__(self) -> str:
        return self.detail or self.message


class NotFound(DomainError):
    """What was asked for is not there, or not this visitor's (404)."""


class Conflict(DomainError):
    """It is there, but cannot be done now (409)."""


class Invalid(DomainError):
    """What was sent cannot be right (422). `field` is the dotted path in the request's body."""


class BadRequest(DomainError):
    """It lacks what every request of its kind has (400)."""


class NotAuthenticated(DomainError):
    """Whoever asks has first to show who they are (401)."""


class Forbidden(DomainError):
    """Whoever asks is known, and may not (403)."""


class TooLarge(DomainError):
    """More than we take (413)."""


class RateLimited(DomainError):
    """Asked more often than the limit allows (429)."""

    def __init__(self, detail: str = "", *, retry_after_s: int = 60) -> None:
        super().__init__(detail)
        self.retry_after_s = retry_after_s
