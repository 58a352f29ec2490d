"""Base classes of domain errors. Each error is defined beside the function that raises it."""

from typing import ClassVar


def _(message: str) -> str:
    # Marks a message for translation; gettext translates it where it is shown.
    return message


class DomainError(Exception):
    """A business rule refused the request.

    `status` is that of the HTTP response. `code` is stable and unique; the web app looks up its own
    text by it. `message` is shown to people unless `detail` says it more exactly. `field` is the
    dotted path in the request body.
    """

    status: ClassVar[int]
    code: ClassVar[str]
    message: ClassVar[str]

    def __init__(self, detail: str = "", *, field: str | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.field = field

    def __str__(self) -> str:
        return self.detail or self.message


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

    def __init__(self, detail: str = "", *, retry_after_s: int = 60) -> None:
        super().__init__(detail)
        self.retry_after_s = retry_after_s
