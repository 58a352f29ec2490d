"""Base classes of domain errors. Each error is defined beside the function that raises it."""

from typing import ClassVar

from standby.core.words import _ as _
from standby.core.words import say


class DomainError(Exception):
    """A business rule refused the request.

    `status` is that of the HTTP response. `code` is stable and unique; the web app looks up its own
    text by it. `message` is a message id; one given to the error says it more exactly. `arguments`
    are those that the message names. `field` is the dotted path in the request body. Its text is
    that in the active language.
    """

    status: ClassVar[int]
    code: ClassVar[str]
    message: ClassVar[str]

    def __init__(self, message: str = "", *, field: str | None = None, **arguments: object) -> None:
        super().__init__(message)
        self.said = message
        self.field = field
        self.arguments = arguments

    def __str__(self) -> str:
        return say(self.said or self.message, **self.arguments)


class NotFound(DomainError):
    """The object does not exist or is not visible to this visitor."""

    status = 404


class Conflict(DomainError):
    """The object exists, but its current state does not allow this."""

    status = 409


class Invalid(DomainError):
    """A value in the request is invalid."""

    status = 422


class BadRequest(DomainError):
    """The request lacks something that every request of its kind needs."""

    status = 400


class NotAuthenticated(DomainError):
    """The request is not authenticated."""

    status = 401


class Forbidden(DomainError):
    """The caller is authenticated but not allowed to do this."""

    status = 403


class TooLarge(DomainError):
    """The request exceeds a size limit."""

    status = 413


class RateLimited(DomainError):
    """The caller exceeded a rate limit."""

    status = 429

    def __init__(
        self,
        message: str = "",
        *,
        field: str | None = None,
        retry_after_s: int = 60,
        **arguments: object,
    ) -> None:
        super().__init__(message, field=field, **arguments)
        self.retry_after_s = retry_after_s
