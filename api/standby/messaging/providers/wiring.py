from collections.abc import Iterable
from functools import cache
from pathlib import Path

from django.conf import settings

from standby.company.selectors import mail_from
from standby.messaging.providers.mail import FileMailer, Mailer, SmtpMail
from standby.messaging.providers.texts import FileTexter, Texter, TwilioTexts


@cache
def mail() -> Mailer:
    environment = settings.ENVIRONMENT
    if environment.mail == "smtp":
        return SmtpMail(
            host=environment.smtp_host,
            port=environment.smtp_port,
            user=environment.smtp_user,
            password=environment.smtp_password,
            security=environment.smtp_security,
            sender=mail_from,
            reply_pattern=environment.reply_address,
        )
    return FileMailer(folder=_outbox(), sender=mail_from)


def delete_stored(references: Iterable[str]) -> int:
    """Delete the files of messages that were kept, by the providers' ids; return how many."""
    names = (reference.strip("<>").partition("@")[0] for reference in references if reference)
    files = [
        file
        for name in names
        for file in (_outbox() / f"{name}.eml", _outbox() / f"{name}.sms.json")
        if file.is_file()
    ]
    for file in files:
        file.unlink(missing_ok=True)
    return len(files)


def _outbox() -> Path:
    return Path(settings.DATA) / "outbox"


@cache
def texts() -> Texter:
    environment = settings.ENVIRONMENT
    if environment.texts == "twilio":
        return TwilioTexts(
            sid=environment.twilio_account_sid,
            token=environment.twilio_auth_token,
            sender=environment.twilio_from,
            status_url=f"{settings.SITE_URL}/api/webhooks/twilio/status",
            api_base=environment.twilio_api_base,
        )
    return FileTexter(folder=_outbox())
