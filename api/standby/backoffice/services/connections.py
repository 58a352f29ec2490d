"""Providers of mail, texts, cards and maps: what each is set to, and a test of each."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal
from uuid import uuid4

from django.conf import settings
from django.db.models import Max

from standby.company.selectors import company, mail_from
from standby.core.provider_calls import ProviderDown
from standby.core.words import brief_moment, dollars, in_english, say
from standby.coverage.providers.places import Places
from standby.inbox.models import Source
from standby.inbox.providers import wiring as inbox_providers
from standby.inbox.providers.mailbox import Inbox, InboxDown
from standby.inbox.services.items import POSTED_MAILS
from standby.messaging.models import Message
from standby.messaging.providers import wiring as messaging_providers
from standby.messaging.providers.mail import Mail, MailRefused
from standby.messaging.providers.texts import SmsMessage, TextRefused
from standby.messaging.rendering import builtin_templates, render_plain
from standby.messaging.rules import replace_placeholders, to_gsm
from standby.payments.models import PaymentEvent
from standby.payments.providers import wiring as payments_providers

Name = Literal["mail", "texts", "cards", "maps"]
TEST_KIND: Final = "connection_test"
_KEY_REFUSED: Final = ("AuthenticationError", "PermissionError")
_ANY_PAGE_OF: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """How a provider is set; no secret is among it.

    `details` are shown as they are. `variables` are the environment variables that change it.
    """

    name: Name
    provider: str
    is_live: bool
    details: Mapping[str, str]
    variables: tuple[str, ...]
    last_success_at: datetime | None = None
    last_failure_at: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TestResult:
    """`reason` is why it failed, or what was found."""

    __test__ = False  # keeps pytest from collecting this class as a test

    is_ok: bool
    reason: str = ""


def connections() -> list[Connection]:
    """Return the four connections as the environment sets them, with what is known of each."""
    environment = settings.ENVIRONMENT
    mail_at, mail_failed_at = _last_message(Message.Channel.EMAIL)
    text_at, text_failed_at = _last_message(Message.Channel.SMS)
    return [
        Connection(
            name="mail",
            provider=environment.mail,
            is_live=environment.mail == "smtp",
            details={
                "from": mail_from(),
                "replies": company().email,
                **({"server": _smtp_server()} if environment.mail == "smtp" else {}),
                **_inbox(),
            },
            variables=(
                *("STANDBY_MAIL", "MAIL_FROM", "SMTP_HOST", "SMTP_PORT", "SMTP_USER"),
                *("SMTP_PASSWORD", "SMTP_SECURITY", "STANDBY_INBOX", "IMAP_HOST", "IMAP_PORT"),
                *("IMAP_USER", "IMAP_PASSWORD", "IMAP_SECURITY", "IMAP_FOLDER", "IMAP_AUTH"),
                *("IMAP_TOKEN_URL", "IMAP_CLIENT_ID", "IMAP_CLIENT_SECRET", "IMAP_REFRESH_TOKEN"),
                *("IMAP_TOKEN_SCOPE", "IMAP_AUTHSERV_ID", "INBOX_WEBHOOK_SECRET", "REPLY_ADDRESS"),
            ),
            last_success_at=mail_at,
            last_failure_at=mail_failed_at,
        ),
        Connection(
            name="texts",
            provider=environment.texts,
            is_live=environment.texts == "twilio",
            details={"from": environment.twilio_from} if environment.twilio_from else {},
            variables=(
                *("STANDBY_TEXTS", "TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"),
            ),
            last_success_at=text_at,
            last_failure_at=text_failed_at,
        ),
        Connection(
            name="cards",
            provider=environment.cards,
            is_live=environment.cards == "stripe" and payments_providers.cards().is_live,
            details=(
                {"webhook": f"{settings.SITE_URL}/api/webhooks/stripe"}
                if environment.cards == "stripe"
                else {}
            ),
            variables=("STANDBY_CARDS", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"),
            last_success_at=_last_signed_event(),
        ),
        Connection(
            name="maps",
            provider=environment.places,
            is_live=environment.places == "google",
            details=(
                {
                    "budget": say(
                        "%(amount)s a day", amount=dollars(environment.google_daily_budget_cents)
                    )
                }
                if environment.places == "google"
                else {}
            ),
            variables=(
                *("STANDBY_PLACES", "GOOGLE_SERVER_KEY", "GOOGLE_BROWSER_KEY"),
                "GOOGLE_DAILY_BUDGET_CENTS",
            ),
        ),
    ]


def send_test_mail(to: str, *, now: datetime) -> TestResult:
    """Send a mail at once, and look into the mailbox of replies if there is one.

    A mail that is kept can be read among the messages.
    """
    with in_english():
        fields = render_plain(TEST_KIND)
    reference = f"{TEST_KIND}:{uuid4()}"
    mailer = messaging_providers.mail()
    mail = Mail(to=to, reference=reference, reply_to=company().email, **fields)
    try:
        provider_ref = mailer.send(mail)
    except (ProviderDown, MailRefused) as error:
        return TestResult(is_ok=False, reason=say(str(error)))
    _note_sent(
        Message.Channel.EMAIL,
        to,
        reference,
        provider_ref=provider_ref,
        is_stored=not mailer.sends,
        now=now,
        **fields,
    )
    inbox = inbox_providers.inbox()
    try:
        if inbox is not None:
            _look_into(inbox)
    except InboxDown as error:
        return TestResult(
            is_ok=False,
            reason=say("the email was sent, but replies cannot be read: %(why)s", why=error),
        )
    return TestResult(is_ok=True)


def _look_into(inbox: Inbox) -> None:
    # The newest mail is asked for as well: some servers answer until they have to hand one over.
    with inbox.opened() as opened:
        for uid in opened.uids_after(max(0, opened.newest_uid - 1))[:1]:
            opened.head(uid)


def send_test_text(to: str, *, now: datetime) -> TestResult:
    """Send a text at once; one that is kept can be read among the messages."""
    with in_english():
        template = builtin_templates(TEST_KIND)[Message.Channel.SMS].text
    text = to_gsm(replace_placeholders(template, {"brand": company().name}))
    reference = f"{TEST_KIND}:{uuid4()}"
    texter = messaging_providers.texts()
    sms = SmsMessage(to=to, text=text, reference=reference)
    try:
        provider_ref = texter.send(sms)
    except (ProviderDown, TextRefused) as error:
        return TestResult(is_ok=False, reason=say(str(error)))
    _note_sent(
        Message.Channel.SMS,
        to,
        reference,
        provider_ref=provider_ref,
        is_stored=not texter.sends,
        now=now,
        text=text,
    )
    return TestResult(is_ok=True)


def try_cards(*, now: datetime) -> TestResult:
    """List today's checkout pages, which proves the key.

    The webhook's secret is proven by the last event that it verified: the result says when that
    came, or where the provider has to send events.
    """
    try:
        next(iter(payments_providers.cards().pages_since(now - _ANY_PAGE_OF)), None)
    except ProviderDown as error:
        return TestResult(is_ok=False, reason=_cause_of(error))
    return TestResult(is_ok=True, reason=_webhook_reason())


def _webhook_reason() -> str:
    at = _last_signed_event()
    if at is not None:
        return say("The last signed event came on %(moment)s.", moment=brief_moment(at))
    url = f"{settings.SITE_URL}/api/webhooks/{settings.ENVIRONMENT.cards}"
    return say("No signed event has come yet. The provider has to send events to %(url)s.", url=url)


def try_maps(address: str, *, places: Places) -> TestResult:
    """Locate one address. A provider that is offline finds its ZIP code only."""
    try:
        place = places.geocode(address)
    except ProviderDown as error:
        return TestResult(is_ok=False, reason=say(str(error)))
    if place.precision == "unknown":
        return TestResult(is_ok=False, reason=say("%(address)s was not found", address=address))
    return TestResult(is_ok=True, reason=f"{place.formatted_address} ({place.precision})")


def _note_sent(
    channel: Message.Channel,
    to: str,
    reference: str,
    *,
    provider_ref: str,
    is_stored: bool,
    text: str,
    subject: str = "",
    now: datetime,
) -> None:
    Message(
        kind="connection_test",
        channel=channel,
        recipient=to,
        subject=subject,
        text=text,
        status=Message.Status.SENT,
        provider_ref=provider_ref[:255],
        is_stored=is_stored,
        dedupe_key=f"{reference}:{channel}",
        attempts=1,
        created_at=now,
        sent_at=now,
    ).save()


def _cause_of(error: BaseException) -> str:
    cause = error
    while cause.__cause__ is not None:
        cause = cause.__cause__
    name = type(cause).__name__
    if name in _KEY_REFUSED:
        return say("Stripe does not accept STRIPE_SECRET_KEY, or it may not read checkout sessions")
    return say("no answer from the card provider (%(name)s)", name=name)


def _smtp_server() -> str:
    environment = settings.ENVIRONMENT
    return f"{environment.smtp_host}:{environment.smtp_port} ({environment.smtp_security})"


def _inbox() -> dict[str, str]:
    return {**_mailbox(), **_posted_mails()}


def _posted_mails() -> dict[str, str]:
    if not settings.ENVIRONMENT.inbox_webhook_secret:
        return {}
    source = Source.objects.filter(name=POSTED_MAILS).first()
    return {
        "posted_mails": f"{settings.SITE_URL}/api/webhooks/mail/inbound",
        "posted_last": brief_moment(source.read_at) if source and source.read_at else "never",
    }


def _mailbox() -> dict[str, str]:
    environment = settings.ENVIRONMENT
    if environment.inbox == "none":
        return {}
    server = f"{environment.imap_user}, {environment.imap_host}:{environment.imap_port}"
    source = Source.objects.filter(name=inbox_providers.inbox_name()).first()
    return {
        "inbox": server,
        "inbox_read": brief_moment(source.read_at) if source and source.read_at else "never",
        **(
            {"inbox_failed": f"{brief_moment(source.failed_at)}: {source.last_error}"}
            if source and source.failed_at and source.last_error
            else {}
        ),
    }


def _last_message(channel: Message.Channel) -> tuple[datetime | None, datetime | None]:
    row = Message.objects.filter(channel=channel).aggregate(
        sent_at=Max("sent_at"), dead_at=Max("dead_at")
    )
    return row["sent_at"], row["dead_at"]


def _last_signed_event() -> datetime | None:
    provider = settings.ENVIRONMENT.cards
    row = PaymentEvent.objects.filter(provider=provider).aggregate(at=Max("received_at"))
    at: datetime | None = row["at"]
    return at
