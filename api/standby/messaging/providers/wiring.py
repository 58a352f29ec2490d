from functools import cache

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
    return FileMailer(folder=settings.DATA / "outbox", sender=mail_from)


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
    return FileTexter(folder=settings.DATA / "outbox")
