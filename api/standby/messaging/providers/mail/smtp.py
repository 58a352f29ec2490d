"""E-mail by SMTP."""

import re
import smtplib
import ssl
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from standby.core.tracing import outgoing
from standby.messaging.providers.mail import Mail, MailDown, MailRefused
from standby.messaging.providers.mail.compose import build_email

TIMEOUT_S: Final = 5
_PASSING: Final = frozenset({530, 534, 535, 552})
_REFUSED: Final = 554
_TEMPORARY: Final = re.compile(r"\b4\.\d{1,3}\.\d{1,3}\b|temporar|try again|\blater\b", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class SmtpAccount:
    """`security` is starttls, tls or none."""

    host: str
    port: int
    user: str
    password: str = field(repr=False)
    security: str
    sender: str


class SmtpMail:
    def __init__(self, account: SmtpAccount, *, timeout_s: float = TIMEOUT_S) -> None:
        self._account = account
        self._timeout_s = timeout_s

    def send(self, mail: Mail) -> str:
        message = build_email(mail, sender=self._account.sender)
        try:
            with outgoing("mail"), self._connected() as connection:
                self._introduce(connection)
                connection.send_message(message)
                return str(message["Message-ID"])
        except smtplib.SMTPRecipientsRefused as error:
            raise _refusal_of(list(error.recipients.values())) from error
        except (smtplib.SMTPConnectError, smtplib.SMTPHeloError) as error:
            raise MailDown(f"the server greeted with {error.smtp_code}") from error
        except smtplib.SMTPResponseException as error:
            raise _refusal_of([(error.smtp_code, error.smtp_error)]) from error
        except (smtplib.SMTPException, OSError) as error:
            raise MailDown(type(error).__name__) from error

    def _connected(self) -> smtplib.SMTP:
        account = self._account
        connect = _connect_by_tls if account.security == "tls" else _connect
        return connect(account, self._timeout_s)

    def _introduce(self, connection: smtplib.SMTP) -> None:
        account = self._account
        if account.security == "starttls":
            connection.starttls(context=ssl.create_default_context())
        if account.user:
            connection.login(account.user, account.password)


def _connect(account: SmtpAccount, timeout_s: float) -> smtplib.SMTP:
    return smtplib.SMTP(account.host, account.port, timeout=timeout_s)


def _connect_by_tls(account: SmtpAccount, timeout_s: float) -> smtplib.SMTP:
    return smtplib.SMTP_SSL(
        account.host, account.port, timeout=timeout_s, context=ssl.create_default_context()
    )


def _refusal_of(answers: Sequence[tuple[int, bytes | str]]) -> Exception:
    # 5xx is final unless it may be temporary; all else may be temporary.
    reason = f"the server answered {answers[0][0] if answers else 'nothing'}"
    is_final = bool(answers) and not any(_may_pass(code, text) for code, text in answers)
    return MailRefused(reason) if is_final else MailDown(reason)


def _may_pass(code: int, text: bytes | str) -> bool:
    # Wrong credentials (530, 534, 535) are ours to fix, a full mailbox (552) is its owner's. 554 is
    # final unless its text says otherwise.
    message = text.decode(errors="replace") if isinstance(text, bytes) else text
    return (
        not 500 <= code < 600
        or code in _PASSING
        or (code == _REFUSED and _TEMPORARY.search(message) is not None)
    )
