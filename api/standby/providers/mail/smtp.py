"""E-mails by SMTP."""

import smtplib
import ssl
from dataclasses import dataclass, field
from typing import Final

from standby.providers.mail import Mail, MailDown, MailRefused
from standby.providers.mail.compose import composed
from standby.providers.tracing import outgoing

TIMEOUT_S: Final = 5


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
        message = composed(mail, sender=self._account.sender)
        try:
            with outgoing("mail"), self._connected() as connection:
                self._introduce(connection)
                connection.send_message(message)
                return str(message["Message-ID"])
        except smtplib.SMTPRecipientsRefused as error:
            raise _refusal_of([code for code, _ in error.recipients.values()]) from error
        except smtplib.SMTPResponseException as error:
            raise _refusal_of([error.smtp_code]) from error
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


def _refusal_of(codes: list[int]) -> Exception:
    """5xx is for good, all else may pass. Wrong credentials (535) are ours to mend, not final."""
    is_final = all(500 <= code < 600 and code not in (530, 534, 535) for code in codes)
    answered = f"the server answered {codes[0] if codes else 'nothing'}"
    return MailRefused(answered) if is_final and codes else MailDown(answered)
